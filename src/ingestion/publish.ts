/**
 * Publishing what a run read: one transaction, so a reader sees all of it or nothing, and a process that dies in the
 * middle leaves nothing behind. It trusts what was read, and asks the store anew about everything else.
 */
import { movePublication, withFeed } from '../changes/append.ts'
import { judge, type Listed } from '../measures/core/listing.ts'
import { applyListing } from '../measures/listing.ts'
import { listStandings } from '../measures/standings.ts'
import type { Sql } from '../platform/database/database.ts'
import { releaseLease } from '../platform/leases.ts'
import { sourceSettings } from '../sources/core/definition.ts'
import type { Run, Source } from '../sources/core/source.ts'
import { settleFreshness } from '../sources/freshness.ts'
import { lockSource, putRunFacts } from '../sources/registry.ts'
import { heldBecause, mustHold, wouldHave } from './core/judgement.ts'
import type { HeldPayload, RunEnd, StagedRecord, StoredRun } from './core/run.ts'
import { RunFailure, RunLost } from './faults.ts'
import type { IngestionMeans } from './means.ts'
import { countFailedAfter, deleteOldRuns, endRun, runById, runByIdLocked } from './run-store.ts'
import { leaseOf, runsKept } from './runs.ts'
import { deleteStaged, stagedAfter } from './staging-store.ts'

/** What a reading came to, as far as publishing needs it. */
export type Readout = {
  listed: Listed
  seen: number
  rejected: number
  /** What publishing would create and change, as far as reading could tell; for words alone. */
  intended: { created: number; changed: number }
}

const recordsPerStep = 40

/**
 * Publishes a run that is under way, or holds it when it would withdraw too much. Answers the run as it then stands.
 * Throws `RunLost` when the run was ended by somebody else, `RunFailure` when its source was switched off.
 */
export async function publishRun(means: IngestionMeans, run: StoredRun, readout: Readout): Promise<Run> {
  const { database, holder } = means
  return database.forBulk().transaction(async (transaction) => {
    const source = await lockSource(transaction, database, run.sourceId)
    const current = await runByIdLocked(transaction, database.dialect, run.id)
    if (current?.status !== 'running' || current.holder !== holder) throw new RunLost()
    if (!source.enabled) throw new RunFailure('the source was switched off while it was read')
    const standings = await listStandings(transaction, run.sourceId)
    const judgement = judge(standings.values(), readout.listed, source.lastSuccessAt)
    if (mustHold(judgement)) {
      const { created, changed } = readout.intended
      const unchanged = readout.listed.taken.size - created - changed
      const intent = wouldHave({ created, changed, unchanged, withdrawn: judgement.withdraw.length })
      return holdRun(transaction, means, source, current, readout, `${heldBecause(judgement)}; ${intent}`)
    }
    return publish(transaction, means, source, current, readout)
  })
}

/** Publishes in this transaction, whatever it withdraws. The caller holds the source and has looked at the run. */
export async function publish(
  transaction: Sql,
  means: IngestionMeans,
  source: Source,
  run: StoredRun,
  readout: Readout,
): Promise<Run> {
  const { clock, holder } = means
  const { listed } = readout
  const standings = await listStandings(transaction, run.sourceId)
  const listing = {
    source: sourceSettings(source.definition),
    standings,
    judgement: judge(standings.values(), listed, source.lastSuccessAt),
    differing: stagedInSteps(transaction, run.id),
    lastSuccessAt: source.lastSuccessAt,
  }
  const tally = await withFeed(transaction, clock.now(), { publication: true }, (feed) =>
    applyListing(transaction, feed, means, listing),
  )
  const end: RunEnd = {
    status: 'succeeded',
    // A held run ended when it was read: that is when its measures were seen.
    finishedAt: run.finishedAt ?? Math.max(clock.now(), run.startedAt),
    seen: readout.seen,
    rejected: readout.rejected,
    ...tally,
    unchanged: listed.taken.size - tally.created - tally.changed,
    error: null,
    heldPayload: null,
  }
  await endRun(transaction, run.id, end)
  await putRunFacts(transaction, run.sourceId, {
    failedInARow: await countFailedAfter(transaction, run),
    lastRunAt: source.lastRunAt,
    lastSuccessAt: end.finishedAt,
    lastChangeAt: tally.created + tally.changed + tally.withdrawn > 0 ? end.finishedAt : source.lastChangeAt,
  })
  await deleteStaged(transaction, run.sourceId, null)
  await deleteOldRuns(transaction, run.sourceId, runsKept)
  await releaseLease(transaction, leaseOf(run.sourceId), holder, clock.now())
  await settleFreshness(transaction, clock.now(), run.sourceId)
  return asEnded(transaction, run.id)
}

/** Ends a run as held: what it read is kept, and what an earlier held run read is not needed any more. */
async function holdRun(
  transaction: Sql,
  means: IngestionMeans,
  source: Source,
  run: StoredRun,
  readout: Readout,
  error: string,
): Promise<Run> {
  const { taken, rejected, unattributed } = readout.listed
  const payload: HeldPayload = { taken: [...taken], rejected: [...rejected], unattributed }
  const nothing = { created: 0, changed: 0, unchanged: 0, withdrawn: 0 }
  await endRun(transaction, run.id, {
    status: 'held',
    finishedAt: Math.max(means.clock.now(), run.startedAt),
    seen: readout.seen,
    rejected: readout.rejected,
    ...nothing,
    error,
    heldPayload: JSON.stringify(payload),
  })
  await deleteStaged(transaction, source.definition.id, run.id)
  await deleteOldRuns(transaction, source.definition.id, runsKept)
  await releaseLease(transaction, leaseOf(run.sourceId), means.holder, means.clock.now())
  await movePublication(transaction, means.clock.now())
  return asEnded(transaction, run.id)
}

async function asEnded(transaction: Sql, runId: string): Promise<Run> {
  const run = await runById(transaction, runId)
  if (run === null) throw new Error(`run ${runId} is gone`)
  return run
}

async function* stagedInSteps(transaction: Sql, runId: string): AsyncGenerator<StagedRecord[]> {
  let position = 0
  for (;;) {
    const staged = await stagedAfter(transaction, runId, position, recordsPerStep)
    const last = staged.at(-1)
    if (last === undefined) return
    yield staged
    position = last.position
  }
}
