/** Sources grow stale by the passing of time alone: somebody has to look. */
import type { Job } from '../platform/jobs.ts'
import { settleAllFreshness } from './freshness.ts'

/** The contract allows 60 s from a change to its event; a dead process holds the lease up to 15 s of it. */
const everyMs = 10_000

export const freshnessJob: Job = {
  name: 'source-freshness',
  everyMs,
  run: async ({ database, clock }) => {
    await settleAllFreshness(database, clock.now())
  },
}
