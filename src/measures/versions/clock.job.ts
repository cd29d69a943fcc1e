/** Looks every few seconds for openings and deadlines that have passed. */
import type { Job } from '../../platform/jobs.ts'
import { settleClock } from './clock.ts'
import type { VersionMeans } from './versions.ts'

/** The contract allows 60 s from the change to its event; a dead process holds the lease up to 15 s of it. */
const everyMs = 5_000

export function clockJob(means: VersionMeans): Job {
  return {
    name: 'measure-clock',
    everyMs,
    run: async ({ database, clock, signal }) => {
      await settleClock({ ...means, database, clock, signal })
    },
  }
}
