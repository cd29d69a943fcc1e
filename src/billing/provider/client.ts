/**
 * The provider's own client, loaded when it is first asked for: it is 22 MB. A call waits for `timeoutMs` and is made again once, with
 * the key under which the provider does a thing once; what it throws is a `ProviderFault`.
 */
import type { Stripe } from 'stripe'
import type { Static, TSchema } from 'typebox'
import type { Observer } from '../../platform/observer.ts'
import type { Settings } from '../../platform/settings.ts'
import { ProviderFault } from './provider.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** An origin. */
  apiUrl: string
  observer: Observer
  /** Only tests name others. */
  timeoutMs?: number
  retries?: number
}

/** Those of the process that name the provider. */
export type ProviderSettings = Pick<Settings, 'stripeSecretKey' | 'stripeWebhookSecret' | 'stripeApiUrl'>

/** Null: billing is not configured. */
export function stripeSettings(settings: ProviderSettings, observer: Observer): StripeSettings | null {
  const { stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecret, stripeApiUrl: apiUrl } = settings
  return secretKey === null || webhookSecret === null ? null : { secretKey, webhookSecret, apiUrl, observer }
}

export type Client = {
  /** The client itself, for what asks nobody. */
  stripe(): Promise<Stripe>
  /**
   * Asks; `call` names it for the log, `form` says what its answer must be like (further properties are no matter). An answer of
   * another form is `silent`.
   */
  ask<Form extends TSchema>(call: string, form: Form, work: (stripe: Stripe) => Promise<unknown>): Promise<Static<Form>>
}

const timeoutMs = 4_000
const retries = 1
/** Statuses that say nothing of what was asked: the same is under way already, too much is, or the provider is at fault itself. */
const [underWay, tooMany, serverErrors] = [409, 429, 500]

/** What was answered is none of the forms that are known. */
class UnknownForm extends Error {}

/**
 * The client's own way to ask, but that an answer must be an object, and its error one, too: the client reads properties of whatever it
 * is given. What is none it takes for text that is no JSON.
 */
function readingObjects(
  inner: ReturnType<typeof Stripe.createNodeHttpClient>,
): ReturnType<typeof Stripe.createNodeHttpClient> {
  const { makeRequest } = inner
  inner.makeRequest = async (...request) => {
    const response = await makeRequest.apply(inner, request)
    const { toJSON } = response
    response.toJSON = async () => {
      const read: unknown = await toJSON.call(response)
      if (typeof read !== 'object' || read === null || Array.isArray(read)) throw new SyntaxError('no object')
      const isErrorRead = !('error' in read) || typeof read.error === 'string' || isObject(read.error)
      if (!isErrorRead) throw new SyntaxError('an error that is no object')
      return read
    }
    return response
  }
  return inner
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

export function stripeClient(settings: StripeSettings): Client {
  const url = new URL(settings.apiUrl)
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  let made: Promise<Stripe> | null = null
  const make = async (): Promise<Stripe> => {
    const { default: StripeClient } = await import('stripe')
    return new StripeClient(settings.secretKey, {
      host: url.hostname,
      port: url.port === '' ? (protocol === 'http' ? 80 : 443) : Number(url.port),
      protocol,
      timeout: settings.timeoutMs ?? timeoutMs,
      maxNetworkRetries: settings.retries ?? retries,
      telemetry: false,
      httpClient: readingObjects(StripeClient.createNodeHttpClient()),
    })
  }
  const stripe = (): Promise<Stripe> => {
    made ??= make()
    return made
  }
  return {
    stripe,
    async ask(call, form, work) {
      const [client, { Value }] = await Promise.all([stripe(), import('typebox/value')])
      try {
        const answer = await work(client)
        if (!Value.Check(form, answer)) throw new UnknownForm('an answer of a form that is not known')
        settings.observer.tell({ name: 'billing_call', labels: { call, outcome: 'answered' } })
        return answer
      } catch (error) {
        const fault = faultOf(error)
        if (fault === null) throw error
        settings.observer.tell({ name: 'billing_call', labels: { call, outcome: fault.kind }, fault })
        throw fault
      }
    },
  }
}

/** Null: it is no word of the provider's but a fault of ours. */
function faultOf(error: unknown): ProviderFault | null {
  if (error instanceof UnknownForm) return new ProviderFault('silent', true, error)
  if (!(error instanceof Error && 'type' in error && typeof error.type === 'string' && /^Stripe/.test(error.type)))
    return null
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : null
  if (status === null || status === underWay) return new ProviderFault('silent', false, error)
  if (status >= serverErrors || status === tooMany) return new ProviderFault('silent', true, error)
  const isMissing = 'code' in error && error.code === 'resource_missing'
  return new ProviderFault(isMissing ? 'missing' : 'refused', true, error)
}
