/**
 * One word of a query that need not have all of them: the rows with a word that begins with it, has its stem, or is it
 * with a letter wrong. A misspelling counts for as much as the word only where nobody spells it as it was asked.
 */

import type { RankedWord } from '../relevance.ts'
import { addBit, type Bits, countCommon } from '../sets/bitset.ts'
import { type Grades, gradeOf, ordinalOf, raise } from './grades.ts'
import { type Alike, type Likeness, nothingAlike } from './likeness.ts'
import { PrefixMatch, type WordSets } from './prefix-match.ts'

/** Words of a query whose stems and misspellings are sought too, where they are: those behind them by their beginning alone. */
const likeWordsMost = 16

/** Whether what is like the word at that place of a query is sought. */
export function isLikedAt(place: number): boolean {
  return place < likeWordsMost
}

export class LooseMatch implements RankedWord {
  /** The rows that have it, dead ones perhaps included. */
  readonly had: Bits
  readonly #sets: WordSets
  readonly #prefix: PrefixMatch
  readonly #alike: Alike
  /** Whether any live row has it but for a misspelling; true where nobody will ask. */
  readonly #isKnown: boolean
  #grades: Grades | null = null
  #gradesSeen = 0

  /** `likeness`: null where only words that begin with it are sought. */
  constructor(sets: WordSets, likeness: Likeness | null, word: string, isRanked: boolean) {
    const { extent, postings } = sets
    this.#sets = sets
    this.#prefix = new PrefixMatch(sets, word, isRanked)
    this.#alike = likeness?.of(word) ?? nothingAlike
    const { stems, slips } = this.#alike
    const begun = this.#prefix.set
    const had = stems.length + slips.length === 0 ? begun : extent.lendCopy(begun)
    for (const stem of stems) postings.eachRow(stem, (row) => addBit(had, ordinalOf(row)))
    this.#isKnown = !isRanked || slips.length === 0 || countCommon(had, sets.alive) > 0
    for (const slip of slips) postings.eachRow(slip, (row) => addBit(had, ordinalOf(row)))
    this.had = had
  }

  /** How many live rows have it. */
  get liveCount(): number {
    return countCommon(this.had, this.#sets.alive)
  }

  get grades(): Grades {
    return this.#readGrades()
  }

  get gradesSeen(): number {
    this.#readGrades()
    return this.#gradesSeen
  }

  whole(): Bits {
    return this.#prefix.whole()
  }

  #readGrades(): Grades {
    if (this.#grades !== null) return this.#grades
    const { extent, postings } = this.#sets
    const { stems, slips } = this.#alike
    const [ones, twos, fours] = this.#prefix.grades
    this.#gradesSeen = this.#prefix.gradesSeen
    const grades =
      stems.length + slips.length === 0
        ? this.#prefix.grades
        : ([extent.lendCopy(ones), extent.lendCopy(twos), extent.lendCopy(fours)] as const)
    const take = (row: number, most: number): void => {
      const grade = Math.min(gradeOf(row), most)
      raise(grades, ordinalOf(row), grade)
      this.#gradesSeen |= 1 << grade
    }
    for (const stem of stems) postings.eachRow(stem, (row) => take(row, Infinity))
    for (const slip of slips) postings.eachRow(slip, (row) => take(row, this.#isKnown ? 0 : Infinity))
    this.#grades = grades
    return grades
  }
}
