/** Runs sources when their schedule asks, several at once; an empty store is filled this way when the service starts. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Job } from '../platform/jobs.ts'
import { faultFields } from '../platform/log.ts'
import type { Run } from '../sources/source/source.ts'
import type { Instant } from '../values/brussels.ts'
import { dueSources } from './due-sources.ts'
import type { IngestionMeans } from './runs/means.ts'
import type { RunProgress } from './runs/read-source.ts'
import { runSourceIfDue } from './runs/run-source.ts'

/** Between two looks at the schedules; they name minutes. */
const everyMs = 15_000
const sourcesAtOnce = 4

export type ScheduleWatcher = {
  onProgress?(progress: RunProgress): void
  /** A run that the schedule asked for has ended, whatever became of it. */
  onEnd?(run: Run): void
}

/**
 * A turn lasts as long as runs are under way, and looks for further due sources meanwhile, so that a long run delays no
 * other source. When it is asked to end, its runs end as interrupted, and are due again at once.
 */
export function scheduleJob(means: IngestionMeans, watcher: ScheduleWatcher = {}): Job {
  return {
    name: 'ingestion-schedule',
    everyMs,
    run: async ({ signal }) => {
      const underWay = new Map<string, Promise<void>>()
      /** When each was last begun in this turn: one that ends at once is not begun over and over. */
      const begunAt = new Map<string, Instant>()
      const begin = (sourceId: string): void => {
        const end = runSourceIfDue(means, sourceId, { signal, ...progressOf(watcher) })
          .then((run) => {
            if (run !== null) watcher.onEnd?.(run)
          })
          .catch((error: unknown) =>
            means.log.error({ ...faultFields(error), source: sourceId }, 'a scheduled run failed'),
          )
          .finally(() => underWay.delete(sourceId))
        underWay.set(sourceId, end)
        begunAt.set(sourceId, means.clock.now())
      }
      for (;;) {
        const free = signal.aborted ? 0 : sourcesAtOnce - underWay.size
        if (free > 0) {
          const now = means.clock.now()
          const due = await dueSources(means.database, now)
          const rested = (id: string): boolean => now - (begunAt.get(id) ?? 0) >= everyMs
          for (const sourceId of due.filter((id) => !underWay.has(id) && rested(id)).slice(0, free)) begin(sourceId)
        }
        if (underWay.size === 0) return
        await untilOneEnds([...underWay.values()], signal)
      }
    },
  }
}

function progressOf(watcher: ScheduleWatcher): Pick<ScheduleWatcher, 'onProgress'> {
  return watcher.onProgress === undefined ? {} : { onProgress: watcher.onProgress }
}

/** Until a run ends or it is time to look again; once asked to end, until a run ends. */
async function untilOneEnds(ends: readonly Promise<void>[], signal: AbortSignal): Promise<void> {
  const look = new AbortController()
  const again = wait(everyMs, undefined, { signal: look.signal }).catch(() => {})
  await Promise.race(signal.aborted ? ends : [...ends, again])
  look.abort()
}
