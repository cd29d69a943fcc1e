/** Which parts of its month's allowance an account has reached (contract 10). */
import { type Plan, plans } from '../../accounts/plans.ts'
import type { PlanId } from '../../values/vocabularies.ts'

/** What is counted by the month. */
export const countedKinds = ['requests', 'evaluations'] as const
export type CountedKind = (typeof countedKinds)[number]

/** In percent, the highest first. */
export const thresholds = [100, 80] as const
export type Threshold = (typeof thresholds)[number]

/** How much a plan allows in a month; null: as much as there is. */
export function allowedOf(plan: Plan, kind: CountedKind): number | null {
  return kind === 'requests' ? plan.monthlyRequests : plan.monthlyMatchEvaluations
}

/** The highest that is reached; null: none, or there is no limit. Of two that are reached at once the lower one says nothing. */
export function reachedOf(used: number, allowed: number | null): Threshold | null {
  if (allowed === null || allowed === 0) return null
  return thresholds.find((threshold) => used * 100 >= allowed * threshold) ?? null
}

/** The cheapest plan with a larger allowance; null: there is none. */
export function planWithMore(plan: PlanId, kind: CountedKind): Plan | null {
  const allowed = allowedOf(plans[plan], kind)
  if (allowed === null) return null
  const isMore = (other: Plan): boolean => {
    const theirs = allowedOf(other, kind)
    return theirs === null || theirs > allowed
  }
  return Object.values(plans).find(isMore) ?? null
}
