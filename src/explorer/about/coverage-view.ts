/** How many measures there are by everything that they can be found by, and what is missing. */

import type { Catalogue } from '../../measures/catalogue/catalogue.ts'
import type { CatalogueState } from '../../measures/catalogue/state.ts'
import { type Coverage, coverageOf } from '../../measures/coverage.ts'
import { type Html, html } from '../../pages/html.ts'
import { bar } from '../../pages/parts/bars.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import { numberText } from '../../values/figures.ts'
import {
  governmentLevelLabels,
  instrumentTypeLabels,
  type Label,
  regionLabels,
  statusLabels,
  topicLabels,
} from '../../values/labels.ts'
import type { Language } from '../../values/vocabularies.ts'
import { type ListName, nothingAsked, searchAddress } from '../search/search-query.ts'
import { type CoverageGroup, coverageWords } from './coverage-words.ts'

/** `address`: of the search that finds them. */
type Figure = { label: string; count: number; address: string }

type CoverageShown = {
  total: number
  withdrawn: number
  groups: readonly { name: CoverageGroup; figures: readonly Figure[] }[]
  conditions: Coverage['condition_coverage']
  /** Measures that nobody has held against the authority's page. */
  unchecked: number
  /** Measures whose status nobody knows. */
  unknown: number
}

/** Made once for each state. */
const uncheckedOf = new WeakMap<CatalogueState, number>()

export function coverageShown(catalogue: Pick<Catalogue, 'state' | 'index'>, language: Language): CoverageShown {
  const coverage = coverageOf(catalogue)
  const { state } = catalogue
  const names = new Map(state.sources.map(({ source }) => [source.definition.id, source.definition.name]))
  const labelled =
    (labels: Readonly<Record<string, Label>>) =>
    (id: string): string =>
      labels[id]?.[language] ?? id
  const group = (
    name: CoverageGroup,
    filter: ListName,
    counts: Readonly<Record<string, number>>,
    labelOf: (id: string) => string,
  ) => ({
    name,
    figures: Object.entries(counts).map(([id, count]) => ({
      label: labelOf(id),
      count,
      address: searchAddress(language, nothingAsked, { [filter]: [id] }),
    })),
  })
  return {
    total: coverage.total,
    withdrawn: coverage.withdrawn,
    groups: [
      group('status', 'status', coverage.by_status, labelled(statusLabels)),
      group('region', 'region', coverage.by_region, labelled(regionLabels)),
      group('level', 'government_level', coverage.by_government_level, labelled(governmentLevelLabels)),
      group('source', 'source', coverage.by_source, (id) => names.get(id) ?? id),
      group('instrument', 'instrument_type', coverage.by_instrument_type, labelled(instrumentTypeLabels)),
      group('topic', 'topic', coverage.by_topic, labelled(topicLabels)),
    ],
    conditions: coverage.condition_coverage,
    unchecked: uncheckedIn(state),
    unknown: coverage.by_status.unknown ?? 0,
  }
}

function uncheckedIn(state: CatalogueState): number {
  const known = uncheckedOf.get(state)
  if (known !== undefined) return known
  let count = 0
  for (const { id, withdrawnAt } of state.all())
    if (withdrawnAt === null && state.readingDoubt(id, state.instant) === 'unread') count += 1
  uncheckedOf.set(state, count)
  return count
}

export function coverageView(shown: CoverageShown, language: Language): Html {
  const words = coverageWords[language]
  const figure = (count: number): string => numberText(count, language)
  const { conditions, evaluated, points } = shown.conditions
  const rest = conditions - evaluated - points
  return html`<h1>${words.title}</h1>
    <p class="lead">${words.lead(figure(shown.total))}${shown.withdrawn === 0 ? null : ` ${words.withdrawn(figure(shown.withdrawn))}`}</p>
    ${shown.total === 0 ? notice('look', words.nothing, html`<p>${words.nothingWhy}</p>`) : null}
    <h2>${words.gaps}</h2>
    <ul>
      ${words.gapsSaid.map((gap) => html`<li>${gap}</li>`)}
      ${shown.total === 0 ? null : html`<li>${shown.unchecked === 0 ? words.allChecked : words.unchecked(figure(shown.unchecked), figure(shown.total))}</li>`}
      ${shown.unknown === 0 ? null : html`<li>${words.noDate(figure(shown.unknown))}</li>`}
    </ul>
    <h2>${words.conditions}</h2>
    <p>
      ${words.conditionsSaid({ conditions: figure(conditions), evaluated: figure(evaluated), points: figure(points), rest: figure(rest) })}
    </p>
    <div class="columns">${shown.groups.map((group) => groupView(group, language))}</div>`
}

function groupView({ name, figures }: CoverageShown['groups'][number], language: Language): Html {
  const words = coverageWords[language]
  const there = figures.filter(({ count }) => count > 0).toSorted((left, right) => right.count - left.count)
  const missing = figures.filter(({ count }) => count === 0).map(({ label }) => label)
  const note = words.notes[name]
  const most = Math.max(1, ...there.map(({ count }) => count))
  return html`<section>
    <h2>${words.groups[name]}</h2>
    ${note === undefined ? null : html`<p class="soft small">${note}</p>`}
    ${
      there.length === 0
        ? null
        : table({
            caption: words.groups[name],
            columns: [{ heading: words.value }, { heading: words.measures, isFigure: true }],
            rows: there.map(({ label, count, address }) => [
              html`<a href=${address}>${label}</a>${bar(count / most)}`,
              numberText(count, language),
            ]),
          })
    }
    ${missing.length === 0 ? null : html`<p class="soft small">${words.none(missing.join(', '))}</p>`}
  </section>`
}
