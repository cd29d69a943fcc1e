/**
 * Beginning and ending runs. Runs of a source come one at a time: the row of a run under way (a unique index), and a
 * lease that the run holds while its process lives. What a run does is guarded by its row: a process that was thought dead,
 * and is not, finds its run ended and publishes nothing.
 */
import { movePublication } from '../../changes/append.ts'
import { Refusal } from '../../contract/refusals.ts'
import { type Clock, elapsedMs } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { ItemFaults } from '../../platform/faults/item-faults.ts'
import type { Job } from '../../platform/jobs.ts'
import { claimLease, cutLease, leaseHolder, releaseLease, renewEveryMs } from '../../platform/leases.ts'
import { newId } from '../../platform/new-id.ts'
import { settleFreshness } from '../../sources/freshness.ts'
import { lockSource, putRunFacts } from '../../sources/registry.ts'
import { interrupted, type Run, type Source } from '../../sources/source/source.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Profile } from '../anomalies/profile.ts'
import { isDue } from './due.ts'
import type { StoredRun } from './run.ts'
import {
  deleteOldRuns,
  deleteRejected,
  deleteSignsBut,
  endRun,
  insertRun,
  newestRuns,
  runById,
  runByIdLocked,
  runningRunOf,
  runningRuns,
  signOf,
} from './run-store.ts'
import { sweepStore } from './sweep.ts'

/** Runs kept of each source. */
export const runsKept = 100
/** A run that does not get on for so long is given up. */
export const noProgressMs = 5 * 60_000
/** As many as decide whether a source is due. */
const runsLookedAt = 10

/** `claimedAt` (of `elapsedMs`): when its lease was asked for, which holds from then on. */
export type Begun = { source: Source; run: StoredRun; claimedAt: number }

/** Names the lease of a source's run. */
export const leaseOf = (sourceId: string): string => `run:${sourceId}`

/**
 * Begins a run of a source for `holder`, unless one is under way (`busy`; one whose process died is, too, until it is
 * reaped) or, `whenDue`, the schedule does not ask for one any more (`not_due`). Refuses an unknown source and one that
 * is switched off.
 */
export async function beginRun(
  database: Database,
  clock: Clock,
  sourceId: string,
  holder: string,
  { whenDue }: { whenDue: boolean },
): Promise<Begun | 'busy' | 'not_due'> {
  const lease = leaseOf(sourceId)
  // The run holds its lease by its own id, and before it is there: a sign of life is no part of anybody's transaction.
  const id = newId('run', clock.now())
  const claimedAt = elapsedMs(clock)
  if (!(await claimLease(database, clock, lease, id))) return 'busy'
  const begun = await insertBegun(database, clock, { id, sourceId, holder }, whenDue).catch(async (error: unknown) => {
    await releaseLease(database, clock, { name: lease, holder: id }, 0).catch(() => undefined)
    throw error
  })
  if (begun !== 'busy' && begun !== 'not_due')
    return { ...begun, claimedAt: await claimedAnew(database, clock, { name: lease, holder: id, claimedAt }) }
  await releaseLease(database, clock, { name: lease, holder: id }, 0)
  return begun
}

/**
 * Its lease may have run out while it waited for its source: it is asked for once more, by a run that is there by now, so that another
 * who takes it meanwhile begins nothing. Answers from when on it holds; without an answer from when it did.
 */
async function claimedAnew(
  database: Database,
  clock: Clock,
  lease: { name: string; holder: string; claimedAt: number },
): Promise<number> {
  const askedAt = elapsedMs(clock)
  if (askedAt - lease.claimedAt < renewEveryMs) return lease.claimedAt
  const isOurs = await claimLease(database, clock, lease.name, lease.holder).catch(() => false)
  return isOurs ? askedAt : lease.claimedAt
}

async function insertBegun(
  database: Database,
  clock: Clock,
  { id, sourceId, holder }: { id: string; sourceId: string; holder: string },
  whenDue: boolean,
): Promise<Omit<Begun, 'claimedAt'> | 'busy' | 'not_due'> {
  return database.transaction(async (transaction) => {
    const source = await lockSource(transaction, database, sourceId)
    if (!source.enabled) throw new Refusal('conflict', `The source ${sourceId} is switched off.`)
    if ((await runningRunOf(transaction, sourceId)) !== null) return 'busy'
    const now = clock.now()
    const newest = await newestRuns(transaction, sourceId, runsLookedAt)
    if (whenDue && !isDue(source, newest, now)) return 'not_due'
    // Of two runs the later one began later, also where a clock stood still or went back.
    const startedAt = Math.max(now, (newest[0]?.startedAt ?? 0) + 1)
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

/**
 * Ends a run that publishes nothing, unless it has ended already; `counts` is what it had read, where that is more than
 * its row says. The caller has locked its source, and locks nothing after this. What it staged is swept later, and its lease
 * is the caller's to give back. Answers the run as it then stands.
 */
export async function failRun(
  transaction: Sql,
  database: Database,
  runId: string,
  error: string,
  now: Instant,
  counts: { seen: number; rejected: number; profile?: Profile } | null = null,
): Promise<Run> {
  const run = await runByIdLocked(transaction, database.dialect, runId)
  if (run === null) throw new Error(`run ${runId} is gone`)
  if (run.status !== 'running') return run
  const source = await lockSource(transaction, database, run.sourceId)
  const profile = counts === null || counts.seen === 0 ? null : (counts.profile ?? null)
  const ended = {
    status: 'failed' as const,
    finishedAt: Math.max(now, run.startedAt),
    seen: Math.max(run.seen, counts?.seen ?? 0),
    rejected: Math.max(run.rejected, counts?.rejected ?? 0),
    created: 0,
    changed: 0,
    unchanged: 0,
    withdrawn: 0,
    error,
    heldPayload: null,
    profile,
  }
  await endRun(transaction, run.id, ended)
  await deleteOldRuns(transaction, run.sourceId, runsKept)
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
 * Ends the runs whose process died, or lets go of them, and sweeps what they left. Answers how many it ended. Any process may do it at
 * any time; of two at once one finds nothing left to do. Throws `ItemsFailed` when every run was looked at and some could not be ended.
 */
export async function reapRuns(database: Database, clock: Clock): Promise<number> {
  const faults = new ItemFaults()
  let reaped = 0
  const running = await runningRuns(database)
  for (const run of running) {
    if (await faults.attempt(run.sourceId, () => reapRun(database, clock, run))) reaped += 1
  }
  await deleteSignsBut(
    database,
    running.map(({ id }) => id),
  )
  await faults.attempt('leavings', () => sweepStore(database, clock))
  faults.throwIfAny()
  return reaped
}

/** Ends a run whose process died; answers whether it was one. */
async function reapRun(database: Database, clock: Clock, run: StoredRun): Promise<boolean> {
  // It lives as long as it holds its lease, which it does by its id. One that does not get on gives it up by itself.
  await cutLease(database, clock, leaseOf(run.sourceId))
  if ((await leaseHolder(database, clock, leaseOf(run.sourceId))) === run.id) return false
  const sign = await signOf(database, run.id)
  const ended = await database.transaction(async (transaction) => {
    await lockSource(transaction, database, run.sourceId)
    const again = await runByIdLocked(transaction, database.dialect, run.id)
    if (again?.status !== 'running') return false
    await failRun(transaction, database, run.id, interrupted, clock.now(), sign)
    return true
  })
  await releaseLease(database, clock, { name: leaseOf(run.sourceId), holder: run.id }, 0)
  return ended
}

export const noProgress = `no progress for ${noProgressMs / 60_000} minutes`

/** With the 15 s of a lease that its holder no longer renews, well within the 60 s of the contract. */
const everyMs = 5_000

/** Ends the runs of processes that died. */
export const reapJob: Job = {
  name: 'ingestion-reap',
  everyMs,
  run: async ({ database, clock }) => {
    await reapRuns(database, clock)
  },
}
