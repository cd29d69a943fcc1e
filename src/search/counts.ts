/**
 * How many rows meet the same restrictions with each of several searches for words, of which most share their words: the
 * restrictions are met once, and every word is looked up once.
 */

import { findHits } from './hits.ts'
import { enoughOf, withAtLeast } from './most-words.ts'
import type { Restrictions, WordSearch } from './query.ts'
import type { Segment } from './segment.ts'
import { addBit, type Bits, countBits, countCommon, intersect } from './sets/bitset.ts'
import type { Extent } from './sets/extent.ts'
import { contentOf } from './words/content.ts'
import { isLikedAt, LooseMatch } from './words/loose-match.ts'

export function countEach(segment: Segment, restrictions: Restrictions, searches: readonly WordSearch[]): number[] {
  const { extent } = segment
  const hits = findHits(segment, restrictions, [])
  if (hits.total === 0) return searches.map(() => 0)
  const met = hits.bits ?? listed(extent, hits.total)
  const words = new Words(segment)
  const left = extent.lendUncleared()
  return searches.map((search) => {
    if (search.words.length === 0) return hits.total
    if (search.most) return countCommon(met, words.mostOf(search.words))
    left.set(met)
    for (const word of search.words) intersect(left, words.rowsOf(word, false))
    return countBits(left)
  })
}

/** The first `length` rows of the extent's list as a set. */
function listed(extent: Extent, length: number): Bits {
  const bits = extent.lend()
  for (let place = 0; place < length; place += 1) addBit(bits, extent.list[place] ?? 0)
  return bits
}

/** The words of the searches, each looked up when it is first asked for. */
class Words {
  readonly #segment: Segment
  readonly #begun = new Map<string, Bits>()
  readonly #liked = new Map<string, Bits>()

  constructor(segment: Segment) {
    this.#segment = segment
  }

  /** The rows that have a word, dead ones perhaps included; with `isLiked` also by what is like it. */
  rowsOf(word: string, isLiked: boolean): Bits {
    const known = isLiked ? this.#liked : this.#begun
    const before = known.get(word)
    if (before !== undefined) return before
    const { had } = new LooseMatch(this.#segment, isLiked ? this.#segment.likeness : null, word, false)
    known.set(word, had)
    return had
  }

  /** The rows that have enough of the words. */
  mostOf(words: readonly string[]): Bits {
    const had = contentOf(words).map((word, place) => this.rowsOf(word, isLikedAt(place)))
    return withAtLeast(this.#segment.extent, had, enoughOf(had.length))
  }
}
