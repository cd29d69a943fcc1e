/** SQL of `watchlist`: an account's lists, each with how many companies it holds. */

import type { Dialect, Row, Sql } from '../platform/database/database.ts'
import { valuesIn } from '../platform/database/lists.ts'
import type { Instant } from '../values/brussels.ts'
import type { Language, Severity } from '../values/vocabularies.ts'
import type { Watchlist, WatchlistOptions } from './watchlist.ts'

const columns =
  'id, account_id, name, language, min_severity, muted_subsidies, companies, next_place, revision, created_at, updated_at'

type WatchlistRow = Row & {
  id: string
  account_id: string
  name: string
  language: Language
  min_severity: Severity
  muted_subsidies: string
  companies: number
  next_place: number
  revision: number
  created_at: number
  updated_at: number
}

function watchlistOf(row: WatchlistRow): Watchlist {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    language: row.language,
    minSeverity: row.min_severity,
    // Written below alone.
    mutedSubsidies: JSON.parse(row.muted_subsidies) as string[],
    companies: row.companies,
    nextPlace: row.next_place,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export async function insertWatchlist(sql: Sql, list: Watchlist): Promise<void> {
  await sql.run(
    `insert into watchlist (id, account_id, name, language, min_severity, muted_subsidies, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      list.id,
      list.accountId,
      list.name,
      list.language,
      list.minSeverity,
      JSON.stringify(list.mutedSubsidies),
      list.createdAt,
      list.updatedAt,
    ],
  )
}

/** The first `limit` lists of an account after one, oldest first. */
export async function watchlistsAfter(
  sql: Sql,
  accountId: string,
  after: Pick<Watchlist, 'createdAt' | 'id'>,
  limit: number,
): Promise<Watchlist[]> {
  const rows = await sql.all<WatchlistRow>(
    `select ${columns} from watchlist
     where account_id = $1 and (created_at, id) > ($2, $3) and deleted_at is null order by created_at, id limit $4`,
    [accountId, after.createdAt, after.id, limit],
  )
  return rows.map(watchlistOf)
}

/** The ids of an account's lists, of which there are few. */
export async function namesOfLists(sql: Sql, accountId: string): Promise<Pick<Watchlist, 'id' | 'name'>[]> {
  return sql.all<Pick<Watchlist, 'id' | 'name'>>(
    'select id, name from watchlist where account_id = $1 and deleted_at is null order by created_at, id',
    [accountId],
  )
}

/** Those of the lists that there are, whoever has them. */
export async function standingIds(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { places, values } = valuesIn(ids, 1)
  const rows = await sql.all<{ id: string }>(
    `select id from watchlist where id in (${places}) and deleted_at is null`,
    values,
  )
  return new Set(rows.map(({ id }) => id))
}

/** How many lists an account has, and how many companies they hold together. */
export async function countsOf(sql: Sql, accountId: string): Promise<{ lists: number; companies: number }> {
  const row = await sql.one<{ lists: number; companies: number | null }>(
    'select count(*) as lists, sum(companies) as companies from watchlist where account_id = $1 and deleted_at is null',
    [accountId],
  )
  return { lists: row?.lists ?? 0, companies: row?.companies ?? 0 }
}

/** The account's list of that id; null where it has none, whether or not another account does. */
export async function watchlistById(sql: Sql, accountId: string, id: string): Promise<Watchlist | null> {
  const row = await sql.one<WatchlistRow>(
    `select ${columns} from watchlist where id = $1 and account_id = $2 and deleted_at is null`,
    [id, accountId],
  )
  return row === null ? null : watchlistOf(row)
}

/** The same, held until the transaction ends: whoever changes a list or its companies holds it. */
export async function lockWatchlist(
  transaction: Sql,
  dialect: Dialect,
  accountId: string,
  id: string,
): Promise<Watchlist | null> {
  const row = await transaction.one<WatchlistRow>(
    `select ${columns} from watchlist where id = $1 and account_id = $2 and deleted_at is null ${dialect.forUpdate}`,
    [id, accountId],
  )
  return row === null ? null : watchlistOf(row)
}

export async function updateOptions(sql: Sql, id: string, options: WatchlistOptions, at: Instant): Promise<void> {
  await sql.run(
    `update watchlist set name = $2, language = $3, min_severity = $4, muted_subsidies = $5, updated_at = $6 where id = $1`,
    [id, options.name, options.language, options.minSeverity, JSON.stringify(options.mutedSubsidies), at],
  )
}

/** Notes that companies were written, `added` of which are new: they have the next places and the next revision. */
export async function noteUpload(sql: Sql, id: string, added: number, at: Instant): Promise<void> {
  await sql.run(
    `update watchlist set companies = companies + $2, next_place = next_place + $2, revision = revision + 1, updated_at = $3
     where id = $1`,
    [id, added, at],
  )
}

/** Notes that a company went. */
export async function noteRemoval(sql: Sql, id: string, at: Instant): Promise<void> {
  await sql.run(
    `update watchlist set companies = companies - 1, revision = revision + 1, removed_revision = revision + 1, updated_at = $2
     where id = $1`,
    [id, at],
  )
}

/** From here on the list is gone for everybody; what it held is erased by whoever looks for deleted lists. */
export async function noteDeleted(sql: Sql, id: string, at: Instant): Promise<void> {
  await sql.run('update watchlist set deleted_at = $2 where id = $1', [id, at])
}

/** The same of every list of an account. */
export async function noteAllDeleted(sql: Sql, accountId: string, at: Instant): Promise<void> {
  await sql.run('update watchlist set deleted_at = $2 where account_id = $1 and deleted_at is null', [accountId, at])
}

/**
 * The first deleted list after an id of which something is left, by id; `accountId`: of that account alone. Null: there is none.
 */
export async function deletedAfter(sql: Sql, after: string, accountId: string | null): Promise<string | null> {
  const row = await sql.one<{ id: string }>(
    `select id from watchlist where deleted_at is not null and id > $1
       and (cast($2 as text) is null or account_id = $2) order by id limit 1`,
    [after, accountId],
  )
  return row?.id ?? null
}

/** Deletes a list, of whose companies few are left: they go with it in one statement. */
export async function deleteWatchlist(sql: Sql, id: string): Promise<void> {
  await sql.run('delete from watchlist where id = $1', [id])
}
