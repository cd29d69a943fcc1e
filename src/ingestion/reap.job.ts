/** Ends the runs of processes that died. */
import type { Job } from '../platform/jobs.ts'
import { reapRuns } from './runs/runs.ts'

/** With the 15 s of a lease that its holder no longer renews, well within the 60 s of the contract. */
const everyMs = 5_000

export const reapJob: Job = {
  name: 'ingestion-reap',
  everyMs,
  run: async ({ database, clock }) => {
    await reapRuns(database, clock)
  },
}
