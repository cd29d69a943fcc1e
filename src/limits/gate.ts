/** The edge's questions about keys, plans and limits, answered by this capability and by `accounts`. */
import { digestOf, isWellFormedKey } from '../accounts/api-key.ts'
import { cheapestPlanWith, plans } from '../accounts/plans.ts'
import type { Database } from '../platform/database/database.ts'
import type { Gatekeeper } from '../platform/http/entering/admission.ts'
import { type Observer, type OccurrenceOf, secondsSince } from '../platform/observer.ts'
import { addressBuckets } from './address-buckets.ts'
import { quotaHeaders } from './headers.ts'
import { admit } from './store.ts'
import { UnknownKeys } from './unknown-keys.ts'

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
  /** Whether plans can be bought here. */
  plansAreSold: boolean
  observer: Observer
}

export function gatekeeper({
  database,
  openRouteRps,
  meterBy,
  onAdmitted,
  plansAreSold,
  observer,
}: GateNeeds): Gatekeeper {
  const bucket = addressBuckets(openRouteRps)
  const unknownKeys = new UnknownKeys()
  return {
    isWellFormedKey,
    admit: async (key, address, now) => {
      const digest = digestOf(key)
      const admission = await unknownKeys.admit(digest, address, now, async () => {
        const startedMs = performance.now()
        let outcome: OccurrenceOf<'admission'>['labels']['outcome'] = 'failed'
        try {
          const decided = await admit(database, digest, meterBy === 'store' ? null : now)
          outcome = decided.outcome
          return decided
        } finally {
          observer.tell({ name: 'admission', labels: { entrance: 'key', outcome }, seconds: secondsSince(startedMs) })
        }
      })
      if (admission.outcome === 'not_asked')
        observer.tell({ name: 'admission', labels: { entrance: 'key', outcome: 'not_asked' } })
      return admission
    },
    onAdmitted,
    plansAreSold,
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
