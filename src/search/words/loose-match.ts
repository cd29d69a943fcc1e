/**
 * One word of a query that need not have all of them: the rows with a word that begins with it, has its stem, or is it
 * with a letter wrong. A misspelling counts for as much as the word only where nobody spells it as it was asked.
 */

import { unitedBits } from '../operand.ts'
import type { Query } from '../query.ts'
import type { Segment } from '../segment.ts'
import { addBit, type Bits, countCommon, unite } from '../sets/bitset.ts'
import { type Levels, raise, raiseSet } from '../sets/levels.ts'
import { contentOf } from './content.ts'
import { bestGrade, gradeOf, levelOf, ordinalOf } from './grades.ts'
import { type Alike, type Likeness, nothingAlike } from './likeness.ts'
import { PrefixMatch, type WordSets } from './prefix-match.ts'
import type { RankedWord } from './weights.ts'

/** Words of a query whose stems and misspellings are sought too, where they are: those behind them by their beginning alone. */
const likeWordsMost = 16

/** Rows that have a word too, as far as the order goes. */
type Favoured = { near: Bits; far: Bits }

/** They have it as one of a name, and as one that only follows from what they are (the levels of `grades.ts`). */
const nearLevel = 5
const farLevel = 3

/** Whether what is like the word at that place of a query is sought. */
export function isLikedAt(place: number): boolean {
  return place < likeWordsMost
}

export class LooseMatch implements RankedWord {
  /** The rows that have it, dead ones perhaps included. */
  readonly had: Bits
  readonly isOptional = true
  readonly #favoured: Favoured | null
  readonly #sets: WordSets
  readonly #prefix: PrefixMatch
  readonly #alike: Alike
  /** Whether any live row has it but for a misspelling; true where nobody will ask. */
  readonly #isKnown: boolean
  #levels: Levels | null = null
  #levelsSeen = 0

  /**
   * `likeness`: null where only words that begin with it are sought, which `begun` is the match of; `favoured`: rows that have
   * it too as far as the order goes.
   */
  constructor(
    sets: WordSets,
    likeness: Likeness | null,
    word: string,
    begun: PrefixMatch,
    isRanked: boolean,
    favoured: Favoured | null,
  ) {
    this.#favoured = favoured
    const { extent, postings } = sets
    this.#sets = sets
    this.#prefix = begun
    this.#alike = likeness?.of(word) ?? nothingAlike
    const { stems, slips } = this.#alike
    const had = stems.length + slips.length === 0 ? begun.set : extent.lendCopy(begun.set)
    for (const stem of stems) postings.eachRow(stem, (row) => addBit(had, ordinalOf(row)))
    // A word for which rows are favoured is known by that: the name of another place is no misspelling of it.
    this.#isKnown = !isRanked || favoured !== null || slips.length === 0 || countCommon(had, sets.alive) > 0
    for (const slip of slips) postings.eachRow(slip, (row) => addBit(had, ordinalOf(row)))
    this.had = had
  }

  get isFavoured(): boolean {
    return this.#favoured !== null
  }

  /** How many live rows have it, or are favoured. */
  get liveCount(): number {
    const { alive, extent } = this.#sets
    if (this.#favoured === null) return countCommon(this.had, alive)
    const ranked = extent.lendCopy(this.had)
    unite(ranked, this.#favoured.near)
    unite(ranked, this.#favoured.far)
    return countCommon(ranked, alive)
  }

  /** How well each row has it: by its stem as by a word that begins with it. */
  get levels(): Levels {
    this.#levels ??= this.#readLevels()
    return this.#levels
  }

  get levelsSeen(): number {
    return this.levels === null ? 0 : this.#levelsSeen
  }

  get hasWhole(): boolean {
    return this.#prefix.hasWhole
  }

  #readLevels(): Levels {
    const { extent, postings } = this.#sets
    const { stems, slips } = this.#alike
    const begun = this.#prefix.levels
    this.#levelsSeen = this.#prefix.levelsSeen
    if (stems.length + slips.length === 0 && this.#favoured === null) return begun
    const levels = extent.lendLevelsCopy(begun)
    const take = (row: number, gradeMost: number): void => {
      const level = levelOf(Math.min(gradeOf(row), gradeMost), false)
      raise(levels, ordinalOf(row), level)
      this.#levelsSeen |= 1 << level
    }
    for (const stem of stems) postings.eachRow(stem, (row) => take(row, bestGrade))
    for (const slip of slips) postings.eachRow(slip, (row) => take(row, this.#isKnown ? 0 : bestGrade))
    if (this.#favoured !== null) {
      raiseSet(levels, this.#favoured.near, nearLevel)
      raiseSet(levels, this.#favoured.far, farLevel)
      this.#levelsSeen |= (1 << nearLevel) | (1 << farLevel)
    }
    return levels
  }
}

/** The words with content of a query that needs most of its words. */
export function looseMatchesOf(
  segment: Segment,
  query: Pick<Query, 'words' | 'favoured'>,
  isRanked: boolean,
): LooseMatch[] {
  return contentOf(query.words).map((word, place) => {
    const likeness = isLikedAt(place) ? segment.likeness : null
    const favoured = isRanked ? favouredRows(segment, query, word) : null
    return new LooseMatch(segment, likeness, word, new PrefixMatch(segment, word, isRanked), isRanked, favoured)
  })
}

/** The rows that are favoured for a word of the query; null where it is none for which any is. */
function favouredRows(
  { extent, facets }: Segment,
  { favoured }: Pick<Query, 'favoured'>,
  word: string,
): Favoured | null {
  const asked = favoured.find((one) => one.word === word)
  if (asked === undefined) return null
  const rowsOf = (tokens: readonly string[]): Bits => unitedBits(extent, facets, asked.facet, tokens)
  return { near: rowsOf(asked.near), far: rowsOf(asked.far) }
}
