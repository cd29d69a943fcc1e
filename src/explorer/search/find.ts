/** What a search finds, for its page: rows, figures beside every choice, and what to ask where nothing is found. */
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import type { MeasureIndex } from '../../measures/finding/measure-index.ts'
import type { FacetFilter, IndexSort, WordMode } from '../../measures/finding/query.ts'
import { type Suggestion, suggestionsFor } from '../../measures/finding/suggestions.ts'
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
  const found = mode === 'most' ? { ...given, asked: { ...given.asked, words: mode } } : given
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

/** With so few found by all words, most of the words may be what was meant. */
const fewMost = 10

type Counts = Readonly<Record<FacetName, ReadonlyMap<string, number>>>

/** A filter without which something is found. */
export type Freed = { name: ListName | 'nace'; total: number }

export type SearchFound = {
  asked: SearchAsked
  total: number
  /** How the words were read: `most` where all of them find nothing. */
  words: WordMode
  rows: readonly ShownRow[]
  /** What most of the words would find, where all find few; else 0. */
  looserTotal: number
  counts: Counts
  suggestions: readonly Suggestion[]
  freed: readonly Freed[]
}

type Found = Omit<SearchFound, 'rows'> & { ids: readonly string[] }

export function findMeasures(
  catalogue: FollowedCatalogue,
  asked: SearchAsked,
  language: Language,
  now: Instant,
): Promise<SearchFound> {
  return shownRows(catalogue, language, (current) => found(current.index, asked, language, now))
}

function found(index: MeasureIndex, asked: SearchAsked, language: Language, now: Instant): Found {
  const words = queryWordsOf(asked.q)
  const filters = filtersOf(asked, now)
  const most = rowsPerPage * Math.min(asked.page, pagesMax)
  const search = (mode: WordMode, filtered = filters) =>
    index.search({
      words,
      most: mode === 'most',
      filters: filtered,
      sort: sortOf(asked.sort, words.length > 0, language),
      after: null,
      limit: most,
    })
  let mode: WordMode = asked.words ?? 'all'
  let answer = search(mode)
  if (answer.total === 0 && asked.words === null && words.length > 0) {
    const looser = search('most')
    if (looser.total > 0) {
      mode = 'most'
      answer = looser
    }
  }
  // A page beyond the last, of a search that found more before, is the last.
  const page = Math.min(asked.page, Math.max(1, Math.ceil(answer.ids.length / rowsPerPage)))
  const isFew = mode === 'all' && answer.total > 0 && answer.total <= fewMost && words.length > 1
  const tallies = index.tallies({ words, mode }, filters, facetsShown)
  const isLost = answer.total === 0
  return {
    asked: { ...asked, page },
    total: answer.total,
    words: mode,
    looserTotal: isFew ? search('most').total : 0,
    ids: answer.ids.slice((page - 1) * rowsPerPage),
    counts: Object.fromEntries(facetsShown.map((name, place) => [name, tallies[place] ?? new Map()])) as Counts,
    suggestions: isLost && words.length > 0 ? suggestionsFor(index, asked.q, { words, mode: 'all' }, filters) : [],
    freed: isLost ? freedBy(asked, (change) => search(mode, filtersOf({ ...asked, ...change }, now)).total) : [],
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
