import assert from 'node:assert/strict'
import test from 'node:test'
import { capabilities, planIds } from '../values/vocabularies.ts'
import {
  apiKeysAllowed,
  cheapestPlanAllowing,
  cheapestPlanWith,
  isPlanId,
  type PlanObject,
  planObject,
  plans,
} from './plans.ts'

// The specification's table "Limits, Per plan", row by row: developer, pro, business, enterprise.
const unlimited = null
const none = 0
const figures: [item: keyof PlanObject, ...figures: unknown[]][] = [
  ['label', 'Developer', 'Pro', 'Business', 'Enterprise'],
  ['price_monthly_eur', 20, 79, 249, 0],
  ['price_yearly_eur', 200, 790, 2_490, 0],
  ['price_from_monthly_eur', null, null, null, 900],
  ['self_serve', true, true, true, false],
  ['monthly_requests', 10_000, 100_000, 500_000, unlimited],
  ['monthly_match_evaluations', 100, 1_000, 10_000, unlimited],
  ['rate_limit_rps', 5, 15, 40, 150],
  ['api_keys', 2, 3, 5, 50],
  ['max_page_size', 100, 200, 200, 500],
  ['max_bulk_companies', none, none, 500, 5_000],
  ['watchlist_companies', none, none, 5_000, unlimited],
  ['webhook_endpoints', none, 5, 10, 50],
]
for (const [item, ...expected] of figures)
  test(`${item} of developer, pro, business, enterprise: ${expected.join(', ')}`, () =>
    assert.deepEqual(
      planIds.map((id) => planObject(plans[id], true)[item]),
      expected,
    ))

const included: [capability: (typeof capabilities)[number], ...words: ('yes' | 'no')[]][] = [
  ['change_feed', 'yes', 'yes', 'yes', 'yes'],
  ['history', 'no', 'yes', 'yes', 'yes'],
  ['as_of', 'no', 'yes', 'yes', 'yes'],
  ['webhooks', 'no', 'yes', 'yes', 'yes'],
  ['bulk_match', 'no', 'no', 'yes', 'yes'],
  ['watchlists', 'no', 'no', 'yes', 'yes'],
  ['bulk_export', 'no', 'no', 'yes', 'yes'],
  ['redistribution_rights', 'no', 'no', 'no', 'yes'],
]
test('the table of capabilities has every capability', () =>
  assert.deepEqual(
    included.map(([capability]) => capability),
    [...capabilities],
  ))
for (const [capability, ...words] of included)
  test(`${capability} in developer, pro, business, enterprise: ${words.join(', ')}`, () => {
    assert.deepEqual(
      planIds.map((id) => (plans[id].capabilities[capability] ? 'yes' : 'no')),
      words,
    )
    assert.equal(cheapestPlanWith(capability), planIds[words.indexOf('yes')])
  })

const counts: [figure: Parameters<typeof cheapestPlanAllowing>[0], count: number, plan: string | null][] = [
  ['maxBulkCompanies', 1, 'business'],
  ['maxBulkCompanies', 500, 'business'],
  ['maxBulkCompanies', 501, 'enterprise'],
  ['maxBulkCompanies', 5_001, null],
  ['watchlistCompanies', 5_000, 'business'],
  ['watchlistCompanies', 1_000_000, 'enterprise'],
  ['webhookEndpoints', 5, 'pro'],
  ['webhookEndpoints', 11, 'enterprise'],
  ['webhookEndpoints', 51, null],
  ['apiKeys', 2, 'developer'],
]
for (const [figure, count, plan] of counts)
  test(`the cheapest plan that allows ${count} of ${figure} is ${plan ?? 'none'}`, () =>
    assert.equal(cheapestPlanAllowing(figure, count), plan))

test('a plan is answered with the keys of the specification, in its order', () => {
  assert.deepEqual(Object.keys(planObject(plans.pro, true)), [
    'plan',
    'label',
    'price_monthly_eur',
    'price_yearly_eur',
    'price_from_monthly_eur',
    'self_serve',
    'purchasable',
    'monthly_requests',
    'monthly_match_evaluations',
    'rate_limit_rps',
    'api_keys',
    'max_page_size',
    'max_bulk_companies',
    'watchlist_companies',
    'webhook_endpoints',
    'capabilities',
  ])
  assert.deepEqual(Object.keys(plans.pro.capabilities), [...capabilities])
})

test('a plan is purchasable where it is self-serve and card payment is configured', () => {
  const purchasable = (cardPayment: boolean) => planIds.map((id) => planObject(plans[id], cardPayment).purchasable)
  assert.deepEqual(purchasable(true), [true, true, true, false])
  assert.deepEqual(purchasable(false), [false, false, false, false])
})

test('an account without a plan may hold 2 keys, one with a plan as many as the plan has', () => {
  assert.equal(apiKeysAllowed(null), 2)
  assert.deepEqual(
    planIds.map((id) => apiKeysAllowed(id)),
    [2, 3, 5, 50],
  )
})

test('every plan lets at least one request through, a second and a month: the meter counts on it', () => {
  for (const plan of Object.values(plans)) {
    assert.ok(plan.rateLimitRps >= 1)
    assert.ok(plan.monthlyRequests === null || plan.monthlyRequests >= 1)
  }
})

test('only the ids of the vocabulary are plans, not what objects inherit', () => {
  assert.deepEqual(['pro', 'Pro', 'none', 'toString', '__proto__'].map(isPlanId), [true, false, false, false, false])
})
