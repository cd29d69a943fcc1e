/** One run of one source, from its turn to its end. It always ends with a row that says what became of it. */
import { setTimeout as wait } from 'node:timers/promises'
import { processAheadMs } from '../../platform/database/store-clock.ts'
import { isDiskFull } from '../../platform/database/store-error.ts'
import { refuseWrongClock } from '../../platform/database/transaction-clock.ts'
import { storedList } from '../../sources/last-start.ts'
import { bundledList } from '../../sources/list-choice.ts'
import { lockSource } from '../../sources/registry.ts'
import { interrupted, type Run, type Source } from '../../sources/source/source.ts'
import { wouldHave } from '../anomalies/judgement.ts'
import { ConnectorFailure } from '../connectors/connector.ts'
import { RunFailure, RunLost } from './faults.ts'
import { startHeartbeat } from './heartbeat.ts'
import type { IngestionMeans } from './means.ts'
import { publishRun } from './publish.ts'
import { type ReadOptions, SourceReader } from './read-source.ts'
import type { Readout } from './run.ts'
import { type Begun, beginRun, failRun, reapRuns } from './runs.ts'
import { sweepLeavings } from './sweep.ts'

export type RunOptions = ReadOptions & {
  /** Ends the run: it is then `failed`, `interrupted`. */
  signal?: AbortSignal
}

/** For one statement at the beginning and the end of a run: whoever takes a silent store's place is asked again soon after. */
const statementMs = 15_000
/** How long the end of a run that met a full disk waits for room: of one by schedule, and of one for which somebody waits. */
const roomWithinMs = { schedule: 600_000, command: 10_000 }
/** Between two looks whether the run under way has ended, or whether there is room for its end. */
const waitMs = 250

/**
 * Makes a run of a source. One that is under way is waited for first. Answers the run, whatever became of it; refuses an
 * unknown source and one that is switched off, of which no run is made.
 */
export async function runSource(means: IngestionMeans, sourceId: string, options: RunOptions): Promise<Run> {
  const { clock, holder } = means
  const database = means.database.forBulk()
  // By a clock that is ahead, runs and preparations of living processes are dead.
  refuseWrongClock(-(await processAheadMs(database)))
  for (;;) {
    options.signal?.throwIfAborted()
    await reapRuns(database, clock)
    const begun = await beginRun(database, clock, sourceId, holder, { whenDue: false })
    if (begun !== 'busy' && begun !== 'not_due') return carryOut(means, begun, options, roomWithinMs.command)
    await wait(means.waitMs ?? waitMs, undefined, options.signal === undefined ? {} : { signal: options.signal })
  }
}

/** Makes a run of a source if its schedule still asks for one and nobody else makes it; null when not. */
export async function runSourceIfDue(
  means: IngestionMeans,
  sourceId: string,
  options: RunOptions,
): Promise<Run | null> {
  const { clock, holder } = means
  const database = means.database.forTurns(statementMs)
  const begun = await beginRun(database, clock, sourceId, holder, { whenDue: true })
  return begun === 'busy' || begun === 'not_due' ? null : carryOut(means, begun, options, roomWithinMs.schedule)
}

async function carryOut(means: IngestionMeans, begun: Begun, options: RunOptions, roomMs: number): Promise<Run> {
  const heartbeat = startHeartbeat(means, begun, options.signal)
  const reader = new SourceReader(means, begun, heartbeat)
  try {
    const readout = await reader.read(options)
    return await publishRun(means, begun.run, readout, heartbeat, {
      isReleased: await isFirstOfRelease(means, begun.source, options),
    })
  } catch (error) {
    // What a reading says when its signal aborts is not why it was asked to end.
    const cause: unknown = heartbeat.signal.aborted && !isDiskFull(error) ? heartbeat.signal.reason : error
    // A run that this process lost may have been ended already, by whoever took the process for dead.
    const wasInterrupted = options.signal?.aborted === true || cause instanceof RunLost
    const reason = wasInterrupted ? interrupted : reasonOf(means, begun, cause, reader.readout)
    return await fail(means, begun, reason, reader.readout, { roomMs, signal: options.signal })
  } finally {
    await heartbeat.stop()
    await sweepLeavings(means)
  }
}

/**
 * Whether a run is the first of this release's bundled catalogue: the tests of the release have judged what it says. A run of
 * another file, or of a list of the operator's own, is not.
 */
async function isFirstOfRelease(
  { database, release }: IngestionMeans,
  source: Source,
  { file }: ReadOptions,
): Promise<boolean> {
  if (file !== undefined || source.definition.connector !== 'file' || source.publishedRelease === release) return false
  return (await storedList(database, [source]))?.from === bundledList
}

/** Why a run failed, in the words of its `error`. What was not foreseen is logged in full and told as that only. */
function reasonOf(means: IngestionMeans, { run }: Begun, cause: unknown, readout: Readout): string {
  if (cause instanceof RunFailure) return cause.message
  if (cause instanceof ConnectorFailure) {
    const read = readout.seen === 0 ? '' : `; of the ${readout.seen} records read before, ${wouldHave(readout, 0)}`
    return `${cause.message}${read}`
  }
  if (cause instanceof Error && isDiskFull(cause)) return `nothing was published. ${cause.message}`
  const fields = { source: run.sourceId, run: run.id }
  means.repeated.failed(`run of ${run.sourceId}`, { level: 'error', fields, message: 'a run failed', fault: cause })
  return 'internal error'
}

/** Ends a run as failed, with what it read until then. On a full disk that waits for room, `roomMs` at most. */
async function fail(
  means: IngestionMeans,
  { run }: Begun,
  error: string,
  readout: Readout,
  { roomMs, signal }: { roomMs: number; signal: AbortSignal | undefined },
): Promise<Run> {
  const { database, clock } = means
  const giveUpAt = performance.now() + roomMs
  for (;;) {
    try {
      return await database.forTurns(statementMs).transaction(async (transaction) => {
        await lockSource(transaction, database, run.sourceId)
        return failRun(transaction, database, run.id, error, clock.now(), readout)
      })
    } catch (fault) {
      if (!isDiskFull(fault) || signal?.aborted === true || performance.now() >= giveUpAt) throw fault
    }
    await wait(means.waitMs ?? waitMs)
  }
}
