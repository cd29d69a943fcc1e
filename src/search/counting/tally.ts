/**
 * How many rows of a search carry each token of a facet: what a reader is shown beside a choice before making it. The words
 * are looked up once for all facets.
 */
import { bitsOf, findHits } from '../hits.ts'
import { MostWords } from '../most-words.ts'
import type { Restrictions, WordSearch } from '../query.ts'
import type { Segment } from '../segment.ts'
import { type Bits, common, countCommon, hasBit } from '../sets/bitset.ts'
import type { TokenSet } from '../sets/token-set.ts'
import { matchesOf } from '../words/joined/joined-match.ts'
import { looseMatchesOf } from '../words/loose-match.ts'

/** A facet, and what rows must meet to be counted under its tokens. */
export type TallyAsked = { facet: string; restrictions: Restrictions }

/** Counts by token; a token that no row carries is not named. */
export type Tally = ReadonlyMap<string, number>

/** Its sets are lent by the segment's extent; whoever asks takes them back. */
export function talliesOf(segment: Segment, search: WordSearch, asked: readonly TallyAsked[]): Tally[] {
  const worded = wordedBy(segment, search)
  return asked.map(({ facet, restrictions }) => {
    const met = bitsOf(segment, findHits(segment, restrictions, []))
    const bits = worded === null ? met : bothOf(segment, met, worded)
    const tally = new Map<string, number>()
    for (const [token, set] of segment.facets.tokensOf(facet)) {
      const count = countIn(bits, set)
      if (count > 0) tally.set(token, count)
    }
    return tally
  })
}

/** The rows that the words find; null where there is none. */
function wordedBy(segment: Segment, search: WordSearch): Bits | null {
  if (search.words.length === 0) return null
  const anything: Restrictions = { any: [], covering: [], bounds: [], withHidden: true }
  if (search.most) {
    const had = looseMatchesOf(segment, { words: search.words, favoured: [] }, false).map((like) => like.had)
    return bitsOf(segment, findHits(segment, anything, [new MostWords(segment.extent, had)]))
  }
  return bitsOf(segment, findHits(segment, anything, matchesOf(segment, search.words, false)))
}

function bothOf({ extent }: Segment, left: Bits, right: Bits): Bits {
  const both = extent.lendUncleared()
  common(both, left, right)
  return both
}

function countIn(bits: Bits, set: TokenSet): number {
  if (set.bits !== null) return countCommon(bits, set.bits)
  let count = 0
  for (let place = 0; place < set.count; place += 1) if (hasBit(bits, set.list[place] ?? 0)) count += 1
  return count
}
