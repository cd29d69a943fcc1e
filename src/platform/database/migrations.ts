/**
 * Numbered migrations, `migrations/NNNN-name.sql`: applied once, in order, by one process at a time, all that are
 * missing in one transaction. What has been applied is never edited: its digest is kept and compared at every start.
 *
 * The text is portable SQL; a statement ends with `;` at the end of a line. Lines that begin with these markers hold up
 * to the next marker:
 *
 *     --@sqlite     only there                    --@all    both engines again
 *     --@postgres   only there
 *     --@counters   both engines; on SQLite in the file of the counters, before the transaction and no part of it: so
 *                   such a statement is one that can be run twice (`if not exists`, `if exists`)
 *     --@behind     likewise, in the file of what is written behind the answers
 *
 * On SQLite every table is made `strict`, so that a value of the wrong type is refused there as on PostgreSQL.
 */
import { hash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Reads, Sql } from './database.ts'
import { HeldByOthers } from './store-error.ts'

/** A store or a folder of migrations that cannot be brought together; the message is one line and says what to do. */
export class MigrationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MigrationError'
  }
}

type Migration = { number: number; name: string; digest: string; text: string }
export type Applied = { number: number; name: string; digest: string }
type Statement = { part: Part; text: string }
type Part = 'all' | 'sqlite' | 'postgres' | 'counters' | 'behind'

const fileForm = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/
const parts: readonly string[] = ['all', 'sqlite', 'postgres', 'counters', 'behind'] satisfies Part[]
const generationBytes = 16
/** How often a migration is tried that meets a table which somebody holds, and how long those who wait behind it have in between. */
const attemptsMax = 40
const betweenAttemptsMs = 3_000
const tableMade = /^create table (?:if not exists )?(\w+)/
const tableDropped = /^drop table (?:if exists )?(\w+)/
const migrationTable =
  'create table if not exists migration (number integer not null primary key, name text not null, digest text not null)'

/** Which migrations: those in `folder`, up to that number where one is given. */
type Chosen = { folder: string; upTo?: number | null }
/** `makesLost`: what was lost beside the embedded store is made anew, empty. */
type Migrating = Chosen & { betweenMs?: number; makesLost?: boolean }

/**
 * Brings the store to the newest migration; answers the names of those applied now. Services of the release before go on
 * meanwhile: where a table is held by somebody (a long read, a publication), it gives way and tries again, for minutes, and then
 * throws a `MigrationError`, with nothing changed. So it does where files beside the embedded store are lost, unless they are to be made anew.
 */
export async function migrate(database: Database, chosen: Migrating): Promise<string[]> {
  const migrations = await readMigrations(chosen)
  // Nothing to do is the common case, and must not wait for somebody's long transaction.
  const applied = await appliedTo(database, database)
  const expected = missing(migrations, applied)
  const store = database.forBulk()
  if (database.engine === 'sqlite') {
    const lost = await lostOf(database, migrations.slice(0, applied.length))
    if (lost.length > 0 && chosen.makesLost !== true) throw lostFault(lost)
    if (lost.length > 0) await applyAllBeside(store, migrations.slice(0, applied.length).flatMap(statementsOf))
  }
  if (expected.length === 0) return []
  if (store.engine === 'sqlite') await applyAllBeside(store, expected.flatMap(statementsOf))
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(store, migrations)
    } catch (error) {
      if (!(error instanceof HeldByOthers)) throw error
      if (attempt === attemptsMax)
        throw new MigrationError(
          `A table of the store was held by others for too long (${error.message}); nothing was changed. Look for what reads or writes for long, and start again.`,
        )
    }
    await pause(chosen.betweenMs ?? betweenAttemptsMs)
  }
}

/** All that are missing in one transaction. */
function migrateOnce(store: Database, migrations: readonly Migration[]): Promise<string[]> {
  return store.transaction(async (transaction) => {
    const { lockForMigration, limitTableWait } = store.dialect
    if (lockForMigration !== '') await transaction.run(lockForMigration)
    if (limitTableWait !== '') await transaction.run(limitTableWait)
    return applyMissing(store, transaction, migrations)
  })
}

/** `migrate` inside a transaction that its caller commits, where one transaction is the whole store (PostgreSQL). */
export async function migrateWithin(database: Database, transaction: Sql, chosen: Chosen): Promise<string[]> {
  return applyMissing(database, transaction, await readMigrations(chosen))
}

async function applyMissing(store: Database, transaction: Sql, migrations: readonly Migration[]): Promise<string[]> {
  const todo = missing(migrations, await appliedTo(store, transaction))
  await apply(store, transaction, { part: 'all', text: migrationTable })
  for (const migration of todo) {
    for (const statement of statementsOf(migration)) await apply(store, transaction, statement)
    await transaction.run('insert into migration (number, name, digest) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.digest,
    ])
  }
  await nameStore(store, transaction)
  return todo.map((migration) => migration.name)
}

/** Gives a new store its own name. A restored store is given another, which tells apart what was handed out before. */
async function nameStore(database: Database, transaction: Sql): Promise<void> {
  if ((await transaction.one(database.dialect.tableNamed, ['store_identity'])) === null) return
  await transaction.run('insert into store_identity (id, generation) values (1, $1) on conflict (id) do nothing', [
    randomBytes(generationBytes).toString('hex'),
  ])
}

/** Which life of the store this is: random at its making, another after a restore. Cursors hold for one of them. */
export async function storeGeneration(sql: Reads): Promise<string> {
  const row = await sql.one<{ generation: string }>('select generation from store_identity where id = 1')
  if (row === null) throw new Error('the store has no name: it was not migrated')
  return row.generation
}

/** The migrations of this release, in order. */
export async function migrationsIn(folder: string): Promise<Applied[]> {
  return (await readMigrations({ folder })).map(({ number, name, digest }) => ({ number, name, digest }))
}

/** Those that a store has had, in order. */
export async function migrationsOf(reads: Reads): Promise<Applied[]> {
  const rows = await reads.all<Applied>('select number, name, digest from migration order by number')
  return rows.map(({ number, name, digest }) => ({ number, name, digest }))
}

async function readMigrations({ folder, upTo = null }: Chosen): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations: Migration[] = []
  for (const name of names) {
    const form = fileForm.exec(name)
    const expected = migrations.length + 1
    if (form === null || Number(form[1]) !== expected)
      throw new MigrationError(
        `${name}: migrations are named NNNN-name.sql and numbered without a gap; ${expected} is next.`,
      )
    const text = await readFile(join(folder, name), 'utf8')
    migrations.push({ number: expected, name, digest: hash('sha256', text, 'hex'), text })
  }
  return migrations.slice(0, upTo ?? undefined)
}

/** Whether somebody has made the store: without a migration it is an empty place. */
export function isMade(database: Database): Promise<boolean> {
  return isMadeIn(database, database)
}

/** `isMade`, as a transaction sees it. */
export async function isMadeIn(database: Database, sql: Sql): Promise<boolean> {
  return (await appliedTo(database, sql)).length > 0
}

async function appliedTo(database: Database, sql: Sql): Promise<Applied[]> {
  if ((await sql.one(database.dialect.tableNamed, ['migration'])) === null) return []
  return migrationsOf(sql)
}

/** The migrations still to apply; refuses a store that this code does not know. */
function missing(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const newest = migrations.at(-1)?.name ?? 'none'
  for (const done of applied) {
    const known = migrations[done.number - 1]
    if (known === undefined)
      throw new MigrationError(
        `The store is newer than this release: it has migration ${done.name}, this release ends with ${newest}. Start the newer release, or restore a backup made before it.`,
      )
    if (known.name !== done.name || known.digest !== done.digest)
      throw new MigrationError(
        `Migration ${known.name} is not the one that was applied to the store (${done.name}): restore the file as released, and write a new migration for the change.`,
      )
  }
  return migrations.slice(applied.length)
}

/** A table that was made beside the store, and is not there any more; `file`: where it stood. */
type Lost = { table: string; file: 'counters.db' | 'behind.db' }

/** Of an embedded store: the tables that it had in files beside its own and has no more, as far as this release knows them. */
export async function lostBeside(reads: Reads, folder: string): Promise<Lost[]> {
  const applied = (await migrationsOf(reads)).length
  return lostOf(reads, (await readMigrations({ folder })).slice(0, applied))
}

async function lostOf(reads: Reads, applied: readonly Migration[]): Promise<Lost[]> {
  const made = new Map<string, Lost['file']>()
  for (const { part, text } of applied.flatMap(statementsOf)) {
    if (part !== 'counters' && part !== 'behind') continue
    const [table, dropped] = [tableMade.exec(text)?.[1], tableDropped.exec(text)?.[1]]
    if (table !== undefined) made.set(table, part === 'counters' ? 'counters.db' : 'behind.db')
    if (dropped !== undefined) made.delete(dropped)
  }
  const lost: Lost[] = []
  // In whichever of its files.
  for (const [table, file] of made)
    if ((await reads.one('select name from pragma_table_info($1) limit 1', [table])) === null)
      lost.push({ table, file })
  return lost
}

function lostFault(lost: readonly Lost[]): MigrationError {
  const files = [...new Set(lost.map(({ file }) => file))].join(' and ')
  const what = lost.map(({ table }) => table).join(', ')
  return new MigrationError(
    `The store had ${what} in ${files} beside store.db, and has not any more: counts of requests and token buckets (counters.db), or the log and the figures of use (behind.db). Put back what stood beside store.db, or restore a backup (restore --from F --replace --ledger L). To go on without it, at counts from nothing: npx subsidies migrate --make-lost.`,
  )
}

/** The statements of a migration, in order, without comments. */
function statementsOf({ name, text }: Migration): Statement[] {
  const statements: Statement[] = []
  let part: Part = 'all'
  let lines: string[] = []
  for (const line of text.split('\n').map((each) => each.trimEnd())) {
    if (line.startsWith('--@')) {
      const word = line.slice(3)
      if (!isPart(word) || lines.length > 0) throw new MigrationError(`${name}: the marker ${line} cannot stand there.`)
      part = word
    }
    if (line === '' || line.trimStart().startsWith('--')) continue
    lines.push(line)
    if (!line.endsWith(';')) continue
    statements.push({ part, text: lines.join('\n').slice(0, -1) })
    lines = []
  }
  if (lines.length > 0) throw new MigrationError(`${name}: the last statement does not end with a semicolon.`)
  for (const { part: where, text: statement } of statements)
    if ((where === 'counters' || where === 'behind') && !/\bif (?:not )?exists\b/.test(statement))
      throw new MigrationError(`${name}: a statement beside the store cannot be run twice: ${statement}`)
  return statements
}

function isPart(word: string): word is Part {
  return parts.includes(word)
}

/** On the embedded store: what stands in its other files. It is on the disk before the store says that it has it. */
async function applyAllBeside(store: Database, statements: readonly Statement[]): Promise<void> {
  const beside = statements.filter(({ part }) => part === 'counters' || part === 'behind')
  for (const { part, text } of beside) {
    if (part === 'counters') await store.counters.run(strict(text))
    else await store.behindTransaction((transaction) => transaction.run(strict(text)))
  }
  if (beside.length > 0) await store.keepBeside()
}

async function apply(database: Database, transaction: Sql, { part, text }: Statement): Promise<void> {
  if (database.engine === 'postgres') {
    if (part === 'sqlite') return
    await transaction.run(text)
    const made = tableMade.exec(text)?.[1]
    if (made !== undefined) await transaction.run(database.dialect.saysOwn(made))
  } else if (part === 'all' || part === 'sqlite') await transaction.run(strict(text))
}

/** The statement with SQLite's names of the types, and a table's `strict`. */
function strict(text: string): string {
  const typed = text.replaceAll(/\bbigint\b/g, 'integer').replaceAll(/\bdouble precision\b/g, 'real')
  return /^create table\b/.test(typed) ? `${typed} strict` : typed
}
