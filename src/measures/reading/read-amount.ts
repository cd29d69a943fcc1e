/** Amount and state aid of an input record (contract 3, amount). */
import type { Amount, AmountTier, StateAid } from '../record/record.ts'
import { type RuleScope, rulesOf } from '../rules/read-rules.ts'
import type { Given } from './input-schema.ts'
import { entriesOf, localized, type Reading } from './reading.ts'

export function amountOf(given: Given['amount'], path: string, reading: Reading, scope: RuleScope): Amount | null {
  if (given === null) return null
  const { min, max, rate_min, rate_max, budget_total, basis, per } = given
  if (crossed(min, max)) reading.faults.add(`${path}.min`, 'above max')
  if (crossed(rate_min, rate_max)) reading.faults.add(`${path}.rate_min`, 'above rate_max')
  const tiers: AmountTier[] = []
  for (const [tier, tierPath] of entriesOf(given.tiers, `${path}.tiers`)) {
    if (crossed(tier.min, tier.max)) reading.faults.add(`${tierPath}.min`, 'above max')
    const when = rulesOf(tier.when, `${tierPath}.when`, reading, scope)
    tiers.push({ when, rate: tier.rate, min: tier.min, max: tier.max })
  }
  const note = localized(given.note, reading)
  return { currency: 'EUR', min, max, rate_min, rate_max, budget_total, basis, per, note, tiers }
}

function crossed(low: number | null, high: number | null): boolean {
  return low !== null && high !== null && low > high
}

export function stateAidOf(given: Given['state_aid'], reading: Reading): StateAid | null {
  return given === null ? null : { regime: given.regime ?? 'unknown', note: localized(given.note, reading) }
}
