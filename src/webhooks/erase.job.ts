/** Erases what was sent to endpoints that were deleted with many deliveries: for everybody they are gone already. */
import type { Job } from '../platform/jobs.ts'
import { eraseDeletedWebhooks } from './endpoints.ts'

const everyMs = 5_000

export const eraseWebhooksJob: Job = {
  name: 'webhook-erasure',
  everyMs,
  run: async ({ database, signal }) => {
    await eraseDeletedWebhooks(database, signal)
  },
}
