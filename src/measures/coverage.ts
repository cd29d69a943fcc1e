/** `GET /v1/coverage`: how many measures there are, by every value of the vocabularies. */
import { governmentLevels, instrumentTypes, regions, statuses, topics } from '../values/vocabularies.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import type { CatalogueState } from './catalogue/state.ts'
import type { Filters } from './finding/query.ts'

export type Coverage = ReturnType<typeof counted>

/** Made once for each state: the state of now is the only one that anybody asks for. */
const coverages = new WeakMap<CatalogueState, Coverage>()

/** Counts of measures; each figure is what the list answers for that filter. Values that nothing has count 0. */
export function coverageOf(catalogue: Pick<Catalogue, 'state' | 'search'>): Coverage {
  const known = coverages.get(catalogue.state) ?? counted(catalogue)
  coverages.set(catalogue.state, known)
  return known
}

function counted(catalogue: Pick<Catalogue, 'state' | 'search'>) {
  const { state } = catalogue
  const totals = totalsOf(state)
  const totalOf = (filters: Filters): number =>
    catalogue.search({ words: [], filters, sort: 'deadline', after: null, limit: 1 }).total
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
    condition_coverage: { conditions: totals.conditions, evaluated: totals.evaluated },
  }
}

/** Measures shown, withdrawn ones, and how many of the conditions of the shown ones a rule evaluates. */
function totalsOf(state: CatalogueState): { total: number; withdrawn: number; conditions: number; evaluated: number } {
  const totals = { total: 0, withdrawn: 0, conditions: 0, evaluated: 0 }
  for (const known of state.all()) {
    if (known.withdrawnAt !== null) {
      totals.withdrawn += 1
      continue
    }
    totals.total += 1
    totals.conditions += known.conditions.conditions
    totals.evaluated += known.conditions.evaluated
  }
  return totals
}
