/** Runs sources when their schedule asks, several at once; an empty store is filled this way when the service starts. */
import { setTimeout as wait } from 'node:timers/promises'
import { elapsedMs } from '../platform/clock.ts'
import { ItemFaults } from '../platform/faults/item-faults.ts'
import type { Job } from '../platform/jobs.ts'
import type { Run } from '../sources/source/source.ts'
import { dueSources } from './due-sources.ts'
import type { IngestionMeans } from './runs/means.ts'
import type { RunProgress } from './runs/read-source.ts'
import { runSourceIfDue } from './runs/run-source.ts'

/** Between two looks at the schedules: what a process that died was at is begun again within 30 s. */
const everyMs = 5_000
/** Between two beginnings of one source in a turn; schedules name minutes. */
const restMs = 15_000
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
      const begunAtMs = new Map<string, number>()
      /** Sources whose schedule could not be looked at; the others run. */
      let unlooked = new ItemFaults()
      const begin = (sourceId: string): void => {
        const end = runSourceIfDue(means, sourceId, { signal, ...progressOf(watcher) })
          .then((run) => {
            if (run !== null) watcher.onEnd?.(run)
          })
          .catch((fault: unknown) =>
            means.repeated.failed('scheduled run', {
              level: 'error',
              fields: { source: sourceId },
              message: 'a scheduled run failed',
              fault,
            }),
          )
          .finally(() => underWay.delete(sourceId))
        underWay.set(sourceId, end)
        begunAtMs.set(sourceId, elapsedMs(means.clock))
      }
      for (;;) {
        const free = signal.aborted ? 0 : sourcesAtOnce - underWay.size
        if (free > 0) {
          const { due, faults } = await dueSources(means.database, means.clock.now()).catch((fault: unknown) => {
            // Runs that are under way stay in hand: a turn that ended would leave them to nobody.
            if (underWay.size === 0) throw fault
            const message = 'the schedules could not be looked at'
            means.repeated.failed('schedules', { level: 'error', fields: {}, message, fault })
            return { due: [], faults: new ItemFaults() }
          })
          unlooked = faults
          if (signal.aborted) continue
          const nowMs = elapsedMs(means.clock)
          const rested = (id: string): boolean => nowMs - (begunAtMs.get(id) ?? Number.NEGATIVE_INFINITY) >= restMs
          for (const sourceId of due.filter((id) => !underWay.has(id) && rested(id)).slice(0, free)) begin(sourceId)
        }
        if (underWay.size === 0) {
          unlooked.throwIfAny()
          return
        }
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
