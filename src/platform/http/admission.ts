/** What the edge is told about a key, and what it asks about plans; the capabilities behind it are not known here. */

import type { Warning } from '../../contract/route.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Capability, PlanId } from '../../values/vocabularies.ts'
import type { Headers } from './headers.ts'

/** An account with a plan, whether or not its limits let this request through. */
export type Metered = {
  outcome: 'admitted' | 'rate_limit_exceeded' | 'quota_exceeded'
  accountId: string
  keyId: string
  keyMode: 'live' | 'test'
  plan: PlanId
  /** Includes the current request, where it was counted. */
  requestsThisMonth: number
  /** Number of the newest publication that the store has committed. */
  publication: number
}

export type Admission =
  | { outcome: 'unauthorized' }
  | { outcome: 'subscription_required'; accountId: string; publication: number }
  | Metered

export type Gatekeeper = {
  /** By form and checksum alone; a key that is malformed never reaches the store. */
  isWellFormedKey(text: string): boolean
  /** Decides key, account, plan, bucket and quota, committed before it resolves. Throws when the store is down. */
  admit(key: string, now: Instant): Promise<Admission>
  /** Before the work of an admitted call: lets this process catch up; what it says goes into `meta.warnings`. */
  onAdmitted(admission: Metered): Promise<readonly Warning[]> | readonly Warning[]
  /** `RateLimit-*` and `X-Quota-*`, names in lower case. */
  limitHeaders(admission: Metered, now: Instant): Headers
  includes(plan: PlanId, capability: Capability): boolean
  cheapestPlanWith(capability: Capability): PlanId | null
  /** Takes a token of an address's bucket for open routes; false when there is none. */
  admitAddress(address: string, now: Instant): boolean
}
