/**
 * SQL of `held_record`: what a run read and the store does not have so. It keeps a reading out of memory until it is
 * published in one transaction, and keeps that of a held run until it is confirmed or overtaken.
 */
import type { Parameter, Sql } from '../platform/database/database.ts'
import { type StagedRecord, stagedAs } from './core/run.ts'

export async function insertStaged(transaction: Sql, runId: string, staged: readonly StagedRecord[]): Promise<void> {
  await transaction.insertMany(
    'held_record',
    ['run_id', 'position', 'local_id', 'record'],
    staged.map(({ position, record, recordText }): Parameter[] => [runId, position, record.local_id, recordText]),
  )
}

/** The next records of a run after a position, in the order read. */
export async function stagedAfter(sql: Sql, runId: string, position: number, limit: number): Promise<StagedRecord[]> {
  const rows = await sql.all<{ position: number; record: string }>(
    'select position, record from held_record where run_id = $1 and position > $2 order by position limit $3',
    [runId, position, limit],
  )
  return rows.map((row) => stagedAs(row.position, row.record))
}

/** Forgets what runs of a source staged, but for what the run `kept` did; null keeps nothing. */
export async function deleteStaged(transaction: Sql, sourceId: string, kept: string | null): Promise<void> {
  await transaction.run(
    `delete from held_record where run_id in (select id from run where source_id = $1 and id <> $2)`,
    [sourceId, kept ?? ''],
  )
}

/** Forgets what one run staged. */
export async function deleteStagedOf(transaction: Sql, runId: string): Promise<void> {
  await transaction.run('delete from held_record where run_id = $1', [runId])
}
