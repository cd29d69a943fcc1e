/** What billing does by the clock: what is due is fetched, what deleted accounts pay is ended, old events are forgotten. */
import type { Job } from '../platform/jobs.ts'
import { endPayments } from './ending.ts'
import type { BillingMeans } from './hold.ts'
import { forgetOldEvents, reconcile } from './reconcile.ts'

const [reconcileEveryMs, endEveryMs, forgetEveryMs] = [60_000, 5_000, 3_600_000]

/** `means`: what billing works with, but for the store and the clock, which jobs have. */
export function billingJobs(means: Pick<BillingMeans, 'observer' | 'provider' | 'baseUrl'>): readonly Job[] {
  return [
    {
      name: 'billing-reconciliation',
      everyMs: reconcileEveryMs,
      run: async ({ database, clock, signal }) => void (await reconcile({ ...means, database, clock }, signal)),
    },
    {
      name: 'billing-ending',
      everyMs: endEveryMs,
      run: async ({ database, clock, signal }) => void (await endPayments({ ...means, database, clock }, signal)),
    },
    {
      name: 'billing-retention',
      everyMs: forgetEveryMs,
      run: async ({ database, clock }) => void (await forgetOldEvents(database, clock.now())),
    },
  ]
}
