/**
 * What is known of a company and its project at an instant, read from a match request (contract 5). Everything the rules
 * look at is here, so that matching is a function of facts and measures alone.
 *
 * A fact is a value, unknown (null), or known to be none. None is only: the province of a place in Brussels, for a household
 * alone all that `lackedByHousehold` lists, and what is behind a gate that was answered with no; see `isKnownNone`.
 */
import type { LoadedExtract } from '../../companies/registered-company.ts'
import { readEnterpriseNumber, readEstablishmentNumber } from '../../reference/enterprise-number.ts'
import { legalFormCode, successorOf } from '../../reference/legal-forms.ts'
import { gateOf } from '../../reference/points.ts'
import { type Day, dayOf, type Instant, isDay, monthsBetween } from '../../values/brussels.ts'
import { notADay } from '../../values/meant/meant-day.ts'
import type { AskedProperty } from '../../values/questions.ts'
import type { CostType, Partner, RuleField, Stage, Topic } from '../../values/vocabularies.ts'
import { type Answers, readAnswers } from './answers.ts'
import { type Applicants, applicantsOf, isHouseholdAlone, statedTypes } from './applicant-types.ts'
import { type Circumstances, readCircumstances } from './circumstances.ts'
import { type ContentFault, type Faults, fault, notNegative, shown } from './content-fault.ts'
import { notACommittee, notALegalForm, notAnEnterpriseNumber, notAnEstablishmentNumber } from './fact-words.ts'
import {
  type EstablishmentChoice,
  type FilledFrom,
  type Filling,
  type FillWarning,
  fillCompany,
  type LookedUp,
  nothingFilled,
} from './filling.ts'
import { withFollowing } from './following-answers.ts'
import { type NaceCode, readNaceCodes } from './nace-codes.ts'
import { type PlaceFacts, readPlace, regionAt, townsAt } from './place.ts'
import { requestBounds } from './request-bounds.ts'
import type { CompanyInput, FactsInput, ProjectInput } from './request-schema.ts'
import { noSize, type SizeFacts, sizeOf } from './size.ts'

export type Facts = Circumstances & {
  answers: Answers
  evaluatedAt: Instant
  /** The Brussels day of `evaluatedAt`: what `today` means in a rule. */
  today: Day
  /** The applicant is a household and nothing else: see `lackedByHousehold`. */
  household: boolean
  /** As given: the postcode of the establishment that applies, whichever postcode decides the place. */
  postcode: string | null
  place: PlaceFacts
  applicants: Applicants | null
  size: SizeFacts
  /** Full-time equivalents. */
  employees: number | null
  turnoverEur: number | null
  balanceTotalEur: number | null
  /** KBO code or `natural_person`; a replaced form is its successor. */
  legalForm: string | null
  /** The first is the main activity; each code once. */
  nace: readonly NaceCode[] | null
  /** Whole months. */
  ageMonths: number | null
  foundedOn: Day | null
  jointCommittees: readonly string[] | null
  /** Ten digits. */
  enterpriseNumber: string | null
  /** Ten digits: which establishment applies. */
  establishmentNumber: string | null
  /** What was not given, and from where it is known. */
  filled: FilledFrom
  /** Of which the caller is to choose one, so that its postcode is known. */
  establishments: readonly EstablishmentChoice[]
  /** Whose open data something was filled from; null: nothing was. */
  register: LoadedExtract | null
  /** De minimis aid granted to the single undertaking in the three years before. */
  deMinimisEur: number | null
  topics: readonly Topic[] | null
  costTypes: readonly CostType[] | null
  /** What each type of cost comes to, VAT excluded. */
  costs: readonly Cost[] | null
  /** Empty: known to be none. */
  stages: readonly Stage[] | null
  partners: readonly Partner[] | null
  budgetEur: number | null
  plannedStart: Day | null
}

/** Fields that a household alone is known to have no value of (contract 5, `company.applicant_types`). */
export const lackedByHousehold: readonly RuleField[] = [
  'company.size',
  'company.employees',
  'company.turnover_eur',
  'company.balance_total_eur',
  'company.legal_form',
  'company.nace',
  'company.joint_committees',
  'company.age_months',
]

/** Whether the fact of a field is known to be none; the province says so itself. */
export function isKnownNone(field: RuleField, { household, hire, building, stages }: Facts): boolean {
  switch (field) {
    case 'hire.age':
      return hire.isNone && hire.age === null
    case 'hire.months_jobseeking':
      return hire.isNone && hire.monthsJobseeking === null
    case 'hire.diploma':
      return hire.isNone && hire.diploma === null
    case 'hire.contract':
      return hire.isNone && hire.contract === null
    case 'hire.region':
      return hire.isNone && hire.region === null
    case 'building.year':
      return building.isNone && building.year === null
    case 'building.occupancy':
      return building.isNone && building.occupancy === null
    case 'project.stages':
      return stages?.length === 0
    default:
      return household && lackedByHousehold.includes(field)
  }
}

/** What was taken for granted in reading the facts, and that they tell too little to match by. */
export type FactWarning = 'too_little_known' | 'size_assumes_autonomous' | 'size_assumed' | FillWarning

export type FactsOutcome = { facts: Facts; warnings: FactWarning[] } | ContentFault

const committeeForm = /^\d{3}(?:\.\d{2})?$/

/**
 * Reads facts as they are at `evaluatedAt`, or answers the first fault of content. `lookedUp`: what the company is filled with; null: it
 * stays as given.
 */
export function readFacts(given: FactsInput, evaluatedAt: Instant, lookedUp: LookedUp | null = null): FactsOutcome {
  const faults: Faults = []
  const { company, filling } = filledCompany(given, lookedUp, faults)
  const input = { ...given, company }
  const project = input.project ?? {}
  const today = dayOf(evaluatedAt)
  const place = readPlace(input, faults)
  const ofEnterprise = readEnterprise(company, today, faults)
  const stated = statedTypes(company, faults)
  const applicants = applicantsOf(stated, ofEnterprise.legalForm)
  const household = isHouseholdAlone(applicants?.types ?? [])
  const homeTowns = townsAt(input.hire?.postcode)
  const known = {
    ...{ applicants, region: place.region, homeTowns },
    ...{ homeRegion: regionAt(input.hire?.postcode), contract: input.hire?.contract ?? null },
    mainActivity: household ? null : (ofEnterprise.nace?.[0]?.code ?? null),
    ...{ legalForm: ofEnterprise.legalForm, dependants: input.household?.dependants ?? null },
    isStarter: stated.includes('starter'),
  }
  const answers = withFollowing(readAnswers(input.answers, faults), input, known)
  const isNone = (property: AskedProperty): boolean => answers.get(gateOf(property) ?? '') === false
  const facts: Facts = {
    evaluatedAt,
    today,
    household,
    postcode: company.postcode ?? null,
    place,
    applicants,
    ...(household ? lackedFacts : ofEnterprise),
    enterpriseNumber: readNumber(company.enterprise_number ?? null, faults),
    establishmentNumber: readEstablishment(company.establishment_number ?? null, faults),
    ...{ filled: filling.filled, establishments: filling.choices, register: filling.register },
    deMinimisEur: notNegative(company.de_minimis_eur, 'company.de_minimis_eur', faults),
    ...readProject(project, isNone, faults),
    ...readCircumstances(input, isNone, faults),
    answers,
  }
  const [first] = faults
  if (first !== undefined) return first
  return { facts, warnings: [...warningsOf(facts), ...filling.warnings] }
}

function filledCompany(
  { company: given, project }: FactsInput,
  lookedUp: LookedUp | null,
  faults: Faults,
): { company: CompanyInput; filling: Filling } {
  const company = given ?? {}
  if (lookedUp === null) return { company, filling: nothingFilled }
  return fillCompany(company, lookedUp, faults, project?.postcode ?? null)
}

/** No company that asks for support was founded before; programs write such days where they know none (`0001-01-01`). */
export const firstFounding: Day = '1800-01-01'

/**
 * Reads facts that somebody gives now. Beside what facts are read by at any instant, a company to be is founded within a year: a
 * day further ahead is a slip, and would make a starter of the company. One before 1800 stands for none.
 */
export function readGivenFacts(input: FactsInput, now: Instant, lookedUp: LookedUp | null = null): FactsOutcome {
  const outcome = readFacts(input, now, lookedUp)
  if (!('facts' in outcome)) return outcome
  const { today } = outcome.facts
  const day = input.company?.founded_on ?? null
  // Days compare as texts, also with a 29 February that the next year does not have.
  const last = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`
  if (day === null || (day >= firstFounding && day <= last)) return outcome
  const field = 'company.founded_on'
  if (day < firstFounding)
    return {
      field,
      message: `${field} must be ${firstFounding} or later, not ${day}. Leave it out where it is not known.`,
    }
  return { field, message: `${field} may be at most a year ahead, not ${day}.` }
}

type EnterpriseFacts = Pick<
  Facts,
  | 'size'
  | 'employees'
  | 'turnoverEur'
  | 'balanceTotalEur'
  | 'legalForm'
  | 'nace'
  | 'ageMonths'
  | 'foundedOn'
  | 'jointCommittees'
>

const lackedFacts: EnterpriseFacts = {
  size: noSize,
  employees: null,
  turnoverEur: null,
  balanceTotalEur: null,
  legalForm: null,
  nace: null,
  ageMonths: null,
  foundedOn: null,
  jointCommittees: null,
}

function readEnterprise(company: CompanyInput, today: Day, faults: Faults): EnterpriseFacts {
  const employees = notNegative(company.employees, 'company.employees', faults)
  const turnoverEur = notNegative(company.turnover_eur, 'company.turnover_eur', faults)
  const balanceTotalEur = notNegative(company.balance_total_eur, 'company.balance_total_eur', faults)
  const foundedOn = readDay(company.founded_on, 'company.founded_on', faults)
  return {
    size: sizeOf(employees, turnoverEur, balanceTotalEur),
    employees,
    turnoverEur,
    balanceTotalEur,
    legalForm: readLegalForm(company.legal_form ?? null, faults),
    nace: listOrNull(readNaceCodes(company.nace ?? [], faults)),
    ageMonths: foundedOn === null ? null : monthsBetween(foundedOn, today),
    foundedOn,
    jointCommittees: listOrNull(readCommittees(company.joint_committees ?? [], faults)),
  }
}

/** What one type of cost comes to, in euros. */
export type Cost = { type: CostType; amountEur: number }

function readProject(project: ProjectInput, isNone: (property: AskedProperty) => boolean, faults: Faults) {
  const { topicsMax, costTypesMax, stagesMax, partnersMax } = requestBounds
  const costs = readCosts(project.costs ?? [], faults)
  const stages = listOrNull(eachOnce(project.stages ?? [], stagesMax, 'project.stages', faults))
  const typesOfCosts = costs.map(({ type }) => type)
  return {
    topics: listOrNull(eachOnce(project.topics ?? [], topicsMax, 'project.topics', faults)),
    costTypes: listOrNull([
      ...new Set([...eachOnce(project.cost_types ?? [], costTypesMax, 'project.cost_types', faults), ...typesOfCosts]),
    ]),
    costs: listOrNull(costs),
    stages: stages ?? (isNone('project.stages') ? [] : null),
    partners: listOrNull(eachOnce(project.partners ?? [], partnersMax, 'project.partners', faults)),
    budgetEur: readBudget(project, costs, faults),
    plannedStart: readDay(project.planned_start, 'project.planned_start', faults),
  }
}

function readCosts(given: NonNullable<ProjectInput['costs']>, faults: Faults): Cost[] {
  if (given.length > requestBounds.costTypesMax)
    fault(faults, 'project.costs', `has more than ${requestBounds.costTypesMax} members.`)
  return given.map(({ type, amount_eur }, index) => {
    if (given.findIndex((other) => other.type === type) < index)
      fault(faults, `project.costs[${index}].type`, `${type} stands in the list already: add its amounts up.`)
    return { type, amountEur: notNegative(amount_eur, `project.costs[${index}].amount_eur`, faults) ?? 0 }
  })
}

/** The budget as given, which the costs must fit in; else what they come to together. */
function readBudget({ budget_eur }: ProjectInput, costs: readonly Cost[], faults: Faults): number | null {
  const budget = notNegative(budget_eur, 'project.budget_eur', faults)
  const sum = sumOfCosts(costs)
  if (budget === null) return costs.length === 0 ? null : sum
  if (budget < sum)
    fault(faults, 'project.budget_eur', `is ${budget}, less than the ${sum} that project.costs come to together.`)
  return budget
}

/** What costs come to together, in euros, exact to the cent. */
export function sumOfCosts(costs: readonly Cost[]): number {
  return Math.round(costs.reduce((sum, { amountEur }) => sum + amountEur * 100, 0)) / 100
}

function readDay(text: string | null | undefined, field: string, faults: Faults): Day | null {
  if (text === null || text === undefined || isDay(text)) return text ?? null
  return fault(faults, field, () => notADay(text, shown(text)))
}

function readLegalForm(text: string | null, faults: Faults): string | null {
  if (text === null) return null
  const code = legalFormCode(text)
  if (code === null) return fault(faults, 'company.legal_form', () => notALegalForm(text, shown(text)))
  return successorOf(code) ?? code
}

function readNumber(text: string | null, faults: Faults): string | null {
  if (text === null) return null
  const number = readEnterpriseNumber(text)
  return number ?? fault(faults, 'company.enterprise_number', () => notAnEnterpriseNumber(text, shown(text)))
}

function readEstablishment(text: string | null, faults: Faults): string | null {
  if (text === null) return null
  const number = readEstablishmentNumber(text)
  return number ?? fault(faults, 'company.establishment_number', () => notAnEstablishmentNumber(text, shown(text)))
}

function readCommittees(given: readonly string[], faults: Faults): string[] {
  given.forEach((text, index) => {
    if (committeeForm.test(text)) return
    fault(faults, `company.joint_committees[${index}]`, () => notACommittee(text, shown(text)))
  })
  return eachOnce(given, requestBounds.jointCommitteesMax, 'company.joint_committees', faults)
}

function eachOnce<Member>(given: readonly Member[], max: number, field: string, faults: Faults): Member[] {
  if (given.length > max) fault(faults, field, `has more than ${max} members.`)
  return [...new Set(given)]
}

/** An empty list reads as not given. */
function listOrNull<Member>(list: readonly Member[]): readonly Member[] | null {
  return list.length === 0 ? null : list
}

function warningsOf(facts: Facts): FactWarning[] {
  const codes: FactWarning[] = isTooLittleKnown(facts) ? ['too_little_known'] : []
  if (facts.size.size === null) return codes
  codes.push('size_assumes_autonomous')
  if (facts.turnoverEur === null || facts.balanceTotalEur === null) codes.push('size_assumed')
  return codes
}

/**
 * Whether nothing is known that tells one applicant from another (contract 12): no place, kind, form, activity, topic or
 * answer, and nothing of a person to be hired, a household or a building.
 */
export function isTooLittleKnown(facts: Facts): boolean {
  const { place, applicants, legalForm, nace, topics, answers, householdIncomeEur, dependants } = facts
  const { isNone: _noHire, ...hire } = facts.hire
  const { isNone: _noBuilding, ...building } = facts.building
  const known = [place.from, applicants, legalForm, nace, topics, householdIncomeEur, dependants]
  const isNothing = [...known, ...Object.values(hire), ...Object.values(building)].every((fact) => fact === null)
  return isNothing && answers.size === 0
}
