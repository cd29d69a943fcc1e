/** What the catalogue reads of the store: where it stands, all measures, and those that changed since. */

import type { Dialect, Reads } from '../../platform/database/database.ts'
import { valuesIn } from '../../platform/database/lists.ts'
import { recordBytesOf } from '../versions/record-store.ts'
import {
  type FactsRow,
  factsOf,
  type MeasureFacts,
  type MeasureRow,
  measureColumns,
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

/** How many measures the store has, merged and withdrawn ones too. */
export async function countMeasures(reads: Reads): Promise<number> {
  const row = await reads.one<{ measures: number }>('select count(*) as measures from measure')
  return Number(row?.measures ?? 0)
}

/**
 * Ids of measures that changed after that publication, merged and withdrawn ones too; at most `limit` of them. In the
 * order of their publications: asked for that of the ids, SQLite walks all measures by id.
 */
export async function idsChangedAfter(reads: Reads, publication: number, limit: number): Promise<string[]> {
  const rows = await reads.all<{ id: string }>(
    'select id from measure where publication > $1 order by publication, id limit $2',
    [publication, limit],
  )
  return rows.map(({ id }) => id)
}

/** A page of all measures in the order of their ids, after `id`. */
export async function measuresPage(reads: Reads, after: string, limit: number): Promise<StoredMeasure[]> {
  return (await rowsPage(reads, after, limit)).map(measureOf)
}

/** A measure with its record as the store has it: the text, or the bytes of it. */
export type MeasureText = { facts: MeasureFacts; record: string | Uint8Array }

type Engine = { reads: Reads; dialect: Pick<Dialect, 'bytesOf'> }
type TextRow = FactsRow & { record: string | Uint8Array }

/** The same page with each record as the store has it. */
export async function textsPage({ reads, dialect }: Engine, after: string, limit: number): Promise<MeasureText[]> {
  const rows = await reads.all<TextRow>(
    `select ${factsList(dialect)} from measure where id > $1 order by id limit $2`,
    [after, limit],
  )
  return rows.map(textOf)
}

/** The same of the measures of those ids (at most `idsPerStatement`), in no order. */
export async function textsOf({ reads, dialect }: Engine, ids: readonly string[]): Promise<MeasureText[]> {
  if (ids.length === 0) return []
  const { places, values } = valuesIn(ids, 1)
  const rows = await reads.all<TextRow>(`select ${factsList(dialect)} from measure where id in (${places})`, values)
  return rows.map(textOf)
}

function textOf(row: TextRow): MeasureText {
  return { facts: factsOf(row), record: row.record }
}

function factsList(dialect: Pick<Dialect, 'bytesOf'>): string {
  return `${measureColumns.join(', ')}, ${recordBytesOf('measure', dialect)}`
}

function rowsPage(reads: Reads, after: string, limit: number): Promise<MeasureRow[]> {
  return reads.all<MeasureRow>(`select ${measureList} from measure where id > $1 order by id limit $2`, [after, limit])
}
