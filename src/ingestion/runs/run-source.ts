/** One run of one source, from its turn to its end. It always ends with a row that says what became of it. */
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { judge } from '../../measures/publishing/seen-and-missed.ts'
import { releaseLease } from '../../platform/leases.ts'
import { faultFields } from '../../platform/log.ts'
import type { Run } from '../../sources/core/source.ts'
import { lockSource } from '../../sources/registry.ts'
import { ConnectorFailure, type Reading } from '../connectors/connector.ts'
import { interrupted } from './due.ts'
import { RunFailure, RunLost } from './faults.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { shortfall, wouldHave } from './judgement.ts'
import type { IngestionMeans } from './means.ts'
import { publishRun, type Readout } from './publish.ts'
import { type ReadSoFar, SourceReader } from './read-source.ts'
import { type Begun, beginRun, failRun, leaseOf, reapRuns } from './runs.ts'
import { sweepLeavings } from './sweep.ts'

export type RunOptions = {
  /** A file of input records, absolute, in place of the source's own location. */
  file?: string
  /** Ends the run: it is then `failed`, `interrupted`. */
  signal?: AbortSignal
  /** Tells how far the reading has come. */
  onProgress?(progress: RunProgress): void
}

/** `total` is null while the source announces nothing. */
export type RunProgress = { sourceId: string; done: number; total: number | null; note: string | null }

/** Between two looks whether the run under way has ended. */
const waitMs = 250

/**
 * Makes a run of a source. One that is under way is waited for first. Answers the run, whatever became of it; refuses an
 * unknown source and one that is switched off, of which no run is made.
 */
export async function runSource(means: IngestionMeans, sourceId: string, options: RunOptions): Promise<Run> {
  const { clock, holder } = means
  const database = means.database.forBulk()
  for (;;) {
    options.signal?.throwIfAborted()
    await reapRuns(database, clock)
    const begun = await beginRun(database, clock, sourceId, holder, { whenDue: false })
    if (begun !== 'busy' && begun !== 'not_due') return carryOut(means, begun, options)
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
  const database = means.database.forBulk()
  const begun = await beginRun(database, clock, sourceId, holder, { whenDue: true })
  return begun === 'busy' || begun === 'not_due' ? null : carryOut(means, begun, options)
}

async function carryOut(means: IngestionMeans, begun: Begun, options: RunOptions): Promise<Run> {
  const heartbeat = startHeartbeat(means, begun.run, options.signal)
  let soFar: ReadSoFar | null = null
  try {
    const reader = await SourceReader.open(means, begun, heartbeat)
    soFar = reader.soFar
    const reading = openReading(means, begun, heartbeat, options)
    await reader.readAll(reading)
    const { listedBefore, withdraw } = judge(soFar.standings.values(), soFar, begun.source.lastSuccessAt)
    const short = shortfall({ seen: soFar.seen, announced: reading.announced(), listedBefore })
    if (short !== null) throw new RunFailure(`${short}; ${intentOf(soFar, withdraw.length)}`)
    return await publishRun(means, begun.run, readoutOf(soFar), heartbeat)
  } catch (error) {
    // What a reading says when its signal aborts is not why it was asked to end.
    const cause: unknown = heartbeat.signal.aborted ? heartbeat.signal.reason : error
    // A run that this process lost may have been ended already, by whoever took the process for dead.
    const reason =
      options.signal?.aborted || cause instanceof RunLost ? interrupted : reasonOf(means, begun, cause, soFar)
    return await fail(means, begun, reason, soFar)
  } finally {
    heartbeat.stop()
    await letGo(means, begun)
  }
}

/** Gives the run's lease back, and sweeps what it left. A store that does not answer costs waiting, nothing else. */
async function letGo(means: IngestionMeans, { run }: Begun): Promise<void> {
  const { database, clock, log } = means
  await releaseLease(database, leaseOf(run.sourceId), run.id, clock.now()).catch((error: unknown) =>
    log.warn({ ...faultFields(error), run: run.id }, 'the lease of a run could not be given back'),
  )
  await sweepLeavings(means)
}

function openReading(means: IngestionMeans, begun: Begun, heartbeat: Heartbeat, options: RunOptions): Reading {
  const { definition, folder } = begun.source
  const { file } = options
  const connector = means.connectors.get(file === undefined ? definition.connector : 'file')
  if (connector === undefined) throw new RunFailure(`there is no connector ${definition.connector}`)
  return connector.read({
    settings: file === undefined ? definition.settings : { path: path.basename(file) },
    source: { id: definition.id, language: definition.language, reuseMode: definition.reuse_mode },
    folder: file === undefined ? folder : path.dirname(file),
    signal: heartbeat.signal,
    fetch: means.fetch,
    now: begun.run.startedAt,
    progress: (done, total, note) => {
      heartbeat.progress()
      options.onProgress?.({ sourceId: definition.id, done, total, note: note ?? null })
    },
    log: means.log,
  })
}

/** Why a run failed, in the words of its `error`. What was not foreseen is logged in full and told as that only. */
function reasonOf(means: IngestionMeans, { run }: Begun, cause: unknown, soFar: ReadSoFar | null): string {
  if (cause instanceof RunFailure) return cause.message
  if (cause instanceof ConnectorFailure) {
    const read =
      soFar === null || soFar.seen === 0 ? '' : `; of the ${soFar.seen} records read before, ${intentOf(soFar, 0)}`
    return `${cause.message}${read}`
  }
  means.log.error({ ...faultFields(cause), source: run.sourceId, run: run.id }, 'a run failed')
  return 'internal error'
}

/** Ends a run as failed, with what it read until then. */
async function fail(means: IngestionMeans, { run }: Begun, error: string, soFar: ReadSoFar | null): Promise<Run> {
  const { database, clock } = means
  const counts = soFar === null ? null : { seen: soFar.seen, rejected: soFar.rejectedCount }
  return database.forBulk().transaction(async (transaction) => {
    await lockSource(transaction, database, run.sourceId)
    return failRun(transaction, database, run.id, error, clock.now(), counts)
  })
}

function readoutOf(soFar: ReadSoFar): Readout {
  const { taken, rejected, unattributed, created, changed } = soFar
  return {
    listed: { taken, rejected, unattributed },
    seen: soFar.seen,
    rejected: soFar.rejectedCount,
    intended: { created, changed },
  }
}

function intentOf(soFar: ReadSoFar, withdrawn: number): string {
  const { created, changed, taken } = soFar
  return wouldHave({ created, changed, unchanged: taken.size - created - changed, withdrawn })
}
