/**
 * Every value a measure can be filtered by is a token with the set of its measures, so that each filter is "any of these
 * tokens". A measure that names no region is for all of them and carries every region's token, and so with sizes. Of
 * activities there are too many for that: no restriction is a token there, and the filter is "any of these, none of
 * those".
 */
import { companySizes, regions } from '../../../values/vocabularies.ts'
import type { Extent } from './extent.ts'
import type { Entry, NaceCover } from './query.ts'
import { TokenSet } from './token-set.ts'

/** The token of measures that name no activity. */
const unrestricted = '*'

export const facetNames = [
  'region',
  'topic',
  'company_size',
  'instrument_type',
  'status',
  'government_level',
  'scope',
  'source',
  'issuer',
  'programme',
  'nace_include',
  'nace_exclude',
] as const
export type FacetName = (typeof facetNames)[number]

export type NaceTokens = { include: readonly TokenSet[]; exclude: readonly TokenSet[] }
type NaceToken = { code: string; version: Entry['nace']['version']; set: TokenSet }

/** Most asked codes whose tokens are kept at hand: more than both versions of NACE-BEL hold. */
const askedCodesMost = 4096

/** The tokens of an entry, one visit each; a token that an entry repeats is visited once. */
export function eachToken(entry: Entry, visit: (facet: FacetName, token: string) => void): void {
  for (const region of new Set(entry.regions.length === 0 ? regions : entry.regions)) visit('region', region)
  for (const size of new Set(entry.company_sizes.length === 0 ? companySizes : entry.company_sizes)) {
    visit('company_size', size)
  }
  for (const topic of new Set(entry.topics)) visit('topic', topic)
  visit('instrument_type', entry.instrument_type)
  visit('status', entry.status)
  visit('government_level', entry.government_level)
  visit('scope', entry.scope)
  visit('source', entry.source_id)
  visit('issuer', entry.issuer_id)
  if (entry.programme !== null) visit('programme', entry.programme)
  const version = entry.nace.version ?? ''
  if (entry.nace.include.length === 0) visit('nace_include', unrestricted)
  for (const code of new Set(entry.nace.include)) visit('nace_include', `${code}/${version}`)
  for (const code of new Set(entry.nace.exclude)) visit('nace_exclude', `${code}/${version}`)
}

export class Facets {
  readonly #extent: Extent
  readonly #covers: NaceCover
  readonly #sets: Record<FacetName, Map<string, TokenSet>>
  readonly #nace: Record<'nace_include' | 'nace_exclude', NaceToken[]> = { nace_include: [], nace_exclude: [] }
  readonly #asked = new Map<string, NaceTokens>()

  constructor(extent: Extent, covers: NaceCover) {
    this.#extent = extent
    this.#covers = covers
    const none = (): Map<string, TokenSet> => new Map()
    this.#sets = {
      region: none(),
      topic: none(),
      company_size: none(),
      instrument_type: none(),
      status: none(),
      government_level: none(),
      scope: none(),
      source: none(),
      issuer: none(),
      programme: none(),
      nace_include: none(),
      nace_exclude: none(),
    }
  }

  /** Takes in an entry under an ordinal higher than all before it. */
  add(ordinal: number, entry: Entry): void {
    eachToken(entry, (facet, token) => this.open(facet, token).add(ordinal))
  }

  /** The set of a token; made when there is none. */
  open(facet: FacetName, token: string): TokenSet {
    const known = this.#sets[facet].get(token)
    if (known !== undefined) return known
    const set = new TokenSet(this.#extent)
    this.#sets[facet].set(token, set)
    if (facet === 'nace_include' || facet === 'nace_exclude') this.#openNace(facet, token, set)
    return set
  }

  setOf(facet: FacetName, token: string): TokenSet | undefined {
    return this.#sets[facet].get(token)
  }

  tokensOf(facet: FacetName): ReadonlyMap<string, TokenSet> {
    return this.#sets[facet]
  }

  /** The sets of measures whose listed activities cover `code`, and of those whose excluded ones do. */
  nace(code: string): NaceTokens {
    const known = this.#asked.get(code)
    if (known !== undefined) return known
    const covering = (tokens: readonly NaceToken[]): TokenSet[] =>
      tokens.filter((token) => this.#covers(token.code, code, token.version)).map((token) => token.set)
    const free = this.setOf('nace_include', unrestricted)
    const include = covering(this.#nace.nace_include)
    const tokens = {
      include: free === undefined ? include : [free, ...include],
      exclude: covering(this.#nace.nace_exclude),
    }
    if (this.#asked.size === askedCodesMost) this.#asked.clear()
    this.#asked.set(code, tokens)
    return tokens
  }

  #openNace(facet: 'nace_include' | 'nace_exclude', token: string, set: TokenSet): void {
    this.#asked.clear()
    if (token === unrestricted) return
    const [code = '', version = ''] = token.split('/')
    this.#nace[facet].push({ code, version: version === '2008' ? 2008 : version === '2025' ? 2025 : null, set })
  }
}
