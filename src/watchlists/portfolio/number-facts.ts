/**
 * The facts of a company that are numbers. Companies seldom share one, so each stands in a column as it is; what is not
 * known, and what a household is known to have none of, are two numbers that no fact can be.
 */
import { type Facts, lackedByHousehold } from '../../matching/request/facts.ts'
import { comparableOf } from '../../matching/verdict/judge-predicate.ts'
import type { RuleField } from '../../values/vocabularies.ts'

export const notKnownNumber = Number.NaN
/** No fact is negative (see `notNegative` in content-fault.ts). */
export const lackedNumber = -1

/** The fields of rules that a number decides, in the order of the columns. */
export const numberFields = [
  'company.employees',
  'company.turnover_eur',
  'company.balance_total_eur',
  'company.de_minimis_eur',
  'project.budget_eur',
  'hire.age',
  'hire.months_jobseeking',
  'household.income_eur',
  'household.dependants',
  'building.year',
] as const satisfies readonly RuleField[]
export type NumberField = (typeof numberFields)[number]

/** How each is said in facts. */
const writers: Record<NumberField, (facts: Facts, value: number | null) => void> = {
  'company.employees': (facts, value) => {
    facts.employees = value
  },
  'company.turnover_eur': (facts, value) => {
    facts.turnoverEur = value
  },
  'company.balance_total_eur': (facts, value) => {
    facts.balanceTotalEur = value
  },
  'company.de_minimis_eur': (facts, value) => {
    facts.deMinimisEur = value
  },
  'project.budget_eur': (facts, value) => {
    facts.budgetEur = value
  },
  'hire.age': (facts, value) => {
    facts.hire.age = value
  },
  'hire.months_jobseeking': (facts, value) => {
    facts.hire.monthsJobseeking = value
  },
  'household.income_eur': (facts, value) => {
    facts.householdIncomeEur = value
  },
  'household.dependants': (facts, value) => {
    facts.dependants = value
  },
  'building.year': (facts, value) => {
    facts.building.year = value
  },
}

/** Says in the facts what a number of a column stands for. */
export function writeNumber(facts: Facts, field: NumberField, kept: number): void {
  writers[field](facts, kept >= 0 ? kept : null)
}

/** The number as it stands in its column. */
export function numberIn(facts: Facts, field: NumberField): number {
  if (facts.household && lackedByHousehold.includes(field)) return lackedNumber
  const value = comparableOf(field, facts)
  return typeof value === 'number' ? value : notKnownNumber
}
