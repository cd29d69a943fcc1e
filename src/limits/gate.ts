/** The edge's questions about keys, plans and limits, answered by this capability and by `accounts`. */
import { digestOf, isWellFormedKey } from '../accounts/api-key.ts'
import { cheapestPlanWith, plans } from '../accounts/plans.ts'
import type { Database } from '../platform/database/database.ts'
import type { Gatekeeper } from '../platform/http/entering/admission.ts'
import { addressBuckets } from './address-buckets.ts'
import { quotaHeaders } from './headers.ts'
import { admit } from './operations.ts'

export type GateNeeds = {
  database: Database
  /** Requests a second per address on the routes without a key. */
  openRouteRps: number
  /**
   * Whose clock the accounts' buckets and months go by: the store's, which all processes share, or (where a test moves the
   * time) that of the request.
   */
  meterBy: 'store' | 'request'
  /** What the process does before the work of an admitted request: catching up with the publication it names. */
  onAdmitted: Gatekeeper['onAdmitted']
}

export function gatekeeper({ database, openRouteRps, meterBy, onAdmitted }: GateNeeds): Gatekeeper {
  const bucket = addressBuckets(openRouteRps)
  return {
    isWellFormedKey,
    admit: (key, now) => admit(database, digestOf(key), meterBy === 'store' ? null : now),
    onAdmitted,
    limitHeaders: ({ plan, requestsThisMonth, at }) => quotaHeaders(plan, requestsThisMonth, at),
    includes: (plan, capability) => plans[plan].capabilities[capability],
    cheapestPlanWith,
    admitAddress: (address, now) => bucket.take(address, now),
  }
}
