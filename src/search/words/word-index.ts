/** Which rows have words that begin with a word, how well, and what words are like it. */

import { addBit, type Bits, bitsFor } from '../sets/bitset.ts'
import { gradeOf, type Levels, levelOf, ordinalOf } from './grades.ts'
import { Likeness } from './likeness.ts'
import type { Postings } from './postings.ts'

/** Beginnings kept of words that many rows have (`of`, `in`, `sub`), and how many rows of postings are many. */
const keptMost = 256
const keptRowsMin = 2_000
/** A byte for each row, and word or concept. */
const keptGainBytesMost = 16_000_000

export type BegunMatch = {
  /** The rows that have the word, dead ones included. */
  readonly rows: Bits
  /** How well each row has it. */
  readonly levels: Levels
}

export class WordIndex {
  readonly postings: Postings
  readonly likeness: Likeness
  readonly alive: Bits
  readonly #capacity: number
  /**
   * Until a row comes. Without them a page costs twice as much in the mean, and one that asks for two such words thirty
   * times (docs/decisions/0075).
   */
  readonly #kept = new Map<string, BegunMatch>()
  /** What rows have of concepts, by their keys; until a row comes. */
  readonly #keptGains = new Map<string, Levels>()
  /** The same of the concepts that are at hand: a page and its figures ask for the same ones. */
  #gainsAtHand = new WeakMap<object, Levels>()
  #rowsThen = 0
  readonly #nothing: BegunMatch

  constructor(postings: Postings, alive: Bits, capacity: number) {
    this.postings = postings
    this.likeness = new Likeness(postings)
    this.alive = alive
    this.#capacity = capacity
    this.#nothing = emptyMatch(capacity)
  }

  /** What `make` gives for the key, as long as no row comes; to be read, not to be changed. */
  keptGains(key: string, make: () => Levels): Levels {
    this.#forget()
    const kept = this.#keptGains.get(key)
    if (kept !== undefined) return kept
    const gains = make()
    if (this.#keptGains.size >= Math.max(1, Math.floor(keptGainBytesMost / gains.length))) this.#keptGains.clear()
    this.#keptGains.set(key, gains)
    return gains
  }

  /** The same for a concept itself, as long as somebody has it. */
  keptGainsOf(concept: object, make: () => Levels): Levels {
    this.#forget()
    const kept = this.#gainsAtHand.get(concept) ?? make()
    this.#gainsAtHand.set(concept, kept)
    return kept
  }

  #forget(): void {
    const { rowCount } = this.postings
    if (this.#rowsThen === rowCount) return
    this.#kept.clear()
    this.#keptGains.clear()
    this.#gainsAtHand = new WeakMap()
    this.#rowsThen = rowCount
  }

  /** The rows with a word that begins with `prefix`; to be read, not to be changed. */
  beginning(prefix: string): BegunMatch {
    this.#forget()
    const kept = this.#kept.get(prefix)
    if (kept !== undefined) return kept
    let match = this.#nothing
    let read = 0
    this.postings.eachRun(prefix, (rows, from, to, isWhole) => {
      if (from === to) return
      if (read === 0) match = emptyMatch(this.#capacity)
      read += to - from
      mark(match, rows, from, to, isWhole)
    })
    if (read < keptRowsMin) return match
    if (this.#kept.size === keptMost) this.#kept.clear()
    this.#kept.set(prefix, match)
    return match
  }
}

function emptyMatch(capacity: number): BegunMatch {
  return { rows: bitsFor(capacity), levels: new Uint8Array(capacity) }
}

/** Marks the rows from one place to before another. */
function mark(
  { rows: bits, levels }: BegunMatch,
  rows: ArrayLike<number>,
  from: number,
  to: number,
  isWhole: boolean,
): void {
  for (let place = from; place < to; place += 1) {
    const row = rows[place] ?? 0
    const ordinal = ordinalOf(row)
    const level = levelOf(gradeOf(row), isWhole)
    const before = levels[ordinal] ?? 0
    if (level <= before) continue
    levels[ordinal] = level
    if (before === 0) addBit(bits, ordinal)
  }
}
