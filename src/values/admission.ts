/** What is decided about a request before anything is done for it: by the store, for the edge. */
import type { Instant } from './brussels.ts'
import type { PlanId } from './vocabularies.ts'

export type Verdict = 'admitted' | 'rate_limit_exceeded' | 'quota_exceeded'

/** Of an account with a plan, whether or not its limits let this request through. */
export type Metered = {
  outcome: Verdict
  accountId: string
  keyId: string
  keyMode: 'live' | 'test'
  plan: PlanId
  /** Counted requests of the UTC month; includes this one when it is admitted. */
  requestsThisMonth: number
  /** The newest publication: a process whose catalogue is older catches up before it answers. */
  publication: number
  /** When it was decided, by the clock that decides for all processes: what tells of limits goes by it. */
  at: Instant
}

export type Admission =
  /** No such key, or one that was revoked: the same answer, and nothing is counted. */
  | { outcome: 'unauthorized' }
  /** The account has no plan: nothing is counted. */
  | { outcome: 'subscription_required'; accountId: string; keyId: string; publication: number }
  | Metered
