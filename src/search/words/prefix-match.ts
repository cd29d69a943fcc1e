/** One word of a query: the rows with a word that begins with it, and how well they hold it. */

import { asBits, keepBits, type Operand } from '../operand.ts'
import type { RankedWord } from '../relevance.ts'
import { addBit, type Bits, countCommon, hasBit, intersect, listBits } from '../sets/bitset.ts'
import type { Extent } from '../sets/extent.ts'
import { bestGrade, type Grades, gradeOf, ordinalOf, raise } from './grades.ts'
import type { HeavyPrefix, HeavyPrefixes } from './heavy-prefixes.ts'
import type { Postings, Range } from './postings.ts'

/** What a word is looked up in; `changes` says how often `alive` has changed. */
export type WordSets = { postings: Postings; heavy: HeavyPrefixes; extent: Extent; alive: Bits; changes: number }

export class PrefixMatch implements Operand, RankedWord {
  readonly size: number
  /** A row that meets a query has each of its words. */
  readonly had = null
  readonly #sets: WordSets
  readonly #range: Range
  readonly #recent: Range
  readonly #heavy: HeavyPrefix | null
  /** The number of the word itself; -1 when no entry has it. */
  readonly #exact: number
  readonly #isRanked: boolean
  #text: Bits | null = null
  #grades: Grades | null = null
  #gradesSeen = 0
  #live = 0

  /** `isRanked`: whether the order of the answer will depend on it, so that it is read how the rows hold it, too. */
  constructor(sets: WordSets, prefix: string, isRanked: boolean) {
    const { postings } = sets
    this.#sets = sets
    this.#isRanked = isRanked
    this.#range = postings.prefixRange(prefix)
    this.#recent = postings.recentRange(prefix)
    this.#heavy = sets.heavy.of(this.#range)
    this.#exact = this.#exactWord(prefix)
    this.size = this.#heavy === null ? postings.rowsIn(this.#range) : this.#heavy.text.count
  }

  list(): number {
    const { list } = this.#sets.extent
    if (this.#heavy !== null) return listBits(this.#textBits(), list)
    this.#markLight(list)
    return this.#live
  }

  get set(): Bits {
    return this.#textBits()
  }

  keep(length: number): number {
    return keepBits(this.#textBits(), this.#sets.extent.list, length)
  }

  intersect(bits: Bits): void {
    intersect(bits, this.#textBits())
  }

  /** How many live rows have it. */
  get liveCount(): number {
    const text = this.#textBits()
    const heavy = this.#heavy
    if (heavy === null) return this.#live
    const { alive, changes } = this.#sets
    if (this.#recent.from < this.#recent.to) return countCommon(text, alive)
    if (heavy.countedAt !== changes) {
      heavy.live = countCommon(text, alive)
      heavy.countedAt = changes
    }
    return heavy.live
  }

  /**
   * The best grade of a word that begins with it, of each row that has one, dead ones perhaps included. To be asked of a
   * ranked one only.
   */
  get grades(): Grades {
    return this.#readGrades()
  }

  /** The grades that any of its rows has, a bit each. */
  get gradesSeen(): number {
    this.#readGrades()
    return this.#gradesSeen
  }

  /** Rows in which exactly this word has the best grade, dead ones perhaps included. */
  whole(): Bits {
    const { extent, heavy, postings } = this.#sets
    const resident = this.#exact < 0 ? null : heavy.wholeOf(this.#exact)
    if (resident !== null) return asBits(extent, resident)
    const whole = extent.lend()
    if (this.#exact < 0) return whole
    postings.eachRow(this.#exact, (row) => {
      if (gradeOf(row) === bestGrade) addBit(whole, ordinalOf(row))
    })
    return whole
  }

  /** The live rows that have it; of a heavy one the dead ones too. */
  #textBits(): Bits {
    if (this.#text !== null) return this.#text
    if (this.#heavy === null) return this.#markLight(null)
    const { extent } = this.#sets
    const bits = asBits(extent, this.#heavy.text)
    this.#text = bits
    if (this.#recent.from === this.#recent.to) return bits
    const copy = extent.lendCopy(bits)
    this.#eachRecentRow((row) => addBit(copy, ordinalOf(row)))
    this.#text = copy
    return copy
  }

  #readGrades(): Grades {
    this.#textBits()
    this.#grades ??= this.#heavyGrades()
    return this.#grades
  }

  /** A heavy prefix knows the words of the base; what words that came since make better is added. */
  #heavyGrades(): Grades {
    const { extent } = this.#sets
    const heavy = this.#heavy
    if (heavy === null) return [extent.lend(), extent.lend(), extent.lend()]
    this.#gradesSeen = heavy.gradesSeen
    const [ones, twos, fours] = heavy.grades
    const grades = [asBits(extent, ones), asBits(extent, twos), asBits(extent, fours)] as const
    if (this.#recent.from === this.#recent.to) return grades
    const copy = [extent.lendCopy(grades[0]), extent.lendCopy(grades[1]), extent.lendCopy(grades[2])] as const
    this.#eachRecentRow((row) => {
      raise(copy, ordinalOf(row), gradeOf(row))
      this.#gradesSeen |= 1 << gradeOf(row)
    })
    return copy
  }

  /** Visits the rows of the words that came since the base was made. */
  #eachRecentRow(visit: (row: number) => void): void {
    const { postings } = this.#sets
    for (let at = this.#recent.from; at < this.#recent.to; at += 1)
      postings.eachChained(postings.recent[at] ?? 0, visit)
  }

  /** Marks the live rows of a prefix with few of them, and writes them to `list`. */
  #markLight(list: Int32Array | null): Bits {
    const { alive, extent, postings } = this.#sets
    const text = extent.lend()
    const grades = this.#isRanked ? ([extent.lend(), extent.lend(), extent.lend()] as const) : null
    let live = 0
    const mark = (row: number): void => {
      const ordinal = ordinalOf(row)
      if (grades !== null) {
        raise(grades, ordinal, gradeOf(row))
        this.#gradesSeen |= 1 << gradeOf(row)
      }
      if (hasBit(text, ordinal) || !hasBit(alive, ordinal)) return
      addBit(text, ordinal)
      if (list !== null) list[live] = ordinal
      live += 1
    }
    const { starts, rows } = postings
    const end = starts[this.#range.to] ?? 0
    for (let place = starts[this.#range.from] ?? 0; place < end; place += 1) mark(rows[place] ?? 0)
    if (postings.hasChains) {
      for (let word = this.#range.from; word < this.#range.to; word += 1) postings.eachChained(word, mark)
      this.#eachRecentRow(mark)
    }
    this.#text = text
    this.#grades = grades
    this.#live = live
    return text
  }

  /** A range is sorted, so the word itself, where it exists, is the first of its range. */
  #exactWord(prefix: string): number {
    const { postings } = this.#sets
    const { lexicon } = postings
    const inBase = this.#range.from
    if (inBase < this.#range.to && lexicon.lengthOf(inBase) === prefix.length) return inBase
    const recent = postings.recent[this.#recent.from] ?? 0
    return this.#recent.from < this.#recent.to && lexicon.lengthOf(recent) === prefix.length ? recent : -1
  }
}
