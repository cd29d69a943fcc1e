/**
 * Beginning and ending runs. Runs of a source come one at a time: the row of a run under way (a unique index), and a
 * lease that its process renews while it lives. What a run does is guarded by its row: a process that was thought dead,
 * and is not, finds its run ended and publishes nothing.
 */
import { movePublication } from '../changes/append.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import { claimLease, leaseHolder, leaseMs, releaseLease } from '../platform/leases.ts'
import type { Run, Source } from '../sources/core/source.ts'
import { settleFreshness } from '../sources/freshness.ts'
import { lockSource, putRunFacts } from '../sources/registry.ts'
import type { Instant } from '../values/brussels.ts'
import { newId } from '../values/ids.ts'
import { interrupted, isDue } from './core/due.ts'
import type { StoredRun } from './core/run.ts'
import {
  deleteOldRuns,
  deleteRejected,
  endRun,
  insertRun,
  newestRuns,
  runById,
  runByIdLocked,
  runningRunOf,
  runningRuns,
} from './run-store.ts'
import { deleteStagedOf } from './staging-store.ts'

/** Runs kept of each source. */
export const runsKept = 100
/** A run that does not get on for so long is given up. */
export const noProgressMs = 5 * 60_000
/** As many as decide whether a source is due. */
const runsLookedAt = 10

export type Begun = { source: Source; run: StoredRun }

/** Names the lease of a source's run. */
export const leaseOf = (sourceId: string): string => `run:${sourceId}`

/**
 * Begins a run of a source for `holder`, unless one is under way (`busy`; one whose process died is, too, until it is
 * reaped) or, `whenDue`, the schedule does not ask for one any more (`not_due`). Refuses an unknown source and one that
 * is switched off.
 */
export async function beginRun(
  database: Database,
  now: Instant,
  sourceId: string,
  holder: string,
  { whenDue }: { whenDue: boolean },
): Promise<Begun | 'busy' | 'not_due'> {
  return database.transaction(async (transaction) => {
    const source = await lockSource(transaction, database, sourceId)
    if (!source.enabled) throw new Refusal('conflict', `The source ${sourceId} is switched off.`)
    if ((await runningRunOf(transaction, sourceId)) !== null) return 'busy'
    const newest = await newestRuns(transaction, sourceId, runsLookedAt)
    if (whenDue && !isDue(source, newest, now)) return 'not_due'
    if (!(await claimLease(transaction, leaseOf(sourceId), holder, now, now + leaseMs))) return 'busy'
    // Of two runs the later one began later, also where a clock stood still or went back.
    const startedAt = Math.max(now, (newest[0]?.startedAt ?? 0) + 1)
    const id = newId('run', startedAt)
    await deleteRejected(transaction, sourceId)
    await insertRun(transaction, { id, sourceId, startedAt, holder, progressAt: now })
    const { failedInARow, lastSuccessAt, lastChangeAt } = source
    await putRunFacts(transaction, sourceId, { failedInARow, lastRunAt: startedAt, lastSuccessAt, lastChangeAt })
    const run = await runById(transaction, id)
    if (run === null) throw new Error(`run ${id} is gone`)
    // The catalogue shows the sources with their runs.
    await movePublication(transaction, now)
    return { source: { ...source, lastRunAt: startedAt }, run }
  })
}

/** Whether the process that makes the run still shows that it lives. */
async function isAlive(sql: Sql, run: StoredRun, now: Instant): Promise<boolean> {
  return run.holder !== null && (await leaseHolder(sql, leaseOf(run.sourceId), now)) === run.holder
}

/**
 * Ends a run that publishes nothing, unless it has ended already. The caller holds its source, and locks nothing after
 * this. Answers the run as it then stands.
 */
export async function failRun(
  transaction: Sql,
  database: Database,
  runId: string,
  error: string,
  now: Instant,
): Promise<Run> {
  const run = await runByIdLocked(transaction, database.dialect, runId)
  if (run === null) throw new Error(`run ${runId} is gone`)
  if (run.status !== 'running') return run
  const source = await lockSource(transaction, database, run.sourceId)
  const ended = {
    status: 'failed' as const,
    finishedAt: Math.max(now, run.startedAt),
    seen: run.seen,
    rejected: run.rejected,
    created: 0,
    changed: 0,
    unchanged: 0,
    withdrawn: 0,
    error,
    heldPayload: null,
  }
  await endRun(transaction, run.id, ended)
  await deleteStagedOf(transaction, run.id)
  await deleteOldRuns(transaction, run.sourceId, runsKept)
  if (run.holder !== null) await releaseLease(transaction, leaseOf(run.sourceId), run.holder, now)
  const { failedInARow, lastRunAt, lastSuccessAt, lastChangeAt } = source
  await putRunFacts(transaction, run.sourceId, {
    failedInARow: failedInARow + 1,
    lastRunAt,
    lastSuccessAt,
    lastChangeAt,
  })
  await settleFreshness(transaction, now, run.sourceId)
  await movePublication(transaction, now)
  return { ...run, ...ended }
}

/**
 * Ends the runs whose process died, and those that have not got on for too long. Answers how many it ended. Any process
 * may do it at any time; of two at once one finds nothing left to do.
 */
export async function reapRuns(database: Database, now: Instant): Promise<number> {
  let reaped = 0
  for (const run of await runningRuns(database)) {
    if ((await reasonToReap(database, run, now)) === null) continue
    await database.transaction(async (transaction) => {
      await lockSource(transaction, database, run.sourceId)
      const again = await runByIdLocked(transaction, database.dialect, run.id)
      const reason = again?.status === 'running' ? await reasonToReap(transaction, again, now) : null
      if (reason === null) return
      await failRun(transaction, database, run.id, reason, now)
      reaped += 1
    })
  }
  return reaped
}

async function reasonToReap(sql: Sql, run: StoredRun, now: Instant): Promise<string | null> {
  if (!(await isAlive(sql, run, now))) return interrupted
  return now - run.progressAt > noProgressMs ? noProgress : null
}

export const noProgress = `no progress for ${noProgressMs / 60_000} minutes`
