/** The columns of a table as the engine has them. */
import type { Database, Reads } from '../database.ts'

export const columnTypes = ['text', 'bigint', 'double precision'] as const

/** `type` in the words of the migrations, which both engines share. */
export type Column = { name: string; type: (typeof columnTypes)[number] }

const types: Readonly<Record<string, Column['type']>> = {
  text: 'text',
  integer: 'bigint',
  bigint: 'bigint',
  real: 'double precision',
  'double precision': 'double precision',
}

/** In the order of the table; none: there is no such table. */
export async function columnsOf(reads: Reads, engine: Database['engine'], table: string): Promise<Column[]> {
  const rows = await reads.all<{ name: string; type: string }>(
    engine === 'sqlite'
      ? 'select name, type from pragma_table_info($1) order by cid'
      : `select column_name as name, data_type as type from information_schema.columns
         where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
    [table],
  )
  return rows.map(({ name, type }) => {
    const known = types[type.toLowerCase()]
    if (known === undefined) throw new Error(`${table}.${name} is of the type ${type}`)
    return { name, type: known }
  })
}
