/**
 * A store on PostgreSQL put in the place of another, in one transaction: the server takes all of it back where it does not
 * end, and whoever asks meanwhile waits, or is told that the store does not answer.
 */
import type { Database, Sql } from '../database.ts'
import { migrateWithin } from '../migrations.ts'
import type { Replacement } from '../replacing/replacement.ts'
import { lockTables, refuseInUse } from './in-use.ts'
import { openPostgres, ownMark } from './postgres.ts'
import { dropTables, standingIn, standingTables } from './standing.ts'

/** How this connection is called on the server, to tell it from those of a service. */
const ownName = 'subsidies restore'
/** Its work is in one transaction; openings of a pool have two more. */
const connections = 3

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
  const { migrations, upTo } = replacement
  // From here on nobody makes a table of ours.
  await sql.run(database.dialect.lockForMigration)
  // Before anybody is made to wait.
  await refuseInUse(database, sql)
  const tables = await standingTables(sql, replacement.tables)
  await lockTables(
    database,
    sql,
    tables.map(({ name }) => name),
  )
  // Whoever came in between is seen, in the store or as one who waits; who comes from now on waits for the new one.
  await refuseInUse(database, sql)
  await replacement.judge(await standingIn(database, sql, tables))
  await dropTables(sql, tables)
  await migrateWithin(database, sql, { folder: migrations, upTo })
  const references = await withoutReferences(sql)
  await replacement.fill(sql, 'postgres')
  for (const { table, name, definition } of references)
    await sql.run(`alter table ${table} add constraint ${name} ${definition}`)
  await migrateWithin(database, sql, { folder: migrations, upTo: null })
  await replacement.settle(sql)
}

type Reference = { table: string; name: string; definition: string }

/** Takes the references between the store's tables away, which hold when all rows are there; answers what puts them back. */
async function withoutReferences(sql: Sql): Promise<Reference[]> {
  const references = await sql.all<Reference>(
    `select cast(cast(conrelid as regclass) as text) as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = cast(current_schema() as regnamespace)
       and obj_description(conrelid, 'pg_class') = '${ownMark}'
     order by 1, 2`,
  )
  for (const { table, name } of references) await sql.run(`alter table ${table} drop constraint ${name}`)
  return references
}
