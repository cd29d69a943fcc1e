/** Amount and state aid of an input record (contract 3, amount). */
import { amountBases, amountPeriods, stateAidRegimes } from '../../values/vocabularies.ts'
import type { Amount, AmountTier, StateAid } from '../record/record.ts'
import type { RuleScope } from '../rules/read-rules.ts'
import { rulesAt } from '../rules/read-rules.ts'
import { inputProperties } from './input-schema.ts'
import { noteAt } from './read-texts.ts'
import type { Place } from './reading.ts'
import { fault, fractionAt, listAt, moneyAt, partsAt, wordAt } from './reading.ts'

/** Every amount is in euros; another currency is refused, not converted. */
const currencies = ['EUR'] as const

export function amountAt(place: Place, scope: RuleScope): Amount | null {
  const part = partsAt(place, inputProperties.amount)
  if (part === null) return null
  const amount: Amount = {
    currency: wordAt(part('currency'), currencies) ?? 'EUR',
    min: moneyAt(part('min')),
    max: moneyAt(part('max')),
    rate_min: fractionAt(part('rate_min')),
    rate_max: fractionAt(part('rate_max')),
    budget_total: moneyAt(part('budget_total')),
    basis: wordAt(part('basis'), amountBases),
    per: wordAt(part('per'), amountPeriods),
    note: noteAt(part('note')),
    tiers: listAt(part('tiers'), (tier) => tierAt(tier, scope)),
  }
  if (crossed(amount.min, amount.max)) fault(part('min'), 'above max')
  if (crossed(amount.rate_min, amount.rate_max)) fault(part('rate_min'), 'above rate_max')
  return amount
}

function tierAt(place: Place, scope: RuleScope): AmountTier | null {
  const part = partsAt(place, inputProperties.tier)
  if (part === null) return null
  const tier = {
    when: rulesAt(part('when'), scope),
    rate: fractionAt(part('rate')),
    min: moneyAt(part('min')),
    max: moneyAt(part('max')),
  }
  if (crossed(tier.min, tier.max)) fault(part('min'), 'above max')
  return tier
}

function crossed(low: number | null, high: number | null): boolean {
  return low !== null && high !== null && low > high
}

export function stateAidAt(place: Place): StateAid | null {
  const part = partsAt(place, inputProperties.stateAid)
  if (part === null) return null
  return { regime: wordAt(part('regime'), stateAidRegimes) ?? 'unknown', note: noteAt(part('note')) }
}
