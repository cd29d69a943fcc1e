/**
 * Which rows hold which word. The base: all words sorted, so that a prefix is a range of words, and their rows one after
 * another, so that a range of words is a range of rows. What comes later hangs on each word as a chain, with the words
 * that the base does not know in a sorted list of their own. A row is an ordinal with the grade of the word in it
 * (`grades.ts`).
 */

import type { Entry } from '../query.ts'
import { firstPlace } from '../sets/halving.ts'
import { Rungs } from '../sets/rungs.ts'
import { eachField, rowOf } from './grades.ts'
import { Joiner } from './joined/joined-words.ts'
import { headsOf, type Lexicon } from './lexicon.ts'
import { scanWords } from './words.ts'

/** From the first of a range to before its end. */
export type Range = { from: number; to: number }

const chainEnd = -1
/** Texts whose words are kept, and the longest, in UTF-16 units: of longer ones none comes twice. */
const keptTextsMost = 1_024
const keptTextMax = 2_000

/** Reads the words of entries, each once, with the grade of the best field that holds it. */
export class WordReader {
  readonly lexicon: Lexicon
  #seen = new Int32Array(1024)
  #reading = 0
  readonly #texts = new Map<string, readonly number[]>()
  /** Of the text that is being read. */
  #words: number[] = []
  readonly #joiner = new Joiner((letters, length) => void this.#words.push(this.lexicon.intern(letters, length)))

  constructor(lexicon: Lexicon) {
    this.lexicon = lexicon
  }

  /** Visits each word of the entry once, those of the highest grade first. */
  read(entry: Pick<Entry, 'words'>, visit: (word: number, grade: number) => void): void {
    this.#reading += 1
    let grade = 0
    const once = (word: number): void => {
      if (word >= this.#seen.length) this.#seen = widened(this.#seen, word + 1)
      if (this.#seen[word] === this.#reading) return
      this.#seen[word] = this.#reading
      visit(word, grade)
    }
    eachField(entry.words, (text, itsGrade) => {
      grade = itsGrade
      const words = this.#wordsIn(text)
      for (let place = 0; place < words.length; place += 1) once(words[place] ?? 0)
    })
  }

  /** The numbers of the words of a text. Many entries have the same texts: what their ids are called. */
  #wordsIn(text: string): readonly number[] {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    const words: number[] = []
    const joiner = this.#joiner
    this.#words = words
    joiner.begin(text)
    scanWords(text, (letters, length, end) => {
      words.push(this.lexicon.intern(letters, length))
      joiner.hear(letters, length, end)
    })
    if (text.length <= keptTextMax) {
      if (this.#texts.size === keptTextsMost) this.#texts.clear()
      this.#texts.set(text, words)
    }
    return words
  }
}

export class Postings {
  readonly lexicon: Lexicon
  /** How many words the base knows: those numbered below are sorted. */
  readonly baseWords: number
  /** Where the rows of each base word begin, and where the last one's end. */
  readonly starts: Uint32Array
  readonly rows: Int32Array
  /** Words the base does not know, sorted. */
  readonly recent: number[] = []
  /** The heads of the base words. */
  readonly #heads: Rungs
  readonly #reader: WordReader
  /** The newest link of the chain of each word. */
  #chains: Int32Array
  #chainRows = new Int32Array(1024)
  #chainNext = new Int32Array(1024)
  #chained = 0

  constructor(lexicon: Lexicon, starts: Uint32Array, rows: Int32Array) {
    this.lexicon = lexicon
    this.baseWords = starts.length - 1
    this.starts = starts
    this.rows = rows
    this.#heads = new Rungs(lexicon.heads.subarray(0, this.baseWords))
    this.#chains = new Int32Array(Math.max(this.baseWords, 16)).fill(chainEnd)
    this.#reader = new WordReader(lexicon)
  }

  /** Takes in the words of an entry; visits each base word among them. */
  add(ordinal: number, entry: Pick<Entry, 'words'>, visitBase: (word: number, grade: number) => void): void {
    this.#reader.read(entry, (word, grade) => {
      if (word >= this.#chains.length) this.#chains = widened(this.#chains, word + 1, chainEnd)
      const head = this.#chains[word] ?? chainEnd
      if (word < this.baseWords) visitBase(word, grade)
      else if (head === chainEnd) this.#insertRecent(word)
      this.#chain(word, head, rowOf(ordinal, grade))
    })
  }

  /** The base words that begin with `prefix`. */
  prefixRange(prefix: string): Range {
    const { lexicon } = this
    const heads = headsOf(prefix)
    const low = this.#heads.firstAtLeast(heads.from)
    const high = this.#heads.nextAtLeast(heads.to, low)
    if (!heads.isShared) return { from: low, to: high }
    const from = firstPlace(low, high, (word) => lexicon.comparePrefix(word, prefix) < 0)
    return { from, to: firstPlace(from, high, (word) => lexicon.comparePrefix(word, prefix) <= 0) }
  }

  /** The places in `recent` of the words that begin with `prefix`. */
  recentRange(prefix: string): Range {
    if (this.recent.length === 0) return { from: 0, to: 0 }
    const compare = (place: number): number => this.lexicon.comparePrefix(this.recent[place] ?? 0, prefix)
    const from = firstPlace(0, this.recent.length, (place) => compare(place) < 0)
    return { from, to: firstPlace(from, this.recent.length, (place) => compare(place) <= 0) }
  }

  /** How many rows the base words of a range have together. */
  rowsIn(range: Range): number {
    return (this.starts[range.to] ?? 0) - (this.starts[range.from] ?? 0)
  }

  /** Visits every row of a word. */
  eachRow(word: number, visit: (row: number) => void): void {
    if (word < this.baseWords) {
      const end = this.starts[word + 1] ?? 0
      for (let place = this.starts[word] ?? 0; place < end; place += 1) visit(this.rows[place] ?? 0)
    }
    this.eachChained(word, visit)
  }

  /** Visits the rows that a word was given since the base was made, newest first. */
  eachChained(word: number, visit: (row: number) => void): void {
    for (let link = this.#chains[word] ?? chainEnd; link !== chainEnd; link = this.#chainNext[link] ?? chainEnd) {
      visit(this.#chainRows[link] ?? 0)
    }
  }

  /** Whether anything came since the base was made. */
  get hasChains(): boolean {
    return this.#chained > 0
  }

  #chain(word: number, head: number, row: number): void {
    if (this.#chained === this.#chainRows.length) {
      this.#chainRows = widened(this.#chainRows, this.#chained + 1)
      this.#chainNext = widened(this.#chainNext, this.#chained + 1)
    }
    this.#chainRows[this.#chained] = row
    this.#chainNext[this.#chained] = head
    this.#chains[word] = this.#chained
    this.#chained += 1
  }

  #insertRecent(word: number): void {
    const { lexicon, recent } = this
    const place = firstPlace(0, recent.length, (at) => lexicon.compare(recent[at] ?? 0, word) < 0)
    recent.splice(place, 0, word)
  }
}

function widened(values: Int32Array, least: number, filler = 0): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(Math.max(least, values.length * 2))
  wider.set(values)
  if (filler !== 0) wider.fill(filler, values.length)
  return wider
}
