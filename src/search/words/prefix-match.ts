/** One word of a query: the rows with a word that begins with it, and how well they hold it. */

import { asBits, keepBits, type Operand } from '../operand.ts'
import { addBit, type Bits, countCommon, hasBit, intersect, listBits } from '../sets/bitset.ts'
import type { Extent } from '../sets/extent.ts'
import { type Levels, lowerSeen, lowerTop, raise } from '../sets/levels.ts'
import { gradeOf, levelOf, ordinalOf } from './grades.ts'
import type { HeavyPrefix, HeavyPrefixes } from './heavy-prefixes.ts'
import { Marks } from './marks.ts'
import type { Postings, Range } from './postings.ts'
import type { RankedWord } from './weights.ts'

/** What a word is looked up in; `changes` says how often `alive` has changed. */
export type WordSets = { postings: Postings; heavy: HeavyPrefixes; extent: Extent; alive: Bits; changes: number }

export class PrefixMatch implements Operand, RankedWord {
  readonly size: number
  readonly isOptional = false
  readonly isFavoured = false
  readonly #sets: WordSets
  readonly #range: Range
  readonly #recent: Range
  readonly #heavy: HeavyPrefix | null
  /** The number of the word itself; -1 when no entry has it. */
  readonly #exact: number
  readonly #isRanked: boolean
  #text: Bits | null = null
  #levels: Levels | null = null
  #levelsSeen = 0
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

  /** Whether any live row has it; nearly always the first that is looked at. */
  get isLive(): boolean {
    const { alive, postings } = this.#sets
    const { starts, rows } = postings
    const end = starts[this.#range.to] ?? 0
    for (let place = starts[this.#range.from] ?? 0; place < end; place += 1) {
      if (hasBit(alive, ordinalOf(rows[place] ?? 0))) return true
    }
    return postings.hasChains && this.liveCount > 0
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

  /** How well each row has it, dead ones perhaps included. To be asked of a ranked one only. */
  get levels(): Levels {
    this.#textBits()
    this.#levels ??= this.#heavyLevels()
    return this.#levels
  }

  get levelsSeen(): number {
    return this.levels === null ? 0 : this.#levelsSeen
  }

  get hasWhole(): boolean {
    return this.#exact >= 0
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

  /** A heavy prefix knows the words of the base; what words that came since make better is added. */
  #heavyLevels(): Levels {
    const { extent } = this.#sets
    const heavy = this.#heavy
    if (heavy === null) return extent.lendLevels()
    this.#levelsSeen = heavy.levelsSeen
    if (this.#recent.from === this.#recent.to) return heavy.levels
    const copy = extent.lendLevelsCopy(heavy.levels)
    // Then the top level stands for a longer word of the base.
    if (this.#exact !== heavy.whole) {
      lowerTop(copy)
      this.#levelsSeen = lowerSeen(heavy.levelsSeen)
    }
    this.#eachRecentRow((row, word) => {
      const level = levelOf(gradeOf(row), word === this.#exact)
      raise(copy, ordinalOf(row), level)
      this.#levelsSeen |= 1 << level
    })
    return copy
  }

  /** Visits the rows of the words that came since the base was made. */
  #eachRecentRow(visit: (row: number, word: number) => void): void {
    const { postings } = this.#sets
    for (let at = this.#recent.from; at < this.#recent.to; at += 1) {
      const word = postings.recent[at] ?? 0
      postings.eachChained(word, (row) => visit(row, word))
    }
  }

  /** Marks the live rows of a prefix with few of them, and writes them to `list`. */
  #markLight(list: Int32Array | null): Bits {
    const { alive, extent, postings } = this.#sets
    const set = extent.lend()
    const levels = this.#isRanked ? extent.lendLevels() : null
    const marks = new Marks({ set, levels, list }, alive)
    const { starts, rows } = postings
    const { from, to } = this.#range
    // The word itself stands before those that begin with it.
    const behind = this.#exact === from ? from + 1 : from
    marks.add(rows, starts[from] ?? 0, starts[behind] ?? 0, true)
    marks.add(rows, starts[behind] ?? 0, starts[to] ?? 0, false)
    if (postings.hasChains) {
      const one = new Int32Array(1)
      const mark = (row: number, word: number): void => {
        one[0] = row
        marks.add(one, 0, 1, word === this.#exact)
      }
      for (let word = from; word < to; word += 1) postings.eachChained(word, (row) => mark(row, word))
      this.#eachRecentRow(mark)
    }
    this.#text = set
    this.#levels = levels
    this.#levelsSeen = marks.levelsSeen
    this.#live = marks.liveCount
    return set
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
