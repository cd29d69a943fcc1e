/** The choices beside a search: their groups, what each value is called, and which are shown at once. */
import type { FacetFilter } from '../../measures/finding/query.ts'
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
  regions,
  type Status,
  topics,
} from '../../values/vocabularies.ts'
import type { ListName } from './search-query.ts'

export const facetsShown = [
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
export type Choice = { values: readonly string[]; label: Label }

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
export const choicesAtOnce: Record<FacetName, number> = {
  applicant_type: 5,
  region: 3,
  status: 3,
  instrument_type: 5,
  topic: 6,
  company_size: 4,
  government_level: 3,
}
