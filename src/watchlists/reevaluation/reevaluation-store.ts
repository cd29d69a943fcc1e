/** SQL of a re-evaluation: how far it has come, and the lists and companies that it is about to tell of a change. */

import type { Dialect, Parameter, Row, Sql } from '../../platform/database/database.ts'
import { rowsOf, valuesIn } from '../../platform/database/lists.ts'
import type { Severity } from '../../values/vocabularies.ts'

/** A company by its list and its place in it. */
export type CompanyPlace = { watchlistId: string; place: number }

/** The event whose version is being told of, and the last company that was told. */
export type Progress = CompanyPlace & { eventSeq: number }

/** Null: no version is half told. */
export async function progressOf(sql: Sql): Promise<Progress | null> {
  const row = await sql.one<{ event_seq: number; watchlist_id: string; place: number }>(
    'select event_seq, watchlist_id, place from reevaluation where id = 1',
  )
  return row === null ? null : { eventSeq: row.event_seq, watchlistId: row.watchlist_id, place: row.place }
}

/**
 * Says how far it has come, in the transaction that tells the companies up to there, or (null) that the version is told.
 * False where another process has moved it from where it was reached: then nothing may be told.
 */
export async function moveProgress(transaction: Sql, from: Progress | null, to: Progress | null): Promise<boolean> {
  const now = await progressOf(transaction)
  if (now?.eventSeq !== from?.eventSeq || now?.watchlistId !== from?.watchlistId || now?.place !== from?.place) {
    return false
  }
  if (to === null) await transaction.run('delete from reevaluation')
  else {
    await transaction.run(
      `insert into reevaluation (id, event_seq, watchlist_id, place) values (1, $1, $2, $3)
       on conflict (id) do update set event_seq = excluded.event_seq, watchlist_id = excluded.watchlist_id,
         place = excluded.place`,
      [to.eventSeq, to.watchlistId, to.place],
    )
  }
  return true
}

/** What a list says about being told. */
export type ToldList = {
  accountId: string
  minSeverity: Severity
  muted: readonly string[]
}

type ListRow = Row & { id: string; account_id: string; min_severity: Severity; muted_subsidies: string }

/**
 * The lists of those that are there still, held until the transaction ends: whoever deletes a list, or takes a company
 * off it, is done before it or waits until the companies have been told.
 */
export async function holdLists(
  transaction: Sql,
  dialect: Dialect,
  ids: readonly string[],
): Promise<Map<string, ToldList>> {
  if (ids.length === 0) return new Map()
  const { places, values } = valuesIn(ids, 1)
  const rows = await transaction.all<ListRow>(
    `select id, account_id, min_severity, muted_subsidies from watchlist
     where id in (${places}) and deleted_at is null order by id ${dialect.forUpdate}`,
    values,
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        accountId: row.account_id,
        minSeverity: row.min_severity,
        // Written by the list's operations alone.
        muted: JSON.parse(row.muted_subsidies) as string[],
      },
    ]),
  )
}

/** A company that is watched still; `facts` and `answered_texts` where they were written after the revision asked with. */
export type WatchedRow = Row & {
  watchlist_id: string
  place: number
  reference: string
  facts: string | null
  answered_texts: string | null
  added_seq: number
}

/** Those of the companies that are watched still, each asked for with the revision of its list in which it was judged. */
export function watchedStill(
  transaction: Sql,
  companies: readonly (CompanyPlace & { revision: number })[],
): Promise<WatchedRow[]> {
  if (companies.length === 0) return Promise.resolve([])
  const asked = companies.map(({ watchlistId, place, revision }): Parameter[] => [watchlistId, place, revision])
  // No company has the place of the padding.
  const { places, values } = rowsOf(['text', 'bigint', 'bigint'], asked, 1, [null, null, null])
  return transaction.all<WatchedRow>(
    `with asked (watchlist_id, place, revision) as (values ${places})
     select c.watchlist_id, c.place, c.reference, c.added_seq,
       case when c.revision > asked.revision then c.facts end as facts,
       case when c.revision > asked.revision then c.answered_texts end as answered_texts
     from asked join watched_company c on c.watchlist_id = asked.watchlist_id and c.place = asked.place`,
    values,
  )
}
