/** What a search finds, for its page: rows, figures beside every choice, and what to ask where nothing is found. */
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import { meantSearch } from '../../measures/finding/meant-search.ts'
import type { MeasureIndex } from '../../measures/finding/measure-index.ts'
import type { FacetFilter, Filters, IndexSort, WordMode } from '../../measures/finding/query.ts'
import { type Suggestion, suggestionsFor } from '../../measures/finding/suggestions.ts'
import { type Understood, understoodOf } from '../../measures/finding/understood.ts'
import { titlesOf } from '../../measures/list-measures.ts'
import { type Html, html } from '../../pages/html.ts'
import { queryWordsOf } from '../../search/words/joined/query-words.ts'
import type { Instant } from '../../values/brussels.ts'
import { numberText } from '../../values/figures.ts'
import {
  applicantTypeLabels,
  companySizeLabels,
  governmentLevelLabels,
  instrumentTypeLabels,
  type Label,
  regionLabels,
  statusLabels,
  topicLabels,
} from '../../values/labels.ts'
import {
  applicantTypes,
  companySizes,
  governmentLevels,
  instrumentTypes,
  type Language,
  regions,
  type Status,
  type TextLanguage,
  topics,
} from '../../values/vocabularies.ts'
import { type ShownRow, shownRows } from '../said/shown-rows.ts'
import {
  filtersOf,
  type ListName,
  listNames,
  nothingAsked,
  pagesMax,
  rowsPerPage,
  type SearchAsked,
  type SearchSort,
  searchAddress,
  toggled,
} from './search-query.ts'
import { searchWords } from './words.ts'

/** The choices beside a search: their groups, what each value is called, and which are shown at once. */
const facetsShown = [
  'applicant_type',
  'region',
  'status',
  'instrument_type',
  'topic',
  'company_size',
  'government_level',
] as const satisfies readonly FacetFilter[]
export type FacetName = (typeof facetsShown)[number] & ListName

/** A choice: one value, or some that are chosen together. */
type Choice = { values: readonly string[]; label: Label }

const single = <Value extends string>(values: readonly Value[], labels: Record<Value, Label>): Choice[] =>
  values.map((value) => ({ values: [value], label: labels[value] }))

const currently: readonly Status[] = ['open', 'continuous']

export const choicesOf: Record<FacetName, readonly Choice[]> = {
  applicant_type: single(applicantTypes, applicantTypeLabels),
  region: single(regions, regionLabels),
  status: [
    { values: currently, label: { nl: 'Open of doorlopend', fr: 'Ouvert ou en continu', en: 'Open or continuous' } },
    ...single(['forthcoming', 'paused', 'budget_exhausted', 'closed', 'unknown'], statusLabels),
  ],
  instrument_type: single(instrumentTypes, instrumentTypeLabels),
  topic: single(topics, topicLabels),
  company_size: single(companySizes, companySizeLabels),
  government_level: single(governmentLevels, governmentLevelLabels),
}

/** Choices shown at once; the rest is folded. */
const choicesAtOnce: Record<FacetName, number> = {
  applicant_type: 5,
  region: 3,
  status: 3,
  instrument_type: 5,
  topic: 6,
  company_size: 4,
  government_level: 3,
}

type Shown = { choice: Choice; count: number; isChosen: boolean }

export function facetsView(
  { words: mode, ...given }: Pick<SearchFound, 'asked' | 'counts' | 'words'>,
  language: Language,
): Html {
  const words = searchWords[language]
  // The figures are counted as the words were read: what a choice leads to is read in the same way.
  const found = given.asked.words === null ? given : { ...given, asked: { ...given.asked, words: mode } }
  return html`<nav class="facets" aria-label=${words.facets}>
    <details class="folded">
      <summary>${words.facets}</summary>
      ${facetsShown.map((name) => facetView(name, found, language))}
    </details>
  </nav>`
}

function facetView(
  name: FacetName,
  { asked, counts }: Pick<SearchFound, 'asked' | 'counts'>,
  language: Language,
): Html | null {
  const words = searchWords[language]
  const shown = choicesOf[name]
    .map((choice): Shown => {
      const chosen: readonly string[] = asked[name]
      return {
        choice,
        count: choice.values.reduce((sum, value) => sum + (counts[name].get(value) ?? 0), 0),
        isChosen: choice.values.every((value) => chosen.includes(value)),
      }
    })
    .filter(({ count, isChosen }) => count > 0 || isChosen)
  if (shown.length === 0) return null
  const sorted = name === 'topic' ? shown.toSorted((left, right) => right.count - left.count) : shown
  const atOnce = sorted.filter(({ isChosen }, place) => isChosen || place < choicesAtOnce[name])
  const folded = sorted.filter((one) => !atOnce.includes(one))
  const list = (some: readonly Shown[]) => html`<ul>
    ${some.map((one) => html`<li>${choiceView(name, one, asked, language)}</li>`)}
  </ul>`
  return html`<section class="facet">
    <h2>${words.facetNames[name]}</h2>
    ${list(atOnce)}
    ${folded.length === 0 ? null : html`<details><summary class="small">${words.more(folded.length)}</summary>${list(folded)}</details>`}
  </section>`
}

function choiceView(name: FacetName, { choice, count, isChosen }: Shown, asked: SearchAsked, language: Language): Html {
  const address = searchAddress(language, asked, toggled(asked, name, choice.values))
  return html`<a href=${address} rel="nofollow" aria-current=${isChosen ? 'true' : null}>
    <span class="box" aria-hidden="true">${isChosen ? '✓' : ''}</span>
    <span class="facet-name">${choice.label[language]}</span>
    <span class="facet-count">${numberText(count, language)}</span>
  </a>`
}

type Counts = Readonly<Record<FacetName, ReadonlyMap<string, number>>>

/** A filter without which something is found. */
export type Freed = { name: ListName | 'nace'; total: number }

export type SearchFound = {
  asked: SearchAsked
  total: number
  /** How the words were read: by their meaning, unless the address says otherwise. */
  words: WordMode
  rows: readonly ShownRow[]
  /** What the words were understood to mean, where they were read so. */
  understood: readonly Understood[]
  counts: Counts
  suggestions: readonly Suggestion[]
  freed: readonly Freed[]
}

type Found = Omit<SearchFound, 'rows'> & { ids: readonly string[] }

export function findMeasures(
  catalogue: FollowedCatalogue,
  asked: SearchAsked,
  { language, texts, now }: { language: Language; texts: TextLanguage; now: Instant },
): Promise<SearchFound> {
  return shownRows(catalogue, { language, texts }, ({ index, state }) => {
    const titles = titlesOf(state)
    const named = state.resolveId(asked.q.trim())
    return found(index, { asked, named, language, now, titleOf: (id) => titles(id, language) })
  })
}

type Asking = {
  asked: SearchAsked
  /** The measure that the words name by its id or slug: where it is found it stands first. Null: none. */
  named: string | null
  language: Language
  now: Instant
  titleOf: (id: string) => string | null
}

function found(index: MeasureIndex, { asked, named, language, now, titleOf }: Asking): Found {
  const words = queryWordsOf(asked.q)
  const filters = filtersOf(asked, now)
  const sort = sortOf(asked.sort, words.length > 0, language)
  const limit = rowsPerPage * Math.min(asked.page, pagesMax)
  const mode: WordMode = words.length === 0 ? 'all' : (asked.words ?? 'meant')
  const opening = { sort, after: null, limit }
  const search = (filtered: Filters, most = limit) => {
    const page = { ...opening, limit: most }
    if (mode !== 'meant')
      return { meant: null, answer: index.search({ words, most: mode === 'most', filters: filtered, ...page }) }
    const meant = meantSearch(index, asked.q, filtered)
    return { meant, answer: index.searchMeant(meant.query, { filters: filtered, ...page }) }
  }
  const first = search(filters)
  const { meant, answer } = first
  const isFound = (id: string): boolean =>
    answer.ids.includes(id) || (answer.total > limit && search(filters, answer.total).answer.ids.includes(id))
  // A page beyond the last, of a search that found more before, is the last.
  const page = Math.min(asked.page, Math.max(1, Math.ceil(answer.ids.length / rowsPerPage)))
  const tallies =
    first.meant === null
      ? index.tallies({ words, mode: mode === 'most' ? 'most' : 'all' }, filters, facetsShown)
      : index.talliesMeant(first.meant.query, first.answer, filters, facetsShown)
  const inOrder =
    named === null || !isFound(named) ? answer.ids : [named, ...answer.ids.filter((id) => id !== named)].slice(0, limit)
  const isLost = answer.total === 0
  return {
    asked: { ...asked, page },
    total: answer.total,
    words: mode,
    understood: meant === null ? [] : understoodOf(meant, language, titleOf),
    ids: inOrder.slice((page - 1) * rowsPerPage),
    counts: Object.fromEntries(facetsShown.map((name, place) => [name, tallies[place] ?? new Map()])) as Counts,
    suggestions: isLost && words.length > 0 ? suggestionsFor(index, asked.q, { words, mode: 'all' }, filters) : [],
    freed: isLost ? freedBy(asked, (change) => search(filtersOf({ ...asked, ...change }, now)).answer.total) : [],
  }
}

/** The filters without which something is found, the one that frees most first. */
function freedBy(asked: SearchAsked, totalWith: (change: Partial<SearchAsked>) => number): Freed[] {
  const named = ([...listNames, 'nace'] as const).filter((name) => (asked[name]?.length ?? 0) > 0)
  return named
    .map((name) => ({ name, total: totalWith({ [name]: nothingAsked[name] }) }))
    .filter(({ total }) => total > 0)
    .sort((left, right) => right.total - left.total)
}

function sortOf(sort: SearchSort | null, hasWords: boolean, language: Language): IndexSort {
  if (sort === 'title') return `title:${language}`
  return sort ?? (hasWords ? 'relevance' : 'updated')
}
