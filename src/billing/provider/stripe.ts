/** The provider's words in ours, both ways. The terms of its API are explained in its reference, version `2026-10-28`. */
import type { Stripe } from 'stripe'
import type { Observer } from '../../platform/observer.ts'
import type { Instant } from '../../values/brussels.ts'
import { lookupKeyOf, ownMetadata, type Sold, soldBy } from '../prices.ts'
import type { Subscription } from '../standing.ts'
import {
  type AnsweredCheckout,
  type AnsweredPrice,
  type AnsweredSubscription,
  checkoutForm,
  customerForm,
  customersForm,
  idForm,
  listOf,
  portalForm,
  priceForm,
  subscriptionForm,
  urlForm,
} from './answer-forms.ts'
import { type Client, type ProviderSettings, type StripeSettings, stripeClient, stripeSettings } from './client.ts'
import { type OpenCheckout, type Provider, type ProviderEvent, ProviderFault } from './provider.ts'

/** Of a list, at most: more subscriptions or open checkouts than that nobody has. */
const pageMax = 100
/** Customers looked through for the one that was made for an account; they come newest first. */
const customersMax = 1_000
/** Between its clock and ours. */
const clockSlackMs = 300_000
/** How old a signed event may be, in seconds (contract 10). */
const eventAgeMaxSeconds = 300
const millisecondsPerSecond = 1_000
const wordForm = /^[\x21-\x7e]{1,255}$/

const inSeconds = (at: Instant): number => Math.floor(at / millisecondsPerSecond)
const inMs = (seconds: number): Instant => seconds * millisecondsPerSecond

/** The provider that the settings name; null: none is, and nothing is paid here. */
export function configuredProvider(settings: ProviderSettings, observer: Observer): Provider | null {
  const given = stripeSettings(settings, observer)
  return given === null ? null : stripeProvider(given)
}

/** Asks for one price, which changes nothing: whether the provider answers and knows the key. Throws a `ProviderFault`. */
export async function askProvider(settings: StripeSettings): Promise<void> {
  await stripeClient(settings).ask('look', listOf(idForm), (stripe) => stripe.prices.list({ limit: 1 }))
}

export function stripeProvider(settings: StripeSettings): Provider {
  const client = stripeClient(settings)
  const { ask } = client
  return {
    ...customerCalls(client),
    async subscriptions(customer) {
      const { data } = await ask('list subscriptions', listOf(subscriptionForm), (stripe) =>
        stripe.subscriptions.list({ customer, limit: pageMax }),
      )
      return data.flatMap(subscriptionsOf)
    },
    async openCheckouts(customer) {
      const { data } = await ask('list checkouts', listOf(checkoutForm), (stripe) =>
        stripe.checkout.sessions.list({ customer, status: 'open', limit: pageMax }),
      )
      return data.map(checkoutOf)
    },
    async endCheckout(id) {
      await ask('end checkout', idForm, (stripe) => stripe.checkout.sessions.expire(id))
    },
    async beginCheckout({ customerId, accountId, sold, language, endsAt, returnUrl }) {
      const key = lookupKeyOf(sold)
      const prices = await ask('find price', listOf(priceForm), (stripe) =>
        stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 }),
      )
      const price = prices.data[0]?.id
      if (price === undefined) return null
      const metadata = { ...ownMetadata, ...sold, account_id: accountId }
      const session = await ask('begin checkout', checkoutForm, (stripe) =>
        stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: customerId,
          client_reference_id: accountId,
          line_items: [{ price, quantity: 1 }],
          success_url: `${returnUrl}?checkout=done&session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${returnUrl}?checkout=left`,
          expires_at: inSeconds(endsAt),
          locale: language,
          // A company's invoice names it, its address and its VAT number; they are kept with the customer.
          billing_address_collection: 'required',
          customer_update: { name: 'auto', address: 'auto' },
          tax_id_collection: { enabled: true },
          metadata,
          subscription_data: { metadata },
        }),
      )
      return checkoutOf(session)
    },
    async openPortal(customer, locale, returnUrl) {
      const configuration = await ask('find portal', portalForm, portalConfiguration)
      if (configuration === null) return null
      const session = await ask('open portal', urlForm, (stripe) =>
        stripe.billingPortal.sessions.create({
          customer,
          configuration: configuration.id,
          locale,
          return_url: returnUrl,
        }),
      )
      return session.url
    },
    async readEvent(bytes, signature, now) {
      const { signature: signatures } = (await client.stripe()).webhooks
      if (signatures === null) throw new Error('the client of the provider verifies no signatures')
      try {
        const { webhookSecret } = settings
        signatures.verifyHeader(bytes, signature, webhookSecret, eventAgeMaxSeconds, undefined, now)
      } catch {
        // Its signature, or the age of it: all the same to us.
        return 'unsigned'
      }
      return eventOf(bytes)
    },
  }
}

function customerCalls({
  ask,
}: Client): Pick<Provider, 'findCustomer' | 'makeCustomer' | 'isDeleted' | 'writeTo' | 'endCustomer'> {
  return {
    async findCustomer(accountId, since) {
      const gte = inSeconds(since - clockSlackMs)
      let after: string | undefined
      for (let looked = 0; looked < customersMax; looked += pageMax) {
        const startingAfter = after === undefined ? {} : { starting_after: after }
        const { data, has_more } = await ask('find customer', customersForm, (stripe) =>
          stripe.customers.list({ created: { gte }, limit: pageMax, ...startingAfter }),
        )
        const found = data.find(({ metadata }) => metadata.account_id === accountId)
        if (found !== undefined) return found.id
        after = data.at(-1)?.id
        if (!has_more || after === undefined) return null
      }
      // Who is not among the newest may be behind them, and must not be made twice.
      throw new ProviderFault('refused', true, `more than ${customersMax} customers were made since`)
    },
    async makeCustomer(accountId, idempotencyKey) {
      // Nothing that can change stands in it, so that the same key always comes with the same words.
      const metadata = { ...ownMetadata, account_id: accountId }
      const { id } = await ask('make customer', idForm, (stripe) =>
        stripe.customers.create({ metadata }, { idempotencyKey }),
      )
      return id
    },
    async isDeleted(id) {
      try {
        const customer = await ask('look at customer', customerForm, (stripe) => stripe.customers.retrieve(id))
        return customer.deleted === true
      } catch (fault) {
        if (fault instanceof ProviderFault && fault.kind === 'missing') return false
        throw fault
      }
    },
    async writeTo(id, email, language) {
      await ask('write to customer', idForm, (stripe) =>
        stripe.customers.update(id, { email, preferred_locales: [language] }),
      )
    },
    async endCustomer(id) {
      // With the customer go its subscriptions at once, and what could be paid for it; its invoices stay with the provider.
      await ask('end customer', idForm, (stripe) => stripe.customers.del(id))
    },
  }
}

/** The portal's configuration that `set-up` made; null: nobody has set it up. */
export async function portalConfiguration(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | null> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: pageMax })
  return data.find(({ metadata }) => metadata?.service === ownMetadata.service) ?? null
}

/** One for each price of ours in it; of a subscription to something else none. */
function subscriptionsOf(given: AnsweredSubscription): Subscription[] {
  const { id, status, cancel_at, created } = given
  return given.items.data.flatMap(({ price, current_period_end }) => {
    const sold = soldOfPrice(price)
    if (sold === null) return []
    const endsAt = cancel_at ?? (given.cancel_at_period_end ? current_period_end : null)
    const times = { periodEndsAt: inMs(current_period_end), endsAt: endsAt === null ? null : inMs(endsAt) }
    return [{ id, status, ...sold, ...times, createdAt: inMs(created) }]
  })
}

function soldOfPrice({ lookup_key, metadata }: AnsweredPrice): Sold | null {
  return soldBy({ lookupKey: lookup_key, metadata })
}

function checkoutOf({ id, url, metadata, expires_at }: AnsweredCheckout): OpenCheckout {
  return { id, url, sold: soldBy({ lookupKey: null, metadata: metadata ?? {} }), endsAt: inMs(expires_at) }
}

/** The object of an event names its customer, or is one. A signature says who sent the bytes, not that they are an event. */
function eventOf(bytes: Buffer): ProviderEvent | 'unreadable' {
  const event = recordOf(parsed(bytes))
  const about = recordOf(recordOf(event?.data)?.object)
  const [id, kind] = [wordOf(event?.id), wordOf(event?.type)]
  if (about === null || id === null || kind === null) return 'unreadable'
  const customerId = about.object === 'customer' ? about.id : (recordOf(about.customer)?.id ?? about.customer)
  return { id, kind, customerId: wordOf(customerId) }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return value as Record<string, unknown>
}

/** An id or a name of the provider's: what it is none of, no store is asked for. */
function wordOf(value: unknown): string | null {
  return typeof value === 'string' && wordForm.test(value) ? value : null
}
