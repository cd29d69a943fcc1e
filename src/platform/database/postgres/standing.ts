/** What stands on PostgreSQL where a store is to be made: which tables are the store's, and which are somebody else's. */
import pg from 'pg'
import type { Database, Sql } from '../database.ts'
import { isMadeIn } from '../migrations.ts'
import { PlaceTaken, type Standing } from '../replacing/replacement.ts'
import { StoreError } from '../store-error.ts'
import { ownMark } from './postgres.ts'
import { attempting } from './transaction.ts'

/** `name` as a statement names it. */
export type StandingTable = { name: string; isMarked: boolean }

/**
 * The tables of the store, in the order of their names: those that this release knows, and those that a later one made, which say
 * so themselves. Throws `PlaceTaken` where what is no table has the name of one.
 */
export async function standingTables(sql: Sql, known: readonly string[]): Promise<StandingTable[]> {
  const rows = await sql.all<{ relname: string; name: string; kind: string; isMarked: number }>(
    `select relname, quote_ident(relname) as name, cast(relkind as text) as kind,
       coalesce(obj_description(oid, 'pg_class') = '${ownMark}', false) as "isMarked"
     from pg_class where relnamespace = cast(current_schema() as regnamespace) and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
     order by relname`,
  )
  const isTable = ({ kind }: { kind: string }): boolean => kind === 'r' || kind === 'p'
  const taken = rows.filter((row) => !isTable(row) && known.includes(row.relname))
  if (taken.length > 0) throw new PlaceTaken(`It has what is no table under names of the store's: ${namesOf(taken)}.`)
  return rows
    .filter((row) => isTable(row) && (known.includes(row.relname) || row.isMarked === 1))
    .map(({ name, isMarked }) => ({ name, isMarked: isMarked === 1 }))
}

/**
 * What the store there is, if it is one. Without a readable list of migrations it is a broken store where a table says that it is
 * the store's; else throws `PlaceTaken`: those tables may be anybody's.
 */
export async function standingIn(database: Database, sql: Sql, tables: readonly StandingTable[]): Promise<Standing> {
  if (tables.length === 0) return { kind: 'none' }
  const asked = await attempting(sql, () => isMadeIn(database, sql))
  if ('value' in asked && asked.value)
    return {
      ...{ kind: 'store', reads: sql, engine: 'postgres', lacks: [] },
      readPart: (read) => attempting(sql, () => read(sql)),
    }
  const fault = 'fault' in asked ? asked.fault : new Error('its list of migrations is gone')
  if (tables.some(({ isMarked }) => isMarked)) return { kind: 'unreadable', fault }
  throw new PlaceTaken(
    `It has tables under names of the store's that nothing says are the store's: ${namesOf(tables)}.`,
    fault,
  )
}

/** Takes them away. Throws `PlaceTaken` where what somebody else made of them (a view) would go with them. */
export async function dropTables(sql: Sql, tables: readonly StandingTable[]): Promise<void> {
  if (tables.length === 0) return
  const names = tables.map(({ name }) => name).join(', ')
  // In one statement, since they refer to each other.
  const asked = await attempting(sql, () => sql.run(`drop table ${names}`))
  if ('value' in asked) return
  const { fault } = asked
  const { code, detail } = causeOf(fault)
  if (code !== dependentObjects) throw fault
  throw new PlaceTaken(
    `What others made there hangs on the store's tables: ${(detail ?? '').replaceAll('\n', ', ')}.`,
    fault,
  )
}

const dependentObjects = '2BP01'

function causeOf(fault: unknown): { code?: string | undefined; detail?: string | undefined } {
  return fault instanceof StoreError && fault.cause instanceof pg.DatabaseError ? fault.cause : {}
}

const namesOf = (named: readonly { name: string }[]): string => named.map(({ name }) => name).join(', ')
