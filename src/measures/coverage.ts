/** `GET /v1/coverage`: how many measures there are, by every value of the vocabularies. */
import type { Instant } from '../values/brussels.ts'
import { governmentLevels, instrumentTypes, regions, statuses, topics } from '../values/vocabularies.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import type { Filters } from './core/index/query.ts'

/** Counts of measures; each figure is what the list answers for that filter. Values that nothing has count 0. */
export function coverageOf(catalogue: Catalogue, now: Instant) {
  const totals = totalsOf(catalogue)
  const counted = (filters: Filters): number =>
    catalogue.search({ words: [], filters, sort: 'deadline', after: null, limit: 1 }, now).total
  const by = <Value extends string>(values: readonly Value[], filter: (value: Value) => Filters) =>
    Object.fromEntries(values.map((value) => [value, counted(filter(value))]))
  const enabled = catalogue.sources.filter(({ source }) => source.enabled).map(({ source }) => source.definition.id)
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
function totalsOf(catalogue: Catalogue): { total: number; withdrawn: number; conditions: number; evaluated: number } {
  const totals = { total: 0, withdrawn: 0, conditions: 0, evaluated: 0 }
  for (const held of catalogue.all()) {
    if (held.withdrawnAt !== null) {
      totals.withdrawn += 1
      continue
    }
    totals.total += 1
    totals.conditions += held.conditions.conditions
    totals.evaluated += held.conditions.evaluated
  }
  return totals
}
