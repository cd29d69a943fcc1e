/**
 * The payment provider on this machine, as its API of the package's version is: form-encoded requests, its error objects and list
 * objects, a thing done once under an idempotency key, events signed as it signs them. A test says what becomes of payments
 * (`objects`), and which calls fail how (`fails`).
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Stripe } from 'stripe'
import type { Clock } from '../../src/platform/clock.ts'
import { readForm } from './stripe-form.ts'
import { type ProviderEventObject, StandInFault, StripeObjects } from './stripe-objects.ts'
import { standInRoutes } from './stripe-routes.ts'

/**
 * How a call fails. `silent`: nothing is done, and no answer comes; `error`: nothing is done, 500; `done_silent` and `done_error`:
 * it is done, and no answer comes, or 500; `slow`: it is done, and answered after a while.
 */
export const failures = ['silent', 'error', 'done_silent', 'done_error', 'slow'] as const
export type Failure = (typeof failures)[number]

export type StandInCall = { method: string; path: string; body: string; idempotencyKey: string | null }

export type StripeStandIn = {
  origin: string
  objects: StripeObjects
  /** Calls that came, failed ones too. */
  calls: StandInCall[]
  secretKey: string
  webhookSecret: string
  /** Says of each call how it fails; null: not at all. */
  fails(how: (call: StandInCall) => Failure | null): void
  /** Answers those bytes to every call, with 200; null: what the call asks for. */
  answersWith(body: string | null): void
  /** Those bytes, signed as an event is. */
  signedBytes(body: string): { body: string; signature: string }
  /** An event as it is delivered: its bytes and the header `Stripe-Signature`, signed now or so many seconds ago. */
  signed(
    event: ProviderEventObject,
    options?: { secondsAgo?: number; secret?: string },
  ): { body: string; signature: string }
  close(): Promise<void>
}

const slowMs = 120

type Answered = { status: number; body: object }

export async function startStripe(clock: Clock): Promise<StripeStandIn> {
  const seconds = (): number => Math.floor(clock.now() / 1_000)
  const objects = new StripeObjects(seconds, Stripe.API_VERSION)
  const [secretKey, webhookSecret] = ['sk_test_standin', 'whsec_standin']
  const calls: StandInCall[] = []
  /** What was answered under each key, and to which request. */
  const kept = new Map<string, { request: string; answered: Answered | null }>()
  let failing: (call: StandInCall) => Failure | null = () => null
  let instead: string | null = null

  const done = ({ method, path, body, idempotencyKey }: StandInCall): Answered => {
    const request = `${method} ${path} ${body}`
    const known = idempotencyKey === null ? undefined : kept.get(idempotencyKey)
    if (known !== undefined && known.request !== request)
      return errorAnswer(
        new StandInFault(400, 'Keys for idempotent requests can only be used with the same parameters.', {
          type: 'idempotency_error',
        }),
      )
    if (known?.answered) return known.answered
    const answered = answerTo(objects, { method, path, body, idempotencyKey })
    if (idempotencyKey !== null) kept.set(idempotencyKey, { request, answered })
    return answered
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const key = request.headers['idempotency-key']
    const call: StandInCall = {
      method: request.method ?? '',
      path: request.url ?? '',
      body: await text(request),
      idempotencyKey: typeof key === 'string' ? key : null,
    }
    calls.push(call)
    if (instead !== null) return void response.writeHead(200, { 'content-type': 'application/json' }).end(instead)
    const refusal = refusalOf(request, secretKey)
    if (refusal !== null) return send(response, errorAnswer(refusal))
    const failure = failing(call)
    if (failure === 'silent') return
    const failed = errorAnswer(new StandInFault(500, 'Something went wrong.', { type: 'api_error' }))
    if (failure === 'error' || failure === 'done_error') {
      if (failure === 'done_error') done(call)
      // Whatever was answered under a key is answered to it again.
      if (call.idempotencyKey !== null)
        kept.set(call.idempotencyKey, { request: `${call.method} ${call.path} ${call.body}`, answered: failed })
      return send(response, failed)
    }
    const answered = done(call)
    if (failure === 'done_silent') return
    if (failure === 'slow') await pause(slowMs)
    send(response, answered)
  }
  const signatureOf = (payload: string, timestamp: number, secret: string): string =>
    new Stripe(secretKey).webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    calls,
    secretKey,
    webhookSecret,
    fails: (how) => {
      failing = how
    },
    answersWith: (body) => {
      instead = body
    },
    signedBytes: (body) => ({ body, signature: signatureOf(body, seconds(), webhookSecret) }),
    signed: (event, { secondsAgo = 0, secret = webhookSecret } = {}) => {
      const body = JSON.stringify(event)
      return { body, signature: signatureOf(body, seconds() - secondsAgo, secret) }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What is wrong with a call before it is looked at. */
function refusalOf({ headers, method }: IncomingMessage, secretKey: string): StandInFault | null {
  if (headers.authorization !== `Bearer ${secretKey}`)
    return new StandInFault(401, 'Invalid API Key provided.', { type: 'invalid_request_error' })
  if (headers['stripe-version'] !== Stripe.API_VERSION) return new StandInFault(400, 'Invalid Stripe API version.')
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
  return method === 'POST' && !isForm ? new StandInFault(400, 'Invalid content type.') : null
}

function answerTo(objects: StripeObjects, { method, path, body }: StandInCall): Answered {
  const url = new URL(path, 'http://stand-in')
  try {
    for (const route of standInRoutes) {
      const match = route.method === method ? route.path.exec(url.pathname) : null
      if (match === null) continue
      const fields = readForm(method === 'POST' ? body : url.search.slice(1))
      const unknown = Object.keys(fields).find((name) => !route.takes.includes(name))
      if (unknown !== undefined)
        throw new StandInFault(400, `Received unknown parameter: ${unknown}`, {
          code: 'parameter_unknown',
          param: unknown,
        })
      return { status: 200, body: structuredClone(route.run(objects, fields, match[1] ?? '')) }
    }
    throw new StandInFault(404, `Unrecognized request URL (${method}: ${url.pathname}).`)
  } catch (fault) {
    if (fault instanceof StandInFault) return errorAnswer(fault)
    throw fault
  }
}

function errorAnswer({ status, error }: StandInFault): Answered {
  return { status, body: { error } }
}

function send(response: ServerResponse, { status, body }: Answered): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_standin' })
  response.end(JSON.stringify(body))
}
