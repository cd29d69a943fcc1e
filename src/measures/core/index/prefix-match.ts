/** One word of a query: the rows with a word that begins with it, and how well they hold it. */
import { addBit, type Bits, countCommon, hasBit, intersect } from './bitset.ts'
import type { Extent } from './extent.ts'
import type { HeavyPrefix, HeavyPrefixes } from './heavy-prefixes.ts'
import { asBits, keepBits, listBits, type Operand } from './operand.ts'
import type { Postings, Range } from './postings.ts'

export type WordSets = { postings: Postings; heavy: HeavyPrefixes; extent: Extent }

/** Rows with a word that begins with it; with such a word in a title; with exactly this word in a title. */
type Marks = { text: Bits; title: Bits; whole: Bits }

export class PrefixMatch implements Operand {
  readonly size: number
  readonly #sets: WordSets
  readonly #range: Range
  readonly #recent: Range
  readonly #heavy: HeavyPrefix | null
  /** The number of the word itself; -1 when no measure has it. */
  readonly #exact: number
  #text: Bits | null = null
  #marks: Marks | null = null

  constructor(sets: WordSets, prefix: string) {
    const { postings } = sets
    this.#sets = sets
    this.#range = postings.prefixRange(prefix)
    this.#recent = postings.recentRange(prefix)
    this.#heavy = sets.heavy.of(this.#range)
    this.#exact = this.#exactWord(prefix)
    this.size = this.#heavy === null ? postings.rowsIn(this.#range) : this.#heavy.text.count
  }

  list(): number {
    const { list } = this.#sets.extent
    if (this.#heavy !== null || this.#sets.postings.hasChains) return listBits(this.#textBits(), list)
    const { starts, rows } = this.#sets.postings
    const text = this.#sets.extent.lend()
    const end = starts[this.#range.to] ?? 0
    let length = 0
    for (let place = starts[this.#range.from] ?? 0; place < end; place += 1) {
      const ordinal = (rows[place] ?? 0) >> 1
      if (hasBit(text, ordinal)) continue
      addBit(text, ordinal)
      list[length] = ordinal
      length += 1
    }
    this.#text = text
    return length
  }

  keep(length: number): number {
    return keepBits(this.#textBits(), this.#sets.extent.list, length)
  }

  intersect(bits: Bits): void {
    intersect(bits, this.#textBits())
  }

  get title(): Bits {
    return this.#allMarks().title
  }

  get whole(): Bits {
    return this.#allMarks().whole
  }

  /** How many rows of `alive` have the word; `changes` says how often the segment has changed, `alive` with it. */
  liveCount(alive: Bits, changes: number): number {
    const heavy = this.#heavy
    if (heavy === null || this.#recent.from < this.#recent.to) return countCommon(this.#textBits(), alive)
    if (heavy.countedAt !== changes) {
      heavy.live = countCommon(this.#textBits(), alive)
      heavy.countedAt = changes
    }
    return heavy.live
  }

  #textBits(): Bits {
    if (this.#text !== null) return this.#text
    const { extent } = this.#sets
    let text: Bits
    if (this.#heavy === null) {
      text = extent.lend()
      this.#markLight(text, null)
    } else {
      text = asBits(extent, this.#heavy.text)
      if (this.#recent.from < this.#recent.to) {
        text = extent.lendCopy(text)
        this.#markRecent(text, null)
      }
    }
    this.#text = text
    return text
  }

  #allMarks(): Marks {
    if (this.#marks !== null) return this.#marks
    const { extent, heavy, postings } = this.#sets
    const text = extent.lend()
    let title: Bits
    if (this.#heavy === null) {
      title = extent.lend()
      this.#markLight(text, title)
      this.#text ??= text
    } else {
      title = asBits(extent, this.#heavy.title)
      if (this.#recent.from < this.#recent.to) {
        title = extent.lendCopy(title)
        this.#markRecent(text, title)
      }
    }
    const resident = this.#exact < 0 ? null : heavy.wholeOf(this.#exact)
    let whole: Bits
    if (resident !== null) whole = asBits(extent, resident)
    else {
      whole = extent.lend()
      if (this.#exact >= 0 && this.#exact < postings.baseWords) {
        markRows(postings, { from: this.#exact, to: this.#exact + 1 }, text, whole)
      }
      if (this.#exact >= 0) markChain(postings, this.#exact, text, whole)
    }
    this.#marks = { text, title, whole }
    return this.#marks
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

  #markLight(text: Bits, title: Bits | null): void {
    const { postings } = this.#sets
    markRows(postings, this.#range, text, title)
    if (!postings.hasChains) return
    for (let word = this.#range.from; word < this.#range.to; word += 1) markChain(postings, word, text, title)
    this.#markRecent(text, title)
  }

  #markRecent(text: Bits, title: Bits | null): void {
    const { postings } = this.#sets
    for (let at = this.#recent.from; at < this.#recent.to; at += 1) {
      markChain(postings, postings.recent[at] ?? 0, text, title)
    }
  }
}

/** Marks the rows of a range of base words, and those with one of the words in a title. */
function markRows(postings: Postings, range: Range, text: Bits, title: Bits | null): void {
  const { starts, rows } = postings
  const end = starts[range.to] ?? 0
  for (let place = starts[range.from] ?? 0; place < end; place += 1) {
    const row = rows[place] ?? 0
    addBit(text, row >> 1)
    if (title !== null && (row & 1) === 1) addBit(title, row >> 1)
  }
}

function markChain(postings: Postings, word: number, text: Bits, title: Bits | null): void {
  postings.eachChained(word, (row) => {
    addBit(text, row >> 1)
    if (title !== null && (row & 1) === 1) addBit(title, row >> 1)
  })
}
