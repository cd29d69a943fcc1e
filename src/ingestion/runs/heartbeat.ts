/**
 * The sign of life of a run: its process renews the lease and says how far it has come, whatever the run waits for. A run
 * that lost its lease, or does not get on, is asked to end.
 */
import { elapsedMs } from '../../platform/clock.ts'
import { keepLease, releaseLease, renewEveryMs } from '../../platform/leases.ts'
import { RunFailure, RunLost } from './faults.ts'
import type { IngestionMeans } from './means.ts'
import { putSign } from './run-store.ts'
import { type Begun, leaseOf, noProgress, noProgressMs } from './runs.ts'

export type Heartbeat = {
  /** Aborts with the reason why the run has to end: its message is the run's `error`. */
  signal: AbortSignal
  /** Says that the run got on. */
  progress(counts?: { seen: number; rejected: number }): void
  /** Ends the beating, and gives the run's lease back. A store that does not answer costs waiting, nothing else. */
  stop(): Promise<void>
}

/** Begins to beat; `ended` aborts when whoever asked for the run wants it to end. */
export function startHeartbeat(
  means: IngestionMeans,
  { run, claimedAt }: Begun,
  ended: AbortSignal | undefined,
): Heartbeat {
  const { clock, repeated, database } = means
  const stop = new AbortController()
  let counts = { seen: 0, rejected: 0 }
  let progressAt = clock.now()
  /** By a clock that nobody sets. */
  let progressMs = elapsedMs(clock)
  let saidAt = progressAt
  const warned = (message: string) => (fault: unknown) =>
    repeated.failed(message, { level: 'warn', fields: { run: run.id }, message, fault })
  const onTrouble = warned('a run could not show that it lives')
  const lease = keepLease(database, clock, {
    name: leaseOf(run.sourceId),
    holder: run.id,
    claimedAt,
    onLost: () => stop.abort(new RunLost()),
    onTrouble,
  })

  const beat = async (): Promise<void> => {
    if (elapsedMs(clock) - progressMs > noProgressMs) return stop.abort(new RunFailure(noProgress))
    await lease.renew()
    if (progressAt === saidAt) return
    saidAt = progressAt
    await putSign(database, run.id, { progressAt, ...counts })
  }
  const timer = setInterval(() => void beat().catch(onTrouble), means.heartbeatMs ?? renewEveryMs)

  return {
    signal: ended === undefined ? stop.signal : AbortSignal.any([ended, stop.signal]),
    progress: (now) => {
      progressAt = clock.now()
      progressMs = elapsedMs(clock)
      if (now !== undefined) counts = now
    },
    stop: async () => {
      clearInterval(timer)
      await lease.end()
      await releaseLease(database, clock, { name: leaseOf(run.sourceId), holder: run.id }, 0).catch(
        warned('the lease of a run could not be given back'),
      )
    },
  }
}
