/** Who uses a store on PostgreSQL, and that nobody else does any more. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Sql } from '../database.ts'
import { StoreInUse } from '../replacing/replacement.ts'
import { HeldByOthers } from '../store-error.ts'
import { attempting } from './transaction.ts'

/** A connection of a service is used more often than so, were it by its looks for what has changed. */
const usedWithinSeconds = 10
const looksMax = 15
const lookMs = 100
/** How often the tables are asked for, each time for `limitTableWait`, and how long those who wait meanwhile are let through. */
const locksMax = 5
const betweenLocksMs = 500

const connectionSaid = `application_name || ' at ' || coalesce(host(client_addr), 'a local socket') || ', process ' || pid || ' of the server'`

/**
 * Throws `StoreInUse` where somebody uses the store: holds a lease, or a connection that was used just now. One that a pooler keeps for
 * nobody is not used any more. One that was just closed is gone from the server's list an instant later: so it is looked at more than once.
 */
export async function refuseInUse(database: Database, sql: Sql): Promise<void> {
  for (let look = 1; ; look += 1) {
    const by = await usersOf(database, sql)
    if (by.length === 0) return
    if (look === looksMax) throw new StoreInUse(by)
    await pause(lookMs)
    // Within a transaction the list stays as it was first seen.
    await sql.all('select pg_stat_clear_snapshot()')
  }
}

async function usersOf({ dialect }: Database, sql: Sql): Promise<string[]> {
  const hasLeases = (await sql.one(dialect.tableNamed, ['held_lease'])) !== null
  // A table that is of that name alone says nothing.
  const asked = hasLeases
    ? await attempting(sql, () =>
        sql.all<{ holder: string }>(
          `select distinct holder from held_lease where holder <> '' and until > ${dialect.now} order by holder`,
        ),
      )
    : { value: [] }
  const holders = 'value' in asked ? asked.value : []
  const used = await sql.all<{ connection: string }>(
    `select ${connectionSaid} as connection
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name = 'subsidies'
       and (state <> 'idle' or state_change > clock_timestamp() - make_interval(secs => ${usedWithinSeconds}))
     order by pid`,
  )
  return [...holders.map(({ holder }) => holder), ...used.map(({ connection }) => connection)]
}

/**
 * Takes the tables from everybody until the transaction ends: who asks for one of them waits, and finds what is there then. Throws
 * `StoreInUse` where somebody holds one for too long. It gives way before the server looks who waits for each other, as a migration does.
 */
export async function lockTables({ dialect }: Database, sql: Sql, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return
  await sql.run(dialect.limitTableWait)
  for (let attempt = 1; ; attempt += 1) {
    const asked = await attempting(sql, () => sql.run(`lock table ${tables.join(', ')} in access exclusive mode`))
    if ('value' in asked) return
    if (!(asked.fault instanceof HeldByOthers)) throw asked.fault
    if (attempt === locksMax) throw new StoreInUse(await holdersOf(sql, tables), asked.fault)
    await pause(betweenLocksMs)
  }
}

async function holdersOf(sql: Sql, tables: readonly string[]): Promise<string[]> {
  const names = tables.map((_, place) => `$${place + 1}`).join(', ')
  const held = await sql.all<{ connection: string }>(
    `select distinct pid, ${connectionSaid} as connection
     from pg_locks join pg_class on pg_class.oid = relation join pg_stat_activity using (pid)
     where granted and pid <> pg_backend_pid() and relname in (${names})
       and relnamespace = cast(current_schema() as regnamespace)
     order by pid`,
    tables,
  )
  return held.map(({ connection }) => connection)
}
