/**
 * The words of a query, each as what it is looked up by: rows that hold two neighbours as one word have both of them. So who
 * asks for `start up` or `start-up` finds `startup` too, and what texts write with a hyphen (`joined-words.ts`).
 */
import { keepBits, type Operand } from '../../operand.ts'
import { type Bits, countCommon, intersect, listBits, unite } from '../../sets/bitset.ts'
import { type Levels, lowerSeen, raiseAll } from '../../sets/levels.ts'
import { hasContent } from '../content.ts'
import { PrefixMatch, type WordSets } from '../prefix-match.ts'
import type { RankedWord } from '../weights.ts'

/** A word of a query and its rows. */
export type WordMatch = Operand & RankedWord & { readonly set: Bits }

/** Shorter ones begin words that have nothing to do with them. */
const joinedLettersMin = 5

/**
 * The words of a query that needs all of them, in its order. `isRanked`: see `PrefixMatch`; `matchOf`: what looks a word up, where
 * words are looked up more than once. (A query that needs most of them finds a joined word by the first of the two.)
 */
export function matchesOf(
  sets: WordSets,
  words: readonly string[],
  isRanked: boolean,
  matchOf = (word: string): PrefixMatch => new PrefixMatch(sets, word, isRanked),
): WordMatch[] {
  const joined = words.map((_, place) => {
    const word = joinedAt(words, place)
    const match = word === null ? null : matchOf(word)
    return match?.isLive === true ? match : null
  })
  return words.map((word, place) => {
    const withNeighbours = [joined[place - 1], joined[place]].filter((match) => match != null)
    return withNeighbours.length === 0 ? matchOf(word) : new JoinedMatch(sets, matchOf(word), withNeighbours)
  })
}

/** The word at that place and the next one as one word; null where they make none. */
function joinedAt(words: readonly string[], place: number): string | null {
  const [first, second] = [words[place], words[place + 1]]
  if (first === undefined || second === undefined || !hasContent(first) || !hasContent(second)) return null
  return first.length + second.length < joinedLettersMin ? null : first + second
}

/** Rows that have a word, or one of those that it is joined in. */
class JoinedMatch implements WordMatch {
  readonly size: number
  readonly set: Bits
  readonly isOptional = false
  readonly isFavoured = false
  readonly #sets: WordSets
  readonly #own: PrefixMatch
  readonly #joined: readonly PrefixMatch[]
  #levels: Levels | null = null

  constructor(sets: WordSets, own: PrefixMatch, joined: readonly PrefixMatch[]) {
    this.#sets = sets
    this.#own = own
    this.#joined = joined
    this.set = sets.extent.lendCopy(own.set)
    this.size = joined.reduce((size, match) => size + match.size, own.size)
    for (const match of joined) unite(this.set, match.set)
  }

  list(): number {
    return listBits(this.set, this.#sets.extent.list)
  }

  keep(length: number): number {
    return keepBits(this.set, this.#sets.extent.list, length)
  }

  intersect(bits: Bits): void {
    intersect(bits, this.set)
  }

  get liveCount(): number {
    return countCommon(this.set, this.#sets.alive)
  }

  /** A joined word is as good as the beginning of one. */
  get levels(): Levels {
    if (this.#levels !== null) return this.#levels
    const levels = this.#sets.extent.lendLevelsCopy(this.#own.levels)
    for (const match of this.#joined) raiseAll(levels, match.levels)
    this.#levels = levels
    return levels
  }

  get levelsSeen(): number {
    return this.#joined.reduce((seen, match) => seen | lowerSeen(match.levelsSeen), this.#own.levelsSeen)
  }

  get hasWhole(): boolean {
    return this.#own.hasWhole
  }
}
