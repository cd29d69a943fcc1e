/**
 * SQL of the snapshot. It reads `run` and `measure`, which belong to later capabilities: the record of a source shows its
 * runs and how many measures it lists (contract 4), and open routes answer from one reading of all of it.
 */
import type { Reads } from '../platform/database/database.ts'
import { type RunRow, runColumns, runOf } from './source/run-row.ts'
import { type Run, runsShown } from './source/source.ts'

/** The newest `runsShown` runs of every source, newest first. */
export async function shownRuns(sql: Reads): Promise<Map<string, Run[]>> {
  const rows = await sql.all<RunRow>(
    `select ${runColumns}
     from (select run.*, row_number() over (partition by source_id order by started_at desc, id desc) as place from run)
       as placed
     where place <= ${runsShown} order by source_id, place`,
  )
  const runs = new Map<string, Run[]>()
  for (const row of rows) {
    const ofSource = runs.get(row.source_id) ?? []
    runs.set(row.source_id, ofSource)
    ofSource.push(runOf(row))
  }
  return runs
}

/** How many measures of each source are neither withdrawn nor merged; sources without one are left out. */
export async function countsBySource(sql: Reads): Promise<Map<string, number>> {
  const rows = await sql.all<{ source_id: string; measures: number }>(
    `select source_id, count(*) as measures from measure
     where withdrawn_at is null and merged_into is null group by source_id`,
  )
  return new Map(rows.map((row) => [row.source_id, row.measures]))
}
