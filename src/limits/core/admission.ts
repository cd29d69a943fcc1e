/** What the store decides about a request before anything is done for it. */
import type { KeyMode } from '../../accounts/core/api-key.ts'
import type { PlanId } from '../../values/vocabularies.ts'

export const verdicts = ['admitted', 'rate_limit_exceeded', 'quota_exceeded'] as const
export type Verdict = (typeof verdicts)[number]

export type Metered = {
  outcome: Verdict
  accountId: string
  keyId: string
  keyMode: KeyMode
  plan: PlanId
  /** Counted requests of the UTC month; includes this one when it is admitted. */
  requestsThisMonth: number
  /** The newest publication: a process whose catalogue is older catches up before it answers. */
  publication: number
}

export type Admission =
  /** No such key, or one that was revoked: the same answer, and nothing is counted. */
  | { outcome: 'unauthorized' }
  /** The account has no plan: nothing is counted. */
  | { outcome: 'subscription_required'; accountId: string; publication: number }
  | Metered
