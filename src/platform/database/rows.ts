/**
 * Whole tables as lines, each a row as a JSON list of its columns: read and written by the engines themselves, which make
 * JSON of rows, and rows of JSON, several times as quickly as rows are handed over one by one.
 */
import type { Database, Reads, Sql } from './database.ts'

/** The columns of a table as the engine has them. */
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

/** Rows that are read at once, and that are written in one statement. */
const rowsPerPage = 500

/** Every row of a table, in pages. `reads` is of one state: on PostgreSQL of a transaction, in which one table is read at a time. */
export async function* linesOf(
  reads: Reads,
  engine: Database['engine'],
  table: string,
  columns: readonly Column[],
): AsyncGenerator<readonly string[]> {
  const names = columns.map(({ name }) => name).join(', ')
  if (engine === 'sqlite') {
    const text = `select rowid as place, json_array(${names}) as line from ${table} where rowid > $1 order by rowid limit ${rowsPerPage}`
    for (let place = -1, isLast = false; !isLast; ) {
      const rows = await reads.all<{ place: number; line: string }>(text, [place])
      yield rows.map(({ line }) => line)
      place = rows.at(-1)?.place ?? place
      isLast = rows.length < rowsPerPage
    }
    return
  }
  await reads.all(
    `declare rows_of_table no scroll cursor for select cast(json_build_array(${names}) as text) as line from ${table}`,
  )
  for (let isLast = false; !isLast; ) {
    const rows = await reads.all<{ line: string }>(`fetch ${rowsPerPage} from rows_of_table`)
    yield rows.map(({ line }) => line)
    isLast = rows.length < rowsPerPage
  }
  await reads.all('close rows_of_table')
}

/** Writes rows that were read as lines, by whichever engine, at most a page of them; answers how many. */
export function writeLines(
  sql: Sql,
  engine: Database['engine'],
  { table, columns, lines }: { table: string; columns: readonly Column[]; lines: readonly string[] },
): Promise<number> {
  const names = columns.map(({ name }) => name).join(', ')
  const value = (place: number): string => `value ->> ${place}`
  const values = columns.map(({ type }, place) =>
    engine === 'sqlite' || type === 'text' ? value(place) : `cast(${value(place)} as ${type})`,
  )
  const given = engine === 'sqlite' ? 'json_each($1)' : 'jsonb_array_elements(cast($1 as jsonb)) as given (value)'
  return sql.run(`insert into ${table} (${names}) select ${values.join(', ')} from ${given}`, [`[${lines.join(',')}]`])
}
