/** What a list of measures is asked, what it answers, and what of a measure it goes by. */

import type { Cover } from '../../search/query.ts'
import type { Instant } from '../../values/brussels.ts'
import type {
  ApplicantType,
  CompanySize,
  GovernmentLevel,
  InstrumentType,
  Language,
  Region,
  Scope,
  Status,
  Topic,
} from '../../values/vocabularies.ts'
import type { Nace } from '../record/record.ts'
import type { SectorRule } from './sector-rules.ts'

/** A measure as the index sees it: what it is filtered, sorted and found by. */
export type Entry = {
  id: string
  /** Empty: no regional restriction. */
  regions: readonly Region[]
  scope: Scope
  government_level: GovernmentLevel
  topics: readonly Topic[]
  /** Empty: no restriction to sizes. */
  company_sizes: readonly CompanySize[]
  /** Empty: no restriction to kinds of applicants. */
  applicant_types: readonly ApplicantType[]
  instrument_type: InstrumentType
  status: Status
  source_id: string
  issuer_id: string
  programme: string | null
  nace: Sectors
  withdrawn: boolean
  opens_at: Instant | null
  /** Its next deadline. */
  closes_at: Instant | null
  /** Whether it has a deadline after its next one. */
  has_further_deadlines: boolean
  updated_at: Instant
  /** The title as served in each language, fallback done. */
  titles: Record<Language, string>
  /** Whether there will be another round when one is closed. */
  recurs: boolean
  /** Where it is for (`places.ts`). */
  places: readonly string[]
  /** Texts to find it by, in every language. */
  words: Readonly<Record<WordField, readonly string[]>>
}

/** What a measure asks of the activities: its lists, and its own rules, which read codes in the same version. */
export type Sectors = Nace & { rules: readonly SectorRule[] }

/** What a measure is found by, what counts for the most first (contract 11): the one order of the fields. */
export const wordFields = [
  'title',
  'keywords',
  'local_id',
  /** Of issuer and administrator. */
  'names',
  'summary',
  /** What its ids are called, by us and by people (`reference/search-words.ts`). */
  'called',
  'description',
  'conditions',
] as const
export type WordField = (typeof wordFields)[number]

/** Each list is "any of these"; a filter that is absent, null or empty restricts nothing. */
export type Filters = {
  region?: readonly Region[] | null
  topic?: readonly Topic[] | null
  company_size?: readonly CompanySize[] | null
  applicant_type?: readonly ApplicantType[] | null
  instrument_type?: readonly InstrumentType[] | null
  status?: readonly Status[] | null
  government_level?: readonly GovernmentLevel[] | null
  scope?: readonly Scope[] | null
  source?: readonly string[] | null
  issuer?: readonly string[] | null
  programme?: readonly string[] | null
  /** NACE codes, any of which the measure's lists must leave in, or leave undecided. */
  nace?: readonly string[] | null
  /** At or before. A measure without a deadline meets neither this nor the next. */
  deadline_before?: Instant | null
  /** Later than. */
  deadline_after?: Instant | null
  /** At or after. */
  updated_since?: Instant | null
  include_withdrawn?: boolean
  /** Those alone that have a deadline after their next one. */
  has_further_deadlines?: boolean
}

export const indexSorts = ['relevance', 'deadline', 'opening', 'updated', 'title:nl', 'title:fr', 'title:en'] as const
export type IndexSort = (typeof indexSorts)[number]

/**
 * Where a page ended: the sort value of its last row, and that row's id. It holds in every process, after a restart, and
 * when the row has changed or gone. By sort: the deadline or opening (or null), the instant of the last change, the title as served;
 * for relevance the score with the weights it was reckoned with, so that a page is continued in the order it began in
 * even when the catalogue, and with it the weight of a word, has changed.
 */
export type Position = { sortValue: number | string | null; id: string }

/** How the words of a search are taken: each must be there, half of them, or what they mean as a situation. */
export const wordModes = ['all', 'most', 'meant'] as const
export type WordMode = (typeof wordModes)[number]

/** A search for words. */
export type Wording = {
  /** Folded, as `queryWordsOf` gives them. */
  words: readonly string[]
  mode: Exclude<WordMode, 'meant'>
}

export type Query = {
  /** Folded, as `queryWordsOf` gives them; empty restricts nothing. */
  words: readonly string[]
  /** Whether half of the words with content are enough (`words=most`); not given: every word. */
  most?: boolean
  filters: Filters
  /** `relevance` without a word is `updated`. */
  sort: IndexSort
  /** The position of the last row of the page before; null for the first page. */
  after: Position | null
  /** Rows wanted, 1 or more. */
  limit: number
}

export type Answer = {
  /** How many measures meet the query, wherever the page stands. */
  total: number
  /** Ids of the page, in order. */
  ids: string[]
  /** Where the page ended, to be asked for the next one; null when no row stands after it. */
  next: Position | null
}

/** Filters that name values of a facet. */
export const facetFilters = [
  'region',
  'topic',
  'company_size',
  'applicant_type',
  'instrument_type',
  'status',
  'government_level',
  'scope',
  'source',
  'issuer',
  'programme',
] as const
export type FacetFilter = (typeof facetFilters)[number]

/** How far listed NACE codes cover the asked one together; `version` is the measure's (null: both). */
export type NaceCover = (listed: readonly string[], asked: string, version: Nace['version']) => Cover

/** The sort that is really used: relevance means nothing without a word. */
export function sortOf(query: Pick<Query, 'sort' | 'words'>): IndexSort {
  return query.sort === 'relevance' && query.words.length === 0 ? 'updated' : query.sort
}
