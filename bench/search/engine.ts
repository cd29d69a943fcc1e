/** What the benchmark asks of every engine. */
import type { Entry } from '../../src/measures/finding/query.ts'
import { type Language, languages } from '../../src/values/vocabularies.ts'
import { covers, entriesOf } from './catalogue.ts'
import type { BenchQuery } from './queries.ts'

/** A query with its words folded, and for a page deep in a list where it begins. */
export type Asked = BenchQuery & {
  words: readonly string[]
  /** Rows before the page, and the last of them: its sort value (of a title its rank, null without) and its number. */
  offset: number
  after: { value: number | null; title: string; number: number } | null
}

/** Rows are the numbers of the measures. */
export type Found = { total: number; rows: number[] }

export type Engine = {
  /** What a caller has at hand before he asks, where it is not the query itself; not timed. */
  requestOf?: (asked: Asked) => unknown
  /** What is timed, given the request: the answer as the engine gives it. */
  run: (request: unknown) => unknown
  /** The answer as it is compared, where the engine's own is another; not timed. */
  read?: (answer: unknown) => Found
  /** Bytes on disk; 0 for an engine in memory. */
  diskBytes: () => number | Promise<number>
  close: () => void | Promise<void>
}

export type Catalogue = {
  count: number
  entries: () => Iterable<Entry>
  /** Place of each measure among all by title, equal ones the same, for engines that know no collation. */
  titleRanks: () => Record<Language, Int32Array>
}

/** A peer's module exports this; null when the engine is not there. */
export type OpenEngine = (catalogue: Catalogue) => Promise<Engine | null>

export function catalogueOf(count: number): Catalogue {
  return { count, entries: () => entriesOf(count), titleRanks: () => titleRanks(count) }
}

function titleRanks(count: number): Record<Language, Int32Array> {
  const titles: Record<Language, string[]> = { nl: [], fr: [], en: [] }
  for (const entry of entriesOf(count)) for (const language of languages) titles[language].push(entry.titles[language])
  const ranksIn = (language: Language): Int32Array => {
    const { compare } = new Intl.Collator(language, { sensitivity: 'base' })
    const all = titles[language]
    const order = Int32Array.from(all.keys()).sort((left, right) => compare(all[left] ?? '', all[right] ?? ''))
    const ranks = new Int32Array(count)
    order.forEach((number, place) => {
      const before = order[place - 1]
      const isEqual = before !== undefined && compare(all[before] ?? '', all[number] ?? '') === 0
      ranks[number] = isEqual ? (ranks[before] ?? 0) : place
    })
    return ranks
  }
  return { nl: ranksIn('nl'), fr: ranksIn('fr'), en: ranksIn('en') }
}

/** Whether a measure meets the filters, for engines that filter a list of measures. */
export function meets(entry: Entry, filters: BenchQuery['filters']): boolean {
  const any = (asked: readonly string[] | null | undefined, held: readonly string[]): boolean =>
    asked === undefined || asked === null || held.some((value) => asked.includes(value))
  const open = (asked: readonly string[] | null | undefined, held: readonly string[]): boolean =>
    held.length === 0 || any(asked, held)
  const { closes_at, nace } = entry
  if (entry.withdrawn && filters.include_withdrawn !== true) return false
  if (filters.status && !filters.status.includes(entry.status)) return false
  if (!open(filters.region, entry.regions) || !open(filters.company_size, entry.company_sizes)) return false
  if (!any(filters.topic, entry.topics) || !any(filters.instrument_type, [entry.instrument_type])) return false
  if (!any(filters.government_level, [entry.government_level]) || !any(filters.scope, [entry.scope])) return false
  if (!any(filters.source, [entry.source_id]) || !any(filters.issuer, [entry.issuer_id])) return false
  for (const code of filters.nace ?? []) {
    if (nace.include.length > 0 && covers(nace.include, code) === 'outside') return false
    if (covers(nace.exclude, code) === 'covered') return false
  }
  if (filters.deadline_before && (closes_at === null || closes_at > filters.deadline_before)) return false
  if (filters.deadline_after && (closes_at === null || closes_at <= filters.deadline_after)) return false
  return !filters.updated_since || entry.updated_at >= filters.updated_since
}

/** What the order of a list compares, the lower first; ties go by number. */
export function sortKey(entry: Entry, number: number, sort: string, ranks: Record<Language, Int32Array>): number {
  if (sort === 'deadline') return entry.closes_at ?? Number.POSITIVE_INFINITY
  if (sort === 'title:nl') return ranks.nl[number] ?? 0
  if (sort === 'title:fr') return ranks.fr[number] ?? 0
  if (sort === 'title:en') return ranks.en[number] ?? 0
  return -entry.updated_at
}
