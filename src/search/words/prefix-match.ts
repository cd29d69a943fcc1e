/** One word of a query: the rows with a word that begins with it, and how well they hold it. */

import { asBits, keepBits, type Operand } from '../operand.ts'
import { addBit, type Bits, countCommon, hasBit, intersect, listBits } from '../sets/bitset.ts'
import type { Extent } from '../sets/extent.ts'
import type { HeavyPrefix, HeavyPrefixes } from './heavy-prefixes.ts'
import type { Postings, Range } from './postings.ts'

/** What a word is looked up in; `changes` says how often `alive` has changed. */
export type WordSets = { postings: Postings; heavy: HeavyPrefixes; extent: Extent; alive: Bits; changes: number }

export class PrefixMatch implements Operand {
  readonly size: number
  readonly #sets: WordSets
  readonly #range: Range
  readonly #recent: Range
  readonly #heavy: HeavyPrefix | null
  /** The number of the word itself; -1 when no entry has it. */
  readonly #exact: number
  readonly #isRanked: boolean
  #text: Bits | null = null
  #title: Bits | null = null
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

  /** Rows with a word in a title that begins with it, dead ones perhaps included. To be asked of a ranked one only. */
  get title(): Bits {
    this.#textBits()
    if (this.#title !== null) return this.#title
    const { extent } = this.#sets
    this.#title = this.#heavy === null ? extent.lend() : this.#heavyBits(this.#heavy.title, 1)
    return this.#title
  }

  /** Rows with exactly this word in a title, dead ones perhaps included. */
  whole(): Bits {
    const { extent, heavy, postings } = this.#sets
    const resident = this.#exact < 0 ? null : heavy.wholeOf(this.#exact)
    if (resident !== null) return asBits(extent, resident)
    const whole = extent.lend()
    if (this.#exact < 0) return whole
    if (this.#exact < postings.baseWords) {
      const { starts, rows } = postings
      const end = starts[this.#exact + 1] ?? 0
      for (let place = starts[this.#exact] ?? 0; place < end; place += 1) {
        const row = rows[place] ?? 0
        if ((row & 1) === 1) addBit(whole, row >> 1)
      }
    }
    postings.eachChained(this.#exact, (row) => {
      if ((row & 1) === 1) addBit(whole, row >> 1)
    })
    return whole
  }

  /** The live rows that have it; of a heavy one the dead ones too. */
  #textBits(): Bits {
    if (this.#text !== null) return this.#text
    if (this.#heavy === null) return this.#markLight(null)
    this.#text = this.#heavyBits(this.#heavy.text, 0)
    return this.#text
  }

  /** A heavy prefix knows the words of the base; rows of words that came since are added. */
  #heavyBits(set: HeavyPrefix['text'], least: 0 | 1): Bits {
    const { extent, postings } = this.#sets
    const bits = asBits(extent, set)
    if (this.#recent.from === this.#recent.to) return bits
    const copy = extent.lendCopy(bits)
    for (let at = this.#recent.from; at < this.#recent.to; at += 1) {
      postings.eachChained(postings.recent[at] ?? 0, (row) => {
        if ((row & 1) >= least) addBit(copy, row >> 1)
      })
    }
    return copy
  }

  /** Marks the live rows of a prefix with few of them, and writes them to `list`. */
  #markLight(list: Int32Array | null): Bits {
    const { alive, extent, postings } = this.#sets
    const text = extent.lend()
    const title = this.#isRanked ? extent.lend() : null
    let live = 0
    const mark = (row: number): void => {
      const ordinal = row >> 1
      if (title !== null && (row & 1) === 1) addBit(title, ordinal)
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
      for (let at = this.#recent.from; at < this.#recent.to; at += 1)
        postings.eachChained(postings.recent[at] ?? 0, mark)
    }
    this.#text = text
    this.#title = title
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
