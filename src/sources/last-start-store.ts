/** SQL of `last_start`: what the service was last started with. */
import type { Dialect, Row, Sql } from '../platform/database/database.ts'
import type { ListPlace } from './list-choice.ts'

export type LastStart = { sourcesFrom: ListPlace | null; baseUrl: string | null }

type LastStartRow = Row & { sources_from: string | null; base_url: string | null }

const text = 'select sources_from, base_url from last_start where id = 1'

export async function lastStart(sql: Sql): Promise<LastStart> {
  return startOf(await sql.one<LastStartRow>(text))
}

/** As above, and holds the row until the transaction ends: one process at a time decides about the list of sources. */
export async function lastStartLocked(transaction: Sql, dialect: Dialect): Promise<LastStart> {
  return startOf(await transaction.one<LastStartRow>(`${text} ${dialect.forUpdate}`))
}

function startOf(row: LastStartRow | null): LastStart {
  // The row was made with its table.
  if (row === null) throw new Error('the store does not know what it was started with: its row is gone')
  return { sourcesFrom: row.sources_from, baseUrl: row.base_url }
}

export async function putSourcesFrom(transaction: Sql, place: ListPlace): Promise<void> {
  await transaction.run('update last_start set sources_from = $1 where id = 1', [place])
}

export async function putBaseUrl(sql: Sql, baseUrl: string): Promise<void> {
  await sql.run('update last_start set base_url = $1 where id = 1', [baseUrl])
}
