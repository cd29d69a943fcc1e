/** A store made anew in the place of another: whole, or not at all. */
import type { Database, Reads, Sql } from '../database.ts'

/** What is made. The parts are called in this order, each once; whatever one throws leaves the old store as it was. */
export type Replacement = {
  /** The folder of migrations, and the newest of them that is applied before `fill`. */
  migrations: string
  upTo: number
  /** Every table that the old store can have, as far as this release knows. */
  tables: readonly string[]
  /** Looks at what stands there, which nobody else reads or writes from now on; throws where it is not to be replaced. */
  judge(standing: Standing): Promise<void>
  /** Writes the rows, into empty tables; what they refer to is looked at afterwards. */
  fill(sql: Sql, engine: Database['engine']): Promise<void>
  /** Goes on with them at the newest migration. */
  settle(sql: Sql): Promise<void>
}

/** `unreadable`: there is one, of which nothing can be read. */
export type Standing = { kind: 'none' } | { kind: 'unreadable'; fault: unknown } | StandingStore

export type StandingStore = {
  kind: 'store'
  reads: Reads
  engine: Database['engine']
  /** What it had in files beside its own (SQLite), and has no more: nothing of it can be told. */
  lacks: readonly LostTable[]
  /**
   * Reads one part of what it tells. What cannot be read of one says nothing of the others, which can be asked all the same; on
   * PostgreSQL, where a failed statement ends its transaction, by a savepoint. One after the other. Throws where
   * the store is lost altogether (its connection went), so that nothing can follow.
   */
  readPart<T>(read: (reads: Reads) => Promise<T>): Promise<PartRead<T>>
}

/** What was read, or why it cannot be. */
export type PartRead<T> = { value: T } | { fault: unknown }

export type LostTable = { table: string; fault: Error }

/** Somebody has the store open. `by`: who that is, as far as it is known. */
export class StoreInUse extends Error {
  readonly by: readonly string[]

  constructor(by: readonly string[], cause?: unknown) {
    super('the store is in use', cause === undefined ? {} : { cause })
    this.name = 'StoreInUse'
    this.by = by
  }
}

/** Where the store would be made stands what is not the store's. The message names it, in sentences. */
export class PlaceTaken extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'PlaceTaken'
  }
}
