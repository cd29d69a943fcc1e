/**
 * One word of a query that need not have all of them: the rows with a word that begins with it, has its stem, or is it
 * with a letter wrong. A misspelling counts for as much as the word only where nobody spells it as it was asked.
 */

import type { RankedWord } from '../relevance.ts'
import { addBit, type Bits, countCommon } from '../sets/bitset.ts'
import { type Levels, raise } from '../sets/levels.ts'
import { bestGrade, gradeOf, levelOf, ordinalOf } from './grades.ts'
import { type Alike, type Likeness, nothingAlike } from './likeness.ts'
import type { PrefixMatch, WordSets } from './prefix-match.ts'

/** Words of a query whose stems and misspellings are sought too, where they are: those behind them by their beginning alone. */
const likeWordsMost = 16

/** Whether what is like the word at that place of a query is sought. */
export function isLikedAt(place: number): boolean {
  return place < likeWordsMost
}

export class LooseMatch implements RankedWord {
  /** The rows that have it, dead ones perhaps included. */
  readonly had: Bits
  readonly isOptional = true
  readonly #sets: WordSets
  readonly #prefix: PrefixMatch
  readonly #alike: Alike
  /** Whether any live row has it but for a misspelling; true where nobody will ask. */
  readonly #isKnown: boolean
  #levels: Levels | null = null
  #levelsSeen = 0

  /** `likeness`: null where only words that begin with it are sought, which `begun` is the match of. */
  constructor(sets: WordSets, likeness: Likeness | null, word: string, begun: PrefixMatch, isRanked: boolean) {
    const { extent, postings } = sets
    this.#sets = sets
    this.#prefix = begun
    this.#alike = likeness?.of(word) ?? nothingAlike
    const { stems, slips } = this.#alike
    const had = stems.length + slips.length === 0 ? begun.set : extent.lendCopy(begun.set)
    for (const stem of stems) postings.eachRow(stem, (row) => addBit(had, ordinalOf(row)))
    this.#isKnown = !isRanked || slips.length === 0 || countCommon(had, sets.alive) > 0
    for (const slip of slips) postings.eachRow(slip, (row) => addBit(had, ordinalOf(row)))
    this.had = had
  }

  /** How many live rows have it. */
  get liveCount(): number {
    return countCommon(this.had, this.#sets.alive)
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
    if (stems.length + slips.length === 0) return begun
    const levels = extent.lendLevelsCopy(begun)
    const take = (row: number, gradeMost: number): void => {
      const level = levelOf(Math.min(gradeOf(row), gradeMost), false)
      raise(levels, ordinalOf(row), level)
      this.#levelsSeen |= 1 << level
    }
    for (const stem of stems) postings.eachRow(stem, (row) => take(row, bestGrade))
    for (const slip of slips) postings.eachRow(slip, (row) => take(row, this.#isKnown ? 0 : bestGrade))
    return levels
  }
}
