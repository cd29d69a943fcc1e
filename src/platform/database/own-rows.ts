/** The rows that are an account's own, as its owner is handed them: table by table, in pages, columns that are named and no other. */
import { formatInstant } from '../../values/brussels.ts'
import type { Database, Parameter, Row } from './database.ts'
import { pagesOf } from './pages.ts'

/** How a column is told: as it stands, as a moment (RFC 3339, Brussels), as the value whose JSON it is, as true or false. */
export type Telling = 'plain' | 'moment' | 'json' | 'flag'

export type OwnRows = {
  table: string
  /** What may be told: what is secret, or means nothing to its owner, is not named. */
  columns: Readonly<Record<string, Telling>>
  /** Unique together, never null: the order of the rows. */
  order: readonly string[]
  /** Whose a row is, as a condition in which $1 is the account. */
  whose?: string
}

const rowsPerPage = 200

/** Every row of the account, in pages. */
export async function* ownRows(
  database: Database,
  { table, columns, order, whose = 'account_id = $1' }: OwnRows,
  accountId: string,
): AsyncGenerator<readonly Record<string, unknown>[]> {
  const names = [...new Set([...Object.keys(columns), ...order])].join(', ')
  const place = `(${order.join(', ')})`
  const read = (after: readonly Parameter[] | null): Promise<Row[]> => {
    const where = after === null ? '' : `and ${place} > (${after.map((_, at) => `$${at + 2}`).join(', ')})`
    return database.all(
      `select ${names} from ${table} where (${whose}) ${where} order by ${order.join(', ')} limit ${rowsPerPage}`,
      [accountId, ...(after ?? [])],
    )
  }
  const placeOf = (row: Row): Parameter[] => order.map((column) => row[column] as Parameter)
  const first: readonly Parameter[] | null = null
  for await (const rows of pagesOf<Row, readonly Parameter[] | null>({ first, rowsPerPage, read, placeOf }))
    yield rows.map((row) => told(row, columns))
}

function told(row: Row, columns: OwnRows['columns']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(columns).map(([name, how]) => [name, tell(row[name] ?? null, how)]))
}

function tell(value: Row[string], how: Telling): unknown {
  if (value === null) return null
  if (how === 'moment') return formatInstant(Number(value))
  if (how === 'json') return JSON.parse(String(value))
  return how === 'flag' ? value === 1 : value
}
