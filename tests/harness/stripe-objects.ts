/** What the stand-in of the payment provider keeps, and what becomes of it: by calls of its API, and by what customers do on its pages. */
import { type FormFields, fieldsAt, metadataIn, textAt } from './stripe-form.ts'

type Metadata = Record<string, string>
export type Customer = {
  id: string
  object: 'customer'
  created: number
  email: string | null
  preferred_locales: string[]
  metadata: Metadata
  deleted?: true
}
export type Price = {
  id: string
  object: 'price'
  active: boolean
  created: number
  currency: string
  lookup_key: string | null
  metadata: Metadata
  product: string
  recurring: { interval: string; interval_count: number }
  tax_behavior: string
  unit_amount: number
}
export type CheckoutSession = {
  id: string
  object: 'checkout.session'
  created: number
  customer: string
  expires_at: number
  metadata: Metadata
  mode: 'subscription'
  payment_status: 'unpaid' | 'paid'
  status: 'open' | 'complete' | 'expired'
  subscription: string | null
  url: string | null
  /** Of the stand-in alone: what is bought, and what is written on the subscription. */
  price: string
  subscription_metadata: Metadata
}
export type StandInSubscription = {
  id: string
  object: 'subscription'
  cancel_at: number | null
  cancel_at_period_end: boolean
  created: number
  customer: string
  items: { object: 'list'; data: { id: string; price: Price; current_period_end: number }[]; has_more: false }
  metadata: Metadata
  status: string
}
export type ProviderEventObject = {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object }
  livemode: false
  pending_webhooks: number
  type: string
}

/** An answer that is an error of the provider's. */
export class StandInFault extends Error {
  readonly status: number
  readonly error: Record<string, string>
  constructor(status: number, message: string, error: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.error = { type: 'invalid_request_error', message, ...error }
  }
}

export const missing = (what: string, id: string | null, param = 'id', status = 404): StandInFault =>
  new StandInFault(status, `No such ${what}: '${id}'`, { code: 'resource_missing', param })

const monthSeconds = 30 * 24 * 3_600
const yearSeconds = 365 * 24 * 3_600

export class StripeObjects {
  readonly now: () => number
  readonly apiVersion: string
  readonly customers = new Map<string, Customer>()
  readonly prices = new Map<string, Price>()
  readonly products = new Map<string, Record<string, unknown> & { id: string }>()
  readonly sessions = new Map<string, CheckoutSession>()
  readonly subscriptions = new Map<string, StandInSubscription>()
  readonly configurations = new Map<string, Record<string, unknown> & { id: string }>()
  readonly endpoints: { id: string; url: string; enabled_events: string[]; status: string }[] = []
  /** Whether subscriptions of a deleted customer can be asked for still; its reference does not say. */
  listsDeleted = false
  /** Every event that has happened, in order. */
  readonly events: ProviderEventObject[] = []
  #made = 0

  /** `now`: seconds. */
  constructor(now: () => number, apiVersion: string) {
    this.now = now
    this.apiVersion = apiVersion
  }

  id(prefix: string): string {
    this.#made += 1
    return `${prefix}_${String(this.#made).padStart(14, '0')}`
  }

  #tell(type: string, object: object): void {
    const id = this.id('evt')
    const about = { api_version: this.apiVersion, created: this.now(), livemode: false, pending_webhooks: 1 } as const
    this.events.push({ id, object: 'event', type, data: { object: structuredClone(object) }, ...about })
  }

  livingCustomer(id: string | null): Customer {
    const customer = this.customers.get(id ?? '')
    if (customer === undefined || customer.deleted) throw missing('customer', id, 'customer', 400)
    return customer
  }

  makeCustomer(fields: FormFields): Customer {
    const customer: Customer = {
      id: this.id('cus'),
      object: 'customer',
      created: this.now(),
      email: textAt(fields, 'email'),
      preferred_locales: [],
      metadata: metadataIn(fields),
    }
    this.customers.set(customer.id, customer)
    this.#tell('customer.created', customer)
    return customer
  }

  deleteCustomer(id: string): object {
    const customer = this.customers.get(id)
    if (customer === undefined || customer.deleted) throw missing('customer', id)
    customer.deleted = true
    for (const subscription of this.subscriptionsOf(id)) this.end(subscription.id)
    this.#tell('customer.deleted', customer)
    return { id, object: 'customer', deleted: true }
  }

  subscriptionsOf(customer: string): StandInSubscription[] {
    return [...this.subscriptions.values()].filter((each) => each.customer === customer && each.status !== 'canceled')
  }

  priceNamed(lookupKey: string): Price {
    const price = [...this.prices.values()].find((each) => each.lookup_key === lookupKey)
    if (price === undefined) throw new Error(`there is no price ${lookupKey}`)
    return price
  }

  makePrice(fields: FormFields): Price {
    const [lookupKey, product] = [textAt(fields, 'lookup_key'), textAt(fields, 'product')]
    if (!this.products.has(product ?? '')) throw missing('product', product, 'product', 400)
    const holder = [...this.prices.values()].find((price) => lookupKey !== null && price.lookup_key === lookupKey)
    if (holder !== undefined && textAt(fields, 'transfer_lookup_key') !== 'true')
      throw new StandInFault(400, `A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' })
    if (holder !== undefined) holder.lookup_key = null
    const price: Price = {
      id: this.id('price'),
      object: 'price',
      active: true,
      created: this.now(),
      currency: textAt(fields, 'currency') ?? '',
      lookup_key: lookupKey,
      metadata: metadataIn(fields),
      product: product ?? '',
      recurring: { interval: textAt(fieldsAt(fields, 'recurring'), 'interval') ?? '', interval_count: 1 },
      tax_behavior: textAt(fields, 'tax_behavior') ?? 'unspecified',
      unit_amount: Number(textAt(fields, 'unit_amount')),
    }
    this.prices.set(price.id, price)
    return price
  }

  makeSession(fields: FormFields): CheckoutSession {
    const customer = this.livingCustomer(textAt(fields, 'customer'))
    const [item] = fields.line_items as FormFields[]
    const price = this.prices.get(textAt(item ?? {}, 'price') ?? '')
    if (price === undefined || !price.active) throw missing('price', textAt(item ?? {}, 'price'), 'line_items', 400)
    const expiresAt = Number(textAt(fields, 'expires_at'))
    const lasts = expiresAt - this.now()
    if (!Number.isInteger(expiresAt) || lasts < 1_800 || lasts > 86_400)
      throw new StandInFault(400, 'The `expires_at` timestamp must be 30 minutes to 24 hours from now.')
    const collectsTaxId = textAt(fieldsAt(fields, 'tax_id_collection'), 'enabled') === 'true'
    if (collectsTaxId && textAt(fieldsAt(fields, 'customer_update'), 'name') !== 'auto')
      throw new StandInFault(400, '`tax_id_collection` needs `customer_update[name]` to be `auto`.')
    const id = this.id('cs')
    const session: CheckoutSession = {
      ...{ id, object: 'checkout.session', created: this.now(), customer: customer.id, expires_at: expiresAt },
      ...{ metadata: metadataIn(fields), mode: 'subscription', payment_status: 'unpaid', status: 'open' },
      ...{ subscription: null, url: `https://checkout.example/${id}`, price: price.id },
      subscription_metadata: metadataIn(fieldsAt(fields, 'subscription_data')),
    }
    this.sessions.set(id, session)
    return session
  }

  /** The session as it is now: time ends it too. */
  session(id: string): CheckoutSession {
    const session = this.sessions.get(id)
    if (session === undefined) throw missing('checkout.session', id)
    if (session.status === 'open' && session.expires_at <= this.now())
      Object.assign(session, { status: 'expired', url: null })
    return session
  }

  expire(id: string): CheckoutSession {
    const session = this.session(id)
    if (session.status !== 'open')
      throw new StandInFault(
        400,
        `Only Checkout Sessions with a status in ["open"] can be expired. It is ${session.status}.`,
      )
    Object.assign(session, { status: 'expired', url: null })
    this.#tell('checkout.session.expired', session)
    return session
  }

  /** A customer pays on the checkout's page; throws where the page would not let him. Whether a deleted one may, its reference does not say. */
  pay(sessionId: string): StandInSubscription {
    const session = this.session(sessionId)
    if (session.status !== 'open') throw new Error(`the checkout ${sessionId} is ${session.status}`)
    const price = this.prices.get(session.price)
    if (price === undefined) throw new Error(`there is no price ${session.price}`)
    const subscription = this.subscribe(session.customer, price, session.subscription_metadata)
    Object.assign(session, { status: 'complete', payment_status: 'paid', subscription: subscription.id, url: null })
    this.#tell('checkout.session.completed', session)
    return subscription
  }

  /** A subscription, paid for its first period; without a checkout it is the operator who makes it. */
  subscribe(customer: string, price: Price, metadata: Metadata = {}): StandInSubscription {
    const end = this.now() + (price.recurring.interval === 'month' ? monthSeconds : yearSeconds)
    const item = { id: this.id('si'), price, current_period_end: end }
    const subscription: StandInSubscription = {
      ...{ id: this.id('sub'), object: 'subscription', cancel_at: null, cancel_at_period_end: false },
      ...{ created: this.now(), customer, metadata, status: 'active' },
      items: { object: 'list', data: [item], has_more: false },
    }
    this.subscriptions.set(subscription.id, subscription)
    this.#tell('customer.subscription.created', subscription)
    this.#tell('invoice.paid', { id: this.id('in'), object: 'invoice', customer })
    return subscription
  }

  subscription(id: string): StandInSubscription {
    const subscription = this.subscriptions.get(id)
    if (subscription === undefined) throw new Error(`there is no subscription ${id}`)
    return subscription
  }

  /** What becomes of a subscription: by its customer in the portal, by payments, by time. */
  change(
    id: string,
    changes: Partial<Pick<StandInSubscription, 'status' | 'cancel_at' | 'cancel_at_period_end'>>,
  ): void {
    const subscription = Object.assign(this.subscription(id), changes)
    const isEnd = changes.status === 'canceled'
    this.#tell(isEnd ? 'customer.subscription.deleted' : 'customer.subscription.updated', subscription)
  }

  /** Another price from now on, in the period that runs. */
  switchTo(id: string, price: Price): void {
    const [item] = this.subscription(id).items.data
    if (item !== undefined) item.price = price
    this.change(id, {})
  }

  /** The next period is paid. */
  renew(id: string): void {
    const [item] = this.subscription(id).items.data
    if (item !== undefined)
      item.current_period_end += item.price.recurring.interval === 'month' ? monthSeconds : yearSeconds
    this.change(id, { status: 'active' })
  }

  end(id: string): void {
    this.change(id, { status: 'canceled' })
  }
}
