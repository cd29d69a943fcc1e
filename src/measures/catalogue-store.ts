/** What the catalogue reads of the store: the newest publication, and the measures that changed since another. */
import type { Sql } from '../platform/database/database.ts'
import { type MeasureRow, measureList, measureOf, type StoredMeasure } from './store.ts'

/** The number that moves with everything the catalogue serves. */
export async function newestPublication(sql: Sql): Promise<number> {
  const row = await sql.one<{ publication: number }>('select publication from feed_head where id = 1')
  return row?.publication ?? 0
}

/** How many measures changed after that publication. */
export async function countChangedAfter(sql: Sql, publication: number): Promise<number> {
  const row = await sql.one<{ changed: number }>('select count(*) as changed from measure where publication > $1', [
    publication,
  ])
  return Number(row?.changed ?? 0)
}

/**
 * The measures that changed after that publication, merged and withdrawn ones too: one statement, so one state. In the
 * order of their publications: asked for that of the ids, SQLite walks all measures by id.
 */
export async function measuresChangedAfter(sql: Sql, publication: number): Promise<StoredMeasure[]> {
  const rows = await sql.all<MeasureRow>(
    `select ${measureList} from measure where publication > $1 order by publication, id`,
    [publication],
  )
  return rows.map(measureOf)
}

/** A page of all measures in the order of their ids, after `id`. */
export async function measuresPage(sql: Sql, after: string, limit: number): Promise<StoredMeasure[]> {
  const rows = await sql.all<MeasureRow>(`select ${measureList} from measure where id > $1 order by id limit $2`, [
    after,
    limit,
  ])
  return rows.map(measureOf)
}
