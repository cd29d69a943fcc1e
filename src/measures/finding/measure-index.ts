/**
 * Measures in the search index: what of a measure is a token, a number, a text, and what the filters and sorts of a list
 * ask of these. A measure that names no region is for all of them and carries every region's token, and so with sizes
 * and kinds of applicants.
 */

import type * as search from '../../search/query.ts'
import type { Tally } from '../../search/query.ts'
import { SearchIndex, type Staged } from '../../search/search-index.ts'
import { finished } from '../../search/sets/slices.ts'
import { type TextReader, TextsHere } from '../../search/texts.ts'
import { queryWordsOf } from '../../search/words/joined/query-words.ts'
import { counts, nameWordsMost } from '../../situations/dictionary.ts'
import {
  type ApplicantType,
  applicantTypes,
  companySizes,
  type Language,
  languages,
  liveStatuses,
  regions,
} from '../../values/vocabularies.ts'
import type { MeantQuery } from './meant-query.ts'
import {
  type Answer,
  type Entry,
  type FacetFilter,
  type Filters,
  facetFilters,
  type NaceCover,
  type Query,
  sortOf,
  type Wording,
  wordFields,
} from './query.ts'
import {
  furtherFacet,
  hasFurther,
  isDoubtful,
  isOver,
  nameFacet,
  nameTokensOf,
  noEnterprise,
  noTrade,
  onlyForFacet,
  overFacet,
  placeFacet,
  positionOf,
  restrictionsOf,
  searchQuery,
} from './search-query.ts'

// Primary strength alone: neither case nor accents decide (contract 3).
const collators: Record<Language, Intl.Collator> = {
  nl: new Intl.Collator('nl', { sensitivity: 'base' }),
  fr: new Intl.Collator('fr', { sensitivity: 'base' }),
  en: new Intl.Collator('en', { sensitivity: 'base' }),
}

/** `isAsked`: it shuts out what is outside of it, where others shut out what they cover. */
type NaceList = { codes: readonly string[]; version: Entry['nace']['version']; isAsked: boolean }

const askedMark = '!'

/** Lists of codes read from their tokens and kept: a code asked for the first time is held against every list. */
const naceListsMax = 32_768
const naceLists = new Map<string, NaceList>()

function naceToken(codes: readonly string[], version: NaceList['version']): string {
  return `${codes.join(' ')}/${version ?? ''}`
}

function naceListOf(token: string): NaceList {
  const known = naceLists.get(token)
  if (known !== undefined) return known
  const isAsked = token.startsWith(askedMark)
  const [codes = '', version] = token.slice(isAsked ? askedMark.length : 0).split('/')
  const list = {
    isAsked,
    codes: codes.split(' '),
    version: version === '2008' ? 2008 : version === '2025' ? 2025 : null,
  } as const
  if (naceLists.size >= naceListsMax) naceLists.clear()
  naceLists.set(token, list)
  return list
}

/** `naceCover`: how far listed NACE codes cover an asked one, e.g. 62 covers 62.01; it must answer alike always. */
function shapeOf(naceCover: NaceCover): search.Shape {
  return {
    facets: [...facetFilters, placeFacet, overFacet, nameFacet, onlyForFacet, furtherFacet],
    covers: [
      {
        name: 'nace',
        cover: (token, asked) => {
          const { codes, version, isAsked } = naceListOf(token)
          const cover = naceCover(codes, asked, version)
          return isAsked ? outsideOf(cover) : cover
        },
      },
    ],
    numbers: ['deadline', 'opening', 'updated'],
    texts: sortedTexts,
  }
}

/** How far what a list leaves out covers what the list covers so far. */
function outsideOf(cover: search.Cover): search.Cover {
  if (cover === 'partly') return 'partly'
  return cover === 'covered' ? 'outside' : 'covered'
}

/** Entries as they come, that the last has come, and the index; sliced work. */
export type IndexBuilder = {
  add(entry: Entry): void
  /** To be gone through after each `add` (see `TextReader`). */
  catchUp(): Iterable<number>
  end(): void
  finish(): Generator<number, MeasureIndex>
}

/** What measures are sorted by that is text: their titles. */
export const sortedTexts: search.Shape['texts'] = languages.map((language) => ({
  name: `title:${language}`,
  compare: collators[language].compare,
}))

/** What a list that is read by its meaning holds to, from its first page on. */
export type HeldMeaning = { narrowed: readonly boolean[]; weights: readonly number[] }

/** Measures that may share a name; what more of them are called is what they are. */
const sameNameMost = 3

export class MeasureIndex {
  readonly #index: SearchIndex

  private constructor(index: SearchIndex) {
    this.#index = index
  }

  /** An index of all entries, in any order; of two with one id the later counts. The entries are read once and not kept. */
  static build(entries: Iterable<Entry>, naceCover: NaceCover): MeasureIndex {
    const all = [...entries]
    const builder = MeasureIndex.builder(naceCover, all.length)
    for (const entry of all) builder.add(entry)
    builder.end()
    return finished(builder.finish())
  }

  /** The same of at most `countMost`, in pieces. `texts`: who reads what the measures say, where it is not to be done here. */
  static builder(
    naceCover: NaceCover,
    countMost: number,
    texts: TextReader = new TextsHere(sortedTexts),
  ): IndexBuilder {
    const builder = SearchIndex.builder(shapeOf(naceCover), countMost, texts)
    return {
      add: (entry) => builder.add(searchEntry(entry)),
      catchUp: () => builder.catchUp(),
      end: () => builder.end(),
      *finish() {
        return new MeasureIndex(yield* builder.finish())
      },
    }
  }

  /** Measures held, and how many of them are withdrawn. */
  get size(): { total: number; withdrawn: number } {
    const { total, hidden } = this.#index.size
    return { total, withdrawn: hidden }
  }

  has(id: string): boolean {
    return this.#index.has(id)
  }

  /** See `SearchIndex` for these. */
  stage(entry: Entry): Staged {
    return this.#index.stage(searchEntry(entry))
  }

  show(staged: Staged): void {
    this.#index.show(staged)
  }

  hide(id: string): boolean {
    return this.#index.hide(id)
  }

  makeRoom(count: number): Generator<number, void> {
    return this.#index.makeRoom(count)
  }

  /** The page of the measures that meet the query, with their exact number. */
  search(query: Query): Answer {
    const sort = sortOf(query)
    const { total, ids, next } = this.#index.search(searchQuery(query, sort))
    return { total, ids, next: next === null ? null : positionOf(sort, next) }
  }

  /**
   * The page of the measures that are meant (`meant-query.ts`). `held`: what the first page of the list answered; null for a first
   * page.
   */
  searchMeant(
    meant: MeantQuery,
    { filters, sort, after, limit }: Pick<Query, 'filters' | 'sort' | 'after' | 'limit'>,
    held: HeldMeaning | null = null,
  ): Answer & HeldMeaning {
    const query = searchQuery({ words: [], filters, sort, after, limit }, sort)
    const found = this.#index.search({ ...query, ...meaningAsked(meant), favours: meant.favours, ...held })
    const next = found.next === null ? null : positionOf(sort, found.next)
    const { total, ids, narrowed = [], weights = [] } = found
    return { total, ids, next, narrowed, weights }
  }

  /** The measures that meet every narrowing and anything that is sought, each judged without the others. */
  eachMeant(meant: MeantQuery, page: Pick<Query, 'filters' | 'sort' | 'after' | 'limit'>): readonly string[] {
    const query = searchQuery({ words: [], ...page }, page.sort)
    const narrowed = meant.narrowings.map(() => true)
    return this.#index.search({ ...query, ...meaningAsked(meant), narrowed, isUnweighed: true }).ids
  }

  /** The ids of the measures that are called by those folded words; none where no measure is, or so many that it is no name. */
  idsNamed(words: readonly string[]): readonly string[] {
    return this.#named(words)?.ids ?? []
  }

  /** By which token measures are called by those folded words: by the name as it stands where any is. */
  nameTokenOf(words: readonly string[]): string {
    return this.#named(words)?.token ?? words.join(' ')
  }

  /** Null where no measure is called so; no ids where so many are that it is no name. */
  #named(words: readonly string[]): { token: string; ids: readonly string[] } | null {
    for (const token of nameTokensOf(words)) {
      const ids = this.#index.idsWith(nameFacet, token, sameNameMost)
      if (ids === null || ids.length > 0) return { token, ids: ids ?? [] }
    }
    return null
  }

  /** Whether any measure has that folded word. */
  hasWord(word: string): boolean {
    return this.#index.hasWord(word)
  }

  /** How many measures meet the filters, with any wording of a search that `work` asks about (see `SearchIndex`). */
  counting<Result>(filters: Filters, work: (total: number, countOf: (wording: Wording) => number) => Result): Result {
    return this.#index.counting(restrictionsOf(filters), (counts) =>
      work(counts.total, ({ words, mode }) => counts.of({ words, most: mode === 'most' })),
    )
  }

  /**
   * Of each facet, how many measures of the search have each of its values: under all filters but the facet's own, so that a
   * figure says what choosing the value beside the chosen ones of other facets finds.
   */
  tallies({ words, mode }: Wording, filters: Filters, facets: readonly FacetFilter[]): Tally[] {
    const asked = facets.map((facet) => ({ facet, restrictions: restrictionsOf({ ...filters, [facet]: null }) }))
    return this.#index.tallies({ words, most: mode === 'most' }, asked)
  }

  /** The same of the measures that are meant; `narrowed`: as the page of them answered it. */
  talliesMeant(
    meant: MeantQuery,
    { narrowed, weights }: HeldMeaning,
    filters: Filters,
    facets: readonly FacetFilter[],
  ): Tally[] {
    const search = { words: [], most: false, ...meaningAsked(meant), weights }
    // A value that is chosen takes the place of what was understood of its kind.
    const narrowedFor = (facet: FacetFilter): boolean[] =>
      narrowed.map((holds, place) => holds && meant.narrowings[place]?.name !== facet)
    const byNarrowing = Map.groupBy(facets, (facet) => narrowedFor(facet).join())
    const tallies = new Map<FacetFilter, Tally>()
    for (const alike of byNarrowing.values()) {
      const [first] = alike
      const asked = alike.map((facet) => ({ facet, restrictions: restrictionsOf({ ...filters, [facet]: null }) }))
      const found = this.#index.tallies({ ...search, narrowed: first === undefined ? [] : narrowedFor(first) }, asked)
      for (const [place, facet] of alike.entries()) tallies.set(facet, found[place] ?? new Map())
    }
    return facets.map((facet) => tallies.get(facet) ?? new Map())
  }

  /** See `SearchIndex` for both. */
  spellingsOf(word: string): string[] {
    return this.#index.spellingsOf(word)
  }

  partsOf(word: string): string[] | null {
    return this.#index.partsOf(word)
  }
}

function meaningAsked({
  concepts,
  narrowings,
  named,
}: MeantQuery): Pick<search.Query, 'meant' | 'narrowings' | 'exempt'> {
  return {
    meant: concepts,
    narrowings: narrowings.map(({ filters }) => restrictionsOf(filters)),
    exempt: named.length === 0 ? null : { facet: nameFacet, tokens: named },
  }
}

function searchEntry(entry: Entry): search.Entry {
  const { nace } = entry
  // What is listed touches a code where one of it does; what is taken out may cover one together.
  const include = nace.include.map((code) => naceToken([code], nace.version))
  const exclude = nace.exclude.length === 0 ? [] : [naceToken(nace.exclude, nace.version)]
  for (const { operator, codes } of nace.rules) {
    exclude.push((operator === 'covers' ? askedMark : '') + naceToken(codes, nace.version))
  }
  return {
    id: entry.id,
    hidden: entry.withdrawn,
    tokens: {
      region: entry.regions.length === 0 ? regions : entry.regions,
      company_size: entry.company_sizes.length === 0 ? companySizes : entry.company_sizes,
      applicant_type: entry.applicant_types.length === 0 ? applicantTypes : entry.applicant_types,
      topic: entry.topics,
      instrument_type: [entry.instrument_type],
      status: [entry.status],
      government_level: [entry.government_level],
      scope: [entry.scope],
      source: [entry.source_id],
      issuer: [entry.issuer_id],
      programme: entry.programme === null ? [] : [entry.programme],
      [placeFacet]: entry.places,
      [nameFacet]: namesOf(entry.words),
      [onlyForFacet]: onlyFor(entry.applicant_types),
      [furtherFacet]: entry.has_further_deadlines ? [hasFurther] : [],
      [overFacet]: certaintyOf(entry),
    },
    covered: { nace: { include, exclude } },
    // The newest change first.
    numbers: { deadline: entry.closes_at ?? Infinity, opening: entry.opens_at ?? Infinity, updated: -entry.updated_at },
    texts: { 'title:nl': entry.titles.nl, 'title:fr': entry.titles.fr, 'title:en': entry.titles.en },
    words: wordsByField(entry.words),
  }
}

const enterprises: readonly ApplicantType[] = ['company', 'self_employed', 'starter', 'farmer', 'consortium']
/** Associations have trades, too. */
const withTrade: readonly ApplicantType[] = [...enterprises, 'non_profit']

function onlyFor(types: readonly ApplicantType[]): string[] {
  const isForNone = (of: readonly ApplicantType[]): boolean =>
    types.length > 0 && !types.some((type) => of.includes(type))
  return [
    ...(types.length === 1 ? types : []),
    ...(isForNone(enterprises) ? [noEnterprise] : []),
    ...(isForNone(withTrade) ? [noTrade] : []),
  ]
}

function certaintyOf({ status, recurs }: Entry): string[] {
  if (status === 'closed' && !recurs) return [isOver]
  return liveStatuses.includes(status) ? [] : [isDoubtful]
}

/** What stands before a colon or a bracket is the name of a measure, what stands behind it says what it is. */
const nameEnd = /\s*[:(–].*$/u

/** Titles and local ids are names, and keywords of several words or with a capital or a digit; others say what a measure is for. */
function namesOf({ title, keywords, local_id: localId }: Entry['words']): string[] {
  const proper = keywords.filter((keyword) => /[\p{Lu}\d\s-]/u.test(keyword))
  const titles = title.flatMap((one) => [one, one.replace(nameEnd, '')])
  const names = [...titles, ...proper, ...localId].map((name) => queryWordsOf(name).filter(counts))
  return names.filter(({ length }) => length > 0 && length <= nameWordsMost).flatMap(nameTokensOf)
}

/** The texts in the order of the fields. */
function wordsByField(words: Entry['words']): search.Entry['words'] {
  return wordFields.map((field) => words[field])
}
