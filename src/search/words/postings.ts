/**
 * Which rows hold which word. The base: all words sorted, so that a prefix is a range of words, and their rows one after
 * another, so that a range of words is a range of rows. Rows that come later are lists of their own, one a word, and words
 * that the base does not know are in a sorted list. A row is an ordinal with the fields that hold the word (`grades.ts`).
 */

import type { Entry } from '../query.ts'
import { firstPlace } from '../sets/halving.ts'
import { sorted } from '../sets/slices.ts'
import { eachField, fieldBit, rowOf } from './grades.ts'
import { Joiner } from './joined/joined-words.ts'
import { Lexicon, type LexiconParts } from './lexicon.ts'
import { scanWords } from './words.ts'

/** From the first of a range to before its end. */
export type Range = { from: number; to: number }

/** All that the base is, as numbers that can be handed from thread to thread. */
export type PostingsParts = {
  lexicon: LexiconParts
  /** Every word in the order of its letters from the last to the first. */
  endings: Int32Array<ArrayBuffer>
  /** Where the rows of each word begin, and where the last one's end. */
  starts: Uint32Array<ArrayBuffer>
  rows: Int32Array<ArrayBuffer>
}

/** Texts whose words are kept, and the longest, in UTF-16 units: of longer ones none comes twice. */
const keptTextsMost = 1_024
const keptTextMax = 2_000
/** Rows copied between two yields, and what one word costs, in rows. */
const rowsAStep = 4_096
const wordCost = 10

/** Reads the words of entries, each once, with the fields that hold it. */
export class WordReader {
  readonly lexicon: Lexicon
  /** By word, the fields of the entry being read that hold it. */
  readonly #fields: number[] = []
  readonly #texts = new Map<string, readonly number[]>()
  /** Of the text that is being read. */
  #words: number[] = []
  readonly #joiner = new Joiner((letters, length) => void this.#words.push(this.lexicon.intern(letters, length)))

  constructor(lexicon: Lexicon) {
    this.lexicon = lexicon
  }

  /** Visits each word of the entry once, those of the highest grade first. */
  read(entry: Pick<Entry, 'words'>, visit: (word: number, fields: number) => void): void {
    const words: number[] = []
    eachField(entry.words, (text, grade) => {
      for (const word of this.#wordsIn(text)) {
        while (word >= this.#fields.length) this.#fields.push(0)
        const fields = this.#fields[word] ?? 0
        if (fields === 0) words.push(word)
        this.#fields[word] = fields | fieldBit(grade)
      }
    })
    for (const word of words) {
      visit(word, this.#fields[word] ?? 0)
      this.#fields[word] = 0
    }
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

/** The rows of each word of a lexicon, in any order of the words -> a base, without the words that have none. Sliced work. */
export function* sortedPostings(
  lexicon: Lexicon,
  rowCount: number,
  rowsOf: (word: number) => readonly number[],
): Generator<number, PostingsParts> {
  const words = yield* sorted(lexicon.count, (left, right) => lexicon.compare(left, right))
  const ordered = new Lexicon(lexicon.count)
  const starts = new Uint32Array(lexicon.count + 1)
  const rows = new Int32Array(rowCount)
  let length = 0
  let worked = 0
  for (const word of words) {
    const itsRows = rowsOf(word)
    worked += itsRows.length + wordCost
    if (itsRows.length > 0) {
      rows.set(itsRows, length)
      length += itsRows.length
      starts[ordered.take(lexicon, word) + 1] = length
    }
    if (worked < rowsAStep) continue
    yield worked
    worked = 0
  }
  const endings = yield* sorted(ordered.count, (left, right) => ordered.compareEndings(left, right))
  return { lexicon: ordered.parts, endings, starts: starts.slice(0, ordered.count + 1), rows: rows.slice(0, length) }
}

export class Postings {
  readonly lexicon: Lexicon
  /** How many words the base knows: those numbered below are sorted. */
  readonly #baseWords: number
  readonly #endings: Int32Array
  readonly #starts: Uint32Array
  readonly #rows: Int32Array
  /** By word the rows that came since the base was made, in their order. */
  readonly #later: number[][] = []
  #laterCount = 0
  /** Words the base does not know, sorted. */
  readonly #recent: number[] = []
  readonly #reader: WordReader

  constructor({ lexicon, endings, starts, rows }: PostingsParts) {
    this.lexicon = Lexicon.of(lexicon)
    this.#endings = endings
    this.#baseWords = starts.length - 1
    this.#starts = starts
    this.#rows = rows
    this.#reader = new WordReader(this.lexicon)
  }

  get rowCount(): number {
    return this.#rows.length + this.#laterCount
  }

  /** Takes in the words of an entry, under an ordinal higher than all before it. */
  add(ordinal: number, entry: Pick<Entry, 'words'>): void {
    this.#reader.read(entry, (word, fields) => {
      let later = this.#later[word]
      if (later === undefined) {
        later = []
        this.#later[word] = later
        if (word >= this.#baseWords) this.#insertRecent(word)
      }
      later.push(rowOf(ordinal, fields))
      this.#laterCount += 1
    })
  }

  /** Visits the rows of the words that begin with `prefix`, run by run; `isWhole`: those of the word itself. */
  eachRun(prefix: string, visit: (rows: ArrayLike<number>, from: number, to: number, isWhole: boolean) => void): void {
    const { from, to } = this.#baseRange(prefix)
    // The word itself comes before those that begin with it.
    const behind = from < to && this.lexicon.lengthOf(from) === prefix.length ? from + 1 : from
    const start = this.#starts[behind] ?? 0
    if (behind > from) visit(this.#rows, this.#starts[from] ?? 0, start, true)
    visit(this.#rows, start, this.#starts[to] ?? 0, false)
    if (this.#laterCount === 0) return
    for (const word of this.beginningWith(prefix)) {
      const later = this.#later[word]
      if (later !== undefined) visit(later, 0, later.length, this.lexicon.lengthOf(word) === prefix.length)
    }
  }

  /** The number of a folded word; null where no entry has it. */
  numberOf(text: string): number | null {
    const number = this.lexicon.find(
      Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)),
      text.length,
    )
    return number < 0 ? null : number
  }

  /** The words that begin with `prefix`. */
  *beginningWith(prefix: string): Generator<number> {
    const { from, to } = this.#baseRange(prefix)
    for (let word = from; word < to; word += 1) yield word
    const recent = this.#rangeOf(prefix, this.#recent.length, (place) => this.#recent[place] ?? 0)
    for (let place = recent.from; place < recent.to; place += 1) yield this.#recent[place] ?? 0
  }

  /** The words that end with `suffix`. */
  *endingWith(suffix: string): Generator<number> {
    const { lexicon } = this
    const at = (place: number): number => lexicon.compareSuffix(this.#endings[place] ?? 0, suffix)
    const count = this.#endings.length
    const from = firstPlace(0, count, (place) => at(place) < 0)
    for (let place = from; place < count && at(place) === 0; place += 1) yield this.#endings[place] ?? 0
    for (const word of this.#recent) if (lexicon.compareSuffix(word, suffix) === 0) yield word
  }

  /** Visits every row of a word, in the order of the ordinals. */
  eachRow(word: number, visit: (row: number) => void): void {
    const isBase = word < this.#baseWords
    const end = isBase ? (this.#starts[word + 1] ?? 0) : 0
    for (let place = isBase ? (this.#starts[word] ?? 0) : 0; place < end; place += 1) visit(this.#rows[place] ?? 0)
    for (const row of this.#later[word] ?? []) visit(row)
  }

  /** How many rows have a word. */
  countOf(word: number): number {
    const base = word < this.#baseWords ? (this.#starts[word + 1] ?? 0) - (this.#starts[word] ?? 0) : 0
    return base + (this.#later[word]?.length ?? 0)
  }

  #baseRange(prefix: string): Range {
    return this.#rangeOf(prefix, this.#baseWords, (word) => word)
  }

  #rangeOf(prefix: string, count: number, wordAt: (place: number) => number): Range {
    const { lexicon } = this
    const from = firstPlace(0, count, (place) => lexicon.comparePrefix(wordAt(place), prefix) < 0)
    return { from, to: firstPlace(from, count, (place) => lexicon.comparePrefix(wordAt(place), prefix) <= 0) }
  }

  #insertRecent(word: number): void {
    const { lexicon } = this
    const recent = this.#recent
    const place = firstPlace(0, recent.length, (at) => lexicon.compare(recent[at] ?? 0, word) < 0)
    recent.splice(place, 0, word)
  }
}
