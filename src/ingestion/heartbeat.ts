/**
 * The sign of life of a run: its process renews the lease and says how far it has come, whatever the reading waits for.
 * A run that lost its lease, or does not get on, is asked to end.
 */

import { leaseMs, renewEveryMs, renewLease } from '../platform/leases.ts'
import { faultFields } from '../platform/log.ts'
import type { StoredRun } from './core/run.ts'
import { RunFailure, RunLost } from './faults.ts'
import type { IngestionMeans } from './means.ts'
import { putProgress } from './run-store.ts'
import { leaseOf, noProgress, noProgressMs } from './runs.ts'

export type Heartbeat = {
  /** Aborts with the reason why the run has to end: its message is the run's `error`. */
  signal: AbortSignal
  /** Says that the run got on. */
  progress(counts?: { seen: number; rejected: number }): void
  /** Stops saying how far the run has come, and goes on showing that it lives: publishing holds the run's row. */
  pauseProgress(): void
  stop(): void
}

/** Begins to beat; `ended` aborts when whoever asked for the run wants it to end. */
export function startHeartbeat(means: IngestionMeans, run: StoredRun, ended: AbortSignal | undefined): Heartbeat {
  const { clock, holder, log } = means
  const database = means.database.forBulk()
  const stop = new AbortController()
  let counts = { seen: 0, rejected: 0 }
  let progressAt = clock.now()
  let saidAt = progressAt
  let saying = true

  const beat = async (): Promise<void> => {
    const now = clock.now()
    if (saying && now - progressAt > noProgressMs) return stop.abort(new RunFailure(noProgress))
    const kept = await renewLease(database, leaseOf(run.sourceId), holder, now + leaseMs)
    if (!kept) return stop.abort(new RunLost())
    if (!saying || progressAt === saidAt) return
    saidAt = progressAt
    await putProgress(database, { id: run.id, holder }, counts, progressAt)
  }
  let beating = false
  const timer = setInterval(() => {
    if (beating) return
    beating = true
    beat()
      .catch((error: unknown) => log.warn({ ...faultFields(error), run: run.id }, 'a run could not show that it lives'))
      .finally(() => {
        beating = false
      })
  }, means.heartbeatMs ?? renewEveryMs)

  return {
    signal: ended === undefined ? stop.signal : AbortSignal.any([ended, stop.signal]),
    progress: (now) => {
      progressAt = clock.now()
      if (now !== undefined) counts = now
    },
    pauseProgress: () => {
      saying = false
    },
    stop: () => clearInterval(timer),
  }
}
