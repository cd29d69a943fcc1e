/** What stands in the address of a search, by the names that the API has for it, and addresses of searches like it. */

import type { Filters, WordMode } from '../../measures/finding/query.ts'
import { pageAddress, queryText } from '../../pages/address.ts'
import { addDays, dayOf, type Instant } from '../../values/brussels.ts'
import type {
  ApplicantType,
  CompanySize,
  GovernmentLevel,
  InstrumentType,
  Language,
  Region,
  Status,
  Topic,
} from '../../values/vocabularies.ts'

export const searchSorts = ['relevance', 'updated', 'deadline', 'title'] as const
export type SearchSort = (typeof searchSorts)[number]

/** Rows a page, and pages: of a search the first 200 are shown (contract 10). */
export const rowsPerPage = 20
export const pagesMax = 10

export type SearchAsked = {
  q: string
  /** Null: by their meaning. */
  words: WordMode | null
  applicant_type: readonly ApplicantType[]
  region: readonly Region[]
  status: readonly Status[]
  instrument_type: readonly InstrumentType[]
  topic: readonly Topic[]
  company_size: readonly CompanySize[]
  government_level: readonly GovernmentLevel[]
  source: readonly string[]
  nace: string | null
  /** Null: relevance with words, else the newest change first. */
  sort: SearchSort | null
  /** From 1. */
  page: number
}

export const nothingAsked: SearchAsked = {
  q: '',
  words: null,
  applicant_type: [],
  region: [],
  status: [],
  instrument_type: [],
  topic: [],
  company_size: [],
  government_level: [],
  source: [],
  nace: null,
  sort: null,
  page: 1,
}

/** Filters of several values, in the order in which they stand in addresses. */
export const listNames = [
  'applicant_type',
  'region',
  'status',
  'instrument_type',
  'topic',
  'company_size',
  'government_level',
  'source',
] as const
export type ListName = (typeof listNames)[number]

/** The address of a search; a change of anything but the page begins with the first page. */
export function searchAddress(language: Language, asked: SearchAsked, change: Partial<SearchAsked> = {}): string {
  const { page, ...rest } = { ...asked, page: 1, ...change }
  return pageAddress(language, 'search', { ...rest, page: page === 1 ? null : page })
}

/** What a form that asks for other words sends along: everything but them and the page. */
export function keptFields(asked: SearchAsked): Record<string, string> {
  const { q: _q, page: _page, words: _words, ...rest } = asked
  const pairs = Object.entries(rest).map(([name, value]): [string, string] => [
    name,
    Array.isArray(value) ? value.join(',') : String(value ?? ''),
  ])
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}

/** With the value taken in or, where it stands there, taken out. Of sizes an enterprise has one. */
export function toggled(asked: SearchAsked, name: ListName, values: readonly string[]): Partial<SearchAsked> {
  const chosen: readonly string[] = asked[name]
  const isChosen = values.every((value) => chosen.includes(value))
  const rest = chosen.filter((value) => !values.includes(value))
  const next = isChosen ? rest : name === 'company_size' ? values : [...rest, ...values]
  return { [name]: next } as Partial<SearchAsked>
}

export function filtersOf(asked: SearchAsked, now: Instant): Filters {
  const list = <Value>(values: readonly Value[]) => (values.length === 0 ? null : values)
  return {
    applicant_type: list(asked.applicant_type),
    region: list(asked.region),
    status: list(asked.status),
    instrument_type: list(asked.instrument_type),
    topic: list(asked.topic),
    company_size: list(asked.company_size),
    government_level: list(asked.government_level),
    source: list(asked.source),
    nace: asked.nace === null ? null : [asked.nace],
    // Who sorts by deadline wants those still ahead.
    deadline_after: asked.sort === 'deadline' ? now : null,
  }
}

/** Whether any filter stands in the address. */
export function isFiltered(asked: SearchAsked): boolean {
  return asked.nace !== null || listNames.some((name) => asked[name].length > 0)
}

/** The same search as a call of the API; of deadlines those from the day of `now` on, so that the call is one for a day. */
export function apiQuery(
  asked: SearchAsked,
  { words, language, now }: { words: WordMode; language: Language; now: Instant },
): string {
  const { page: _page, words: _words, q, sort, ...rest } = asked
  return `/v1/subsidies${queryText({ ...(q === '' ? {} : { q, words: words === 'all' ? null : words }), ...rest, deadline_after: sort === 'deadline' ? addDays(dayOf(now), -1) : null, sort: sort ?? (q === '' ? 'updated' : null), lang: language, limit: rowsPerPage })}`
}
