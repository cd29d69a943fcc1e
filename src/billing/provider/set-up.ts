/**
 * What stands at the provider before anybody can pay: a product a plan, a price a period under its lookup key, and the portal's
 * configuration. Made where it is missing, put right where it differs, left alone otherwise. A price can not be changed: another takes
 * its lookup key, and who pays the old one goes on paying it.
 */
import { hash } from 'node:crypto'
import type { Stripe } from 'stripe'
import { plans } from '../../accounts/plans.ts'
import type { PlanId } from '../../values/vocabularies.ts'
import { allSold, centsOf, lookupKeyOf, ownMetadata, periods, productIdOf, type Sold, soldPlans } from '../prices.ts'
import { endpointForm, idForm, listOf, portalForm, productForm, soldPriceForm } from './answer-forms.ts'
import { type StripeSettings, stripeClient } from './client.ts'
import { ProviderFault } from './provider.ts'
import { portalConfiguration } from './stripe.ts'

export type Outcome = 'made' | 'changed' | 'unchanged'

export type SetUp = {
  products: { id: string; outcome: Outcome }[]
  prices: { lookupKey: string; id: string; cents: number; outcome: Outcome }[]
  portal: { id: string; outcome: Outcome }
  /** Where events are to go, and whether the provider has an endpoint there that is on and takes them. */
  endpoint: { url: string; events: readonly string[]; isThere: boolean }
}

/** The events that say that something is to be fetched. */
const eventKinds = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.deleted',
  'invoice.paid',
  'invoice.payment_failed',
] as const

const endpointPath = '/v1/dashboard/billing/stripe'
const currency = 'eur'
const listMax = 100

/** Throws `ProviderFault`; running it again goes on where it was cut short. */
export async function setUpBilling(settings: StripeSettings, baseUrl: string): Promise<SetUp> {
  const { ask } = stripeClient(settings)
  const prices: SetUp['prices'] = []
  const products: SetUp['products'] = []
  for (const plan of soldPlans) {
    const id = productIdOf(plan)
    products.push({ id, outcome: await setUpProduct(ask, plan, id) })
  }
  for (const sold of allSold) prices.push(await setUpPrice(ask, sold))
  const features = portalFeatures(prices)
  return {
    products,
    prices,
    portal: await setUpPortal(ask, features, baseUrl),
    endpoint: await endpointAt(ask, `${baseUrl}${endpointPath}`),
  }
}

type Ask = ReturnType<typeof stripeClient>['ask']

async function setUpProduct(ask: Ask, plan: PlanId, id: string): Promise<Outcome> {
  const wanted = { name: `Subsidy Measures ${plans[plan].label}`, metadata: { ...ownMetadata, plan } }
  const known = await ask('find product', productForm, (stripe) => stripe.products.retrieve(id)).catch(
    (fault: unknown) => {
      if (fault instanceof ProviderFault && fault.kind === 'missing') return null
      throw fault
    },
  )
  if (known === null) {
    await ask('make product', idForm, (stripe) => stripe.products.create({ id, ...wanted }))
    return 'made'
  }
  if (known.active && holds(known, wanted)) return 'unchanged'
  await ask('change product', idForm, (stripe) => stripe.products.update(id, { ...wanted, active: true }))
  return 'changed'
}

async function setUpPrice(ask: Ask, sold: Sold): Promise<SetUp['prices'][number]> {
  const [lookupKey, cents] = [lookupKeyOf(sold), centsOf(sold)]
  const metadata = { ...ownMetadata, ...sold }
  const product = productIdOf(sold.plan)
  const { data } = await ask('find price', listOf(soldPriceForm), (stripe) =>
    stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 }),
  )
  const known = data[0]
  if (known !== undefined && !holds(known.metadata, metadata)) {
    // Before it loses its key: whoever pays it is known by this.
    await ask('change price', idForm, (stripe) => stripe.prices.update(known.id, { metadata }))
  }
  const terms = { currency, unit_amount: cents, product, recurring: { interval: sold.period } }
  if (known?.active === true && holds(known, terms)) {
    return { lookupKey, id: known.id, cents, outcome: holds(known.metadata, metadata) ? 'unchanged' : 'changed' }
  }
  const made = await ask('make price', idForm, (stripe) =>
    stripe.prices.create({ ...terms, lookup_key: lookupKey, transfer_lookup_key: true, metadata }),
  )
  return { lookupKey, id: made.id, cents, outcome: known === undefined ? 'made' : 'changed' }
}

type Features = Stripe.BillingPortal.ConfigurationCreateParams['features']

/** Upgrades hold at once and are paid at once; what costs less, or is paid more often, holds from the end of what is paid. */
function portalFeatures(prices: SetUp['prices']): Features {
  return {
    customer_update: { enabled: true, allowed_updates: ['name', 'address', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price'],
      products: soldPlans.map((plan) => ({
        product: productIdOf(plan),
        prices: periods.map(
          (period) => prices.find(({ lookupKey }) => lookupKey === lookupKeyOf({ plan, period }))?.id ?? '',
        ),
      })),
      proration_behavior: 'always_invoice',
      schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }] },
    },
  }
}

async function setUpPortal(ask: Ask, features: Features, baseUrl: string): Promise<SetUp['portal']> {
  const terms = {
    features,
    business_profile: { privacy_policy_url: `${baseUrl}/privacy`, terms_of_service_url: `${baseUrl}/terms` },
    default_return_url: `${baseUrl}/dashboard/billing`,
  }
  // The provider does not answer all that it was given (which products can be changed to), so what it was given is noted with it.
  const wanted = { ...terms, metadata: { ...ownMetadata, terms: hash('sha256', JSON.stringify(terms)) } }
  const known = await ask('find portal', portalForm, portalConfiguration)
  if (known === null) {
    const { id } = await ask('make portal', idForm, (stripe) => stripe.billingPortal.configurations.create(wanted))
    return { id, outcome: 'made' }
  }
  if (holds(known, { ...wanted, features: withoutProducts(features) })) return { id: known.id, outcome: 'unchanged' }
  await ask('change portal', idForm, (stripe) => stripe.billingPortal.configurations.update(known.id, wanted))
  return { id: known.id, outcome: 'changed' }
}

function withoutProducts({ subscription_update: { products: _, ...update } = { enabled: true }, ...others }: Features) {
  return { ...others, subscription_update: update }
}

async function endpointAt(ask: Ask, url: string): Promise<SetUp['endpoint']> {
  const { data } = await ask('find endpoint', listOf(endpointForm), (stripe) =>
    stripe.webhookEndpoints.list({ limit: listMax }),
  )
  const takes = (enabled: readonly string[]): boolean =>
    enabled.includes('*') || eventKinds.every((kind) => enabled.includes(kind))
  const isThere = data.some((each) => each.url === url && each.status === 'enabled' && takes(each.enabled_events))
  return { url, events: eventKinds, isThere }
}

/** Whether everything that is wanted stands so in what there is, whatever else does; the order of a list says nothing. */
function holds(there: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(there) || there.length !== wanted.length) return false
    return wanted.every((each) => there.some((one) => holds(one, each)))
  }
  if (typeof wanted !== 'object' || wanted === null) return there === wanted
  if (typeof there !== 'object' || there === null) return false
  const own = new Map(Object.entries(there))
  return Object.entries(wanted).every(([name, value]) => holds(own.get(name), value))
}
