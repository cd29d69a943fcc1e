/** What a search finds, for its page: rows, figures beside every choice, and what to ask where nothing is found. */
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import type { MeasureIndex } from '../../measures/finding/measure-index.ts'
import type { IndexSort, WordMode } from '../../measures/finding/query.ts'
import { type Suggestion, suggestionsFor } from '../../measures/finding/suggestions.ts'
import { queryWordsOf } from '../../search/words/joined/query-words.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Language } from '../../values/vocabularies.ts'
import { type ShownRow, shownRows } from '../said/shown-rows.ts'
import { type FacetName, facetsShown } from './facets.ts'
import {
  filtersOf,
  type ListName,
  listNames,
  nothingAsked,
  pagesMax,
  rowsPerPage,
  type SearchAsked,
  type SearchSort,
} from './search-query.ts'

/** With so few found by all words, most of the words may be what was meant. */
const fewMost = 10

export type Counts = Readonly<Record<FacetName, ReadonlyMap<string, number>>>

/** A filter without which something is found. */
export type Freed = { name: ListName | 'nace'; total: number }

export type SearchFound = {
  asked: SearchAsked
  total: number
  /** How the words were read: `most` where all of them find nothing. */
  words: WordMode
  rows: readonly ShownRow[]
  /** What most of the words would find, where all find few; else 0. */
  looserTotal: number
  counts: Counts
  suggestions: readonly Suggestion[]
  freed: readonly Freed[]
}

type Found = Omit<SearchFound, 'rows'> & { ids: readonly string[] }

export function findMeasures(
  catalogue: FollowedCatalogue,
  asked: SearchAsked,
  language: Language,
  now: Instant,
): Promise<SearchFound> {
  return shownRows(catalogue, language, (current) => found(current.index, asked, language, now))
}

function found(index: MeasureIndex, asked: SearchAsked, language: Language, now: Instant): Found {
  const words = queryWordsOf(asked.q)
  const filters = filtersOf(asked, now)
  const most = rowsPerPage * Math.min(asked.page, pagesMax)
  const search = (mode: WordMode, filtered = filters) =>
    index.search({
      words,
      most: mode === 'most',
      filters: filtered,
      sort: sortOf(asked.sort, words.length > 0, language),
      after: null,
      limit: most,
    })
  let mode: WordMode = asked.words ?? 'all'
  let answer = search(mode)
  if (answer.total === 0 && asked.words === null && words.length > 0) {
    const looser = search('most')
    if (looser.total > 0) {
      mode = 'most'
      answer = looser
    }
  }
  // A page beyond the last, of a search that found more before, is the last.
  const page = Math.min(asked.page, Math.max(1, Math.ceil(answer.ids.length / rowsPerPage)))
  const isFew = mode === 'all' && answer.total > 0 && answer.total <= fewMost && words.length > 1
  const tallies = index.tallies({ words, mode }, filters, facetsShown)
  const isLost = answer.total === 0
  return {
    asked: { ...asked, page },
    total: answer.total,
    words: mode,
    looserTotal: isFew ? search('most').total : 0,
    ids: answer.ids.slice((page - 1) * rowsPerPage),
    counts: Object.fromEntries(facetsShown.map((name, place) => [name, tallies[place] ?? new Map()])) as Counts,
    suggestions: isLost && words.length > 0 ? suggestionsFor(index, asked.q, { words, mode: 'all' }, filters) : [],
    freed: isLost ? freedBy(asked, (change) => search(mode, filtersOf({ ...asked, ...change }, now)).total) : [],
  }
}

/** The filters without which something is found, the one that frees most first. */
function freedBy(asked: SearchAsked, totalWith: (change: Partial<SearchAsked>) => number): Freed[] {
  const named = ([...listNames, 'nace'] as const).filter((name) => (asked[name]?.length ?? 0) > 0)
  return named
    .map((name) => ({ name, total: totalWith({ [name]: nothingAsked[name] }) }))
    .filter(({ total }) => total > 0)
    .sort((left, right) => right.total - left.total)
}

function sortOf(sort: SearchSort | null, hasWords: boolean, language: Language): IndexSort {
  if (sort === 'title') return `title:${language}`
  return sort ?? (hasWords ? 'relevance' : 'updated')
}
