/**
 * The store as every capability sees it: one portable SQL text with `$1` parameters, on both engines. Types in use are
 * text, integer, bigint and double precision; JSON is text, an instant is epoch milliseconds, a flag is 0 or 1.
 * What the engines cannot say alike is a member of `Dialect`, nothing else.
 *
 * Portable also means: a parameter whose type the statement does not tell is cast (`cast($1 as bigint)`), because
 * PostgreSQL would take it for text; after a failed statement a transaction can only roll back, on both.
 */
export type Parameter = string | number | null

/**
 * A row as read: integers, sums and counts arrive as numbers (all of ours stay below 2^53), a truth value as 1 or 0; bytes
 * only where `Dialect.bytesOf` asks for them.
 * On SQLite rows have no prototype: read their columns, do not compare them as a whole with `deepStrictEqual`.
 */
export type Row = Record<string, string | number | null | Uint8Array>

/** Every failure of these is a `StoreError`, or the reason of the signal that cancelled it. */
export interface Reads {
  /**
   * The rows of a statement. SQLite reads them in one go on the calling thread, PostgreSQL into memory: a table
   * without a bound is read in pages.
   */
  all<R extends Row = Row>(text: string, parameters?: readonly Parameter[]): Promise<R[]>
  /** The only row, or null. Throws when there are more: that is a bug in the statement. */
  one<R extends Row = Row>(text: string, parameters?: readonly Parameter[]): Promise<R | null>
}

export interface Sql extends Reads {
  /** Runs a statement and answers how many rows it changed. */
  run(text: string, parameters?: readonly Parameter[]): Promise<number>
  /**
   * Inserts many rows in statements of a bounded size, yielding to the event loop between them: all of them or none.
   * `suffix` follows the values, e.g. `on conflict (id) do nothing`.
   */
  insertMany(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly Parameter[])[],
    suffix?: string,
  ): Promise<void>
}

/** Parameters, or what gives them when the statement is run: a time that is not to be that of before a wait. */
export type LateParameters = readonly Parameter[] | (() => readonly Parameter[])

/** See `Database.counters`. */
export interface Counters extends Sql {
  run(text: string, parameters?: LateParameters): Promise<number>
}

/** See `Database.countersAtOnce`. */
export interface StatementsAtOnce {
  /** The rows of a statement, each as the list of its columns. */
  rows<R extends readonly Row[string][]>(text: string, parameters: readonly Parameter[]): R[]
  run(text: string, parameters: readonly Parameter[]): void
}

export type Dialect = {
  /** Appended to a `select` whose rows this transaction is about to change: waits for them (empty on SQLite). */
  forUpdate: string
  /** As above, but passes over rows that somebody else holds (empty on SQLite). */
  forUpdateSkipLocked: string
  /**
   * For each row of a list that a statement gives, the rows of a question that names it (`cross join lateral`); on SQLite, which has
   * no such join and prepares a long union as quickly, null: such a question is asked as a union.
   */
  eachOf: string | null
  /** Now by the store's own clock, in epoch milliseconds: one clock for every process on it. */
  now: string
  /** Has a row when the store has the table `$1`. */
  tableNamed: string
  /**
   * A text as what is cheapest to have its bytes of: bytes where the engine keeps them as they are (SQLite; a text would be
   * decoded, and encoded again), the text itself where it comes over a wire.
   */
  bytesOf(text: string): string
  /** First statement of a migration: one process migrates at a time (empty on SQLite, whose writers are single). */
  lockForMigration: string
  /**
   * Before the statements of a migration: how long each may wait for a table. Who waits for a whole table has everybody after
   * him wait too, so a migration gives way and tries again (empty on SQLite, where nobody waits for a table).
   */
  limitTableWait: string
  /** After a table was made: says that it is the store's, in a place that others may use too (empty on SQLite, whose files nobody else uses). */
  saysOwn(table: string): string
}

export interface Database extends Sql {
  readonly engine: 'sqlite' | 'postgres'
  readonly dialect: Dialect
  /**
   * Single statements, outside any transaction, on the tables that may lose their last moment in a power cut: what is
   * written once a request (`meter`), and signs of life, which wait for nobody's work. On SQLite these tables stand in a
   * file of their own, where nobody's transaction is waited for; the statement may read the main store too. On
   * PostgreSQL they are ordinary tables, and the statements are prepared. Other reads of them need no `counters`.
   */
  readonly counters: Counters
  /**
   * Where the engine runs in this process (SQLite; null elsewhere): statements of `counters` that belong together, in one
   * write transaction on their file, without a wait between them. `work` is run anew where another process had the file
   * when it was to begin, and never in part; it keeps the thread, so it is a few calls of microseconds.
   */
  readonly countersAtOnce: (<T>(work: (statements: StatementsAtOnce) => T) => Promise<T>) | null
  /**
   * Runs `work` in one write transaction and commits before it resolves; rolls back when it throws.
   * SQLite: one at a time (`begin immediate`); PostgreSQL: read committed. Reads outside see committed rows only.
   * It is never run twice. Inside `work` only the handle may be used, and only until `work` resolves.
   */
  transaction<T>(work: (transaction: Sql) => Promise<T>): Promise<T>
  /**
   * `transaction` for what a request counts and remembers. On SQLite the wait for the disk is beside the thread and after the
   * turn to write, so that nobody stands still and those who commit meanwhile share one sync. Others may read it an
   * instant before it is durable: nothing by which a reader goes on (a place in the feed) is written so, and what must not
   * be taken back once it is shown is shown after `keepSeen`.
   */
  requestTransaction<T>(work: (transaction: Sql) => Promise<T>): Promise<T>
  /**
   * `transaction` for thousands of rows that lie ready in the store. On SQLite its statements and its commit run on a thread
   * of their own, so that they hold up nobody's requests; each waits for a message there and back, so that the work is
   * made of few statements, each of at most some hundreds of rows.
   */
  longTransaction<T>(work: (transaction: Sql) => Promise<T>): Promise<T>
  /**
   * `transaction` on the tables that are written behind the answers, which may lose their last moment in a power cut. On
   * SQLite they stand in a file of their own, written on a thread of its own: neither requests nor other writers wait for
   * it, nor it for them. Nothing else is written there, and none of these tables elsewhere; they are read as all others.
   */
  behindTransaction<T>(work: (transaction: Sql) => Promise<T>): Promise<T>
  /** Resolves when all that could be read of the store until now is on the disk: what is shown then is never taken back. */
  keepSeen(): Promise<void>
  /**
   * Resolves when what was committed until now to the tables of `counters` and behind the answers is on the disk, which it
   * is by itself within a second: for what the store will say of them. On PostgreSQL they are tables of the store.
   */
  keepBeside(): Promise<void>
  /**
   * Has the bytes of deleted rows leave the store's files. False: somebody still reads an earlier state, so that it is to be asked again.
   * On SQLite a deletion overwrites what it frees (`secure_delete`), and this copies the logs into the files and cuts them to nothing. On
   * PostgreSQL it does nothing: there the server's vacuum gives freed room away (docs/operating.md).
   */
  scrubFiles(): Promise<boolean>
  /**
   * Runs `work`, which only reads, on one state of the store: that of its first statement, whatever is committed while
   * it goes on. Readers and writers do not wait for it, and it waits for none of them. Between two statements others have
   * their turn; a table without a bound is read in pages. The tables of `counters`, and those written behind the answers, do not belong to the state. Inside
   * `work` only the handle may be used, and only until `work` resolves.
   */
  snapshot<T>(work: (state: Reads) => Promise<T>): Promise<T>
  /**
   * `snapshot` of every table. On SQLite each file is read as of one commit, the store's first: what is counted or written
   * beside it is then that of the same moment or an instant later, so that no count is lower than what the store shows for it.
   */
  wholeSnapshot<T>(work: (state: Reads) => Promise<T>): Promise<T>
  /**
   * The same store for one request: its statements are cancelled when the signal aborts, on PostgreSQL also those
   * that are running; a commit under way is waited for.
   */
  withSignal(signal: AbortSignal): Database
  /**
   * The same store for background work: a statement may take minutes, a turn to write may be waited for. Elsewhere a
   * store that does not answer is an error within 5 seconds.
   */
  forBulk(): Database
  /**
   * For many small transactions of background work, of which each holds what the others need: a turn to write may be waited for,
   * and one that stands still between two statements, because its process does, is taken back by the server (PostgreSQL) before
   * it has held anybody up for long. A store that falls silent is noticed as soon as a request notices it, or after the
   * `statementMs` that one statement may take.
   */
  forTurns(statementMs?: number): Database
  /** What is had in turns in this process, at this moment. */
  turnsTaken(): readonly TurnsTaken[]
  close(): Promise<void>
}

/**
 * How many may have a turn at once, have one, and wait for one. `of`, on PostgreSQL: `connection`, and of these those that background
 * work may have; on SQLite: `writer`, and the threads of long transactions and of what is written behind the answers.
 */
export type TurnsTaken = {
  of: 'connection' | 'background_connection' | 'writer' | 'writing_thread' | 'behind_thread'
  limit: number
  taken: number
  waiting: number
}

/** How long things may take, in milliseconds. */
export type Patience = {
  /** From asking to the answer of one statement: the wait for a connection, the way there, the work. */
  statementMs: number
  /** For the turn to write, when others write. */
  writerTurnMs: number
  /** Server-side, for a transaction of which nothing is heard. */
  idleInTransactionMs: number
}

/**
 * Of requests. Contract 1: keyed routes answer within 5 s that the store does not answer. `writerTurnMs` is what is left
 * of them for a writer that never ends, a process that was stopped (SIGSTOP) in a transaction say; one that is at work
 * holds the turn for less (a run of 10,000 changed records under a second, one of 50,000 some four).
 */
export const requestPatience: Patience = { statementMs: 4_000, writerTurnMs: 4_500, idleInTransactionMs: 30_000 }
/** Of background work, which would rather be late than fail. */
export const bulkPatience: Patience = { statementMs: 600_000, writerTurnMs: 600_000, idleInTransactionMs: 300_000 }
/**
 * Of background work in small transactions, which take milliseconds unless their process stands still, or the store does: that
 * is asked again soon, by whoever looks next.
 */
export function turnPatience(statementMs: number = requestPatience.statementMs): Patience {
  return { ...bulkPatience, statementMs, idleInTransactionMs: 5_000 }
}
