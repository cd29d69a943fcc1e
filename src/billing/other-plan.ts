/** What a month would have been like under another plan. */
import { plans } from '../accounts/plans.ts'
import type { PlanId } from '../values/vocabularies.ts'

export type Counted = { requests: number; evaluations: number }

/** How many of a month's requests and match evaluations the plan's quotas would have refused; what the rate would have is not told from counts. */
export function refusedUnder(plan: PlanId, { requests, evaluations }: Counted): Counted {
  const { monthlyRequests, monthlyMatchEvaluations } = plans[plan]
  const over = (count: number, allowed: number | null): number => (allowed === null ? 0 : Math.max(0, count - allowed))
  return { requests: over(requests, monthlyRequests), evaluations: over(evaluations, monthlyMatchEvaluations) }
}
