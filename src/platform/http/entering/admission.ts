/** What the edge is told about a key, and what it asks about plans; the capabilities behind it are not known here. */

import type { Headers } from '../../../contract/call.ts'
import type { Warning } from '../../../contract/warnings.ts'
import type { Admission, Metered } from '../../../values/admission.ts'
import type { Instant } from '../../../values/brussels.ts'
import type { Capability, PlanId } from '../../../values/vocabularies.ts'

export type Gatekeeper = {
  /** By form and checksum alone; a key that is malformed never reaches the store. */
  isWellFormedKey(text: string): boolean
  /**
   * Decides key, account, plan, bucket and quota, committed before it resolves; or, where the client address has sent too many keys
   * that nobody has, says so without asking the store. Throws when the store is down. `now` is the clock of this process;
   * whose clock decides is the gatekeeper's affair, and stands in the answer.
   */
  admit(
    key: string,
    address: string,
    now: Instant,
  ): Promise<Admission | { outcome: 'not_asked'; retryAfterSeconds: number }>
  /** Before the work of an admitted call: lets this process catch up; what it says goes into `meta.warnings`. */
  onAdmitted(admission: Metered): Promise<readonly Warning[]> | readonly Warning[]
  /** `RateLimit-*` and `X-Quota-*`, names in lower case. */
  limitHeaders(admission: Metered): Headers
  /** Whether plans can be bought here. */
  readonly plansAreSold: boolean
  includes(plan: PlanId, capability: Capability): boolean
  cheapestPlanWith(capability: Capability): PlanId | null
  /** Takes a token of an address's bucket for open routes; false when there is none. */
  admitAddress(address: string, now: Instant): boolean
}
