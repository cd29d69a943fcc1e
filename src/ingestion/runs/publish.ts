/**
 * Publishing what a run read: one transaction, so a reader sees all of it or nothing, and a process that dies in the
 * middle leaves nothing behind. It trusts what was read, and asks the store anew about everything else. What can be made
 * ready before, is (`measures/publishing/preparation.ts`): the transaction is short, however much the run changes.
 */
import { movePublication, withFeed } from '../../changes/append.ts'
import {
  IdTaken,
  type Intent,
  Outdated,
  Preparation,
  type PreparationMeans,
} from '../../measures/publishing/preparation.ts'
import { publishing } from '../../measures/publishing/publishing.ts'
import { type Judgement, judge } from '../../measures/publishing/seen-and-missed.ts'
import type { KeptRecord } from '../../measures/record/kept-record.ts'
import type { Sql } from '../../platform/database/database.ts'
import { settleFreshness } from '../../sources/freshness.ts'
import { getSource, lockSource, putPublishedRelease, putRunFacts } from '../../sources/registry.ts'
import type { Run, Source } from '../../sources/source/source.ts'
import { sourceSettings } from '../../sources/source/source-settings.ts'
import { heldBecause, suspicions, wouldHave } from '../anomalies/judgement.ts'
import { RunFailure, RunLost } from './faults.ts'
import type { Heartbeat } from './heartbeat.ts'
import type { IngestionMeans } from './means.ts'
import type { HeldPayload, Publishable, Readout, RunEnd, StoredRun } from './run.ts'
import {
  countFailedAfter,
  deleteOldRuns,
  endRun,
  putPublishedRejections,
  runById,
  runByIdLocked,
  stagedAfter,
  stagedOf,
} from './run-store.ts'
import { runsKept } from './runs.ts'

const recordsPerStep = 40

/**
 * Publishes a run that is under way, or holds it when it looks wrong. Answers the run as it then stands.
 * Throws `RunLost` when the run was ended by somebody else, `RunFailure` when its source was switched off, and the reason
 * of the heartbeat's signal when that aborts before the commit.
 */
export async function publishRun(
  means: IngestionMeans,
  run: StoredRun,
  readout: Readout,
  heartbeat: Heartbeat,
  { isReleased }: { isReleased: boolean },
): Promise<Run> {
  const database = means.database.forBulk().withSignal(heartbeat.signal)
  const onProgress = (): void => heartbeat.progress()
  const reasonsOf = ({ preparation }: PreparedRun): string[] =>
    suspicions({ judgement: preparation.judgement, readout, isReleased })
  const prepare = async () => {
    const made = await prepareRun({ ...means, database }, run, readout)
    const isHeld = reasonsOf(made).length > 0
    if (!isHeld) await made.preparation.fill(onProgress)
    return { ...made, isHeld }
  }
  try {
    return await publishing(
      { database: means.database.forBulk(), signal: heartbeat.signal },
      prepare,
      async (transaction, prepared) => {
        const source = await lockSource(transaction, database, run.sourceId)
        const current = await runByIdLocked(transaction, database.dialect, run.id)
        if (current?.status !== 'running' || current.holder !== means.holder) throw new RunLost()
        if (!source.enabled) throw new RunFailure('the source was switched off while it was read')
        const { preparation } = prepared
        await reviewed(transaction, prepared, source)
        const reasons = reasonsOf(prepared)
        if (reasons.length > 0 !== prepared.isHeld) throw new Outdated()
        if (!prepared.isHeld)
          return publishPrepared(transaction, means, source, current, readout, preparation, onProgress)
        return holdRun(transaction, means, source, current, readout, preparation.judgement, reasons)
      },
    )
  } catch (error) {
    throw runFault(error)
  }
}

/** Why a run cannot be published, in the words of its `error`. */
export function runFault(error: unknown): unknown {
  if (error instanceof IdTaken) return new RunFailure(`local_id: ${error.message}`)
  if (error instanceof Outdated) return new RunFailure('its measures kept changing while it was being published')
  return error
}

export type PreparedRun = { source: Source; preparation: Preparation; preparations: readonly Preparation[] }

/** Looks at what a run would publish; filling the preparation is the caller's. */
export async function prepareRun(
  means: PreparationMeans,
  run: Pick<StoredRun, 'id' | 'sourceId'>,
  readout: Pick<Publishable, 'listed'>,
): Promise<PreparedRun> {
  const source = await getSource(means.database, run.sourceId)
  const intent: Intent = {
    source: sourceSettings(source.definition),
    lastSuccessAt: source.lastSuccessAt,
    judge: (presences) => judge(presences, readout.listed, source.lastSuccessAt),
    differing: () => stagedInSteps(means.database, run.id),
    differingOf: (sql, localIds) => stagedOf(sql, run.id, localIds),
  }
  const preparation = await Preparation.begin(means, intent)
  return { source, preparation, preparations: [preparation] }
}

/** Looks again at a prepared run, now that its source is locked. */
export async function reviewed(transaction: Sql, { source, preparation }: PreparedRun, now: Source): Promise<void> {
  const isSame = JSON.stringify(now.definition) === JSON.stringify(source.definition)
  if (!isSame || now.lastSuccessAt !== source.lastSuccessAt) throw new Outdated()
  await preparation.review(transaction)
}

/** Publishes in this transaction, whatever it withdraws. The caller has locked the source and has looked at the run. */
export async function publishPrepared(
  transaction: Sql,
  means: IngestionMeans,
  source: Source,
  run: StoredRun,
  readout: Publishable & Partial<Pick<Readout, 'profile'>>,
  preparation: Preparation,
  onProgress?: () => void,
): Promise<Run> {
  const { clock } = means
  const tally = await withFeed(transaction, preparation.timeFrom(clock.now()), { publication: true }, (feed) =>
    preparation.publish(transaction, feed, onProgress),
  )
  const end: RunEnd = {
    status: 'succeeded',
    // A held run ended when it was read: that is when its measures were seen.
    finishedAt: run.finishedAt ?? Math.max(clock.now(), run.startedAt),
    seen: readout.seen,
    rejected: readout.rejected,
    ...tally,
    unchanged: readout.listed.taken.size - tally.created - tally.changed,
    error: null,
    heldPayload: null,
    profile: readout.profile ?? null,
  }
  await endRun(transaction, run.id, end)
  await putRunFacts(transaction, run.sourceId, {
    failedInARow: await countFailedAfter(transaction, run),
    lastRunAt: source.lastRunAt,
    lastSuccessAt: end.finishedAt,
    lastChangeAt: tally.created + tally.changed + tally.withdrawn > 0 ? end.finishedAt : source.lastChangeAt,
  })
  await putPublishedRejections(transaction, run.sourceId, readout.rejections)
  await putPublishedRelease(transaction, run.sourceId, means.release)
  await deleteOldRuns(transaction, run.sourceId, runsKept)
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
  judgement: Judgement,
  reasons: readonly string[],
): Promise<Run> {
  const { taken, rejected, unattributed } = readout.listed
  const rejections = [...readout.rejections]
  const payload: HeldPayload = { taken: [...taken], rejected: [...rejected], unattributed, rejections }
  const nothing = { created: 0, changed: 0, unchanged: 0, withdrawn: 0 }
  await endRun(transaction, run.id, {
    status: 'held',
    finishedAt: Math.max(means.clock.now(), run.startedAt),
    seen: readout.seen,
    rejected: readout.rejected,
    ...nothing,
    error: `${heldBecause(reasons)}; ${wouldHave(readout, judgement.withdraw.length)}`,
    heldPayload: JSON.stringify(payload),
    profile: readout.profile,
  })
  await deleteOldRuns(transaction, source.definition.id, runsKept)
  await movePublication(transaction, means.clock.now())
  return asEnded(transaction, run.id)
}

async function asEnded(transaction: Sql, runId: string): Promise<Run> {
  const run = await runById(transaction, runId)
  if (run === null) throw new Error(`run ${runId} is gone`)
  return run
}

async function* stagedInSteps(sql: Sql, runId: string): AsyncGenerator<KeptRecord[]> {
  let position = 0
  for (;;) {
    const staged = await stagedAfter(sql, runId, position, recordsPerStep)
    const last = staged.at(-1)
    if (last === undefined) return
    yield staged
    position = last.position
  }
}
