/** SQL of the runs: `run`, `rejected_record` of the newest run of each source, `published_rejection` of the last published one. */
import type { Database, Dialect, Parameter, Row, Sql } from '../../platform/database/database.ts'
import { valuesIn } from '../../platform/database/lists.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Profile } from '../anomalies/profile.ts'
import {
  type RejectedRecord,
  type RunEnd,
  type StagedRecord,
  type StoredRow,
  type StoredRun,
  stagedAs,
  storedColumns,
  storedOf,
} from './run.ts'

/** The newest runs of a source, newest first. */
export async function newestRuns(sql: Sql, sourceId: string, limit: number): Promise<StoredRun[]> {
  const rows = await sql.all<StoredRow>(
    `select ${storedColumns} from run where source_id = $1 order by started_at desc, id desc limit $2`,
    [sourceId, limit],
  )
  return rows.map(storedOf)
}

export async function runById(sql: Sql, id: string): Promise<StoredRun | null> {
  const row = await sql.one<StoredRow>(`select ${storedColumns} from run where id = $1`, [id])
  return row === null ? null : storedOf(row)
}

/** As `runById`, and holds the row until the transaction ends. */
export async function runByIdLocked(transaction: Sql, dialect: Dialect, id: string): Promise<StoredRun | null> {
  const row = await transaction.one<StoredRow>(`select ${storedColumns} from run where id = $1 ${dialect.forUpdate}`, [
    id,
  ])
  return row === null ? null : storedOf(row)
}

/** Every run that is under way, or says so. At most one per source. */
export async function runningRuns(sql: Sql): Promise<StoredRun[]> {
  return (await sql.all<StoredRow>(`select ${storedColumns} from run where status = 'running'`)).map(storedOf)
}

export async function runningRunOf(sql: Sql, sourceId: string): Promise<StoredRun | null> {
  const row = await sql.one<StoredRow>(`select ${storedColumns} from run where source_id = $1 and status = 'running'`, [
    sourceId,
  ])
  return row === null ? null : storedOf(row)
}

/** Begins a run. The unique index on running runs refuses a second one of the source. */
export async function insertRun(
  transaction: Sql,
  run: { id: string; sourceId: string; startedAt: Instant; holder: string; progressAt: Instant },
): Promise<void> {
  await transaction.run(
    `insert into run (id, source_id, started_at, progress_at, holder, status) values ($1, $2, $3, $4, $5, 'running')`,
    [run.id, run.sourceId, run.startedAt, run.progressAt, run.holder],
  )
}

/** Says how far a run has come. False when it is no longer `holder`'s: it was ended by somebody else. */
export async function putProgress(
  sql: Sql,
  run: { id: string; holder: string },
  counts: { seen: number; rejected: number },
  now: Instant,
): Promise<boolean> {
  const changed = await sql.run(
    `update run set seen = $3, rejected = $4, progress_at = $5 where id = $1 and holder = $2 and status = 'running'`,
    [run.id, run.holder, counts.seen, counts.rejected, now],
  )
  return changed === 1
}

/** Ends a run. The caller has locked its source. */
export async function endRun(transaction: Sql, id: string, end: RunEnd): Promise<void> {
  await transaction.run(
    `update run set status = $2, finished_at = $3, seen = $4, created = $5, changed = $6, unchanged = $7,
       withdrawn = $8, rejected = $9, error = $10, held_payload = $11, profile = coalesce($12, profile), holder = null
     where id = $1`,
    [
      id,
      end.status,
      end.finishedAt,
      end.seen,
      end.created,
      end.changed,
      end.unchanged,
      end.withdrawn,
      end.rejected,
      end.error,
      end.heldPayload,
      end.profile === null ? null : JSON.stringify(end.profile),
    ],
  )
}

export async function heldPayloadOf(sql: Sql, runId: string): Promise<string | null> {
  const row = await sql.one<{ held_payload: string | null }>('select held_payload from run where id = $1', [runId])
  return row?.held_payload ?? null
}

/** How many runs of the source failed that began after this one. */
export async function countFailedAfter(
  sql: Sql,
  run: Pick<StoredRun, 'id' | 'sourceId' | 'startedAt'>,
): Promise<number> {
  const row = await sql.one<{ failed: number }>(
    `select count(*) as failed from run where source_id = $1 and started_at > $2 and status = 'failed'`,
    [run.sourceId, run.startedAt],
  )
  return row?.failed ?? 0
}

/** Forgets the runs of a source beyond its newest `kept`, and what they held. */
export async function deleteOldRuns(transaction: Sql, sourceId: string, kept: number): Promise<void> {
  await transaction.run(
    `delete from run where source_id = $1 and status <> 'running' and id in (
       select id from run where source_id = $1 order by started_at desc, id desc limit 1000 offset $2)`,
    [sourceId, kept],
  )
}

export async function deleteRejected(transaction: Sql, sourceId: string): Promise<void> {
  await transaction.run('delete from rejected_record where source_id = $1', [sourceId])
}

export async function insertRejected(
  transaction: Sql,
  sourceId: string,
  rejected: readonly RejectedRecord[],
): Promise<void> {
  await transaction.insertMany(
    'rejected_record',
    ['source_id', 'position', 'line', 'local_id', 'reason'],
    rejected.map((record): Parameter[] => [sourceId, record.position, record.line, record.localId, record.reason]),
  )
}

/** What the source's newest run rejected, in the order read, at most `limit`. */
export async function rejectedOf(sql: Sql, sourceId: string, limit: number): Promise<RejectedRecord[]> {
  const rows = await sql.all<{ position: number; line: number | null; local_id: string | null; reason: string }>(
    'select position, line, local_id, reason from rejected_record where source_id = $1 order by position limit $2',
    [sourceId, limit],
  )
  return rows.map((row) => ({ position: row.position, line: row.line, localId: row.local_id, reason: row.reason }))
}

/** How many records the last published run of a source rejected, by local id; '' for those without a readable one. */
export async function publishedRejections(sql: Sql, sourceId: string): Promise<Map<string, number>> {
  const rows = await sql.all<{ local_id: string; records: number }>(
    'select local_id, records from published_rejection where source_id = $1',
    [sourceId],
  )
  return new Map(rows.map((row) => [row.local_id, row.records]))
}

/** Takes the place of what the run published before had rejected. The caller has locked the source. */
export async function putPublishedRejections(
  transaction: Sql,
  sourceId: string,
  rejections: ReadonlyMap<string, number>,
): Promise<void> {
  await transaction.run('delete from published_rejection where source_id = $1', [sourceId])
  await transaction.insertMany(
    'published_rejection',
    ['source_id', 'local_id', 'records'],
    [...rejections].map(([localId, records]): Parameter[] => [sourceId, localId, records]),
  )
}

/** The profile of a run that was published, read or held, by the run's id; a run without one is left out. */
export async function profilesOf(sql: Sql, runIds: readonly string[]): Promise<Map<string, Profile>> {
  const profiles = new Map<string, Profile>()
  for (const id of runIds) {
    const row = await sql.one<{ profile: string | null }>('select profile from run where id = $1', [id])
    // Written by this capability alone.
    if (row !== null && row.profile !== null) profiles.set(id, JSON.parse(row.profile) as Profile)
  }
  return profiles
}

/** When a run last got on, and what it had read by then. */
type RunSign = { progressAt: Instant; seen: number; rejected: number }

export async function putSign({ counters }: Database, runId: string, sign: RunSign): Promise<void> {
  await counters.run(
    `insert into run_sign (run_id, progress_at, seen, rejected) values ($1, $2, $3, $4)
     on conflict (run_id) do update set progress_at = excluded.progress_at, seen = excluded.seen,
       rejected = excluded.rejected`,
    [runId, sign.progressAt, sign.seen, sign.rejected],
  )
}

/** What a run last said; null: nothing since it began. */
export async function signOf({ counters }: Database, runId: string): Promise<RunSign | null> {
  const row = await counters.one<{ progress_at: number; seen: number; rejected: number }>(
    'select progress_at, seen, rejected from run_sign where run_id = $1',
    [runId],
  )
  return row === null ? null : { progressAt: row.progress_at, seen: row.seen, rejected: row.rejected }
}

/** Forgets the signs of every run but these. */
export async function deleteSignsBut({ counters }: Database, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) {
    await counters.run('delete from run_sign')
    return
  }
  const { places, values } = valuesIn(runIds, 1)
  await counters.run(`delete from run_sign where run_id not in (${places})`, values)
}

/**
 * SQL of `held_record`: what a run read and the store does not have so. It keeps a reading out of memory until it is
 * published, and keeps that of a held run until it is confirmed or overtaken.
 */
export async function insertStaged(transaction: Sql, runId: string, staged: readonly StagedRecord[]): Promise<void> {
  await transaction.insertMany(
    'held_record',
    ['run_id', 'position', 'local_id', 'record'],
    staged.map(({ position, record, recordText }): Parameter[] => [runId, position, record.local_id, recordText]),
  )
}

type StagedRow = Row & { position: number; record: string }

/** The next records of a run after a position, in the order read. */
export async function stagedAfter(sql: Sql, runId: string, position: number, limit: number): Promise<StagedRecord[]> {
  const rows = await sql.all<StagedRow>(
    'select position, record from held_record where run_id = $1 and position > $2 order by position limit $3',
    [runId, position, limit],
  )
  return rows.map((row) => stagedAs(row.position, row.record))
}

const localIdsPerStatement = 500

/** The records of a run with these local ids, in the order read as far as one statement names them. */
export async function stagedOf(sql: Sql, runId: string, localIds: readonly string[]): Promise<StagedRecord[]> {
  const staged: StagedRecord[] = []
  for (let from = 0; from < localIds.length; from += localIdsPerStatement) {
    const some = localIds.slice(from, from + localIdsPerStatement)
    const { places, values } = valuesIn(some, 2)
    const rows = await sql.all<StagedRow>(
      `select position, record from held_record
       where run_id = $1 and local_id in (${places}) order by position`,
      [runId, ...values],
    )
    staged.push(...rows.map((row) => stagedAs(row.position, row.record)))
  }
  return staged
}

/**
 * Runs whose staged records nobody needs any more: all that have ended, but for a held one that can still be confirmed,
 * which is the newest, as long as none after it has succeeded.
 */
export async function runsWithLeavings(sql: Sql): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `select r.id from run r
     where exists (select 1 from held_record h where h.run_id = r.id)
       and (r.status in ('succeeded', 'failed') or r.status = 'held' and exists (
         select 1 from run later
         where later.source_id = r.source_id and later.started_at > r.started_at and later.status in ('held', 'succeeded')))`,
  )
  return rows.map(({ id }) => id)
}

/** Forgets at most `limit` records that a run staged; answers how many there were. */
export async function sweepStagedOf(sql: Sql, runId: string, limit: number): Promise<number> {
  return sql.run(
    `delete from held_record where run_id = $1 and position in (
       select position from held_record where run_id = $1 order by position limit $2)`,
    [runId, limit],
  )
}
