/**
 * The store on a PostgreSQL server, 15 or later, also behind a pooler that gives a connection for one transaction:
 * nothing here depends on the session (no session settings, no start-up options, and of prepared statements only those
 * of the counters, which bear another connection: `preparations.ts`).
 */
import pg from 'pg'
import {
  bulkPatience,
  type Counters,
  type Database,
  type Dialect,
  type LateParameters,
  type Parameter,
  type Patience,
  type Row,
  requestPatience,
  type Sql,
  turnPatience,
} from '../database.ts'
import { checkParameters, given, OpenTransactions, onlyReads, onlyRow } from '../statements.ts'
import { HeldByOthers, StoreError } from '../store-error.ts'
import { Turns } from '../turns.ts'
import { before, type Held, isPooled, keepsNames, plain, query, type Way, withConnection } from './connection.ts'
import { LostConnection } from './faults.ts'
import { newPreparing, type Preparing, preparedQuery } from './preparations.ts'
import { committing, type Limits } from './transaction.ts'

/** Object ids of PostgreSQL's built-in types (pg_type.dat). */
const numberTypes = new Set([
  20, // bigint
  21, // smallint
  23, // integer
  26, // oid
  700, // real
  701, // double precision
  1700, // numeric: what sum() makes of bigints
])
const booleanType = 16

/**
 * How this pool reads what the server answers, and nobody else's: numbers as numbers, truth as 1 or 0, all else as the
 * text it is. Changing `pg`'s own parsers would change them for the whole process.
 */
export function parserOf(type: number): (value: string) => string | number {
  if (numberTypes.has(type)) return readNumber
  return type === booleanType ? readTruth : readText
}

function readNumber(value: string): number {
  const number = Number(value)
  if (Number.isInteger(number) && !Number.isSafeInteger(number))
    throw new StoreError('statement', `A number beyond 2^53 came from the store: ${value}`)
  return number
}

function readTruth(value: string): number {
  return value === 't' ? 1 : 0
}

function readText(value: string): string {
  return value
}

const connectMs = 3_000
const idleMs = 30_000
/**
 * How long closing waits for transactions to end: it comes last of a stop, which takes 35 s at most. Longer than
 * connecting may take, so that a silent server does not keep it from ending well.
 */
const closeMs = 3_500
const oldestServer = 150_000
/** What is said of every table that a migration makes, by every release: so another release knows them for the store's. */
export const ownMark = 'of the store of subsidies'
/** Any number, the same in every release: who holds it migrates. */
const migrationLock = 5_731_904
/**
 * How long a migration has everybody wait behind it for a table that somebody holds: well within the 5 s of a key's decision, and
 * within the second after which the server looks who waits for each other, so that it is the migration that gives way.
 */
const tableWaitMs = 500

const dialect: Dialect = {
  // Nobody changes the key of a row: what refers to it is written beside whoever holds it. By `for update` it would wait,
  // and its writer might have by then what the holder takes next.
  forUpdate: 'for no key update',
  forUpdateSkipLocked: 'for no key update skip locked',
  eachOf: 'cross join lateral',
  now: 'cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)',
  tableNamed:
    'select table_name from information_schema.tables where table_schema = current_schema() and table_name = $1',
  bytesOf: (text) => text,
  lockForMigration: `select pg_advisory_xact_lock(${migrationLock})`,
  limitTableWait: `set local lock_timeout = ${tableWaitMs}`,
  saysOwn: (table) => `comment on table ${table} is '${ownMark}'`,
}

/** `background`: turns of those who may keep a connection for long, so that one is left to requests and signs of life. */
type Core = Way & {
  background: Turns
  open: OpenTransactions
  preparing: Preparing
  attemptsMax: number
}

/** Opens the store at `url`; at most `poolSize` connections. The first answer of the server decides. */
export async function openPostgres({ url, poolSize }: { url: string; poolSize: number }): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    fallback_application_name: 'subsidies',
    types: { getTypeParser: parserOf },
  })
  // Idle connections die with the server; the pool has then dropped them and makes new ones.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const turns = new Turns(poolSize, 'a connection to the store')
  // A server that restarts ends every connection of the pool; each may be met once before one is new.
  const background = new Turns(Math.max(1, poolSize - 1), 'a connection to the store for background work')
  const open = new OpenTransactions()
  const core: Core = {
    ...{ pool, turns, background, open },
    ...{ isPooled: false, keepsNames: true, preparing: newPreparing(), attemptsMax: poolSize + 1 },
  }
  const database = databaseOf(core, { patience: requestPatience, signal: null })
  try {
    const row = await database.one(`select cast(current_setting('server_version_num') as integer) as version`)
    if (Number(row?.version) < oldestServer)
      throw new StoreError(
        'statement',
        `PostgreSQL 15 or later is needed; the server is ${Number(row?.version) / 10_000}.`,
      )
    const until = performance.now() + requestPatience.statementMs
    core.isPooled = await withConnection(core, until, null, (held) => isPooled(held, until))
    if (core.isPooled) core.keepsNames = await withConnection(core, until, null, (held) => keepsNames(held, until))
  } catch (error) {
    await pool.end()
    throw error
  }
  return database
}

function databaseOf(core: Core, limits: Limits): Database {
  /** Gives `work` a connection, in the background's turn where it is that. */
  const connected = async <T>(until: number, work: (held: Held) => Promise<T>): Promise<T> => {
    if (limits.patience === requestPatience) return withConnection(core, until, limits.signal, work)
    const giveBack = await core.background.take(Math.max(0, until - performance.now()), limits.signal)
    try {
      return await withConnection(core, until, limits.signal, work)
    } finally {
      giveBack()
    }
  }

  /** One statement, its own transaction: asked again when it is certain that nothing was done, a read once in any case. */
  const ask = async (text: string, late: LateParameters, often: boolean): Promise<pg.QueryResult> => {
    core.open.refuseInside()
    const until = performance.now() + limits.patience.statementMs
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await connected(until, (held) => {
          const parameters = given(late)
          checkParameters(text, parameters)
          if (often) return preparedQuery(core, held, text, parameters, until, limits.signal)
          return query(core, held, plain(text, parameters), until, limits.signal)
        })
      } catch (error) {
        // Nothing was done: whoever it stood in the way of, a migration most likely, has been let through.
        if (error instanceof HeldByOthers && attempt < core.attemptsMax) continue
        if (!(error instanceof LostConnection)) throw error
        if (!error.nothingDone && (attempt > 1 || !onlyReads(text))) throw error
        if (attempt >= core.attemptsMax) throw error
      }
    }
  }

  /** `work` in a transaction that `begin` begins: begun anew where it is certain that nothing of it was. */
  const within = async <T>(begin: string, work: (transaction: Sql) => Promise<T>): Promise<T> => {
    core.open.refuseInside()
    for (let attempt = 1; ; attempt += 1) {
      let begun = false
      const until = performance.now() + limits.patience.statementMs
      try {
        return await connected(until, async (held) => {
          await query(core, held, plain(beginText(begin, limits.patience)), until, limits.signal)
          begun = true
          return core.open.within(() => committing(core, held, limits, work))
        })
      } catch (error) {
        if (begun || !(error instanceof LostConnection) || attempt >= core.attemptsMax) throw error
      }
    }
  }
  const transaction: Database['transaction'] = (work) => within('isolation level read committed', work)

  const asking = (often: boolean): Counters => ({
    all: async <R extends Row>(text: string, parameters: readonly Parameter[] = []): Promise<R[]> =>
      (await ask(text, parameters, often)).rows,
    one: async <R extends Row>(text: string, parameters: readonly Parameter[] = []): Promise<R | null> =>
      onlyRow<R>(text, (await ask(text, parameters, often)).rows),
    run: async (text, parameters = []) => (await ask(text, parameters, often)).rowCount ?? 0,
    insertMany: (...given) => transaction((handle) => handle.insertMany(...given)),
  })
  return {
    engine: 'postgres',
    dialect,
    ...asking(false),
    counters: asking(true),
    countersAtOnce: null,
    transaction,
    requestTransaction: transaction,
    // A commit is answered when it is on the disk.
    longTransaction: transaction,
    // Its end is known when it is committed, and the disk not waited for.
    behindTransaction: (work) => within('isolation level read committed; set local synchronous_commit = off', work),
    // A commit is seen when it is on the disk.
    keepSeen: () => Promise.resolve(),
    keepBeside: () => Promise.resolve(),
    scrubFiles: () => Promise.resolve(true),
    snapshot: (work) => within('isolation level repeatable read read only', work),
    wholeSnapshot: (work) => within('isolation level repeatable read read only', work),
    withSignal: (given) =>
      databaseOf(core, {
        ...limits,
        signal: limits.signal === null ? given : AbortSignal.any([limits.signal, given]),
      }),
    forBulk: () => databaseOf(core, { ...limits, patience: bulkPatience }),
    forTurns: (statementMs) => databaseOf(core, { ...limits, patience: turnPatience(statementMs) }),
    turnsTaken: () => [
      { of: 'connection', ...core.turns.taken },
      { of: 'background_connection', ...core.background.taken },
    ],
    close: () => before(core.pool.end(), performance.now() + closeMs, null, () => undefined),
  }
}

function beginText(characteristics: string, patience: Patience): string {
  return `begin ${characteristics}; set local statement_timeout = ${patience.statementMs}; set local idle_in_transaction_session_timeout = ${patience.idleInTransactionMs}`
}
