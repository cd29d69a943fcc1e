/**
 * 200 mixed queries, the same for every engine: 60 filters only, 16 plain sorts, 50 of one to three words, 44 words with
 * filters, 30 pages from deep in a list; 25 to 200 rows.
 */

import type { Filters, IndexSort } from '../../src/measures/finding/query.ts'
import { wordsOf } from '../../src/search/words/words.ts'
import {
  companySizes,
  governmentLevels,
  instrumentTypes,
  regions,
  scopes,
  statuses,
  topics,
} from '../../src/values/vocabularies.ts'
import { type Dice, diceOf, entryOf, naceCodes, now } from './catalogue.ts'

export type QueryClass = 'filters' | 'plain sort' | 'words' | 'words + filters' | 'deep'
/** Those that a list can be asked for. */
export type ListSort = Exclude<IndexSort, 'opening'>
export type BenchQuery = {
  class: QueryClass
  q: string
  filters: Filters
  sort: ListSort
  limit: number
  /** How deep the page begins, as a share of the list; 0: the first page. */
  depth: number
}

const dayMs = 86_400_000
const limits = [25, 50, 100, 200]
const plainSorts: readonly ListSort[] = ['deadline', 'updated', 'title:nl', 'title:fr', 'title:en']

export function queriesFor(count: number): BenchQuery[] {
  const dice = diceOf(2027)
  const make = (kind: QueryClass, number: number): BenchQuery[] =>
    Array.from({ length: number }, () => queryOf(dice, kind, count))
  const all = [
    ...make('filters', 60),
    ...make('plain sort', 16),
    ...make('words', 50),
    ...make('words + filters', 44),
    ...make('deep', 30),
  ]
  // Mixed, so that no engine meets one class in a row.
  return all
    .map((query) => ({ query, at: dice.share() }))
    .sort((left, right) => left.at - right.at)
    .map(({ query }) => query)
}

function queryOf(dice: Dice, kind: QueryClass, count: number): BenchQuery {
  const hasWords = kind === 'words' || kind === 'words + filters'
  const sort = hasWords && dice.below(94) >= 22 ? 'relevance' : (plainSorts[dice.below(plainSorts.length)] ?? 'updated')
  const hasFilters = kind === 'filters' || kind === 'words + filters' || (kind === 'deep' && dice.below(3) > 0)
  return {
    class: kind,
    q: hasWords ? wordsFrom(dice, count) : '',
    filters: hasFilters ? filtersFrom(dice) : {},
    sort,
    limit: limits[dice.below(limits.length)] ?? 50,
    depth: kind === 'deep' ? 0.2 + dice.share() * 0.75 : 0,
  }
}

/** One to three beginnings of words of one measure, so that something is found. */
function wordsFrom(dice: Dice, count: number): string {
  const entry = entryOf(dice.below(count))
  const { title, summary, description } = entry.words
  const words = [...title, ...summary, ...description].flatMap(wordsOf)
  const chosen = Array.from({ length: 1 + dice.below(3) }, () => words[dice.below(words.length)] ?? 'sub')
  return chosen.map((word) => word.slice(0, 3 + dice.below(8))).join(' ')
}

function filtersFrom(dice: Dice): Filters {
  const filters: Filters = {}
  for (let wanted = 1 + dice.below(4); wanted > 0; wanted -= 1) {
    const kind = dice.below(13)
    if (kind === 0) filters.region = [regions[dice.below(3)] ?? 'flanders']
    if (kind === 1) filters.topic = topics.slice(dice.below(20)).slice(0, 1 + dice.below(3))
    if (kind === 2) filters.company_size = [companySizes[dice.below(4)] ?? 'small']
    if (kind === 3) filters.instrument_type = instrumentTypes.slice(dice.below(8)).slice(0, 1 + dice.below(3))
    if (kind === 4) filters.status = ['open', 'continuous', 'forthcoming']
    if (kind === 5) filters.government_level = [governmentLevels[dice.below(governmentLevels.length)] ?? 'eu']
    if (kind === 6) filters.scope = [scopes[dice.below(scopes.length)] ?? 'eu']
    if (kind === 7) filters.source = [`source-${dice.below(14)}`]
    if (kind === 8) filters.issuer = [`issuer-${dice.below(400)}`, `issuer-${dice.below(20)}`]
    if (kind === 9) filters.nace = [naceCodes[dice.below(naceCodes.length)] ?? '62']
    if (kind === 10) filters.deadline_before = now + dice.below(300) * dayMs
    if (kind === 11) filters.deadline_after = now + dice.below(60) * dayMs
    if (kind === 12) filters.updated_since = now - dice.below(300) * dayMs
  }
  if (dice.below(8) === 0) filters.status = [statuses[dice.below(statuses.length)] ?? 'open']
  if (dice.below(10) === 0) filters.include_withdrawn = true
  return filters
}
