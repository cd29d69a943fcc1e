/** The edge's questions about keys, plans and limits, answered by this capability and by `accounts`. */
import { digestOf, isWellFormedKey } from '../accounts/api-key.ts'
import { cheapestPlanWith, plans } from '../accounts/plans.ts'
import type { Database } from '../platform/database/database.ts'
import type { Gatekeeper } from '../platform/http/entering/admission.ts'
import { type Observer, type OccurrenceOf, secondsSince } from '../platform/observer.ts'
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
  observer: Observer
}

export function gatekeeper({ database, openRouteRps, meterBy, onAdmitted, observer }: GateNeeds): Gatekeeper {
  const bucket = addressBuckets(openRouteRps)
  return {
    isWellFormedKey,
    admit: async (key, now) => {
      const startedMs = performance.now()
      let outcome: OccurrenceOf<'admission'>['labels']['outcome'] = 'failed'
      try {
        const admission = await admit(database, digestOf(key), meterBy === 'store' ? null : now)
        outcome = admission.outcome
        return admission
      } finally {
        observer.tell({ name: 'admission', labels: { entrance: 'key', outcome }, seconds: secondsSince(startedMs) })
      }
    },
    onAdmitted,
    limitHeaders: ({ plan, requestsThisMonth, at }) => quotaHeaders(plan, requestsThisMonth, at),
    includes: (plan, capability) => plans[plan].capabilities[capability],
    cheapestPlanWith,
    admitAddress: (address, now) => {
      const isAdmitted = bucket.take(address, now)
      const outcome = isAdmitted ? 'admitted' : 'rate_limit_exceeded'
      observer.tell({ name: 'admission', labels: { entrance: 'address', outcome } })
      return isAdmitted
    },
  }
}
