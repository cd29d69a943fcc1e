/**
 * The embedded store: `store.db`, every commit synced to disk, and two files whose commits survive the process but may lose
 * their last moment in a power cut: `counters.db`, which every request writes, and `behind.db`, written behind the
 * answers. No file of another folder loads `node:sqlite`.
 *
 * The engine is synchronous: a statement runs to its end on the calling thread. What is asynchronous is the wait: for
 * the turn of this process's only writer, and for another process that writes. Nothing here sleeps on the thread for
 * longer than `counterBusyMs`, except a read during another process's crash recovery (`readBusyMs`).
 *
 * Three connections, because a connection sees its own uncommitted rows and `begin immediate` locks every attached file:
 * the writer (store.db alone), the reader (all files, read-only), the counters (counters.db, with store.db to read).
 * Whoever reads one state of the store for a while has one of his own (`snapshots.ts`), and so have transactions
 * of thousands of rows, on a thread (`writing-thread.ts`). On another thread `behind.db` is written.
 */
import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { makeKeptFolder } from '../../files/kept-names.ts'
import { leaveFilesToOwner } from '../../files/owners-alone.ts'
import {
  bulkPatience,
  type Counters,
  type Database,
  type Dialect,
  type Parameter,
  type Patience,
  type Reads,
  type Row,
  requestPatience,
  type Sql,
  turnPatience,
} from '../database.ts'
import { checkRows, given, insertText, OpenTransactions, onlyRow, rowsPerInsert } from '../statements.ts'
import { Turns } from '../turns.ts'
import { beginText, SqliteConnection } from './connection.ts'
import { filesIn, pathsIn, readOnlyUri } from './files.ts'
import { logIsCaredFor, SqliteLog } from './log-copying.ts'
import { LogSync } from './log-sync.ts'
import { SqliteSnapshots } from './snapshots.ts'
import { SyncSoon, whenNotBusy } from './sync-soon.ts'
import { type SharedPlace, sharePlace } from './taking-place.ts'
import { committing, type SqliteWriter, sqliteNow } from './transaction.ts'
import { SqliteThread } from './writing-thread.ts'

/** The counters of the embedded store, as its callers have them: statements of their own, each committed at once. */
type CountersParts = { counters: SqliteConnection; countersSync: SyncSoon; open: OpenTransactions }

/** For a write that comes at once. */
function countersOn({ counters, countersSync }: CountersParts): SqliteConnection {
  countersSync.note()
  return counters
}

function countersOf(core: CountersParts, patience: Patience, signal: AbortSignal | null): Counters {
  const ask = async <T>(work: (connection: SqliteConnection) => T): Promise<T> => {
    core.open.refuseInside()
    signal?.throwIfAborted()
    return whenNotBusy(() => work(countersOn(core)), performance.now() + patience.statementMs, signal)
  }
  return {
    all: <R extends Row>(text: string, parameters: readonly Parameter[] = []) =>
      ask((connection) => connection.all<R>(text, parameters)),
    one: <R extends Row>(text: string, parameters: readonly Parameter[] = []) =>
      ask((connection) => onlyRow(text, connection.all<R>(text, parameters))),
    run: (text, parameters = []) => ask((connection) => connection.run(text, given(parameters))),
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

/** How long the engine itself may wait for a lock, on the thread. */
const readBusyMs = 5_000
const counterBusyMs = 5
/** How long closing waits for a transaction to end: it comes last of a stop, which takes 35 s at most. */
const closeMs = 2_000
/**
 * What a long transaction keeps in memory before it writes to the log; given back after it. With the engine's own 2 MB its
 * pages were written, read again and written again: a third more time.
 */
const longCacheKiB = 256 * 1024
/**
 * Of a store that is made: a record of some 5 KB then stands in one page, where the engine's own 4 KB chain it over three.
 * A run's transaction takes three quarters of the time, half of it saved at the commit.
 */
const pageBytes = 16 * 1024
/** After a bulk write the log file shrinks back to this. */
const logBytesMax = 64 * 1024 * 1024

export const dialect: Dialect = {
  forUpdate: '',
  forUpdateSkipLocked: '',
  eachOf: null,
  now: sqliteNow,
  tableNamed: `select name from sqlite_schema where type = 'table' and name = $1`,
  bytesOf: (text) => `cast(${text} as blob)`,
  lockForMigration: '',
  limitTableWait: '',
  saysOwn: () => '',
}

type Core = {
  place: SharedPlace
  writer: SqliteConnection
  thread: SqliteThread
  log: SqliteLog
  logSync: LogSync
  countersSync: SyncSoon
  behindSync: SyncSoon
  reader: SqliteConnection
  counters: SqliteConnection
  /** Makes the file of what is written behind the answers, and keeps it one that readers can open. */
  behindFile: SqliteConnection
  behind: SqliteThread
  behindTurn: Turns
  snapshots: SqliteSnapshots
  threadTurn: Turns
  writerTurn: Turns
  open: OpenTransactions
}

/** Opens the store in `folder`, which is made (0700) when it is not there; its files are their owner's alone (0600). */
export async function openSqlite({ folder }: { folder: string }): Promise<Database> {
  makeKeptFolder(folder)
  chmodSync(folder, 0o700)
  // Before as well: what the engine makes beside a file is as open as that.
  leaveFilesToOwner(filesIn(folder))
  const core = await whenNotBusy(() => connect(folder), performance.now() + requestPatience.writerTurnMs, null)
  leaveFilesToOwner(filesIn(folder))
  return databaseOf(core, requestPatience, null)
}

function connect(folder: string): Core {
  const place = sharePlace(folder)
  const { store, counters, behind } = pathsIn(folder)
  const opened: SqliteConnection[] = []
  // `fullfsync` matters on macOS alone, where a plain sync stops at the drive's cache.
  const open = (path: string, readOnly: boolean, settings: string): SqliteConnection => {
    const connection = new SqliteConnection(new DatabaseSync(path, { readOnly, timeout: readBusyMs, defensive: true }))
    opened.push(connection)
    connection.exec(settings)
    return connection
  }
  const writing = `pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 0;`
  // Each is synced soon after a commit (`sync-soon.ts`), and by the engine before it is copied from.
  const unsynced = `pragma synchronous = normal;`
  const common = `pragma journal_mode = wal; pragma fullfsync = 1; pragma checkpoint_fullfsync = 1; pragma journal_size_limit = ${logBytesMax}; ${overwriting}`
  try {
    const parts = {
      place,
      // The size of a page is decided before anything else is written, and for good.
      writer: open(store, false, `pragma page_size = ${pageBytes}; ${common} ${writing} ${logIsCaredFor}`),
      // It copies the log itself, when its commit has been answered.
      thread: new SqliteThread({
        path: store,
        settings: `${common} ${writing} ${logIsCaredFor} pragma cache_size = -${longCacheKiB};`,
      }),
      counters: open(counters, false, `${common} ${unsynced} pragma busy_timeout = ${counterBusyMs};`),
      behindFile: open(behind, false, `${common} ${unsynced}`),
      behind: new SqliteThread({ path: behind, settings: `${common} ${unsynced} pragma busy_timeout = 0;` }),
      behindTurn: new Turns(1, 'the thread that writes behind the answers'),
      reader: open(store, true, ''),
      snapshots: new SqliteSnapshots(store, [counters, behind], readBusyMs),
      threadTurn: new Turns(1, 'the thread that writes to the store'),
      writerTurn: new Turns(1, 'the turn to write to the store'),
      logSync: new LogSync(`${store}-wal`),
      countersSync: new SyncSoon(new LogSync(`${counters}-wal`)),
      behindSync: new SyncSoon(new LogSync(`${behind}-wal`)),
      open: new OpenTransactions(),
    }
    const core = { ...parts, log: new SqliteLog(parts.writer, parts.thread, parts.threadTurn) }
    core.counters.exec(`attach '${readOnlyUri(store)}' as store`)
    core.reader.exec(`attach '${readOnlyUri(counters)}' as counters`)
    core.reader.exec(`attach '${readOnlyUri(behind)}' as behind`)
    return core
  } catch (error) {
    for (const connection of opened) connection.close()
    place.letGo()
    throw error
  }
}

function databaseOf(core: Core, patience: Patience, signal: AbortSignal | null): Database {
  /** Runs one statement where it belongs: a read beside any transaction under way, a write in its turn. */
  const ask = async <T>(text: string, work: (connection: SqliteConnection) => T): Promise<T> => {
    core.open.refuseInside()
    signal?.throwIfAborted()
    if (core.reader.reads(text)) return work(core.reader)
    return inTurn((until) => whenNotBusy(() => work(core.writer), until, signal))
  }

  /** `work` with the turn to write of this process; `until` is when the wait for another process's must end, too. */
  const inTurn = async <T>(work: (until: number) => Promise<T>): Promise<T> => {
    core.logSync.refuseBroken()
    const until = performance.now() + patience.writerTurnMs
    const giveBack = await core.writerTurn.take(patience.writerTurnMs, signal)
    try {
      return await work(until)
    } finally {
      core.log.noteWrite()
      giveBack()
    }
  }

  const transactionOn = <T>(writer: SqliteWriter, work: (transaction: Sql) => Promise<T>): Promise<T> =>
    inTurn(async (until) => {
      await whenNotBusy(() => writer.run(beginText, []), until, signal)
      return core.open.within(() => committing(writer, signal, work))
    })
  const transaction = async <T>(work: (transaction: Sql) => Promise<T>): Promise<T> => {
    core.open.refuseInside()
    return transactionOn(core.writer, work)
  }
  /** Committed, and not yet synced. */
  const counted = async <T>(work: (transaction: Sql) => Promise<T>): Promise<T> => {
    core.open.refuseInside()
    return inTurn(async (until) => {
      // Run anew each time: the engine does it while it prepares the statement, and not inside a transaction.
      core.writer.exec('pragma synchronous = normal')
      try {
        await whenNotBusy(() => core.writer.run(beginText, []), until, signal)
        return await core.open.within(() => committing(core.writer, signal, work))
      } finally {
        core.writer.exec('pragma synchronous = full')
      }
    })
  }
  const requestTransaction = async <T>(work: (transaction: Sql) => Promise<T>): Promise<T> => {
    const result = await counted(work)
    await core.logSync.durable()
    return result
  }
  const longTransaction = async <T>(work: (transaction: Sql) => Promise<T>): Promise<T> => {
    core.open.refuseInside()
    // The thread is had before the turn to write: nobody is to wait for what it still does after its last commit.
    const giveBack = await core.threadTurn.take(patience.writerTurnMs, signal)
    try {
      return await transactionOn(core.thread, work)
    } finally {
      core.thread.rest().then(giveBack)
    }
  }
  const snapshot = async <T>(isWhole: boolean, work: (state: Reads) => Promise<T>): Promise<T> => {
    core.open.refuseInside()
    const how = { isWhole, timeoutMs: patience.statementMs, signal }
    return core.snapshots.read(how, (state) => core.open.within(() => work(state)))
  }
  return {
    engine: 'sqlite',
    dialect,
    counters: countersOf(core, patience, signal),
    countersAtOnce: (work) => {
      core.open.refuseInside()
      signal?.throwIfAborted()
      return whenNotBusy(() => countersOn(core).atOnce(work), performance.now() + patience.statementMs, signal)
    },
    all: <R extends Row>(text: string, parameters: readonly Parameter[] = []) =>
      ask(text, (connection) => connection.all<R>(text, parameters)),
    one: <R extends Row>(text: string, parameters: readonly Parameter[] = []) =>
      ask(text, (connection) => onlyRow(text, connection.all<R>(text, parameters))),
    run: (text, parameters = []) => ask(text, (connection) => connection.run(text, parameters)),
    insertMany: (...given) => transaction((handle) => handle.insertMany(...given)),
    transaction,
    requestTransaction,
    longTransaction,
    behindTransaction: (work) => behindTransaction(core, patience, signal, work),
    keepSeen: () => core.logSync.durable(),
    keepBeside: async () => void (await Promise.all([core.countersSync.durable(), core.behindSync.durable()])),
    scrubFiles: () => scrubFiles(core, patience, signal),
    snapshot: (work) => snapshot(false, work),
    wholeSnapshot: (work) => snapshot(true, work),
    withSignal: (given) => databaseOf(core, patience, signal === null ? given : AbortSignal.any([signal, given])),
    forBulk: () => databaseOf(core, bulkPatience, signal),
    // Nobody takes a writer's turn from him here: a process that stands still in one has it until it goes on, or ends.
    forTurns: (statementMs) => databaseOf(core, turnPatience(statementMs), signal),
    turnsTaken: () => [
      { of: 'writer', ...core.writerTurn.taken },
      { of: 'writing_thread', ...core.threadTurn.taken },
      { of: 'behind_thread', ...core.behindTurn.taken },
    ],
    close: () => close(core),
  }
}

/** What is deleted is overwritten with zeros, in pages that stay and in pages that are freed (docs/decisions/0065). */
const overwriting = 'pragma secure_delete = on;'
/** Copies a log into its file and cuts it to nothing; says whether a reader or writer was in the way. */
const cutLog = 'pragma main.wal_checkpoint(truncate)'
type CutLog = { busy: number }

/** See `Database.scrubFiles`. On the threads, each between two of its own transactions; the file of the counters is small. */
async function scrubFiles(core: Core, { writerTurnMs }: Patience, signal: AbortSignal | null): Promise<boolean> {
  const cutAfter = async (turn: Turns, cut: () => Promise<CutLog[]>): Promise<CutLog[]> => {
    const giveBack = await turn.take(writerTurnMs, signal)
    return cut().finally(giveBack)
  }
  core.logSync.refuseBroken()
  const store = await cutAfter(core.threadTurn, () => cutAfter(core.writerTurn, () => core.thread.allAlone(cutLog)))
  const behind = await cutAfter(core.behindTurn, () => core.behind.allAlone(cutLog))
  return [store, behind, core.counters.all<CutLog>(cutLog, [])].every(([row]) => row?.busy === 0)
}

async function close(core: Core): Promise<void> {
  const giveBack = await core.writerTurn.take(closeMs, null)
  core.snapshots.close()
  core.reader.close()
  core.counters.close()
  await Promise.all([core.thread.close(), core.behind.close()])
  core.behindFile.close()
  await Promise.all([core.logSync.close(), core.countersSync.close(), core.behindSync.close()])
  core.writer.close()
  core.place.letGo()
  giveBack()
}

/** What is written behind the answers: on a thread and in a file of its own, where nobody's turn is waited for. */
async function behindTransaction<T>(
  core: Core,
  patience: Patience,
  signal: AbortSignal | null,
  work: (transaction: Sql) => Promise<T>,
): Promise<T> {
  core.open.refuseInside()
  const until = performance.now() + patience.writerTurnMs
  const giveBack = await core.behindTurn.take(patience.writerTurnMs, signal)
  try {
    await whenNotBusy(() => core.behind.run(beginText, []), until, signal)
    return await core.open.within(() => committing(core.behind, signal, work))
  } finally {
    core.behindSync.note()
    core.behind.rest().then(giveBack)
  }
}
