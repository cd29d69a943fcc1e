/**
 * Every value an entry can be filtered by is a token with the set of its entries, so that each filter is "any of these
 * tokens". A list in which values stand for others below them is two facets, of what is listed and of what is taken out:
 * the filter is then "any of these, none of those", and no list at all is a token too.
 */

import type { Entry, Shape } from './query.ts'
import type { Extent } from './sets/extent.ts'
import { TokenSet } from './sets/token-set.ts'

/** The token of entries that list nothing. */
const everything = ''

/** Values asked for whose tokens are kept at hand, of each name. */
const askedMost = 4096

export type CoveringTokens = { include: readonly TokenSet[]; exclude: readonly TokenSet[] }

/** Visits the tokens of an entry, each once. */
export function eachToken(shape: Shape, entry: Entry, visit: (facet: string, token: string) => void): void {
  for (const facet of shape.facets) eachOnce(entry.tokens[facet] ?? [], facet, visit)
  for (const { name } of shape.covers) {
    const { include = [], exclude = [] } = entry.covered[name] ?? {}
    if (include.length === 0) visit(included(name), everything)
    eachOnce(include, included(name), visit)
    if (exclude.length > 0) eachOnce(exclude, excluded(name), visit)
  }
}

/** Lists up to this long are looked through; of longer ones a set is made. */
const lookedThroughMost = 8

function eachOnce(tokens: readonly string[], facet: string, visit: (facet: string, token: string) => void): void {
  if (tokens.length > lookedThroughMost) {
    for (const token of new Set(tokens)) visit(facet, token)
    return
  }
  for (let place = 0; place < tokens.length; place += 1) {
    const token = tokens[place]
    if (token !== undefined && tokens.indexOf(token) === place) visit(facet, token)
  }
}

/** The facets of what is listed under a name, and of what is taken out. */
const included = named('included')
const excluded = named('excluded')

/** Names put together once: what is put together anew has to be looked at letter by letter wherever it is looked up. */
function named(suffix: string): (name: string) => string {
  const facets = new Map<string, string>()
  return (name) => {
    const facet = facets.get(name) ?? `${name} ${suffix}`
    facets.set(name, facet)
    return facet
  }
}

/** The facets that the tokens of entries are of. */
export function facetNames(shape: Shape): string[] {
  return [...shape.facets, ...shape.covers.flatMap(({ name }) => [included(name), excluded(name)])]
}

export class Facets {
  readonly #extent: Extent
  readonly #shape: Shape
  readonly #sets: ReadonlyMap<string, Map<string, TokenSet>>
  /** The values asked for under a name, by each of its two facets. */
  readonly #asked: ReadonlyMap<string, Map<string, CoveringTokens>>

  constructor(extent: Extent, shape: Shape) {
    this.#extent = extent
    this.#shape = shape
    this.#sets = new Map(facetNames(shape).map((facet) => [facet, new Map()]))
    this.#asked = new Map(
      shape.covers.flatMap(({ name }) => {
        const asked = new Map<string, CoveringTokens>()
        return [included(name), excluded(name)].map((facet) => [facet, asked] as const)
      }),
    )
  }

  /** Takes in an entry under an ordinal higher than all before it. */
  add(ordinal: number, entry: Entry): void {
    eachToken(this.#shape, entry, (facet, token) => this.open(facet, token).add(ordinal))
  }

  /** The set of a token; made when there is none. */
  open(facet: string, token: string): TokenSet {
    const sets = this.#setsOf(facet)
    const known = sets.get(token)
    if (known !== undefined) return known
    const set = new TokenSet(this.#extent)
    sets.set(token, set)
    this.#asked.get(facet)?.clear()
    return set
  }

  setOf(facet: string, token: string): TokenSet | undefined {
    return this.#setsOf(facet).get(token)
  }

  tokensOf(facet: string): ReadonlyMap<string, TokenSet> {
    return this.#setsOf(facet)
  }

  /** The sets of entries whose list of that name may cover `value`, and of those of which what is taken out surely does. */
  covering(name: string, value: string): CoveringTokens {
    const asked = this.#asked.get(included(name))
    const known = asked?.get(value)
    if (known !== undefined) return known
    const shape = this.#shape.covers.find((one) => one.name === name)
    if (asked === undefined || shape === undefined) throw new Error(`the index has nothing under the name ${name}`)
    const tokens = {
      include: this.#meeting(
        included(name),
        (token) => token === everything || shape.cover(token, value) !== 'outside',
      ),
      exclude: this.#meeting(excluded(name), (token) => shape.cover(token, value) === 'covered'),
    }
    if (asked.size === askedMost) asked.clear()
    asked.set(value, tokens)
    return tokens
  }

  #meeting(facet: string, meets: (token: string) => boolean): TokenSet[] {
    return [...this.#setsOf(facet)].filter(([token]) => meets(token)).map(([, set]) => set)
  }

  #setsOf(facet: string): Map<string, TokenSet> {
    const sets = this.#sets.get(facet)
    if (sets === undefined) throw new Error(`the index has no facet ${facet}`)
    return sets
  }
}
