/** SQL of backups: when the last one was taken, and what one has to know of its store. */
import type { Database, Reads, Row, Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'

export type LastBackup = Row & { taken_at: number; bytes: number }

export function lastBackup(reads: Reads): Promise<LastBackup | null> {
  return reads.one<LastBackup>('select taken_at, bytes from last_backup where id = 1')
}

/** Of two that are taken at once the later stays, whichever ends last; but none that a wrong clock has put after now. */
export async function noteBackup(database: Database, takenAt: Instant, bytes: number): Promise<void> {
  await database.run(
    `insert into last_backup (id, taken_at, bytes) values (1, $1, $2)
     on conflict (id) do update set taken_at = excluded.taken_at, bytes = excluded.bytes
       where last_backup.taken_at < excluded.taken_at or last_backup.taken_at > ${database.dialect.now}`,
    [takenAt, bytes],
  )
}

/** When the newest ledger was written; null: none was. */
export async function lastLedger(reads: Reads): Promise<Instant | null> {
  return (await reads.one<{ taken_at: number }>('select taken_at from last_ledger where id = 1'))?.taken_at ?? null
}

/** Notes that a ledger was written now, by the store's clock. */
export async function noteLedger(database: Database): Promise<void> {
  const { now } = database.dialect
  await database.run(
    `insert into last_ledger (id, taken_at) values (1, ${now}) on conflict (id) do update set taken_at = ${now}`,
  )
}

/** How many lives of the store were before this one: each restore ends one. */
export async function countLives(reads: Reads): Promise<number> {
  return (await reads.one<{ lives: number }>('select count(*) as lives from former_life'))?.lives ?? 0
}

/** Endpoints whose secrets are kept encrypted: what a key is needed for. */
export async function countSealed(reads: Reads): Promise<number> {
  const row = await reads.one<{ sealed: number }>('select count(*) as sealed from webhook')
  return row?.sealed ?? 0
}

/** Accounts, deleted ones too: a store with none is nobody's yet. */
export async function countAccounts(reads: Reads): Promise<number> {
  const row = await reads.one<{ accounts: number }>('select count(*) as accounts from account')
  return row?.accounts ?? 0
}

/** Empties a table that a migration writes rows into, before those of a backup take their place. */
export async function emptyTable(sql: Sql, table: string): Promise<void> {
  await sql.run(`delete from ${table}`)
}
