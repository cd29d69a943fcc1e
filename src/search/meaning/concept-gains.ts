/**
 * How much of a concept each row has: by the names of it that the row says, in which fields, and how nearly in these words;
 * or by a token. A concept is looked for under all of its names at once, so that a row gains nothing by saying two of them.
 */

import type { Facets } from '../facets.ts'
import type { Concept, ConceptName } from '../query.ts'
import { eachBit } from '../sets/bitset.ts'
import { contentOf } from '../words/content.ts'
import { allFields, fieldBit, fieldsOf, ordinalOf, raise } from '../words/grades.ts'
import type { WordIndex } from '../words/word-index.ts'

/** The gain of a row that has all of a concept, in the place where it counts the most. */
const gainMost = 255

/** By ordinal, 0 to `gainMost`. */
export type Gains = Uint8Array<ArrayBuffer>

/** What a field counts, the least first; more fields count more, each the less the more there are. */
const fieldCounts = [1, 1, 1, 2, 1, 1, 3, 4] as const
const fieldsHalf = 3
/** A part of the name of a compound, and a misspelling, are the word less surely than the word itself. */
const share = { word: 1, inflected: 0.95, endsCompound: 0.8, beginsCompound: 0.7, misspelt: 0.6 } as const
/** Fewer letters begin and end words that have nothing to do with them. */
const compoundLettersMin = 5
/** What an inflection adds to a word, at most. */
const inflectionLettersMax = 2

const gainOfFields = Float64Array.from({ length: allFields + 1 }, (_, fields) => {
  const count = fieldCounts.reduce<number>((sum, counts, grade) => sum + (fields & fieldBit(grade) ? counts : 0), 0)
  return count / (count + fieldsHalf)
})
const gainOfAll = gainOfFields[allFields] ?? 1
for (const [fields, gain] of gainOfFields.entries()) gainOfFields[fields] = (gainMost * gain) / gainOfAll

/** Finds gains of concepts in one index, as long as nothing is added to it. */
export class ConceptLookup {
  readonly #index: WordIndex
  readonly #facets: Facets
  readonly #capacity: number

  constructor(index: WordIndex, facets: Facets, capacity: number) {
    this.#index = index
    this.#facets = facets
    this.#capacity = capacity
  }

  gainsOf({ names, known = null, tokens }: Concept): Gains {
    const kept =
      known === null
        ? null
        : this.#index.keptGains(known.key, () => this.#gainsOfNames(known.names, new Uint8Array(this.#capacity)))
    const gains = this.#gainsOfNames(names, kept === null ? new Uint8Array(this.#capacity) : kept.slice())
    for (const { facet, tokens: some, share: part } of tokens) {
      const gain = Math.round(gainMost * part)
      eachBit(this.#facets.rowsWith(facet, some), (ordinal) => raise(gains, ordinal, gain))
    }
    return gains
  }

  #gainsOfNames(names: readonly ConceptName[], gains: Gains): Gains {
    for (const name of names) this.#addName(gains, name)
    return gains
  }

  /** A row has a name when it has every word of it, and as much of it as of the word that it has least of. */
  #addName(gains: Gains, { words, share: part, isLoose }: ConceptName): void {
    const [first, ...others] = contentOf(words)
    if (first === undefined) return
    if (others.length === 0) {
      this.#eachGain(first, isLoose, (ordinal, gain) => raise(gains, ordinal, Math.round(gain * part)))
      return
    }
    // By ordinal the least of the words so far; only rows that have all of them go on.
    let least = this.#gainsOfWord(first, isLoose)
    for (const word of others) {
      if (least.size === 0) return
      const both = new Map<number, number>()
      this.#eachGain(word, isLoose, (ordinal, gain) => {
        const before = least.get(ordinal)
        if (before !== undefined) both.set(ordinal, Math.max(both.get(ordinal) ?? 0, Math.min(before, gain)))
      })
      least = both
    }
    for (const [ordinal, gain] of least) raise(gains, ordinal, Math.round(gain * part))
  }

  #gainsOfWord(word: string, isLoose: boolean): Map<number, number> {
    const gains = new Map<number, number>()
    this.#eachGain(word, isLoose, (ordinal, gain) => gains.set(ordinal, Math.max(gains.get(ordinal) ?? 0, gain)))
    return gains
  }

  /** Visits the rows with the word, some of them more than once. */
  #eachGain(word: string, isLoose: boolean, visit: (ordinal: number, gain: number) => void): void {
    const { postings, likeness } = this.#index
    let isFound = false
    const take = (number: number, nearness: number): void =>
      postings.eachRow(number, (row) => {
        isFound = true
        visit(ordinalOf(row), (gainOfFields[fieldsOf(row)] ?? 0) * nearness)
      })
    const { lexicon } = postings
    const isLong = word.length >= compoundLettersMin
    if (isLong) {
      for (const number of postings.beginningWith(word)) {
        const added = lexicon.lengthOf(number) - word.length
        if (added === 0) take(number, share.word)
        else if (added <= inflectionLettersMax) take(number, share.inflected)
        else if (isLoose) take(number, share.beginsCompound)
      }
      if (isLoose) {
        for (const number of postings.endingWith(word))
          if (lexicon.lengthOf(number) > word.length) take(number, share.endsCompound)
      }
    } else {
      const number = postings.numberOf(word)
      if (number !== null) take(number, share.word)
    }
    for (const stem of likeness.stemsOf(word)) take(stem, share.inflected)
    if (isFound || !isLoose) return
    for (const slip of likeness.of(word).slips) take(slip, share.misspelt)
  }
}
