/**
 * The store as every capability sees it: one portable SQL text with `$1` parameters, on both engines. Types in use are
 * text, integer, bigint and double precision; JSON is text, an instant is epoch milliseconds, a flag is 0 or 1.
 * What the engines cannot say alike is a member of `Dialect`, nothing else.
 */
export type Parameter = string | number | null

/** A row as read: bigint columns arrive as numbers (all of ours stay below 2^53). */
export type Row = Record<string, string | number | null>

export interface Sql {
  all<R extends Row = Row>(text: string, parameters?: readonly Parameter[]): Promise<R[]>
  /** The only row, or null. Throws when there are more: that is a bug in the statement. */
  one<R extends Row = Row>(text: string, parameters?: readonly Parameter[]): Promise<R | null>
  /** Runs a statement and answers how many rows it changed. */
  run(text: string, parameters?: readonly Parameter[]): Promise<number>
  /** Inserts many rows in statements of a bounded size, yielding to the event loop between them. */
  insertMany(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly Parameter[])[],
    suffix?: string,
  ): Promise<void>
}

export type Dialect = {
  /** Appended to a `select` whose rows this transaction is about to change: waits for them (empty on SQLite). */
  forUpdate: string
  /** As above, but passes over rows that somebody else holds (empty on SQLite). */
  forUpdateSkipLocked: string
}

export interface Database extends Sql {
  readonly engine: 'sqlite' | 'postgres'
  readonly dialect: Dialect
  /**
   * Runs `work` in one write transaction and commits before it resolves; rolls back when it throws.
   * SQLite: one at a time (`begin immediate`); PostgreSQL: read committed. Reads outside see committed rows only.
   */
  transaction<T>(work: (transaction: Sql) => Promise<T>): Promise<T>
  /** The same store for one request: its statements are cancelled when the signal aborts. */
  withSignal(signal: AbortSignal): Database
  close(): Promise<void>
}
