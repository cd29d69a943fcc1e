/** The operator's commands of billing, on the embedded store: what stands at the provider, and handing an account over. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setUpBilling } from '../../src/billing/provider/set-up.ts'
import { testClock } from '../harness/ingestion.ts'
import { unobserved } from '../harness/observer.ts'
import { type Operator, operatorOn } from '../harness/operator.ts'
import { type StripeStandIn, startStripe } from '../harness/stripe-stand-in.ts'

type Outcome = { outcome: string }
type Document = {
  products: Outcome[]
  prices: (Outcome & { lookup_key: string; cents: number })[]
  portal: Outcome
  endpoint: { url: string; events: string[]; there: boolean }
}

const baseUrl = 'https://measures.example'

async function withOperator(
  work: (operator: Operator, stripe: StripeStandIn, environment: Record<string, string>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'subsidies-'))
  const stripe = await startStripe(testClock())
  const environment = {
    DATA_DIR: folder,
    BASE_URL: baseUrl,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.origin,
  }
  try {
    const operator = operatorOn(environment)
    await operator.done('migrate')
    await work(operator, stripe, environment)
  } finally {
    await stripe.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const outcomes = ({ products, prices, portal }: Document): string[] => [
  ...new Set([...products, ...prices, portal].map(({ outcome }) => outcome)),
]
const writes = (stripe: StripeStandIn): number => stripe.calls.filter(({ method }) => method !== 'GET').length

test('billing set-up makes what is missing, and run again changes nothing', () =>
  withOperator(async (operator, stripe) => {
    const first = await operator.done<Document>('billing', 'set-up')
    assert.deepEqual(outcomes(first), ['made'])
    assert.deepEqual(
      first.prices.map(({ lookup_key, cents }) => `${lookup_key} ${cents}`),
      [
        'subsidy_measures_developer_month 2000',
        'subsidy_measures_developer_year 20000',
        'subsidy_measures_pro_month 7900',
        'subsidy_measures_pro_year 79000',
        'subsidy_measures_business_month 24900',
        'subsidy_measures_business_year 249000',
      ],
    )
    const kept = JSON.stringify([
      [...stripe.objects.prices],
      [...stripe.objects.products],
      [...stripe.objects.configurations],
    ])
    stripe.calls.length = 0
    assert.deepEqual(outcomes(await operator.done<Document>('billing', 'set-up')), ['unchanged'])
    assert.equal(writes(stripe), 0)
    assert.equal(
      JSON.stringify([[...stripe.objects.prices], [...stripe.objects.products], [...stripe.objects.configurations]]),
      kept,
    )
  }))

test('the portal takes upgrades at once, downgrades and ends from the end of what is paid', () =>
  withOperator(async (operator, stripe) => {
    await operator.done('billing', 'set-up')
    const [configuration] = stripe.objects.configurations.values()
    type Features = { subscription_update: Record<string, unknown>; subscription_cancel: Record<string, unknown> }
    const { features } = (configuration ?? {}) as { features: Features }
    const { subscription_update: update, subscription_cancel: end } = features
    assert.equal(end.mode, 'at_period_end')
    assert.equal(update.proration_behavior, 'always_invoice')
    assert.deepEqual(update.schedule_at_period_end, {
      conditions: [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }],
    })
    assert.deepEqual(
      (update.products as { product: string }[]).map(({ product }) => product),
      ['subsidy_measures_developer', 'subsidy_measures_pro', 'subsidy_measures_business'],
    )
  }))

test('a price that differs gives its lookup key to a new one, is known by what is written on it, and leads the portal along', () =>
  withOperator(async (operator, stripe) => {
    await operator.done('billing', 'set-up')
    const old = stripe.objects.priceNamed('subsidy_measures_pro_month')
    Object.assign(old, { unit_amount: 6_900, metadata: {} })
    const done = await operator.done<Document>('billing', 'set-up')
    const changed = done.prices.filter(({ outcome }) => outcome === 'changed')
    assert.deepEqual(
      changed.map(({ lookup_key, cents }) => [lookup_key, cents]),
      [['subsidy_measures_pro_month', 7_900]],
    )
    assert.equal(old.lookup_key, null)
    assert.deepEqual(old.metadata, { service: 'subsidy_measures', plan: 'pro', period: 'month' })
    assert.equal(done.portal.outcome, 'changed')
    const offered = JSON.stringify([...stripe.objects.configurations.values()])
    assert.ok(offered.includes(stripe.objects.priceNamed('subsidy_measures_pro_month').id))
    assert.ok(!offered.includes(`"${old.id}"`))
    assert.deepEqual(outcomes(await operator.done<Document>('billing', 'set-up')), ['unchanged'])
  }))

test('what is to send events is named until the provider has it, with the events that are needed', () =>
  withOperator(async (operator, stripe) => {
    const url = `${baseUrl}/v1/dashboard/billing/stripe`
    const { endpoint } = await operator.done<Document>('billing', 'set-up')
    assert.deepEqual([endpoint.url, endpoint.there], [url, false])
    assert.match((await operator.command('billing', 'set-up')).out, /sends its events nowhere yet\. Make an endpoint/)
    const make = (enabled_events: string[], status = 'enabled') =>
      stripe.objects.endpoints.splice(0, 1, { id: 'we_1', url, enabled_events, status })
    for (const [events, status, there] of [
      [endpoint.events.slice(1), 'enabled', false],
      [endpoint.events, 'disabled', false],
      [endpoint.events, 'enabled', true],
      [['*'], 'enabled', true],
    ] as const) {
      make([...events], status)
      assert.equal((await operator.done<Document>('billing', 'set-up')).endpoint.there, there)
    }
  }))

test('a set-up that is cut short anywhere is brought to its end by the next', async () => {
  const stripe = await startStripe(testClock())
  const settings = { ...stripe, apiUrl: stripe.origin, observer: unobserved, timeoutMs: 150, retries: 0 }
  try {
    let isDone = false
    for (let failing = 1; !isDone; failing += 1) {
      assert.ok(failing < 60)
      for (const kept of [stripe.objects.prices, stripe.objects.products, stripe.objects.configurations]) kept.clear()
      stripe.calls.length = 0
      stripe.fails(() => (stripe.calls.length === failing ? 'done_error' : null))
      isDone = await setUpBilling(settings, baseUrl).then(
        () => true,
        () => false,
      )
      stripe.fails(() => null)
      await setUpBilling(settings, baseUrl)
      const { prices, products, configurations } = stripe.objects
      assert.deepEqual([prices.size, products.size, configurations.size], [6, 3, 1])
    }
  } finally {
    await stripe.close()
  }
})

test('without settings, and with a provider that does not let us in, the command fails in one line', () =>
  withOperator(async (_, __, environment) => {
    const bare = operatorOn({ DATA_DIR: environment.DATA_DIR ?? '' })
    assert.equal(await bare.refused('billing', 'set-up'), 'not_configured')
    const wrong = operatorOn({ ...environment, STRIPE_SECRET_KEY: 'sk_test_other' })
    const failed = await wrong.command('billing', 'set-up')
    assert.equal(failed.status, 1)
    assert.match(failed.error, /^the payment provider: Invalid API Key provided.*\n$/)
    assert.ok(!failed.error.includes('sk_test_other'))
  }))

test('accounts set-plan <account> stripe: the plan is what is paid from then on', () =>
  withOperator(async (operator) => {
    const { id } = await operator.done<{ id: string }>(
      'accounts',
      'create',
      '--email',
      'jan@voorbeeld.be',
      '--plan',
      'pro',
    )
    assert.equal((await operator.done<{ plan: unknown }>('accounts', 'set-plan', id, 'stripe')).plan, null)
    const shown = await operator.done<{ plan: unknown; plan_by: unknown }>('accounts', 'show', id)
    assert.deepEqual([shown.plan, shown.plan_by], [null, 'stripe'])
    assert.equal((await operator.command('accounts', 'set-plan', id, 'paypal')).status, 2)
  }))
