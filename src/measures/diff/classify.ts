/** What a change of a measure is called and how much it matters (contract 6, event types). */
import type { Severity, SubsidyEventType } from '../../values/vocabularies.ts'
import { subsidyEventTypes } from '../../values/vocabularies.ts'
import type { Change, Diff } from './diff.ts'

export type Classification = {
  /** The most significant change. */
  type: SubsidyEventType
  /** Every category touched, the type among them, most significant first. */
  categories: SubsidyEventType[]
  severity: Severity
}

/** The paths that have a category of their own: a whole path, or the object that they stand in. All else is content. */
const categoryOfField: Readonly<Record<string, SubsidyEventType>> = {
  'related.merged_from': 'subsidy.merged',
  'related.replaced_by': 'subsidy.content_changed',
  status: 'subsidy.status_changed',
  application_window: 'subsidy.deadline_changed',
  amount: 'subsidy.amount_changed',
  regions: 'subsidy.eligibility_changed',
  provinces: 'subsidy.eligibility_changed',
  area_codes: 'subsidy.eligibility_changed',
  applicant_types: 'subsidy.eligibility_changed',
  company_sizes: 'subsidy.eligibility_changed',
  nace: 'subsidy.eligibility_changed',
  legal_forms: 'subsidy.eligibility_changed',
  cost_types: 'subsidy.eligibility_changed',
  rules: 'subsidy.eligibility_changed',
  conditions: 'subsidy.eligibility_changed',
  related: 'subsidy.eligibility_changed',
  state_aid: 'subsidy.eligibility_changed',
}

/** The severity of a measure event, by its type. */
export const severityOfType: Readonly<Record<SubsidyEventType, Severity>> = {
  'subsidy.created': 'high',
  'subsidy.withdrawn': 'high',
  'subsidy.reinstated': 'high',
  'subsidy.merged': 'high',
  'subsidy.status_changed': 'high',
  'subsidy.deadline_changed': 'high',
  'subsidy.amount_changed': 'medium',
  'subsidy.eligibility_changed': 'medium',
  'subsidy.content_changed': 'low',
  'subsidy.closing_soon': 'high',
}

/**
 * Classifies the diff of a version. Only version 1 has an empty one: a change that touches nothing makes no version.
 * `isOfAge`: nothing but the age of the reading changed the status, which then counts for nothing in the severity.
 */
export function classify(diff: Diff, isOfAge = false): Classification {
  const touched = new Set(Object.entries(diff).map(([path, change]) => categoryOf(path, change)))
  const [type = 'subsidy.created', ...others] = subsidyEventTypes.filter((candidate) => touched.has(candidate))
  const grave = isOfAge && type === 'subsidy.status_changed' ? others[0] : type
  return { type, categories: [type, ...others], severity: grave === undefined ? 'low' : severityOfType[grave] }
}

function categoryOf(path: string, change: Change): SubsidyEventType {
  if (path === 'withdrawn_at') return change.to === null ? 'subsidy.reinstated' : 'subsidy.withdrawn'
  const [field = path] = path.split('.')
  return categoryOfField[path] ?? categoryOfField[field] ?? 'subsidy.content_changed'
}
