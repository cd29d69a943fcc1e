/**
 * The embedded store: `store.db`, every commit synced to disk, and `counters.db`, whose commits survive the process but
 * may lose their last moment in a power cut. No file of another folder loads
 * `node:sqlite`.
 *
 * The engine is synchronous: a statement runs to its end on the calling thread. What is asynchronous is the wait: for
 * the turn of this process's only writer, and for another process that writes. Nothing here sleeps on the thread for
 * longer than `counterBusyMs`, except a read during another process's crash recovery (`readBusyMs`).
 *
 * Three connections, because a connection sees its own uncommitted rows and `begin immediate` locks every attached file:
 * the writer (store.db alone), the reader (both files, read-only), the counters (counters.db, with store.db to read).
 * Whoever reads one state of the store for a while has one of his own (`sqlite-snapshots.ts`).
 */
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Database, Dialect, Parameter, Patience, Row, Sql } from './database.ts'
import { bulkPatience, requestPatience } from './database.ts'
import { faultOf, isBusy, SqliteConnection } from './sqlite-connection.ts'
import { SqliteSnapshots } from './sqlite-snapshots.ts'
import { checkRows, insertText, OpenTransactions, onlyRow, rowsPerInsert } from './statements.ts'
import { StoreError } from './store-error.ts'
import { Turns } from './turns.ts'

/** Of the folder; beside it `counters.db`. */
export const storeFile = 'store.db'
/** How long the engine itself may wait for a lock, on the thread. */
const readBusyMs = 5_000
const counterBusyMs = 5
/** Between two tries to get a lock that another process holds: grows from the first to the second. */
const pauseMs = { first: 1, longest: 10 }
/** How long closing waits for a transaction to end. */
const closeMs = 20_000
/** After a bulk write the log file shrinks back to this. */
const logBytesMax = 64 * 1024 * 1024

const dialect: Dialect = {
  forUpdate: '',
  forUpdateSkipLocked: '',
  least: 'min',
  greatest: 'max',
  now: `cast(round(unixepoch('subsec') * 1000) as integer)`,
  tableNamed: `select name from sqlite_schema where type = 'table' and name = $1`,
  lockForMigration: '',
}

type Core = {
  writer: SqliteConnection
  reader: SqliteConnection
  counters: SqliteConnection
  snapshots: SqliteSnapshots
  writerTurn: Turns
  open: OpenTransactions
}

/** Opens the store in `folder`, which is made (0700) when it is not there. */
export async function openSqlite({ folder }: { folder: string }): Promise<Database> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const core = await whenNotBusy(() => connect(folder), requestPatience.writerTurnMs, null)
  return databaseOf(core, requestPatience, null)
}

function connect(folder: string): Core {
  const [store, counters] = [join(folder, storeFile), join(folder, 'counters.db')]
  const opened: SqliteConnection[] = []
  // `fullfsync` matters on macOS alone, where a plain sync stops at the drive's cache.
  const open = (path: string, readOnly: boolean, settings: string): SqliteConnection => {
    const connection = new SqliteConnection(new DatabaseSync(path, { readOnly, timeout: readBusyMs, defensive: true }))
    opened.push(connection)
    connection.exec(settings)
    return connection
  }
  const common = `pragma journal_mode = wal; pragma fullfsync = 1; pragma checkpoint_fullfsync = 1; pragma journal_size_limit = ${logBytesMax};`
  try {
    const core = {
      writer: open(
        store,
        false,
        `${common} pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 0;`,
      ),
      counters: open(counters, false, `${common} pragma synchronous = normal; pragma busy_timeout = ${counterBusyMs};`),
      reader: open(store, true, ''),
      snapshots: new SqliteSnapshots(store, readBusyMs),
      writerTurn: new Turns(1, 'the turn to write to the store'),
      open: new OpenTransactions(),
    }
    core.counters.exec(`attach '${readOnlyUri(store)}' as store`)
    core.reader.exec(`attach '${readOnlyUri(counters)}' as counters`)
    return core
  } catch (error) {
    for (const connection of opened) connection.close()
    throw error
  }
}

function readOnlyUri(path: string): string {
  return `${pathToFileURL(path).href.replaceAll("'", '%27')}?mode=ro`
}

function databaseOf(core: Core, patience: Patience, signal: AbortSignal | null): Database {
  /** Runs one statement where it belongs: a read beside any transaction under way, a write in its turn. */
  const ask = async <T>(text: string, work: (connection: SqliteConnection) => T): Promise<T> => {
    core.open.refuseInside()
    signal?.throwIfAborted()
    if (core.reader.reads(text)) return work(core.reader)
    const giveBack = await core.writerTurn.take(patience.writerTurnMs, signal)
    try {
      return await whenNotBusy(() => work(core.writer), patience.writerTurnMs, signal)
    } finally {
      giveBack()
    }
  }

  const transaction = async <T>(work: (transaction: Sql) => Promise<T>): Promise<T> => {
    core.open.refuseInside()
    const giveBack = await core.writerTurn.take(patience.writerTurnMs, signal)
    try {
      await whenNotBusy(() => core.writer.run('begin immediate', []), patience.writerTurnMs, signal)
      return await core.open.within(() => committing(core.writer, signal, work))
    } finally {
      giveBack()
    }
  }

  return {
    engine: 'sqlite',
    dialect,
    counters: countersOf(core, patience, signal),
    all: <R extends Row>(text: string, parameters: readonly Parameter[] = []) =>
      ask(text, (connection) => connection.all<R>(text, parameters)),
    one: <R extends Row>(text: string, parameters: readonly Parameter[] = []) =>
      ask(text, (connection) => onlyRow(text, connection.all<R>(text, parameters))),
    run: (text, parameters = []) => ask(text, (connection) => connection.run(text, parameters)),
    insertMany: (...given) => transaction((handle) => handle.insertMany(...given)),
    transaction,
    snapshot: async (work) => {
      core.open.refuseInside()
      return core.snapshots.read(patience.statementMs, signal, (state) => core.open.within(() => work(state)))
    },
    withSignal: (given) => databaseOf(core, patience, signal === null ? given : AbortSignal.any([signal, given])),
    forBulk: () => databaseOf(core, bulkPatience, signal),
    close: async () => {
      const giveBack = await core.writerTurn.take(closeMs, null)
      core.snapshots.close()
      core.reader.close()
      core.counters.close()
      core.writer.close()
      giveBack()
    },
  }
}

/** The body of a transaction that has begun: commits what `work` did, or takes all of it back. */
async function committing<T>(
  writer: SqliteConnection,
  signal: AbortSignal | null,
  work: (transaction: Sql) => Promise<T>,
): Promise<T> {
  let ended = false
  let failure: { error: unknown } | null = null
  const ask = <R>(run: () => R): R => {
    if (ended) throw new StoreError('statement', 'This transaction has ended.')
    // As PostgreSQL does: after a failed statement nothing more of this transaction is done.
    if (failure !== null) throw failure.error
    signal?.throwIfAborted()
    try {
      return run()
    } catch (error) {
      failure = { error }
      throw error
    }
  }
  const all = async <R extends Row>(text: string, parameters: readonly Parameter[] = []): Promise<R[]> =>
    ask(() => writer.all<R>(text, parameters))
  const handle: Sql = {
    all,
    one: async <R extends Row>(text: string, parameters: readonly Parameter[] = []) =>
      onlyRow(text, await all<R>(text, parameters)),
    run: async (text, parameters = []) => ask(() => writer.run(text, parameters)),
    insertMany: async (table, columns, rows, suffix = '') => {
      checkRows(table, columns, rows)
      const text = insertText(table, columns, 1, suffix)
      for (let from = 0; from < rows.length; from += rowsPerInsert) {
        if (from > 0) await nextTurn()
        ask(() => {
          for (const row of rows.slice(from, from + rowsPerInsert)) writer.run(text, row)
        })
      }
    },
  }
  try {
    const result = await work(handle)
    if (failure !== null) throw (failure as { error: unknown }).error
    ended = true
    writer.run('commit', [])
    return result
  } catch (error) {
    ended = true
    // A full disk, for one, has the engine roll back by itself.
    if (writer.inTransaction) writer.run('rollback', [])
    throw faultOf(error)
  }
}

function countersOf(core: Core, patience: Patience, signal: AbortSignal | null): Sql {
  const ask = async <T>(work: (connection: SqliteConnection) => T): Promise<T> => {
    core.open.refuseInside()
    signal?.throwIfAborted()
    return whenNotBusy(() => work(core.counters), patience.statementMs, signal)
  }
  return {
    all: <R extends Row>(text: string, parameters: readonly Parameter[] = []) =>
      ask((connection) => connection.all<R>(text, parameters)),
    one: <R extends Row>(text: string, parameters: readonly Parameter[] = []) =>
      ask((connection) => onlyRow(text, connection.all<R>(text, parameters))),
    run: (text, parameters = []) => ask((connection) => connection.run(text, parameters)),
    insertMany: async (table, columns, rows, suffix = '') => {
      checkRows(table, columns, rows)
      for (let from = 0; from < rows.length; from += rowsPerInsert) {
        if (from > 0) await nextTurn()
        const chunk = rows.slice(from, from + rowsPerInsert)
        await ask((connection) => connection.run(insertText(table, columns, chunk.length, suffix), chunk.flat()))
      }
    },
  }
}

/**
 * Tries until no other process holds the lock that `attempt` needs. Only for attempts that have done nothing when the
 * engine says busy: beginning a transaction, a statement of its own, opening the files. The first try is made at once.
 */
async function whenNotBusy<T>(attempt: () => T, timeoutMs: number, signal: AbortSignal | null): Promise<T> {
  const started = performance.now()
  for (let waitMs = pauseMs.first; ; waitMs = Math.min(waitMs + 1, pauseMs.longest)) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error)) throw faultOf(error)
      if (performance.now() - started > timeoutMs)
        throw new StoreError('unavailable', `Another process held the store for more than ${timeoutMs} ms.`, error)
    }
    await pause(waitMs, undefined, signal === null ? {} : { signal })
  }
}
