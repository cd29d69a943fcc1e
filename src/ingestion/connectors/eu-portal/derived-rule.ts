/** Rules that follow from what a call is, not from a field of the portal (contract 5, provenance). */
import type { ApplicantType, CompanySize } from '../../../values/vocabularies.ts'

export type EuRule = {
  id: string
  field: 'company.applicant_type' | 'company.employees' | 'company.size' | 'project.budget_eur' | 'project.stages'
  operator: 'overlaps' | 'at_most' | 'at_least' | 'in'
  value: readonly string[] | number
  confidence: number
  provenance: { method: 'derived' }
}

/** Of what a programme's regulation says of each applicant. */
export const certain = 0.9
/** Of what is usual, or what the document of a call may say otherwise: no refusal hangs on it (contract 5, status). */
export const usual = 0.4

export function derived(rule: Omit<EuRule, 'provenance' | 'confidence'>, confidence: number): EuRule {
  return { ...rule, confidence, provenance: { method: 'derived' } }
}

export const withoutProfit = [
  'non_profit',
  'public_body',
  'research_organisation',
  'education_institution',
] as const satisfies readonly ApplicantType[]
export const sizesOfSmes = ['micro', 'small', 'medium'] as const satisfies readonly CompanySize[]
