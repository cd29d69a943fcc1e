/**
 * How many rows meet the same restrictions with each of several searches for words, of which most share their words: the
 * restrictions are met once, and every word is looked up once.
 */

import { bitsOf, findHits } from '../hits.ts'
import { enoughOf, withAtLeast } from '../most-words.ts'
import type { Restrictions, WordSearch } from '../query.ts'
import type { Segment } from '../segment.ts'
import { type Bits, common, countCommon } from '../sets/bitset.ts'
import { contentOf } from '../words/content.ts'
import { matchesOf, type WordMatch } from '../words/joined/joined-match.ts'
import { isLikedAt, LooseMatch } from '../words/loose-match.ts'
import { PrefixMatch } from '../words/prefix-match.ts'

export class Counts {
  /** Rows that meet the restrictions, whatever is searched for. */
  readonly total: number
  readonly #met: Bits
  readonly #left: Bits
  readonly #words: Words

  /** Its sets are lent by the segment's extent: it counts until they are taken back. */
  constructor(segment: Segment, restrictions: Restrictions) {
    const { extent } = segment
    const hits = findHits(segment, restrictions, [])
    this.total = hits.total
    this.#met = bitsOf(segment, hits)
    this.#left = extent.lendUncleared()
    this.#words = new Words(segment)
  }

  /** Of those rows, how many the search finds. */
  of({ words, most }: WordSearch): number {
    if (this.total === 0 || words.length === 0) return this.total
    if (most) return countCommon(this.#met, this.#words.mostOf(words))
    const matches = this.#words.matchesOf(words)
    let some = this.#met
    for (const match of matches.slice(0, -1)) {
      common(this.#left, some, match.set)
      some = this.#left
    }
    return countCommon(some, matches.at(-1)?.set ?? some)
  }
}

/** The words of the searches, each looked up when it is first asked for. */
class Words {
  readonly #segment: Segment
  readonly #begun = new Map<string, PrefixMatch>()
  readonly #liked = new Map<string, Bits>()

  constructor(segment: Segment) {
    this.#segment = segment
  }

  /** The words of a search that needs all of them. */
  matchesOf(words: readonly string[]): WordMatch[] {
    return matchesOf(this.#segment, words, false, (word) => this.#matchOf(word))
  }

  /** The rows that have enough of the words, by what is like them too, dead ones perhaps included. */
  mostOf(words: readonly string[]): Bits {
    const had = contentOf(words).map((word, place) =>
      isLikedAt(place) ? this.#likedBy(word) : this.#matchOf(word).set,
    )
    return withAtLeast(this.#segment.extent, had, enoughOf(had.length))
  }

  #likedBy(word: string): Bits {
    const known = this.#liked.get(word)
    if (known !== undefined) return known
    const { had } = new LooseMatch(this.#segment, this.#segment.likeness, word, this.#matchOf(word), false, null)
    this.#liked.set(word, had)
    return had
  }

  #matchOf(word: string): PrefixMatch {
    const known = this.#begun.get(word)
    if (known !== undefined) return known
    const match = new PrefixMatch(this.#segment, word, false)
    this.#begun.set(word, match)
    return match
  }
}
