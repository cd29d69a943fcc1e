/** SQL of `watched_company`: the companies of lists. Whoever writes here holds their list. */

import type { Row, Sql } from '../platform/database/database.ts'
import { valuesIn } from '../platform/database/lists.ts'
import type { Instant } from '../values/brussels.ts'
import { keptNow } from './kept-facts.ts'

/** A company as it is answered: what was given of it (see `kept-facts.ts`), as JSON. */
export type ListedCompany = { reference: string; facts: string; addedAt: Instant; updatedAt: Instant }

/** A company as it is written. */
export type WrittenCompany = {
  reference: string
  facts: string
  /** JSON; see `answered-texts.ts`. Null: no answer to a measure's own condition stands in it. */
  answeredTexts: string | null
}

/** What the companies of one upload have in common. */
export type Writing = {
  /** The place of the first one that is new. */
  nextPlace: number
  at: Instant
  /** The newest event of the feed, whose head is locked. */
  addedSeq: number
  /** The list's, as the upload makes it. */
  revision: number
}

type ListedRow = Row & { reference: string; facts: string; added_at: number; updated_at: number }

/** The first companies after a reference, by code point; after the empty text, which is none, the first of all. */
export async function companiesAfter(
  sql: Sql,
  watchlistId: string,
  reference: string,
  limit: number,
): Promise<ListedCompany[]> {
  const rows = await sql.all<ListedRow>(
    `select reference, facts, added_at, updated_at from watched_company
     where watchlist_id = $1 and reference > $2 order by reference limit $3`,
    [watchlistId, reference, limit],
  )
  return rows.map((row) => ({
    reference: row.reference,
    facts: keptNow(row.facts),
    addedAt: row.added_at,
    updatedAt: row.updated_at,
  }))
}

/** References that one statement names. */
const referencesPerStatement = 250

/** Those of the references that stand on the list. */
export async function referencesOn(
  sql: Sql,
  watchlistId: string,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let from = 0; from < references.length; from += referencesPerStatement) {
    const some = references.slice(from, from + referencesPerStatement)
    const { places, values } = valuesIn(some, 2)
    const rows = await sql.all<{ reference: string }>(
      `select reference from watched_company where watchlist_id = $1 and reference in (${places})`,
      [watchlistId, ...values],
    )
    for (const row of rows) found.add(row.reference)
  }
  return found
}

/** What is kept of those of the references that stand on the list, by reference. At most `referencesPerStatement` are asked. */
export async function factsOn(
  sql: Sql,
  watchlistId: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (references.length === 0) return new Map()
  const { places, values } = valuesIn(references, 2)
  const rows = await sql.all<{ reference: string; facts: string }>(
    `select reference, facts from watched_company where watchlist_id = $1 and reference in (${places})`,
    [watchlistId, ...values],
  )
  return new Map(rows.map(({ reference, facts }) => [reference, keptNow(facts)]))
}

const writtenColumns = [
  'watchlist_id',
  'place',
  'reference',
  'facts',
  'answered_texts',
  'added_at',
  'updated_at',
  'added_seq',
  'revision',
] as const

/**
 * Writes companies, those that are new first: they take the places from `nextPlace` on. One whose reference stands on the
 * list keeps its place, and when it was added; the place that its row is given beyond those of the new ones is nobody's,
 * so that the reference is all that is met twice.
 */
export async function putCompanies(
  sql: Sql,
  watchlistId: string,
  newFirst: readonly WrittenCompany[],
  { nextPlace, at, addedSeq, revision }: Writing,
): Promise<void> {
  await sql.insertMany(
    'watched_company',
    writtenColumns,
    newFirst.map(({ reference, facts, answeredTexts }, index) => [
      watchlistId,
      nextPlace + index,
      reference,
      facts,
      answeredTexts,
      at,
      at,
      addedSeq,
      revision,
    ]),
    `on conflict (watchlist_id, reference) do update set facts = excluded.facts,
       answered_texts = excluded.answered_texts, updated_at = excluded.updated_at, revision = excluded.revision`,
  )
}

/** What is kept of one company; null: it is not on the list. */
export async function companyNamed(
  sql: Sql,
  watchlistId: string,
  reference: string,
): Promise<Pick<WrittenCompany, 'facts' | 'answeredTexts'> | null> {
  const row = await sql.one<{ facts: string; answered_texts: string | null }>(
    'select facts, answered_texts from watched_company where watchlist_id = $1 and reference = $2',
    [watchlistId, reference],
  )
  return row === null ? null : { facts: row.facts, answeredTexts: row.answered_texts }
}

/** Whether the company was there. */
export async function deleteCompany(sql: Sql, watchlistId: string, reference: string): Promise<boolean> {
  const deleted = await sql.run('delete from watched_company where watchlist_id = $1 and reference = $2', [
    watchlistId,
    reference,
  ])
  return deleted === 1
}

/**
 * Deletes the first companies of a list after a place, and answers the last one's; null: there were none. Whoever goes on
 * from there does not walk again over what this transaction has deleted, which PostgreSQL keeps until it commits.
 */
export async function deleteCompaniesAfter(
  sql: Sql,
  watchlistId: string,
  place: number,
  count: number,
): Promise<number | null> {
  const row = await sql.one<{ last: number | null }>(
    `select max(place) as last from (
       select place from watched_company where watchlist_id = $1 and place > $2 order by place limit $3
     ) as first_ones`,
    [watchlistId, place, count],
  )
  const last = row?.last ?? null
  if (last === null) return null
  await sql.run('delete from watched_company where watchlist_id = $1 and place > $2 and place <= $3', [
    watchlistId,
    place,
    last,
  ])
  return last
}
