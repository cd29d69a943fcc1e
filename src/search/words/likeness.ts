/**
 * The words of an index that are like a word without beginning with it: those of its stem in one of the languages, and, from
 * five letters on, those that have one letter wrong, missing or too many. Stems are sought among the words that share all but
 * the last letter of the stem; misspellings by asking for every word one letter away, a few hundred, so that an index is made
 * and kept without anything for either.
 */

import type { Postings, Range } from './postings.ts'
import { isOfLetters, stemLettersMin, stemmers } from './stems.ts'

/** Numbers of words. */
export type Alike = { stems: readonly number[]; slips: readonly number[] }

/** A word of fewer letters is as likely another word as a misspelling. */
const slipLettersMin = 5
/** What a suffix adds to a stem, at most: longer words are not asked for their stem. */
const suffixLettersMax = 6
/** Words whose likes are kept: what people type lately. */
const keptMost = 4_096
const [firstLetter, lastLetter] = ['a'.charCodeAt(0), 'z'.charCodeAt(0)]
export const nothingAlike: Alike = { stems: [], slips: [] }

export class Likeness {
  readonly #postings: Postings
  readonly #kept = new Map<string, Alike>()
  /** How many words there were when what is kept was found. */
  #wordsThen = 0

  constructor(postings: Postings) {
    this.#postings = postings
  }

  /** The words like it, none of which begins with it. A word that is both of its stem and a misspelling counts as the first. */
  of(word: string): Alike {
    const { lexicon } = this.#postings
    if (word.length < stemLettersMin || !isOfLetters(word)) return nothingAlike
    if (this.#wordsThen !== lexicon.count || this.#kept.size === keptMost) this.#kept.clear()
    this.#wordsThen = lexicon.count
    const known = this.#kept.get(word)
    if (known !== undefined) return known
    const stems = this.#ofStem(word)
    const slips = word.length < slipLettersMin ? [] : this.#slipsOf(word).filter((slip) => !stems.includes(slip))
    const alike = { stems, slips }
    this.#kept.set(word, alike)
    return alike
  }

  #ofStem(word: string): number[] {
    const { lexicon } = this.#postings
    const found = new Set<number>()
    for (const stemmer of stemmers) {
      const stem = stemmer(word)
      if (stem.length < stemLettersMin) continue
      const head = stem.slice(0, Math.max(stemLettersMin, stem.length - 1))
      for (const candidate of this.#beginningWith(head)) {
        if (lexicon.lengthOf(candidate) > stem.length + suffixLettersMax || found.has(candidate)) continue
        const text = lexicon.textOf(candidate)
        if (!text.startsWith(word) && stemmer(text) === stem) found.add(candidate)
      }
    }
    return [...found]
  }

  *#beginningWith(head: string): Generator<number> {
    const { recent } = this.#postings
    const base: Range = this.#postings.prefixRange(head)
    for (let word = base.from; word < base.to; word += 1) yield word
    const later: Range = this.#postings.recentRange(head)
    for (let at = later.from; at < later.to; at += 1) yield recent[at] ?? 0
  }

  #slipsOf(word: string): number[] {
    const { lexicon } = this.#postings
    const found = new Set<number>()
    eachSlip(word, (letters, length) => {
      const slip = lexicon.find(letters, length)
      if (slip >= 0 && lexicon.comparePrefix(slip, word) !== 0) found.add(slip)
    })
    return [...found]
  }
}

/** Visits every word that differs from it by one letter: one less, another in its place, one more. */
function eachSlip(word: string, visit: (letters: Uint16Array, length: number) => void): void {
  const letters = new Uint16Array(word.length + 1)
  for (let at = 0; at < word.length; at += 1) {
    writeWithout(letters, word, at)
    visit(letters, word.length - 1)
  }
  for (let at = 0; at < word.length; at += 1) {
    for (let place = 0; place < word.length; place += 1) letters[place] = word.charCodeAt(place)
    const own = letters[at] ?? 0
    for (let letter = firstLetter; letter <= lastLetter; letter += 1) {
      if (letter === own) continue
      letters[at] = letter
      visit(letters, word.length)
    }
  }
  for (let at = 0; at <= word.length; at += 1) {
    for (let place = 0; place < word.length; place += 1)
      letters[place < at ? place : place + 1] = word.charCodeAt(place)
    for (let letter = firstLetter; letter <= lastLetter; letter += 1) {
      letters[at] = letter
      visit(letters, word.length + 1)
    }
  }
}

function writeWithout(letters: Uint16Array, word: string, without: number): void {
  for (let place = 0; place < word.length; place += 1) {
    if (place !== without) letters[place < without ? place : place - 1] = word.charCodeAt(place)
  }
}
