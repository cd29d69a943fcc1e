/** One word of a query: the rows with a word that begins with it, and how well they hold it. */
import { addBit, type Bits, countCommon, hasBit, intersect } from './bitset.ts'
import type { Extent } from './extent.ts'
import type { HeavyPrefix, HeavyPrefixes } from './heavy-prefixes.ts'
import { asBits, keepBits, type Operand } from './operand.ts'
import type { Postings, Range } from './postings.ts'

export type WordSets = { postings: Postings; heavy: HeavyPrefixes; extent: Extent }

export class PrefixMatch implements Operand {
  readonly size: number
  readonly #sets: WordSets
  readonly #prefix: string
  readonly #range: Range
  readonly #recent: Range
  readonly #heavy: HeavyPrefix | null
  #text: Bits | null = null
  #title: Bits | null = null

  constructor(sets: WordSets, prefix: string) {
    const { postings } = sets
    this.#sets = sets
    this.#prefix = prefix
    this.#range = postings.prefixRange(prefix)
    this.#recent = postings.recentRange(prefix)
    this.#heavy = sets.heavy.of(this.#range)
    this.size = this.#heavy === null ? postings.rowsIn(this.#range) : this.#heavy.text.count
  }

  list(): number {
    const { list } = this.#sets.extent
    if (this.#text !== null || this.#heavy !== null) return this.#listText()
    const marked = this.#sets.extent.lend()
    let length = 0
    this.#eachRow((row) => {
      const ordinal = row >> 1
      if (hasBit(marked, ordinal)) return
      addBit(marked, ordinal)
      list[length] = ordinal
      length += 1
    })
    this.#text = marked
    return length
  }

  keep(length: number): number {
    return keepBits(this.text(), this.#sets.extent.list, length)
  }

  intersect(bits: Bits): void {
    intersect(bits, this.text())
  }

  /** How many rows of `alive` have the word; `changes` says how often the segment has changed, `alive` with it. */
  liveCount(alive: Bits, changes: number): number {
    const heavy = this.#heavy
    const isHeavyAlone = heavy !== null && this.#recent.from === this.#recent.to
    if (isHeavyAlone && heavy.countedAt === changes) return heavy.live
    const count = countCommon(this.text(), alive)
    if (isHeavyAlone) {
      heavy.live = count
      heavy.countedAt = changes
    }
    return count
  }

  /** Rows with a word that begins with it. */
  text(): Bits {
    if (this.#text !== null) return this.#text
    const { extent } = this.#sets
    let text: Bits
    if (this.#heavy !== null) {
      text = asBits(extent, this.#heavy.text)
      if (this.#recent.from < this.#recent.to) {
        text = extent.lendCopy(text)
        this.#markRecent(text, 0)
      }
    } else {
      text = extent.lend()
      this.#markBase(text, 0)
      this.#markRecent(text, 0)
    }
    this.#text = text
    return text
  }

  /** Rows with a word in a title that begins with it. */
  title(): Bits {
    if (this.#title !== null) return this.#title
    const { extent } = this.#sets
    let title: Bits
    if (this.#heavy !== null) {
      title = asBits(extent, this.#heavy.title)
      if (this.#recent.from < this.#recent.to) {
        title = extent.lendCopy(title)
        this.#markRecent(title, 1)
      }
    } else {
      title = extent.lend()
      this.#markBase(title, 1)
      this.#markRecent(title, 1)
    }
    this.#title = title
    return title
  }

  /** Rows with exactly this word in a title. */
  whole(): Bits {
    const { postings, heavy, extent } = this.#sets
    const word = this.#exactWord()
    if (word < 0) return extent.lend()
    const resident = heavy.wholeOf(word)
    if (resident !== null) return asBits(extent, resident)
    const bits = extent.lend()
    if (word < postings.baseWords) markRows(bits, postings, { from: word, to: word + 1 }, 1)
    postings.eachChained(word, (row) => markRow(bits, row, 1))
    return bits
  }

  #listText(): number {
    const { list } = this.#sets.extent
    const text = this.text()
    let length = 0
    for (let word = 0; word < text.length; word += 1) {
      for (let left = text[word] ?? 0; left !== 0; left &= left - 1) {
        list[length] = word * 32 + 31 - Math.clz32(left & -left)
        length += 1
      }
    }
    return length
  }

  /** A range is sorted, so the word itself, where it exists, is the first of its range. */
  #exactWord(): number {
    const { postings } = this.#sets
    const { lexicon } = postings
    const [inBase, recent] = [this.#range.from, postings.recent[this.#recent.from] ?? 0]
    if (inBase < this.#range.to && lexicon.lengthOf(inBase) === this.#prefix.length) return inBase
    if (this.#recent.from < this.#recent.to && lexicon.lengthOf(recent) === this.#prefix.length) return recent
    return -1
  }

  #eachRow(visit: (row: number) => void): void {
    const { postings } = this.#sets
    const { starts, rows } = postings
    for (let place = starts[this.#range.from] ?? 0; place < (starts[this.#range.to] ?? 0); place += 1) {
      visit(rows[place] ?? 0)
    }
    if (!postings.hasChains) return
    for (let word = this.#range.from; word < this.#range.to; word += 1) postings.eachChained(word, visit)
    for (let at = this.#recent.from; at < this.#recent.to; at += 1)
      postings.eachChained(postings.recent[at] ?? 0, visit)
  }

  #markBase(bits: Bits, titleOnly: 0 | 1): void {
    const { postings } = this.#sets
    markRows(bits, postings, this.#range, titleOnly)
    if (!postings.hasChains) return
    for (let word = this.#range.from; word < this.#range.to; word += 1) {
      postings.eachChained(word, (row) => markRow(bits, row, titleOnly))
    }
  }

  #markRecent(bits: Bits, titleOnly: 0 | 1): void {
    const { postings } = this.#sets
    for (let at = this.#recent.from; at < this.#recent.to; at += 1) {
      postings.eachChained(postings.recent[at] ?? 0, (row) => markRow(bits, row, titleOnly))
    }
  }
}

function markRows(bits: Bits, postings: Postings, range: Range, titleOnly: 0 | 1): void {
  const { starts, rows } = postings
  const end = starts[range.to] ?? 0
  for (let place = starts[range.from] ?? 0; place < end; place += 1) markRow(bits, rows[place] ?? 0, titleOnly)
}

function markRow(bits: Bits, row: number, titleOnly: 0 | 1): void {
  if ((row & 1) >= titleOnly) addBit(bits, row >> 1)
}
