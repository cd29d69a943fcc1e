/**
 * Every value an entry can be filtered by is a token with the set of its rows, so that each filter is "any of these
 * tokens". A list in which values stand for others below them is two facets, of what is listed and of what is taken out:
 * the filter is then "any of these, none of those", and no list at all is a token too.
 */

import type { Entry, Shape } from './query.ts'
import { addBit, type Bits, bitsFor, countCommon, eachBit, hasBit, subtract, unite } from './sets/bitset.ts'

/** The token of entries that list nothing. */
const everything = ''

/** Values asked for whose tokens are kept at hand. */
const askedMost = 4096
/** One in so many: a list of more of the rows than this takes more space than bits for all of them. */
const sparseShare = 64

/** The rows that carry one token, dead ones included: a list while they are few, bits from then on. */
class TokenSet {
  /** Ascending. */
  #list: number[] = []
  #bits: Bits | null = null
  readonly #capacity: number

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Takes in a row not lower than all before it. */
  add(ordinal: number): void {
    if (this.#bits !== null) addBit(this.#bits, ordinal)
    else if (this.#list.at(-1) !== ordinal) this.#list.push(ordinal)
    if (this.#list.length <= this.#capacity / sparseShare) return
    this.#bits = this.#newBits()
    this.#list = []
  }

  /** To be read, not to be changed. */
  get bits(): Bits {
    return this.#bits ?? this.#newBits()
  }

  uniteInto(into: Bits): void {
    if (this.#bits !== null) unite(into, this.#bits)
    else for (const ordinal of this.#list) addBit(into, ordinal)
  }

  countIn(bits: Bits): number {
    if (this.#bits !== null) return countCommon(bits, this.#bits)
    return this.#list.reduce((count, ordinal) => (hasBit(bits, ordinal) ? count + 1 : count), 0)
  }

  each(visit: (ordinal: number) => void): void {
    if (this.#bits !== null) eachBit(this.#bits, visit)
    else for (const ordinal of this.#list) visit(ordinal)
  }

  #newBits(): Bits {
    const bits = bitsFor(this.#capacity)
    for (const ordinal of this.#list) addBit(bits, ordinal)
    return bits
  }
}

type CoveringTokens = { include: readonly TokenSet[]; exclude: readonly TokenSet[] }

export class Facets {
  readonly #shape: Shape
  readonly #capacity: number
  readonly #sets: ReadonlyMap<string, Map<string, TokenSet>>
  /** The facets of lists that cover values. */
  readonly #covering: ReadonlySet<string>
  /** By name and value asked for; until there is another token. */
  readonly #asked = new Map<string, CoveringTokens>()

  constructor(shape: Shape, capacity: number) {
    this.#shape = shape
    this.#capacity = capacity
    const covers = shape.covers.flatMap(({ name }) => [included(name), excluded(name)])
    this.#covering = new Set(covers)
    this.#sets = new Map([...shape.facets, ...covers].map((facet) => [facet, new Map()]))
  }

  /** Takes in the tokens of an entry, under an ordinal higher than all before it. */
  add(ordinal: number, entry: Entry): void {
    for (const facet of this.#shape.facets) this.#addTo(facet, entry.tokens[facet] ?? [], ordinal)
    for (const { name } of this.#shape.covers) {
      const { include = [], exclude = [] } = entry.covered[name] ?? {}
      this.#addTo(included(name), include.length === 0 ? [everything] : include, ordinal)
      this.#addTo(excluded(name), exclude, ordinal)
    }
  }

  /** Every facet with the sets of its tokens. */
  get all(): Iterable<[facet: string, sets: ReadonlyMap<string, TokenSet>]> {
    return this.#sets
  }

  /** The set of a token; made when there is none. */
  open(facet: string, token: string): TokenSet {
    const sets = this.#setsOf(facet)
    const known = sets.get(token)
    if (known !== undefined) return known
    const set = new TokenSet(this.#capacity)
    sets.set(token, set)
    // Of other facets no list covers anything.
    if (this.#covering.has(facet)) this.#asked.clear()
    return set
  }

  /** The rows with any of those tokens; to be read, not to be changed. */
  rowsWith(facet: string, tokens: readonly string[]): Bits {
    const sets = this.#setsOf(facet)
    const found = tokens.map((token) => sets.get(token)).filter((set) => set !== undefined)
    return this.#united(found)
  }

  /** The rows with a token, dead ones included, in no order that matters. */
  ordinalsWith(facet: string, token: string): number[] {
    const ordinals: number[] = []
    this.#setsOf(facet)
      .get(token)
      ?.each((ordinal) => void ordinals.push(ordinal))
    return ordinals
  }

  /** By token of a facet how many of those rows carry it; a token that none carries is not named. */
  countsIn(facet: string, rows: Bits): Map<string, number> {
    const counts = [...this.#setsOf(facet)].map(([token, set]) => [token, set.countIn(rows)] as const)
    return new Map(counts.filter(([, count]) => count > 0))
  }

  /** The rows whose list of that name may cover any of the values, and of which what is taken out does not surely cover it. */
  covering(name: string, asked: readonly string[]): Bits {
    const [first, ...others] = asked.map((value) => {
      const { include, exclude } = this.#tokensCovering(name, value)
      const rows = bitsFor(this.#capacity)
      for (const set of include) set.uniteInto(rows)
      subtract(rows, this.#united(exclude))
      return rows
    })
    const any = first ?? bitsFor(this.#capacity)
    for (const rows of others) unite(any, rows)
    return any
  }

  #tokensCovering(name: string, value: string): CoveringTokens {
    const key = `${name} ${value}`
    const known = this.#asked.get(key)
    if (known !== undefined) return known
    const shape = this.#shape.covers.find((one) => one.name === name)
    if (shape === undefined) throw new Error(`the index has nothing under the name ${name}`)
    const meeting = (facet: string, meets: (token: string) => boolean): TokenSet[] =>
      [...this.#setsOf(facet)].filter(([token]) => meets(token)).map(([, set]) => set)
    const tokens = {
      include: meeting(included(name), (token) => token === everything || shape.cover(token, value) !== 'outside'),
      exclude: meeting(excluded(name), (token) => shape.cover(token, value) === 'covered'),
    }
    if (this.#asked.size === askedMost) this.#asked.clear()
    this.#asked.set(key, tokens)
    return tokens
  }

  #addTo(facet: string, tokens: readonly string[], ordinal: number): void {
    for (const token of tokens) this.open(facet, token).add(ordinal)
  }

  #united(sets: readonly TokenSet[]): Bits {
    const [first] = sets
    if (sets.length === 1 && first !== undefined) return first.bits
    const rows = bitsFor(this.#capacity)
    for (const set of sets) set.uniteInto(rows)
    return rows
  }

  #setsOf(facet: string): Map<string, TokenSet> {
    const sets = this.#sets.get(facet)
    if (sets === undefined) throw new Error(`the index has no facet ${facet}`)
    return sets
  }
}

/** The facets of what is listed under a name, and of what is taken out. */
const included = (name: string): string => `${name} included`
const excluded = (name: string): string => `${name} excluded`
