/**
 * What the support may come to (contract 5, indicative amount): the tiers that are still possible, each as a range of
 * figures and rates, and the range over them. The words for it stand in `amount-texts.ts`.
 */
import type { Amount } from '../../measures/record/record.ts'
import type { AmountBasis, CostType, Topic } from '../../values/vocabularies.ts'
import { type Facts, sumOfCosts } from '../request/facts.ts'
import { outcomeOf } from './judge-rule.ts'
import type { MatchRule } from './prepared-measure.ts'
import { topicFit } from './topic-fit.ts'

/** Euros, and rates as fractions of the basis; of a tier, what it leaves open is the amount's own. */
export type Figures = { min: number | null; max: number | null; rateMin: number | null; rateMax: number | null }

export type Tier = { when: readonly MatchRule[]; figures: Figures }

/** Bases that the project's costs stand for: a rate of one of them is a rate of the costs. */
const costBases: readonly (AmountBasis | null)[] = ['eligible_costs', 'investment', null]

export type Range = {
  min: number | null
  max: number | null
  /** The figures of each tier that is still possible, in order; the amount's own where none holds. */
  candidates: readonly Figures[]
  /** What a rate was reckoned on; null: on nothing. */
  reckoned: Reckoned | null
}

/**
 * What of the project a rate is of (contract 5, indicative amount), in euros without VAT: its budget; what it has of the
 * measure's own types of costs; a budget of which only a part is of those types, so that it is the most that it can be;
 * or nothing, since the project has none of those costs, or is about something else.
 */
export type Reckoned =
  | { on: 'budget' | 'own_costs' | 'part_of_budget'; euros: number }
  | { on: 'nothing'; since: 'other_costs' | 'other_topic' }

/** Below this a project is too far from what a measure is about for its costs to be those that the measure pays. */
const fitMin = 0.5

export function ownFigures(amount: Pick<Amount, 'min' | 'max' | 'rate_min' | 'rate_max'>): Figures {
  return { min: amount.min, max: amount.max, rateMin: amount.rate_min, rateMax: amount.rate_max }
}

export function tierFigures(tier: Pick<Amount['tiers'][number], 'rate' | 'min' | 'max'>, own: Figures): Figures {
  return {
    min: tier.min ?? own.min,
    max: tier.max ?? own.max,
    rateMin: tier.rate ?? own.rateMin,
    rateMax: tier.rate ?? own.rateMax,
  }
}

/** What of a measure decides the amount. */
export type AmountRule = {
  own: Figures
  tiers: readonly Tier[]
  basis: AmountBasis | null
  /** The costs that it pays for; empty: it names none. */
  costTypes: readonly CostType[]
  topics: readonly Topic[]
}

/** Null when nothing is known of what any candidate comes to. */
export function indicativeRange(amount: AmountRule, facts: Facts): Range | null {
  const candidates = candidatesOf(amount.tiers, amount.own, facts)
  if (candidates.every(saysNothing)) return null
  const isOfCosts = costBases.includes(amount.basis)
  const reckoned = isOfCosts && candidates.some(hasRate) ? reckonedOn(amount, facts) : null
  // The outermost of ends that are all known; one that is open leaves the range open.
  let [min, max]: [number | null, number | null] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const figures of candidates) {
    const ends = isOfCosts ? endsOf(figures, reckoned) : { min: null, max: figures.max }
    min = min === null || ends.min === null ? null : Math.min(min, ends.min)
    max = max === null || ends.max === null ? null : Math.max(max, ends.max)
  }
  return { min, max, candidates, reckoned }
}

/** What a rate of the measure is of; null where neither costs nor a budget are known. */
function reckonedOn({ costTypes, topics }: AmountRule, facts: Facts): Reckoned | null {
  const { costs, budgetEur, costTypes: ofProject } = facts
  if (costs === null && budgetEur === null) return null
  if (topicFit(facts.topics, topics) < fitMin) return { on: 'nothing', since: 'other_topic' }
  const isOwn = (type: CostType): boolean => costTypes.length === 0 || costTypes.includes(type)
  if (costs !== null) {
    const own = costs.filter(({ type }) => isOwn(type))
    return own.length === 0 ? { on: 'nothing', since: 'other_costs' } : { on: 'own_costs', euros: sumOfCosts(own) }
  }
  if (budgetEur === null) return null
  if (ofProject === null || ofProject.every(isOwn)) return { on: 'budget', euros: budgetEur }
  return ofProject.some(isOwn) ? { on: 'part_of_budget', euros: budgetEur } : { on: 'nothing', since: 'other_costs' }
}

/**
 * Tiers in order: a failing one is skipped, one that is undecided is possible, and the first that holds ends the search;
 * where none holds, the amount itself is possible too.
 */
function candidatesOf(tiers: readonly Tier[], own: Figures, facts: Facts): Figures[] {
  const possible: Figures[] = []
  for (const tier of tiers) {
    const outcomes = tier.when.map((rule) => outcomeOf(rule, facts))
    if (outcomes.includes('fail')) continue
    possible.push(tier.figures)
    if (!outcomes.includes('unknown')) return possible
  }
  return [...possible, own]
}

/** A rate of what it is reckoned on, kept between min and max; without a rate or what it is of, min to max. */
function endsOf(figures: Figures, reckoned: Reckoned | null): { min: number | null; max: number | null } {
  const { min, max, rateMin, rateMax } = figures
  // A tier's own minimum may lie above the amount's maximum; what the measure gives at most then stands.
  if (reckoned === null || !hasRate(figures))
    return { min: min === null || max === null ? min : Math.min(min, max), max }
  if (reckoned.on === 'nothing') return { min: null, max: null }
  const { euros, on } = reckoned
  return {
    min: on === 'part_of_budget' ? null : rateMin === null ? min : kept(rateMin * euros, min, max),
    max: rateMax === null ? max : kept(rateMax * euros, min, max),
  }
}

/** A sum in cents, halves up, not below `min` and not above `max`. */
function kept(euros: number, min: number | null, max: number | null): number {
  // Beyond this a double holds no cents; such a budget is no budget, and needs no rounding.
  const cents = euros < Number.MAX_SAFE_INTEGER / 100 ? Math.floor(euros * 100 + 0.5 + 1e-6) / 100 : euros
  return Math.min(Math.max(cents, min ?? 0), max ?? Number.MAX_VALUE)
}

function saysNothing({ min, max, rateMin, rateMax }: Figures): boolean {
  return min === null && max === null && rateMin === null && rateMax === null
}

function hasRate(figures: Figures): boolean {
  return figures.rateMin !== null || figures.rateMax !== null
}

/** The lowest and highest rate over the candidates; null where none has a rate. */
export function rateRange(candidates: readonly Figures[]): { low: number; high: number } | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { rateMin, rateMax } of candidates) {
    low = Math.min(low, rateMin ?? low, rateMax ?? low)
    high = Math.max(high, rateMin ?? high, rateMax ?? high)
  }
  return low > high ? null : { low, high }
}
