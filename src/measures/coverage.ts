/** `GET /v1/coverage`: how many measures there are, by every value of the vocabularies. */
import { governmentLevels, instrumentTypes, regions, statuses, topics } from '../values/vocabularies.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import type { CatalogueState } from './catalogue/state.ts'
import type { Filters } from './finding/query.ts'
import type { ConditionCoverage } from './rules/condition-coverage.ts'

export type Coverage = ReturnType<typeof counted>

/** Made once for each state: the state of now is the only one that anybody asks for. */
const coverages = new WeakMap<CatalogueState, Coverage>()

/** Counts of measures; each figure is what the list answers for that filter. Values that nothing has count 0. */
export function coverageOf(catalogue: Pick<Catalogue, 'state' | 'index'>): Coverage {
  const known = coverages.get(catalogue.state) ?? counted(catalogue)
  coverages.set(catalogue.state, known)
  return known
}

function counted(catalogue: Pick<Catalogue, 'state' | 'index'>) {
  const { state } = catalogue
  const totals = totalsOf(state)
  const totalOf = (filters: Filters): number =>
    catalogue.index.search({ words: [], filters, sort: 'deadline', after: null, limit: 1 }).total
  const by = <Value extends string>(values: readonly Value[], filter: (value: Value) => Filters) =>
    Object.fromEntries(values.map((value) => [value, totalOf(filter(value))]))
  const enabled = state.sources.filter(({ source }) => source.enabled).map(({ source }) => source.definition.id)
  return {
    total: totals.total,
    withdrawn: totals.withdrawn,
    by_status: by(statuses, (status) => ({ status: [status] })),
    by_source: by(enabled, (source) => ({ source: [source] })),
    by_instrument_type: by(instrumentTypes, (instrument_type) => ({ instrument_type: [instrument_type] })),
    by_government_level: by(governmentLevels, (government_level) => ({ government_level: [government_level] })),
    by_region: by(regions, (region) => ({ region: [region] })),
    by_topic: by(topics, (topic) => ({ topic: [topic] })),
    condition_coverage: totals.coverage,
  }
}

/** Measures shown, withdrawn ones, and how the conditions of the shown ones are covered. */
function totalsOf(state: CatalogueState): { total: number; withdrawn: number; coverage: ConditionCoverage } {
  const coverage: ConditionCoverage = { conditions: 0, evaluated: 0, points: 0 }
  const totals = { total: 0, withdrawn: 0, coverage }
  for (const known of state.all()) {
    if (known.withdrawnAt !== null) {
      totals.withdrawn += 1
      continue
    }
    totals.total += 1
    coverage.conditions += known.conditions.conditions
    coverage.evaluated += known.conditions.evaluated
    coverage.points += known.conditions.points
  }
  return totals
}
