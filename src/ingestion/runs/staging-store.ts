/**
 * SQL of `held_record`: what a run read and the store does not have so. It keeps a reading out of memory until it is
 * published, and keeps that of a held run until it is confirmed or overtaken.
 */

import type { Parameter, Row, Sql } from '../../platform/database/database.ts'
import { valuesIn } from '../../platform/database/lists.ts'
import { type StagedRecord, stagedAs } from './run.ts'

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
