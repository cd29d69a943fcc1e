/** SQL of `saved_search`. */
import type { Dialect, Row, Sql } from '../platform/database/database.ts'
import type { Language } from '../values/vocabularies.ts'
import type { SavedSearch } from './saved-search.ts'

type SearchRow = Row & {
  id: string
  account_id: string
  name: string
  parameters: string
  language: Language
  created_at: number
  updated_at: number
}

const columns = 'id, account_id, name, parameters, language, created_at, updated_at'

const searchOf = (row: SearchRow): SavedSearch => ({
  ...{ id: row.id, accountId: row.account_id, name: row.name, language: row.language },
  parameters: JSON.parse(row.parameters) as Record<string, string>,
  ...{ createdAt: row.created_at, updatedAt: row.updated_at },
})

/** An account's searches, oldest first. */
export async function searchesOf(sql: Sql, accountId: string): Promise<SavedSearch[]> {
  const rows = await sql.all<SearchRow>(
    `select ${columns} from saved_search where account_id = $1 order by created_at, id`,
    [accountId],
  )
  return rows.map(searchOf)
}

export async function searchById(sql: Sql, accountId: string, id: string): Promise<SavedSearch | null> {
  const row = await sql.one<SearchRow>(`select ${columns} from saved_search where id = $1 and account_id = $2`, [
    id,
    accountId,
  ])
  return row === null ? null : searchOf(row)
}

/** The same, held until the transaction ends. */
export async function lockSearch(
  transaction: Sql,
  { forUpdate }: Dialect,
  accountId: string,
  id: string,
): Promise<SavedSearch | null> {
  const row = await transaction.one<SearchRow>(
    `select ${columns} from saved_search where id = $1 and account_id = $2 ${forUpdate}`,
    [id, accountId],
  )
  return row === null ? null : searchOf(row)
}

/** How many the account has. */
export async function countSearches(sql: Sql, accountId: string): Promise<number> {
  const row = await sql.one<{ searches: number }>(
    'select count(*) as searches from saved_search where account_id = $1',
    [accountId],
  )
  return row?.searches ?? 0
}

export async function insertSearch(transaction: Sql, search: SavedSearch): Promise<void> {
  const { id, accountId, name, parameters, language, createdAt, updatedAt } = search
  await transaction.run(`insert into saved_search (${columns}) values ($1, $2, $3, $4, $5, $6, $7)`, [
    id,
    accountId,
    name,
    JSON.stringify(parameters),
    language,
    createdAt,
    updatedAt,
  ])
}

export async function updateSearch(transaction: Sql, search: SavedSearch): Promise<void> {
  const { id, name, parameters, language, updatedAt } = search
  await transaction.run(
    'update saved_search set name = $2, parameters = $3, language = $4, updated_at = $5 where id = $1',
    [id, name, JSON.stringify(parameters), language, updatedAt],
  )
}

export async function deleteSearchRow(transaction: Sql, id: string): Promise<void> {
  await transaction.run('delete from saved_search where id = $1', [id])
}

export async function deleteSearchesOf(sql: Sql, accountId: string): Promise<void> {
  await sql.run('delete from saved_search where account_id = $1', [accountId])
}
