/**
 * What a store that is restored from a backup takes over from the life that it ends, because nothing may take it back: that
 * somebody was erased, that a key was revoked, what was counted, what was sent. Each capability says so of its own rows.
 */

import type { Instant } from '../../values/brussels.ts'
import type { Reads, Row, Sql } from './database.ts'

/** A row of what lasts: texts and whole numbers, in an order of their own. */
export type LastingRow = readonly (string | number | null)[]

export type Lasting = {
  /** What each row of it is called in a ledger. */
  word: string
  /** The tables whose rows it reads. */
  tables: readonly string[]
  /** A restore that does not know of it is made only where its operator says so: what people were promised. */
  mustBeKnown: boolean
  /** For how many days a ledger tells of what happened: what is kept for longer is told whole. */
  toldDays: number
  /** What stands at each place of a row; with `?` it may be null. */
  form: readonly ('text' | 'integer' | 'integer?')[]
  /** At most `lastingPerPage` of the rows after that one, in their order; of what happened before `since` some may be missing. */
  tell(reads: Reads, after: LastingRow | null, since: Instant): Promise<LastingRow[]>
  /** Makes a restored store keep to them; answers in how many it was otherwise. */
  honour(sql: Sql, rows: readonly LastingRow[]): Promise<number>
}

export const lastingPerPage = 500

/** Rows of a statement as they stand in a ledger. */
export function lastingRows<R extends Row>(rows: readonly R[], columns: readonly (keyof R & string)[]): LastingRow[] {
  return rows.map((row) => columns.map((column) => row[column] as string | number | null))
}

/** `run` for each row; answers how many rows were changed. */
export async function changedByEach(sql: Sql, text: string, rows: readonly LastingRow[]): Promise<number> {
  let changed = 0
  for (const row of rows) changed += await sql.run(text, row)
  return changed
}
