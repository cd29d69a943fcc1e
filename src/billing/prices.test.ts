import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plans } from '../accounts/plans.ts'
import { planIds } from '../values/vocabularies.ts'
import { allSold, centsOf, lookupKeyOf, soldBy, soldPlans } from './prices.ts'

test('what is sold is every self-serve plan by month and by year, for what the list of plans says, to the cent', () => {
  assert.deepEqual(
    [...soldPlans],
    planIds.filter((id) => plans[id].selfServe),
  )
  assert.deepEqual(
    allSold.map((sold) => [lookupKeyOf(sold), centsOf(sold)]),
    [
      ['subsidy_measures_developer_month', 2_000],
      ['subsidy_measures_developer_year', 20_000],
      ['subsidy_measures_pro_month', 7_900],
      ['subsidy_measures_pro_year', 79_000],
      ['subsidy_measures_business_month', 24_900],
      ['subsidy_measures_business_year', 249_000],
    ],
  )
})

test('a price is known by its lookup key, and by what set-up wrote on it once another has taken the key', () => {
  const pro = { plan: 'pro', period: 'year' }
  const written = { service: 'subsidy_measures', ...pro }
  assert.deepEqual(soldBy({ lookupKey: 'subsidy_measures_pro_year', metadata: {} }), pro)
  assert.deepEqual(soldBy({ lookupKey: null, metadata: written }), pro)
  assert.equal(soldBy({ lookupKey: null, metadata: pro }), null, 'of another service of the same owner')
  assert.equal(soldBy({ lookupKey: 'subsidy_measures_enterprise_year', metadata: {} }), null)
  assert.equal(soldBy({ lookupKey: null, metadata: { ...written, plan: 'enterprise' } }), null)
})
