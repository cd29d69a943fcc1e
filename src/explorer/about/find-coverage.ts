/** The figures of the catalogue as its page shows them, each with the search that finds as many. */
import type { Catalogue } from '../../measures/catalogue/catalogue.ts'
import type { CatalogueState } from '../../measures/catalogue/state.ts'
import { type Coverage, coverageOf } from '../../measures/coverage.ts'
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
import type { CoverageGroup } from './coverage-words.ts'

/** `address`: of the search that finds them. */
export type Figure = { label: string; count: number; address: string }

export type CoverageShown = {
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
  for (const { id, withdrawnAt } of state.all()) if (withdrawnAt === null && state.isUnchecked(id)) count += 1
  uncheckedOf.set(state, count)
  return count
}
