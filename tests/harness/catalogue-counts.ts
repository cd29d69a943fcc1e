/** What the curated records can say and decide, counted: what the catalogue is worth to somebody who acts on it. */
import { hasFigures } from '../../src/ingestion/curation.ts'
import { prepare } from '../../src/matching/verdict/prepared-measure.ts'
import { checkedAt } from '../../src/measures/record/checked.ts'
import { conditionCoverage } from '../../src/measures/rules/condition-coverage.ts'
import { ruleIdsOf } from '../../src/measures/rules/generated-rules.ts'
import type { Instant } from '../../src/values/brussels.ts'
import { textsOf } from '../../src/values/localized-text.ts'
import { asMatchable, type CuratedMeasure } from './curated-catalogue.ts'

export type CatalogueCounts = {
  measures: number
  /** With an amount, a rate or a budget, also of a tier alone. */
  figures: number
  /** With the authority's page about this very measure. */
  ownPage: number
  /** With an act and its address. */
  lawLinked: number
  /** With an address at which one applies. */
  applyHere: number
  /** With how to apply. */
  howToApply: number
  checked: number
  statusKnown: number
  /** Conditions of kind `eligibility`; those that rules evaluate; those that rules or a shared point settle. */
  conditions: number
  evaluated: number
  answerable: number
  /** Measures of which a rule looks at the applicant, or a condition of access can be answered. */
  decidable: number
}

/** Counts the measures as they stand at an instant. */
export function catalogueCounts(measures: readonly CuratedMeasure[], at: Instant): CatalogueCounts {
  const pages = new Map<string, number>()
  for (const { record } of measures) {
    for (const page of new Set(textsOf(record.url))) pages.set(page, (pages.get(page) ?? 0) + 1)
  }
  const counts: CatalogueCounts = {
    measures: measures.length,
    figures: 0,
    ownPage: 0,
    lawLinked: 0,
    applyHere: 0,
    howToApply: 0,
    checked: 0,
    statusKnown: 0,
    conditions: 0,
    evaluated: 0,
    answerable: 0,
    decidable: 0,
  }
  for (const measure of measures) {
    const { record } = measure
    const { conditions, evaluated, points } = conditionCoverage(record.conditions, ruleIdsOf(record))
    const prepared = prepare(asMatchable(measure, at))
    if (hasFigures(record.amount)) counts.figures += 1
    if (record.record_url !== null || textsOf(record.url).some((page) => pages.get(page) === 1 && isDeep(page))) {
      counts.ownPage += 1
    }
    if (record.legal_basis.some(({ url }) => url !== null)) counts.lawLinked += 1
    if (record.application_url !== null) counts.applyHere += 1
    if (record.application !== null) counts.howToApply += 1
    if (checkedAt(record) !== null) counts.checked += 1
    if (prepared.status !== 'unknown') counts.statusKnown += 1
    counts.conditions += conditions
    counts.evaluated += evaluated
    counts.answerable += evaluated + points
    if (prepared.looksAtApplicant || prepared.conditions.some(({ isRequired }) => isRequired)) counts.decidable += 1
  }
  return counts
}

/** A line for each count, with its share where it has one. */
export function countLines(counts: CatalogueCounts): string[] {
  const of = (name: string, count: number, all: number): string =>
    `${name}: ${count} of ${all} (${Math.round((100 * count) / all)} %)`
  return [
    of('with figures', counts.figures, counts.measures),
    of('with a page of their own', counts.ownPage, counts.measures),
    of('with an act and its address', counts.lawLinked, counts.measures),
    of('with an address to apply at', counts.applyHere, counts.measures),
    of('that say how to apply', counts.howToApply, counts.measures),
    of('read on a known day', counts.checked, counts.measures),
    of('of known status', counts.statusKnown, counts.measures),
    of('that can become likely while open', counts.decidable, counts.measures),
    of('conditions of access that rules evaluate', counts.evaluated, counts.conditions),
    of('conditions of access that rules or points settle', counts.answerable, counts.conditions),
  ]
}

/** Whether an address leads further than to the front of a site or of one of its languages. */
function isDeep(page: string): boolean {
  return new URL(page).pathname.split('/').filter((part) => part.length > 2).length > 0
}
