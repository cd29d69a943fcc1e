/**
 * How much of a concept each row has: by the names of it that the row says, in which fields, and how nearly in these words;
 * or by a token. A concept is looked for under all of its names at once, so that a row gains nothing by saying two of them.
 */

import type { Facets } from '../facets.ts'
import type { Breadth, Concept, ConceptName } from '../query.ts'
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
/** What a row has of a name whose words stand in different fields of it. */
const scatteredShare = 0.7
/** Fewer letters begin and end words that have nothing to do with them. */
const compoundLettersMin = 5

const countOfFields = Array.from({ length: allFields + 1 }, (_, fields) =>
  fieldCounts.reduce<number>((sum, counts, grade) => sum + (fields & fieldBit(grade) ? counts : 0), 0),
)
const saturated = (count: number): number => count / (count + fieldsHalf)
const saturatedMost = saturated(countOfFields[allFields] ?? 1)

/** The gain of a word that is so near to the one that is sought, by the fields that have it. */
function gainsByFields(nearness: number): Gains {
  return Uint8Array.from(countOfFields, (count) => Math.round((gainMost * nearness * saturated(count)) / saturatedMost))
}

const gainsOf = {
  word: gainsByFields(1),
  inflected: gainsByFields(0.95),
  endsCompound: gainsByFields(0.8),
  beginsCompound: gainsByFields(0.7),
  misspelt: gainsByFields(0.6),
}

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

  /** To be read, not to be changed. */
  gainsOf(concept: Concept): Gains {
    return this.#index.keptGainsOf(concept, () => this.#gainsOfConcept(concept))
  }

  #gainsOfConcept({ names, known = null, tokens }: Concept): Gains {
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

  /**
   * A row has a name when it has every word of it, and as much of it as of the word that it has least of: less where no single field has
   * them all, since a study in one field and a grant in another are no study grant.
   */
  #addName(gains: Gains, { words, share: part, breadth }: ConceptName): void {
    const content = [...contentOf(words)]
    const counts = content.map((word) => this.#rowsOf(word))
    const rarest = counts.indexOf(Math.min(...counts))
    const [first] = content.splice(rarest, 1)
    if (first === undefined) return
    const others = content.map((word) => ({
      gains: this.#gainsOfWord(word, breadth),
      fields: this.#fieldsOfWord(word, breadth),
    }))
    this.#eachGain(first, breadth, (ordinal, gain, fields) => {
      let [least, shared] = [gain, fields]
      for (const its of others) {
        least = Math.min(least, its.gains[ordinal] ?? 0)
        shared &= its.fields[ordinal] ?? 0
      }
      if (least > 0) raise(gains, ordinal, Math.round(least * part * (shared === 0 ? scatteredShare : 1)))
    })
  }

  #gainsOfWord(word: string, breadth: Breadth): Gains {
    return this.#index.keptGains(`${breadth} ${word}`, () => {
      const gains = new Uint8Array(this.#capacity)
      this.#eachGain(word, breadth, (ordinal, gain) => raise(gains, ordinal, gain))
      return gains
    })
  }

  /** By ordinal, the bits of the fields that have the word. */
  #fieldsOfWord(word: string, breadth: Breadth): Uint8Array<ArrayBuffer> {
    return this.#index.keptGains(`fields ${breadth} ${word}`, () => {
      const all = new Uint8Array(this.#capacity)
      this.#eachGain(word, breadth, (ordinal, _gain, fields) => {
        all[ordinal] = (all[ordinal] ?? 0) | fields
      })
      return all
    })
  }

  /** About how many rows have a word. */
  #rowsOf(word: string): number {
    const number = this.#index.postings.numberOf(word)
    return number === null ? 0 : this.#index.postings.countOf(number)
  }

  /** Visits the rows with the word, some of them more than once. */
  #eachGain(word: string, breadth: Breadth, visit: (ordinal: number, gain: number, fields: number) => void): void {
    const { postings, likeness } = this.#index
    let isFound = false
    const take = (number: number, gainOf: Gains): void =>
      postings.eachRow(number, (row) => {
        isFound = true
        visit(ordinalOf(row), gainOf[fieldsOf(row)] ?? 0, fieldsOf(row))
      })
    const forms = likeness.formsOf(word)
    const own = postings.numberOf(word)
    for (const form of forms) take(form, form === own ? gainsOf.word : gainsOf.inflected)
    if (breadth !== 'forms' && word.length >= compoundLettersMin) {
      for (const number of postings.beginningWith(word))
        if (!forms.includes(number)) take(number, gainsOf.beginsCompound)
      for (const number of postings.endingWith(word)) if (!forms.includes(number)) take(number, gainsOf.endsCompound)
    }
    if (isFound || breadth !== 'misspellings') return
    for (const slip of likeness.of(word).slips) take(slip, gainsOf.misspelt)
  }
}
