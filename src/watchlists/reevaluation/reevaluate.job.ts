/**
 * Re-evaluates as soon as there are versions. One process at a time has the turn, and keeps it for as long as it lives: what
 * has all companies in memory goes on. When it dies its lease ends within 15 s, and another begins.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { consumeVersions } from '../../changes/version-consumer.ts'
import type { Looking } from '../../matching/look-up.ts'
import type { ReferenceLookups } from '../../measures/record/lookups.ts'
import type { Job } from '../../platform/jobs.ts'
import type { WatchedLists } from '../memory/watched-lists.ts'
import { reevaluation } from './reevaluate.ts'

export type ReevaluateSettings = {
  lists: WatchedLists
  lookups: ReferenceLookups
  /** What companies are looked up with that were changed since they were judged in memory. */
  looking: Looking
  /** How long a turn goes on looking; only tests name a time (0: it ends when there is nothing left to do). */
  lingerMs?: number
}

/** After a turn that failed. Within a turn a look costs one row. */
const everyMs = 1_000
const lookEveryMs = 200
/** What uploads changed is taken into memory about as often, so that a version finds little left to be read. */
const readAheadEveryMs = 5_000

export function reevaluateJob({
  lists,
  lookups,
  looking,
  lingerMs = Number.POSITIVE_INFINITY,
}: ReevaluateSettings): Job {
  return {
    name: 'watchlist-reevaluation',
    everyMs,
    run: async ({ database, clock, signal }) => {
      const until = performance.now() + lingerMs
      let readAheadAt = 0
      for (;;) {
        using consumer = reevaluation({ database, clock, lists, lookups, looking, signal })
        await consumeVersions(consumer, { database, clock, signal })
        const nowMs = performance.now()
        if (signal.aborted || nowMs >= until) return
        if (nowMs >= readAheadAt) {
          for (const list of await lists.holdAll(database)) list[Symbol.dispose]()
          readAheadAt = nowMs + readAheadEveryMs
        }
        await pause(lookEveryMs, undefined, { signal }).catch(() => {})
      }
    },
  }
}
