/** `GET /v1/subsidies`: what the query means, and the page that answers it. */

import type { Pagination } from '../contract/call.ts'
import type { CursorKeys } from '../contract/cursor.ts'
import { openCursor, sealCursor } from '../contract/cursor.ts'
import { limitAbovePlan } from '../contract/parameters.ts'
import { invalidCursor, invalidParameter } from '../contract/refusals.ts'
import { queryWordsOf } from '../search/words/joined/query-words.ts'
import type { Language, Sort, View } from '../values/vocabularies.ts'
import { changedFilters, writeFilters } from './finding/filter-digests.ts'
import { meantSearch, readHeld, writeHeld } from './finding/meant-search.ts'
import type { MeasureIndex } from './finding/measure-index.ts'
import type { Filters, IndexSort, Position, WordMode } from './finding/query.ts'
import { sortOf } from './finding/query.ts'
import { type Suggestion, suggestionsFor } from './finding/suggestions.ts'
import { type Understood, understoodOf } from './finding/understood.ts'

/** A total is counted up to this (the specification's `meta.total`). */
export const totalMax = 10_000
export const limitDefault = 50

export type ListRequest = {
  /** Undefined: not given. Empty counts as given. */
  q: string | undefined
  /** Undefined: `all`. Only with `q`. */
  words: WordMode | undefined
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
  /** What `q` was understood to mean; null: it was not asked for its meaning. */
  understood: readonly Understood[] | null
  /** What to ask instead; null: the page is not that of a search that found nothing. */
  suggestions: Suggestion[] | null
  /** Whether deadlines long past stand first, which is rarely what was meant. */
  pastDeadlinesFirst: boolean
  /** Names of filters that are not those of the page before. */
  changedFilters: readonly string[]
}

const titleSorts: Record<Language, IndexSort> = { nl: 'title:nl', fr: 'title:fr', en: 'title:en' }

/** The title of a measure in a language; null where there is none. */
export type TitleOf = (id: string, language: Language) => string | null

/**
 * Finds a page. `titleOf`: to say which measure was meant. Refuses `invalid_parameter` (limit above the plan's, `words` without
 * `q`), `invalid_cursor`.
 */
export function findPage(
  index: MeasureIndex,
  request: ListRequest,
  limitMax: number,
  cursors: CursorMeans,
  titleOf: TitleOf,
): FoundPage {
  const limit = request.limit ?? limitDefault
  if (limit > limitMax) throw limitAbovePlan(limitMax)
  const { q, filters, cursor } = request
  if (q === undefined && request.words !== undefined)
    throw invalidParameter('words', 'words needs q: it says how the words of q are taken.')
  const mode = request.words ?? 'all'
  const language = request.lang ?? 'en'
  const named = request.sort ?? (q === undefined ? 'deadline' : 'relevance')
  const asked = named === 'title' ? titleSorts[language] : named
  const words = q === undefined ? [] : queryWordsOf(q)
  const used = sortOf({ sort: asked, words })
  const binding = {
    list: 'subsidies',
    sort: bindingOf(asked, used, q, mode, language),
    account: null,
    generation: cursors.generation,
  }
  const position = cursor === undefined ? null : openCursor(cursors.keys, binding, cursor)
  const after = position === null ? null : positionOf(position)
  const narrowing = { q, words: mode, filters }
  const meant = mode === 'meant' && words.length > 0 && q !== undefined ? meantSearch(index, q, filters) : null
  const held = position === null || meant === null ? null : readHeld(meant, position[2])
  if (position !== null && meant !== null && held === null) throw invalidCursor()
  const found =
    meant === null
      ? {
          ...index.search({ words, most: mode === 'most', filters, sort: asked, after, limit }),
          narrowed: [],
          weights: [],
        }
      : index.searchMeant(meant.query, { filters, sort: asked, after, limit }, held)
  const { ids, total, next } = found
  const isLost = total === 0 && q !== undefined && q !== ''
  return {
    ids,
    view: request.view ?? 'compact',
    language,
    pagination:
      next === null
        ? { has_more: false, limit }
        : {
            has_more: true,
            next_cursor: sealCursor(cursors.keys, binding, [
              next.sortValue,
              next.id,
              meant === null ? null : writeHeld(meant, found),
              writeFilters(narrowing),
            ]),
            limit,
          },
    total: Math.min(total, totalMax),
    understood: mode === 'meant' ? understoodOf(meant, language, (id) => titleOf(id, language)) : null,
    suggestions: isLost
      ? suggestionsFor(index, q, { words, mode: mode === 'meant' ? 'all' : mode }, filters).map(capped)
      : null,
    pastDeadlinesFirst: used === 'deadline' && !narrowsDeadlines(filters),
    changedFilters: position === null ? [] : changedFilters(position[3], narrowing),
  }
}

function capped(suggestion: Suggestion): Suggestion {
  return { ...suggestion, total: Math.min(suggestion.total, totalMax) }
}

/** A cursor holds for one sort: for titles also the language, for relevance also the words as they were asked. */
function bindingOf(
  asked: IndexSort,
  used: IndexSort,
  q: string | undefined,
  mode: WordMode,
  language: Language,
): string {
  if (mode === 'meant') return `meant ${language} ${asked} ${used} ${q ?? ''}`
  if (used !== 'relevance') return `${asked} ${used}`
  return `${mode === 'all' ? 'relevance' : `relevance-${mode}`} ${q ?? ''}`
}

function positionOf(position: readonly (string | number | null)[]): Position {
  const [sortValue = null, id] = position
  return { sortValue, id: String(id) }
}

function narrowsDeadlines({ status, deadline_before, deadline_after }: Filters): boolean {
  return status != null || deadline_before != null || deadline_after != null
}
