/** What the catalogue reads of the store: where it stands, all measures, and those that changed since. */
import type { Reads } from '../../platform/database/database.ts'
import {
  factsOf,
  type MeasureFacts,
  type MeasureRow,
  measureList,
  measureOf,
  type StoredMeasure,
} from '../versions/store.ts'

/** `publication` moves with everything the catalogue serves; `position` is the number of the feed's newest event. */
export type FeedHead = { publication: number; position: number }

export async function feedHead(reads: Reads): Promise<FeedHead> {
  const row = await reads.one<{ publication: number; last_seq: number }>(
    'select publication, last_seq from feed_head where id = 1',
  )
  return { publication: row?.publication ?? 0, position: row?.last_seq ?? 0 }
}

export async function newestPublication(reads: Reads): Promise<number> {
  return (await feedHead(reads)).publication
}

/** How many measures changed after that publication, and of how many the page was checked after it. */
export async function countChangedAfter(reads: Reads, publication: number): Promise<number> {
  const row = await reads.one<{ measures: number; checks: number }>(
    `select (select count(*) from measure where publication > $1) as measures,
       (select count(*) from link_check where publication > $1) as checks`,
    [publication],
  )
  return Number(row?.measures ?? 0) + Number(row?.checks ?? 0)
}

/**
 * The measures that changed after that publication, merged and withdrawn ones too. In the order of their publications:
 * asked for that of the ids, SQLite walks all measures by id.
 */
export async function measuresChangedAfter(reads: Reads, publication: number): Promise<StoredMeasure[]> {
  const rows = await reads.all<MeasureRow>(
    `select ${measureList} from measure where publication > $1 order by publication, id`,
    [publication],
  )
  return rows.map(measureOf)
}

/** A page of all measures in the order of their ids, after `id`. */
export async function measuresPage(reads: Reads, after: string, limit: number): Promise<StoredMeasure[]> {
  return (await rowsPage(reads, after, limit)).map(measureOf)
}

/** The same with each record as the text that the store has. */
export async function textsPage(
  reads: Reads,
  after: string,
  limit: number,
): Promise<{ facts: MeasureFacts; recordText: string }[]> {
  return (await rowsPage(reads, after, limit)).map((row) => ({ facts: factsOf(row), recordText: row.record }))
}

function rowsPage(reads: Reads, after: string, limit: number): Promise<MeasureRow[]> {
  return reads.all<MeasureRow>(`select ${measureList} from measure where id > $1 order by id limit $2`, [after, limit])
}
