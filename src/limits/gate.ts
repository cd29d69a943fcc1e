/** The edge's questions about keys, plans and limits, answered by this capability and by `accounts`. */
import { digestOf, isWellFormedKey } from '../accounts/core/api-key.ts'
import { cheapestPlanWith, plans } from '../accounts/core/plans.ts'
import type { Database } from '../platform/database/database.ts'
import type { Gatekeeper } from '../platform/http/admission.ts'
import { quotaHeaders } from './core/headers.ts'
import { openRouteBucket } from './open-route-bucket.ts'
import { admit } from './operations.ts'

export type GateNeeds = {
  database: Database
  /** Requests a second per address on the routes without a key. */
  openRouteRps: number
  /** What the process does before the work of an admitted request: catching up with the publication it names. */
  onAdmitted: Gatekeeper['onAdmitted']
}

export function gatekeeper({ database, openRouteRps, onAdmitted }: GateNeeds): Gatekeeper {
  const bucket = openRouteBucket(openRouteRps)
  return {
    isWellFormedKey,
    admit: (key, now) => admit(database, digestOf(key), now),
    onAdmitted,
    limitHeaders: ({ plan, requestsThisMonth }, now) => quotaHeaders(plan, requestsThisMonth, now),
    includes: (plan, capability) => plans[plan].capabilities[capability],
    cheapestPlanWith,
    admitAddress: (address, now) => bucket.take(address, now),
  }
}
