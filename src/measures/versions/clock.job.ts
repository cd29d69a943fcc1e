/** Looks every few seconds for openings and deadlines that have passed, and for words that have aged. */
import type { Job } from '../../platform/jobs.ts'
import { noteAges } from './ageing.ts'
import { settleClock } from './clock.ts'
import type { VersionMeans } from './versions.ts'

/** The contract allows 60 s from the change to its event; a dead process holds the lease up to 15 s of it. */
const everyMs = 5_000

/** `onAged` is told how many words had aged that the clock did not know of, once their versions are made. */
export function clockJob(means: VersionMeans, onAged: (measures: number) => void): Job {
  let hasLooked = false
  return {
    name: 'measure-clock',
    everyMs,
    run: async ({ database, clock, signal }) => {
      const clockMeans = { ...means, database, clock, signal }
      const aged = hasLooked ? 0 : await noteAges(clockMeans)
      hasLooked ||= !signal.aborted
      await settleClock(clockMeans)
      if (aged > 0) onAged(aged)
    },
  }
}
