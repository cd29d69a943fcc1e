/** SQL of reading watched companies into memory: which lists there are, and what changed in each since it was read. */

import type { Row, Sql } from '../../platform/database/database.ts'
import { valuesIn } from '../../platform/database/lists.ts'

export type ListRevision = { id: string; revision: number; removedRevision: number }

type ListRow = Row & { id: string; revision: number; removed_revision: number }

const listOf = ({ id, revision, removed_revision }: ListRow): ListRevision => ({
  id,
  revision,
  removedRevision: removed_revision,
})

/** The first `limit` lists of everybody after an id, by id. */
export async function listRevisions(sql: Sql, after: string, limit: number): Promise<ListRevision[]> {
  const rows = await sql.all<ListRow>(
    'select id, revision, removed_revision from watchlist where id > $1 and deleted_at is null order by id limit $2',
    [after, limit],
  )
  return rows.map(listOf)
}

/** Null: the list is gone. */
export async function revisionOf(sql: Sql, watchlistId: string): Promise<ListRevision | null> {
  const row = await sql.one<ListRow>(
    'select id, revision, removed_revision from watchlist where id = $1 and deleted_at is null',
    [watchlistId],
  )
  return row === null ? null : listOf(row)
}

/** Those of the lists that are there. */
export async function revisionsOf(sql: Sql, ids: readonly string[]): Promise<ListRevision[]> {
  if (ids.length === 0) return []
  const { places, values } = valuesIn(ids, 1)
  const rows = await sql.all<ListRow>(
    `select id, revision, removed_revision from watchlist where id in (${places}) and deleted_at is null`,
    values,
  )
  return rows.map(listOf)
}

/** A company as it is written. */
export type CompanyRow = Row & {
  watchlist_id: string
  place: number
  facts: string
  answered_texts: string | null
  added_seq: number
  revision: number
}

const columns = 'watchlist_id, place, facts, answered_texts, added_seq, revision'

/** The first `limit` companies of a list that were written after a revision (of that one: after a place). */
export function companiesSince(
  sql: Sql,
  watchlistId: string,
  after: { revision: number; place: number },
  limit: number,
): Promise<CompanyRow[]> {
  return sql.all<CompanyRow>(
    `select ${columns} from watched_company
     where watchlist_id = $1 and (revision, place) > ($2, $3)
     order by revision, place limit $4`,
    [watchlistId, after.revision, after.place, limit],
  )
}

/** The first `limit` companies of everybody after one, by list and place. */
export function companiesAfter(
  sql: Sql,
  after: { watchlistId: string; place: number },
  limit: number,
): Promise<CompanyRow[]> {
  return sql.all<CompanyRow>(
    `select ${columns} from watched_company where (watchlist_id, place) > ($1, $2)
     order by watchlist_id, place limit $3`,
    [after.watchlistId, after.place, limit],
  )
}

/** The first `limit` places of a list after one, in order. */
export async function placesAfter(sql: Sql, watchlistId: string, after: number, limit: number): Promise<number[]> {
  const rows = await sql.all<{ place: number }>(
    'select place from watched_company where watchlist_id = $1 and place > $2 order by place limit $3',
    [watchlistId, after, limit],
  )
  return rows.map(({ place }) => place)
}

export type PlacedReference = { reference: string; place: number }

/** The first `limit` references of a list after one, by code point, each with its company's place. */
export function referencesAfter(
  sql: Sql,
  watchlistId: string,
  after: string,
  limit: number,
): Promise<PlacedReference[]> {
  return sql.all<PlacedReference>(
    `select reference, place from watched_company where watchlist_id = $1 and reference > $2
     order by reference limit $3`,
    [watchlistId, after, limit],
  )
}

/** Null: the list has no company of that reference. */
export function referenceOn(sql: Sql, watchlistId: string, reference: string): Promise<PlacedReference | null> {
  return sql.one<PlacedReference>(
    'select reference, place from watched_company where watchlist_id = $1 and reference = $2',
    [watchlistId, reference],
  )
}
