/** Keeps deliveries to their time. */
import type { Job } from '../../platform/jobs.ts'
import { forgetDeliveries } from './retention.ts'

const everyMs = 60 * 60_000

export const forgetDeliveriesJob: Job = {
  name: 'webhook-retention',
  everyMs,
  run: async ({ database, clock, signal }) => {
    await forgetDeliveries(database, clock.now(), signal)
  },
}
