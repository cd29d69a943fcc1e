/** Rows of a real store that refuse a statement, as a damaged row does. One table at a time, for triggers have one name. */
import type { Database } from '../../src/platform/database/database.ts'

/** The statement that is refused, and the column whose value names the row. */
export type RefusedStatement = { on: 'insert' | 'update' | 'delete'; table: string; column: string }

/** `isBehind`: the table is one of those that are written behind the others. */
export async function breakRow(
  database: Database,
  { on, table, column }: RefusedStatement,
  value: string,
  isBehind = false,
): Promise<void> {
  const row = on === 'delete' ? 'old' : 'new'
  const run = (text: string): Promise<unknown> =>
    isBehind ? database.behindTransaction((transaction) => transaction.run(text)) : database.run(text)
  if (database.engine === 'sqlite') {
    await run(
      `create trigger broken before ${on} on ${table} when ${row}.${column} = '${value}' begin select raise(abort, 'this row is broken'); end`,
    )
    return
  }
  await database.run(
    `create function broken() returns trigger language plpgsql as $$ begin raise exception 'this row is broken'; end $$`,
  )
  await database.run(
    `create trigger broken before ${on} on ${table} for each row when (${row}.${column} = '${value}') execute function broken()`,
  )
}

/** Takes back what `breakRow` did to a table that is not behind. */
export async function mendRow(database: Database, { table }: RefusedStatement): Promise<void> {
  await database.run(database.engine === 'sqlite' ? 'drop trigger broken' : `drop trigger broken on ${table}`)
}
