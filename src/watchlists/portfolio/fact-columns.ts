/**
 * The facts of a company as numbers, a column each. What many companies share is kept once, under a small number, as long
 * as one of them has it; of an amount or a head count, which companies seldom share, the number is the fact itself.
 */
import { isHouseholdAlone } from '../../matching/request/applicant-types.ts'
import { type Facts, lackedByHousehold, readFacts } from '../../matching/request/facts.ts'
import type { NaceCode } from '../../matching/request/nace-codes.ts'
import { type Instant, monthsBetween } from '../../values/brussels.ts'
import type { RuleField } from '../../values/vocabularies.ts'

/** In every column: the fact is not known, or a household is known to have none. No fact is negative. */
export const notKnown = -1
const lacked = -2
/** How many numbers stand for no value: they are below 0. */
export const notNumbered = 2

export type Numbers = Int32Array | Float64Array

export type FactColumn = {
  /** The fields of rules that it decides. */
  readonly fields: readonly RuleField[]
  /** The numbers of values are below this; 0 where a number is the fact itself. */
  readonly numbersEnd: number
  /** Room for the numbers of so many companies. */
  newNumbers(companies: number): Numbers
  /** How many values it keeps. */
  readonly size: number
  /** The number of what the facts say, for one company more. */
  take(facts: Facts): number
  /** One company less has what the number stands for. Answers whether that was the last one: the number is given again. */
  giveBack(number: number): boolean
  /** Says in the facts what the number stands for. */
  write(facts: Facts, number: number): void
}

type NumberKey =
  | 'employees'
  | 'turnoverEur'
  | 'balanceTotalEur'
  | 'deMinimisEur'
  | 'budgetEur'
  | 'householdIncomeEur'
  | 'dependants'

function numberColumn(key: NumberKey, field: RuleField): FactColumn {
  return {
    ...{ fields: [field], numbersEnd: 0, size: 0 },
    newNumbers: (companies) => new Float64Array(companies),
    take: (facts) => (isLacked(field, facts) ? lacked : (facts[key] ?? notKnown)),
    giveBack: () => false,
    write: (facts, number) => {
      facts[key] = number < 0 ? null : number
    },
  }
}

/** A property of facts of which each value is kept once. */
class SharedColumn<Key extends keyof Facts> implements FactColumn {
  readonly fields: readonly RuleField[]
  readonly #key: Key
  readonly #follow: (facts: Facts) => void
  readonly #unknown: Facts[Key]
  readonly #numbers = new Map<string, number>()
  /** By number; what is not known where no company has it. */
  readonly #values: Facts[Key][] = []
  readonly #uses: number[] = []
  readonly #free: number[] = []

  /** `follow`: says in facts what follows from the property. */
  constructor(key: Key, fields: readonly RuleField[], follow: (facts: Facts) => void = () => {}) {
    this.fields = fields
    this.#key = key
    this.#follow = follow
    this.#unknown = factsUnknown(anyInstant)[key]
  }

  get numbersEnd(): number {
    return this.#values.length
  }

  get size(): number {
    return this.#numbers.size
  }

  take(facts: Facts): number {
    const [field] = this.fields
    if (field !== undefined && isLacked(field, facts)) return lacked
    const value = facts[this.#key]
    if (value === null) return notKnown
    const key = keyOf(value)
    if (key === keyOf(this.#unknown)) return notKnown
    const known = this.#numbers.get(key)
    if (known !== undefined) {
      this.#uses[known] = (this.#uses[known] ?? 0) + 1
      return known
    }
    const number = this.#free.pop() ?? this.#values.length
    this.#values[number] = value
    this.#uses[number] = 1
    this.#numbers.set(key, number)
    return number
  }

  giveBack(number: number): boolean {
    if (number < 0) return false
    const uses = (this.#uses[number] ?? 0) - 1
    this.#uses[number] = uses
    if (uses > 0) return false
    this.#numbers.delete(keyOf(this.#valueOf(number)))
    this.#values[number] = this.#unknown
    this.#free.push(number)
    return true
  }

  write(facts: Facts, number: number): void {
    facts[this.#key] = this.#valueOf(number)
    this.#follow(facts)
  }

  newNumbers(companies: number): Numbers {
    return new Int32Array(companies)
  }

  #valueOf(number: number): Facts[Key] {
    const value = this.#values[number]
    return value === undefined ? this.#unknown : value
  }
}

/** Equal for values that are alike; of an empty list another one than of what is not known. */
function keyOf(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value)
  return value.map((member: string | NaceCode) => (typeof member === 'string' ? member : member.shown)).join()
}

function isLacked(field: RuleField, facts: Facts): boolean {
  return facts.household && lackedByHousehold.includes(field)
}

/** All that rules look at, but for answers. */
export function newFactColumns(): FactColumn[] {
  return [
    new SharedColumn('place', ['company.region', 'company.province', 'company.municipality']),
    new SharedColumn('applicants', ['company.applicant_type'], (facts) => {
      facts.household = isHouseholdAlone(facts.applicants?.types ?? [])
    }),
    new SharedColumn('size', ['company.size']),
    new SharedColumn('foundedOn', ['company.age_months'], (facts) => {
      facts.ageMonths = facts.foundedOn === null ? null : monthsBetween(facts.foundedOn, facts.today)
    }),
    new SharedColumn('legalForm', ['company.legal_form']),
    new SharedColumn('nace', ['company.nace']),
    new SharedColumn('jointCommittees', ['company.joint_committees']),
    new SharedColumn('topics', ['project.topics']),
    new SharedColumn('costTypes', ['project.cost_types']),
    new SharedColumn('stages', ['project.stages']),
    new SharedColumn('partners', ['project.partners']),
    new SharedColumn('plannedStart', ['project.planned_start']),
    new SharedColumn('hire', ['hire.age', 'hire.months_jobseeking', 'hire.diploma', 'hire.contract', 'hire.region']),
    new SharedColumn('building', ['building.year', 'building.occupancy']),
    numberColumn('employees', 'company.employees'),
    numberColumn('turnoverEur', 'company.turnover_eur'),
    numberColumn('balanceTotalEur', 'company.balance_total_eur'),
    numberColumn('deMinimisEur', 'company.de_minimis_eur'),
    numberColumn('budgetEur', 'project.budget_eur'),
    numberColumn('householdIncomeEur', 'household.income_eur'),
    numberColumn('dependants', 'household.dependants'),
  ]
}

const anyInstant = 0

/** Facts of which nothing is known, as they are read at that instant. */
export function factsUnknown(at: Instant): Facts {
  const outcome = readFacts({}, at)
  if (!('facts' in outcome)) throw new Error(outcome.message)
  return outcome.facts
}
