/** How many rows searches find, where their rows are not wanted: what a reader is shown beside a choice before making it. */

import { hitsOf, narrowedHits } from './hits.ts'
import { meaningOf, rowsMeant } from './meaning/most-meant.ts'
import type { Restrictions, Tally, TallyAsked, WordSearch } from './query.ts'
import type { Segment } from './segment.ts'
import { type Bits, countBits, countCommon, intersect } from './sets/bitset.ts'
import { WordLookup } from './words/lookup.ts'

/**
 * How many rows meet the same restrictions with each of several searches for words, of which most share their words: the
 * restrictions are met once, and every word is looked up once.
 */
export class Counts {
  /** Rows that meet the restrictions, whatever is searched for. */
  readonly total: number
  readonly #met: Bits
  readonly #lookup: WordLookup

  constructor(segment: Segment, restrictions: Restrictions) {
    this.#met = hitsOf(segment, restrictions)
    this.total = countBits(this.#met)
    this.#lookup = new WordLookup(segment.words)
  }

  /** Of those rows, how many the search finds. */
  of(search: WordSearch): number {
    const [last = this.#met, ...others] = this.#lookup.rowsFound(search).reverse()
    const some = others.length === 0 ? this.#met : this.#met.slice()
    for (const rows of others) intersect(some, rows)
    return countCommon(some, last)
  }
}

/** How many rows of a search carry each token of facets, each facet under restrictions of its own. */
export function talliesOf(segment: Segment, search: WordSearch, asked: readonly TallyAsked[]): Tally[] {
  const foundUnder = (withHidden: boolean): Bits[] =>
    search.meant == null ? new WordLookup(segment.words).rowsFound(search) : rowsOfMeant(segment, search, withHidden)
  const [first] = asked
  // All are asked of the same rows, those that are hidden among them or not.
  const found = foundUnder(first?.restrictions.withHidden ?? false)
  return asked.map(({ facet, restrictions }) =>
    segment.rows.facets.countsIn(facet, hitsOf(segment, restrictions, found)),
  )
}

function rowsOfMeant(segment: Segment, search: WordSearch, withHidden: boolean): Bits[] {
  const { alive, visible } = segment.rows
  const met = rowsMeant(segment, meaningOf(segment, search, withHidden ? alive : visible))
  return [narrowedHits(segment, search, met).hits]
}
