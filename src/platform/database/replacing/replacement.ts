/** A store made anew in the place of another: whole, or not at all. */
import type { Database, Reads, Sql } from '../database.ts'

/** What is made. The parts are called in this order, each once; whatever one throws leaves the old store as it was. */
export type Replacement = {
  /** The folder of migrations, and the newest of them that is applied before `fill`. */
  migrations: string
  upTo: number
  /** Every table that the old store can have. */
  tables: readonly string[]
  /** Looks at what stands there, which nobody else uses meanwhile; throws where it is not to be replaced. */
  judge(standing: Standing): Promise<void>
  /** Writes the rows, into empty tables; what they refer to is looked at afterwards. */
  fill(sql: Sql, engine: Database['engine']): Promise<void>
  /** Goes on with them at the newest migration. */
  settle(sql: Sql): Promise<void>
}

/** `unreadable`: there is one, which cannot be read. */
export type Standing =
  | { kind: 'none' }
  | { kind: 'unreadable'; fault: unknown }
  | { kind: 'store'; reads: Reads; engine: Database['engine'] }

/** Somebody has the store open. `by`: who that is, as far as it is known. */
export class StoreInUse extends Error {
  readonly by: readonly string[]

  constructor(by: readonly string[], cause?: unknown) {
    super('the store is in use', cause === undefined ? {} : { cause })
    this.name = 'StoreInUse'
    this.by = by
  }
}
