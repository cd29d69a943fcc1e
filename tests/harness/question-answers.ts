/** What callers may answer to a question of the matcher: for each, values that say all that it asks. */

import { isAnswer, type OpenProperty } from '../../src/matching/request/answers.ts'
import type { CompanyInput, FactsInput, ProjectInput } from '../../src/matching/request/request-schema.ts'
import type { MatchableMeasure } from '../../src/matching/verdict/prepared-measure.ts'
import { naceCodes, naceExists } from '../../src/reference/nace.ts'
import {
  applicantTypes,
  contracts,
  costTypes,
  diplomas,
  occupancies,
  partners,
  stages,
  topics,
} from '../../src/values/vocabularies.ts'
import { factsOf } from './match-samples.ts'
import type { Chance } from './random-matches.ts'

/** Codes that no rule's code stands below, and that a list of the version reads as they are. */
const deepest = {
  2008: naceCodes(2008).filter((code) => code.length === 5 && !naceExists(code, 2025)),
  2025: naceCodes(2025).filter((code) => code.length === 7),
}

/** The request with each of some answers to a question put into it; `measure`: whose question it is. */
export function answersTo(
  property: OpenProperty,
  input: FactsInput,
  measure: MatchableMeasure,
  by: Chance,
): FactsInput[] {
  if (isAnswer(property)) {
    const name = property.slice('answers.'.length)
    return [true, false].map((answer) => ({ ...input, answers: { ...input.answers, [name]: answer } }))
  }
  const company = (facts: CompanyInput): FactsInput => ({ ...input, company: { ...input.company, ...facts } })
  const project = (facts: ProjectInput): FactsInput => ({ ...input, project: { ...input.project, ...facts } })
  const hire = (facts: NonNullable<FactsInput['hire']>): FactsInput => ({ ...input, hire: { ...input.hire, ...facts } })
  switch (property) {
    case 'company.postcode':
      return ['2000', '9000', '1000', '5000', '4700', '1850'].map((postcode) => company({ postcode }))
    case 'company.municipality':
      return factsOf(input).place.candidates.map((municipality) => company({ municipality }))
    case 'company.applicant_types':
      return [
        ...applicantTypes.map((type) => [type]),
        ['household', 'self_employed'] as const,
        ['company', 'research_organisation'] as const,
      ].map((types) => company({ applicant_types: [...types] }))
    case 'company.employees':
      return [0, 9, 10, 49, 50, 249, 250, 1000].map((employees) => company({ employees }))
    case 'company.turnover_eur':
      return [0, 2e6, 5e7, 1e9].map((turnover_eur) => company({ turnover_eur }))
    case 'company.balance_total_eur':
      return [0, 2e6, 5e7, 1e9].map((balance_total_eur) => company({ balance_total_eur }))
    case 'company.legal_form':
      return ['610', '014', '017', '301', '008', 'natural_person', '003'].map((legal_form) => company({ legal_form }))
    case 'company.founded_on':
      return ['2026-11-01', '2022-01-01', '1990-01-01', '2030-01-01'].map((founded_on) => company({ founded_on }))
    case 'company.joint_committees':
      return [['330.01'], ['330.04'], ['124'], ['200', '111']].map((joint_committees) => company({ joint_committees }))
    case 'company.nace': {
      const codes = deepest[measure.record.nace.version ?? 2025]
      return Array.from({ length: 12 }, () => company({ nace: [by.oneOf(codes), by.oneOf(codes)] }))
    }
    case 'project.budget_eur':
      return [0, 100_000, 1e8].map((budget_eur) => project({ budget_eur }))
    case 'project.planned_start':
      return ['2024-01-01', '2026-11-20', '2029-01-01'].map((planned_start) => project({ planned_start }))
    case 'project.topics':
      return topics.map((topic) => project({ topics: [topic] }))
    case 'project.cost_types':
      return costTypes.map((costType) => project({ cost_types: [costType] }))
    case 'project.stages':
      return stages.map((stage) => project({ stages: [stage] }))
    case 'project.partners':
      return partners.map((partner) => project({ partners: [partner] }))
    case 'company.de_minimis_eur':
      return [0, 299_999.99, 300_000, 1e7].map((de_minimis_eur) => company({ de_minimis_eur }))
    case 'hire.age':
      return [17, 25, 30, 58].map((age) => hire({ age }))
    case 'hire.months_jobseeking':
      return [0, 6, 12, 40].map((months_jobseeking) => hire({ months_jobseeking }))
    case 'hire.diploma':
      return diplomas.map((diploma) => hire({ diploma }))
    case 'hire.contract':
      return contracts.map((contract) => hire({ contract }))
    case 'hire.postcode':
      return ['2000', '1000', '5000'].map((postcode) => hire({ postcode }))
    case 'household.income_eur':
      return [0, 30_000.5, 1e6].map((income_eur) => ({ ...input, household: { ...input.household, income_eur } }))
    case 'household.dependants':
      return [0, 1, 9].map((dependants) => ({ ...input, household: { ...input.household, dependants } }))
    case 'building.year':
      return [1900, 2006, 2026].map((year) => ({ ...input, building: { ...input.building, year } }))
    case 'building.occupancy':
      return occupancies.map((occupancy) => ({ ...input, building: { ...input.building, occupancy } }))
  }
}
