/** `GET /v1/subsidies`: what the query means, and the page that answers it. */
import type { CursorKeys } from '../contract/cursor.ts'
import { openCursor, sealCursor } from '../contract/cursor.ts'
import { invalidParameter } from '../contract/refusals.ts'
import type { Pagination } from '../contract/route.ts'
import { wordsOf } from '../search/words/words.ts'
import type { Language, Sort, View } from '../values/vocabularies.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import type { Filters, IndexSort, Position, Query } from './finding/query.ts'
import { sortOf } from './finding/query.ts'

/** A total is counted up to this (the specification's `meta.total`). */
export const totalMax = 10_000
export const limitDefault = 50

export type ListRequest = {
  /** Undefined: not given. Empty counts as given. */
  q: string | undefined
  filters: Filters
  sort: Sort | undefined
  view: View | undefined
  lang: Language | undefined
  limit: number | undefined
  cursor: string | undefined
}

/** What cursors are made with, and the store they hold for. */
export type CursorMeans = { keys: CursorKeys; generation: string }

/** The measures of a page, and what its rows are to be like. */
export type FoundPage = {
  ids: readonly string[]
  view: View
  language: Language
  pagination: Pagination
  total: number
  /** Whether deadlines long past stand first, which is rarely what was meant. */
  pastDeadlinesFirst: boolean
}

/** Finds a page. Refuses `invalid_parameter` (limit above the plan's), `invalid_cursor`. */
export function findPage(
  catalogue: Pick<Catalogue, 'search'>,
  request: ListRequest,
  limitMax: number,
  cursors: CursorMeans,
): FoundPage {
  const limit = request.limit ?? limitDefault
  if (limit > limitMax) throw invalidParameter('limit', `limit must be at most ${limitMax} on your plan.`)
  const language = request.lang ?? 'en'
  const asked = request.sort ?? (request.q === undefined ? 'deadline' : 'relevance')
  const query: Query = {
    words: wordsOf(request.q ?? ''),
    filters: request.filters,
    sort: asked === 'title' ? `title:${language}` : asked,
    after: null,
    limit,
  }
  const binding = {
    list: 'subsidies',
    sort: bindingOf(query.sort, sortOf(query), request.q),
    account: null,
    generation: cursors.generation,
  }
  if (request.cursor !== undefined) query.after = positionOf(openCursor(cursors.keys, binding, request.cursor))
  const { ids, total, next } = catalogue.search(query)
  return {
    ids,
    view: request.view ?? 'compact',
    language,
    pagination: {
      has_more: next !== null,
      ...(next === null ? {} : { next_cursor: sealCursor(cursors.keys, binding, [next.sortValue, next.id]) }),
      limit,
    },
    total: Math.min(total, totalMax),
    pastDeadlinesFirst: sortOf(query) === 'deadline' && !narrowsDeadlines(request.filters),
  }
}

/** A cursor holds for one sort: for titles also the language, for relevance also the words as they were asked. */
function bindingOf(asked: IndexSort, used: IndexSort, q: string | undefined): string {
  return used === 'relevance' ? `relevance ${q ?? ''}` : `${asked} ${used}`
}

function positionOf(position: readonly (string | number | null)[]): Position {
  const [sortValue = null, id] = position
  return { sortValue, id: String(id) }
}

function narrowsDeadlines(filters: Filters): boolean {
  return [filters.status, filters.deadline_before, filters.deadline_after].some((filter) => filter != null)
}
