/** What a list is asked as the index is asked it, and the positions of both. */

import type * as search from '../../search/query.ts'
import { type PlaceWord, placeWordsIn } from './places.ts'
import { type Filters, facetFilters, type Position, type Query } from './query.ts'

/** Where measures are for: no filter, but what the order of relevance goes by. */
export const placeFacet = 'place'
/** The same of what is over for good: it is closed, and there will be no other round. */
export const overFacet = 'over'
export const isOver = 'yes'
/** One cannot apply for it now, or nobody knows whether one can. */
export const isDoubtful = 'doubtful'
/** What a measure is called: the words of its titles, keywords and local id, each name as one token. */
export const nameFacet = 'name'
/** Whether a measure has a deadline after its next one. */
export const furtherFacet = 'further'
export const hasFurther = 'yes'
/** The one kind of applicant that a measure is for, where it names just one; and whether it is for no enterprise, or for nobody with a trade. */
export const onlyForFacet = 'only_for'
export const noEnterprise = 'no_enterprise'
export const noTrade = 'no_trade'

type Asked = search.Restrictions['any'][number]

export function searchQuery({ words, most = false, filters, after, limit }: Query, sort: Query['sort']): search.Query {
  const { any, covering, bounds, withHidden } = restrictionsOf(filters)
  const position = after === null ? null : searchPosition(sort, after)
  const favoured = sort === 'relevance' ? favouredBy(placeWordsIn(words)) : none
  return {
    words,
    most,
    favoured,
    late: sort === 'relevance' ? over : null,
    any,
    covering,
    bounds,
    withHidden,
    sort,
    after: position,
    limit,
  }
}

/** What is over goes behind measures like it, and behind what is doubtful. */
const over = { facet: overFacet, tokens: [isOver], doubtful: [isDoubtful] }

const none: search.Query['favoured'] = []

function favouredBy(places: readonly PlaceWord[]): search.Query['favoured'] {
  return places.length === 0 ? none : places.map(({ word, near, far }) => ({ word, facet: placeFacet, near, far }))
}

export function restrictionsOf(filters: Filters): search.Restrictions {
  const any: Asked[] = []
  for (const facet of facetFilters) {
    const tokens = filters[facet] ?? []
    if (tokens.length > 0) any.push({ facet, tokens })
  }
  if (filters.has_further_deadlines === true) any.push({ facet: furtherFacet, tokens: [hasFurther] })
  const { nace, deadline_before: before, deadline_after: later, updated_since: since } = filters
  const bounds: search.Restrictions['bounds'][number][] = []
  if ((before ?? later ?? null) !== null) {
    bounds.push({ number: 'deadline', above: later ?? -Infinity, upTo: before ?? Infinity })
  }
  if ((since ?? null) !== null) bounds.push({ number: 'updated', above: -Infinity, upTo: -Number(since) })
  const covering = nace !== undefined && nace !== null && nace.length > 0 ? [{ name: 'nace', asked: nace }] : []
  return { any, covering, bounds, withHidden: filters.include_withdrawn === true }
}

function searchPosition(sort: Query['sort'], { sortValue, id }: Position): search.Position {
  if (isDate(sort)) return { sortValue: sortValue ?? Infinity, id }
  return { sortValue: sort === 'updated' ? -Number(sortValue) : (sortValue ?? ''), id }
}

export function positionOf(sort: Query['sort'], { sortValue, id }: search.Position): Position {
  if (isDate(sort)) return { sortValue: sortValue === Infinity ? null : sortValue, id }
  return { sortValue: sort === 'updated' ? -Number(sortValue) : sortValue, id }
}

/** Whether the sort is by a date that a measure need not have. */
function isDate(sort: Query['sort']): boolean {
  return sort === 'deadline' || sort === 'opening'
}

const year = /^(?:19|20)\d{2}$/
/** What is left of a word without the ending has at least so many letters. */
const endings = [
  { ending: /[sx]$/, leftMin: 4 },
  { ending: /(?:en|e|n)$/, leftMin: 5 },
] as const
/** No word begins with it. */
const bareMark = '~'

/**
 * The tokens of a name by its folded words, the name as it stands first. A name of several words is also known without its years and
 * without the endings of number: who asks for `prime habitation` means `Primes Habitation 2025-2026`. Of one word that says too little.
 */
export function nameTokensOf(words: readonly string[]): string[] {
  const lasting = words.filter((word) => !year.test(word))
  if (lasting.length < 2) return [words.join(' ')]
  const bare = lasting.map(bareWord)
  return [words.join(' '), `${bareMark}${bare.join(' ')}`]
}

function bareWord(word: string): string {
  return endings.reduce((rest, { ending, leftMin }) => {
    const left = rest.replace(ending, '')
    return left.length < leftMin ? rest : left
  }, word)
}
