/** How each fact is asked for: what one types or chooses. */
import {
  applicantTypeLabels,
  contractLabels,
  costTypeLabels,
  diplomaLabels,
  type Label,
  occupancyLabels,
  partnerLabels,
  stageLabels,
  topicLabels,
} from '../../../values/labels.ts'
import type { AskedProperty } from '../../../values/questions.ts'

type TypedKind = 'postcode' | 'whole' | 'year' | 'euros' | 'day' | 'legal_form' | 'nace' | 'committees'

export type Kind =
  | { kind: TypedKind }
  /** Of the first form alone: the number of a company, or a postcode. */
  | { kind: 'number_or_postcode' }
  /** One of those in which the postcode lies. */
  | { kind: 'municipality' }
  | { kind: 'one' | 'several'; labels: Readonly<Record<string, Label>> }

export const kinds: Readonly<Record<AskedProperty, Kind>> = {
  'company.postcode': { kind: 'postcode' },
  'company.municipality': { kind: 'municipality' },
  'company.applicant_types': { kind: 'several', labels: applicantTypeLabels },
  'company.legal_form': { kind: 'legal_form' },
  'company.nace': { kind: 'nace' },
  'company.joint_committees': { kind: 'committees' },
  'company.employees': { kind: 'whole' },
  'company.turnover_eur': { kind: 'euros' },
  'company.balance_total_eur': { kind: 'euros' },
  'company.founded_on': { kind: 'day' },
  'company.de_minimis_eur': { kind: 'euros' },
  'project.topics': { kind: 'several', labels: topicLabels },
  'project.cost_types': { kind: 'several', labels: costTypeLabels },
  'project.stages': { kind: 'several', labels: stageLabels },
  'project.partners': { kind: 'several', labels: partnerLabels },
  'project.budget_eur': { kind: 'euros' },
  'project.planned_start': { kind: 'day' },
  'hire.age': { kind: 'whole' },
  'hire.months_jobseeking': { kind: 'whole' },
  'hire.diploma': { kind: 'one', labels: diplomaLabels },
  'hire.contract': { kind: 'one', labels: contractLabels },
  'hire.postcode': { kind: 'postcode' },
  'household.income_eur': { kind: 'euros' },
  'household.dependants': { kind: 'whole' },
  'building.year': { kind: 'year' },
  'building.occupancy': { kind: 'one', labels: occupancyLabels },
}
