/**
 * A store on PostgreSQL put in the place of another, in one transaction: the server takes all of it back where it does not
 * end, and whoever asks meanwhile waits, or is told that the store does not answer.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Sql } from '../database.ts'
import { isMadeIn, migrateWithin } from '../migrations.ts'
import { type Replacement, StoreInUse } from '../replacing/replacement.ts'
import { openPostgres } from './postgres.ts'

/** How this connection is called on the server, to tell it from those of a service. */
const ownName = 'subsidies restore'
/** Its work is in one transaction; openings of a pool have two more. */
const connections = 3
/** A connection of a service is used more often than so, were it by its looks for what has changed. */
const usedWithinSeconds = 10
const looksMax = 15
const lookMs = 100
/** How long somebody who has a table is waited for. */
const lockMs = 5_000

export async function replacePostgres(url: string, replacement: Replacement): Promise<void> {
  const own = new URL(url)
  own.searchParams.set('application_name', ownName)
  const database = await openPostgres({ url: own.href, poolSize: connections })
  try {
    await database.forBulk().transaction((transaction) => replaceIn(database, transaction, replacement))
  } finally {
    await database.close()
  }
}

async function replaceIn(database: Database, sql: Sql, replacement: Replacement): Promise<void> {
  const { migrations, upTo, tables } = replacement
  await sql.run(database.dialect.lockForMigration)
  await sql.run(`set local lock_timeout = ${lockMs}`)
  const isThere = await isMadeIn(database, sql)
  await refuseInUse(database, sql)
  await replacement.judge(isThere ? { kind: 'store', reads: sql, engine: 'postgres' } : { kind: 'none' })
  // In one statement, since they refer to each other. What somebody else made of them (a view) keeps them from going.
  await sql.run(`drop table if exists ${tables.join(', ')}`)
  await migrateWithin(database, sql, { folder: migrations, upTo })
  const references = await withoutReferences(sql)
  await replacement.fill(sql, 'postgres')
  for (const { table, name, definition } of references)
    await sql.run(`alter table ${table} add constraint ${name} ${definition}`)
  await migrateWithin(database, sql, { folder: migrations, upTo: null })
  await replacement.settle(sql)
}

type Reference = { table: string; name: string; definition: string }

/** Takes the references between tables away, which hold when all rows are there; answers what puts them back. */
async function withoutReferences(sql: Sql): Promise<Reference[]> {
  const references = await sql.all<Reference>(
    `select cast(cast(conrelid as regclass) as text) as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = cast(current_schema() as regnamespace)
     order by 1, 2`,
  )
  for (const { table, name } of references) await sql.run(`alter table ${table} drop constraint ${name}`)
  return references
}

/** A connection that was just closed is gone from the server's list an instant later: so it is looked at more than once. */
async function refuseInUse(database: Database, sql: Sql): Promise<void> {
  for (let look = 1; ; look += 1) {
    const by = await usersOf(database, sql)
    if (by.length === 0) return
    if (look === looksMax) throw new StoreInUse(by)
    await pause(lookMs)
    // Within a transaction the list stays as it was first seen.
    await sql.all('select pg_stat_clear_snapshot()')
  }
}

/**
 * Who uses the store: holders of leases, and connections that were used just now. One that a pooler keeps for nobody is not
 * used any more.
 */
async function usersOf({ dialect }: Database, sql: Sql): Promise<string[]> {
  const hasLeases = (await sql.one(dialect.tableNamed, ['held_lease'])) !== null
  const holders = hasLeases
    ? await sql.all<{ holder: string }>(
        `select distinct holder from held_lease where holder <> '' and until > ${dialect.now} order by holder`,
      )
    : []
  const used = await sql.all<{ connection: string }>(
    `select application_name || ' at ' || coalesce(host(client_addr), 'a local socket') || ', process ' || pid || ' of the server' as connection
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name = 'subsidies'
       and (state <> 'idle' or state_change > clock_timestamp() - make_interval(secs => ${usedWithinSeconds}))
     order by pid`,
  )
  return [...holders.map(({ holder }) => holder), ...used.map(({ connection }) => connection)]
}
