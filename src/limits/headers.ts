/** The headers that tell a caller how much is left (specification, Limits, rule 4). They describe the monthly quota. */
import { plans } from '../accounts/plans.ts'
import { type Instant, nextUtcMonth } from '../values/brussels.ts'
import type { PlanId } from '../values/vocabularies.ts'

/** Seconds to the start of the next UTC month, rounded up, at least 1. */
export function secondsToNextMonth(now: Instant): number {
  return Math.max(1, Math.ceil((nextUtcMonth(now) - now) / 1_000))
}

/**
 * For every answer of a keyed route from the rate limit on, names in lower case. An unlimited plan has the reset alone.
 * `requestsThisMonth` includes the request that is answered, where it was counted.
 */
export function quotaHeaders(plan: PlanId, requestsThisMonth: number, now: Instant): Record<string, string> {
  const reset = String(secondsToNextMonth(now))
  const limit = plans[plan].monthlyRequests
  if (limit === null) return { 'ratelimit-reset': reset }
  // Whoever takes a smaller plan in mid-month may have used more than it gives.
  const remaining = String(Math.max(0, limit - requestsThisMonth))
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': remaining,
    'ratelimit-reset': reset,
    'x-quota-limit': String(limit),
    'x-quota-remaining': remaining,
  }
}
