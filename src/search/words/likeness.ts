/**
 * The words of an index that are like a word without beginning with it: those of its stem in one of the languages, and, from
 * five letters on, those that have one letter wrong, missing or too many. Words of a stem are sought among those that begin
 * with it, its last letter as it is or as the word may have it (`stems.ts`); misspellings by asking for every word one letter
 * away, a few hundred, so that an index is made and kept without anything for either.
 */

import { beginHash } from './lexicon.ts'
import type { Postings } from './postings.ts'
import { beginningsOf, evenedStems, isDigit, lettersIn, stemLettersMin, stemmers } from './stems.ts'

/** Numbers of words. */
export type Alike = {
  stems: readonly number[]
  /** A letter away, and of another stem. */
  slips: readonly number[]
  /** A letter away, of whatever stem: how the word may be meant to be spelt. */
  spellings: readonly number[]
}

/** A word of fewer letters, digits not counted, is as likely another word as a misspelling. */
const slipLettersMin = 5
/** What a suffix adds to a stem, at most: longer words are not asked for their stem. */
const suffixLettersMax = 6
/** Letters at the end of a stem that a form may have otherwise. */
const formLettersChanged = 2
/** Words with one beginning that are looked at for forms, and letters of a word that is taken for misspelt, at most. */
const [formCandidatesMost, slipLettersMax] = [600, 30]
/** Words whose likes are kept: what people type lately. */
const keptMost = 4_096
const [firstLetter, lastLetter] = ['a'.charCodeAt(0), 'z'.charCodeAt(0)]
export const nothingAlike: Alike = { stems: [], slips: [], spellings: [] }

export class Likeness {
  readonly #postings: Postings
  readonly #kept = new Map<string, Alike>()
  readonly #keptForms = new Map<string, readonly number[]>()
  /** How many words there were when what is kept was found. */
  #wordsThen = 0

  constructor(postings: Postings) {
    this.#postings = postings
  }

  /** The words like it, none of which begins with it. A word that is both of its stem and a misspelling counts as the first. */
  of(word: string): Alike {
    if (word.length < stemLettersMin) return nothingAlike
    this.#forget()
    const known = this.#kept.get(word)
    if (known !== undefined) return known
    const letters = lettersIn(word)
    const stems = letters < word.length ? [] : this.#ofStem(word)
    const spellings = letters < slipLettersMin || word.length > slipLettersMax ? [] : this.#aLetterAwayFrom(word)
    const alike = { stems, slips: spellings.filter((spelling) => !stems.includes(spelling)), spellings }
    this.#kept.set(word, alike)
    return alike
  }

  /** Forgets what was found among other words, and everything where it is too much. */
  #forget(): void {
    const { count } = this.#postings.lexicon
    if (this.#wordsThen !== count || this.#kept.size >= keptMost) this.#kept.clear()
    if (this.#wordsThen !== count || this.#keptForms.size >= keptMost) this.#keptForms.clear()
    this.#wordsThen = count
  }

  /**
   * The words that are a form of it in one of the languages, itself among them: of one stem, but for what spelling changes at the
   * end of a syllable (`boom`, `bomen`; `bedrijf`, `bedrijven`).
   */
  formsOf(word: string): readonly number[] {
    const { lexicon } = this.#postings
    this.#forget()
    const known = this.#keptForms.get(word)
    if (known !== undefined) return known
    const found = new Set<number>()
    const own = this.#postings.numberOf(word)
    if (own !== null) found.add(own)
    if (word.length > stemLettersMin && lettersIn(word) === word.length) {
      const stems = evenedStems(word)
      const lengths = stems.map(({ length }) => length)
      const beginning = word.slice(0, Math.max(stemLettersMin, Math.min(...lengths) - formLettersChanged))
      const lettersMost = Math.max(...lengths) + suffixLettersMax
      let looked = 0
      for (const candidate of this.#postings.beginningWith(beginning)) {
        if (lexicon.lengthOf(candidate) > lettersMost) continue
        looked += 1
        if (looked > formCandidatesMost) break
        const its = evenedStems(lexicon.textOf(candidate))
        if (stems.some((stem, place) => stem === its[place])) found.add(candidate)
      }
    }
    const forms = [...found]
    this.#keptForms.set(word, forms)
    return forms
  }

  #ofStem(word: string): number[] {
    const stemOf = new Map(stemmers.map((stemmer) => [stemmer, stemmer(word)]))
    const found = new Set<number>()
    for (const stem of new Set(stemOf.values())) {
      if (stem.length < stemLettersMin) continue
      const itsStemmers = stemmers.filter((stemmer) => stemOf.get(stemmer) === stem)
      for (const beginning of beginningsOf(stem)) {
        for (const candidate of this.#beginningWith(beginning, word)) {
          const text = this.#textUpTo(candidate, stem.length + suffixLettersMax)
          if (text !== null && itsStemmers.some((stemmer) => stemmer(text) === stem)) found.add(candidate)
        }
      }
    }
    return [...found]
  }

  /** Null of a longer word. */
  #textUpTo(word: number, lettersMax: number): string | null {
    const { lexicon } = this.#postings
    return lexicon.lengthOf(word) > lettersMax ? null : lexicon.textOf(word)
  }

  /** The words with that beginning, but for those that begin with `without`. */
  *#beginningWith(beginning: string, without: string): Generator<number> {
    if (beginning.startsWith(without)) return
    const { lexicon } = this.#postings
    for (const word of this.#postings.beginningWith(beginning)) {
      if (lexicon.comparePrefix(word, without) !== 0) yield word
    }
  }

  #aLetterAwayFrom(word: string): number[] {
    const { lexicon } = this.#postings
    const found = new Set<number>()
    eachSlip(word, (letters, length, begun, from) => {
      const slip = lexicon.find(letters, length, begun, from)
      if (slip >= 0 && lexicon.comparePrefix(slip, word) !== 0) found.add(slip)
    })
    return [...found]
  }
}

/** Visits every word that differs from it by one letter: one less, another in its place, one more. Digits stay. */
function eachSlip(
  word: string,
  visit: (letters: Uint16Array, length: number, begun: number, from: number) => void,
): void {
  const letters = new Uint16Array(word.length + 1)
  for (let at = 0; at <= word.length; at += 1) {
    // The letters before `at` stand as they are in all of these, so they are hashed once.
    for (let place = 0; place < at; place += 1) letters[place] = word.charCodeAt(place)
    const begun = beginHash(letters, 0, at)
    const own = word.charCodeAt(at)
    if (at < word.length && !isDigit(own)) {
      writeBehind(letters, at, word, at + 1)
      visit(letters, word.length - 1, begun, at)
      writeBehind(letters, at + 1, word, at + 1)
      for (let letter = firstLetter; letter <= lastLetter; letter += 1) {
        letters[at] = letter
        if (letter !== own) visit(letters, word.length, begun, at)
      }
    }
    writeBehind(letters, at + 1, word, at)
    for (let letter = firstLetter; letter <= lastLetter; letter += 1) {
      letters[at] = letter
      visit(letters, word.length + 1, begun, at)
    }
  }
}

/** Writes the letters of a word from `from` on to `letters` from `to` on. */
function writeBehind(letters: Uint16Array, to: number, word: string, from: number): void {
  for (let place = from; place < word.length; place += 1) letters[to + place - from] = word.charCodeAt(place)
}
