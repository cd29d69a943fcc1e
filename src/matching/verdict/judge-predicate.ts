/**
 * What a predicate says of the facts, three-valued (contract 5). One that lacks its fact is unknown, and
 * `missingProperty` is what would tell. A fact known to be none passes what asks for an absence and fails all else.
 */
import { formsReadAs } from '../../reference/legal-forms.ts'
import type { NaceVersion } from '../../reference/nace.ts'
import { type NaceList, type NaceRelation, naceRelation } from '../../reference/nace-reading.ts'
import type { Day } from '../../values/brussels.ts'
import type { AskedProperty } from '../../values/questions.ts'
import { type RuleField, ruleFields } from '../../values/vocabularies.ts'
import { type Facts, isKnownNone } from '../request/facts.ts'
import { type NaceCode, readIn, standInFor } from '../request/nace-codes.ts'
import type { Edge, OneTest, Predicate, RangeTest, Test } from './predicate.ts'

/** `weak_fail`: a fail that the facts themselves make doubtful, whatever the rule's confidence. */
export type Judgement = 'pass' | 'fail' | 'weak_fail' | 'unknown'

/** What is known already of how codes stand to the list of a NACE predicate: for whoever asks it of very many companies. */
export type KnownRelations = Map<NaceCode, NaceRelation>

export function judge(predicate: Predicate, facts: Facts, known?: KnownRelations): Judgement {
  const { field, test } = predicate
  if (isKnownNone(field, facts)) return asksAbsence(test) ? 'pass' : 'fail'
  switch (test.kind) {
    case 'one':
      return judgeOne(field, test, facts)
    case 'range':
      return judgeRange(field, test, facts)
    case 'set':
      return judgeSet(field, test, facts)
    case 'nace':
      return judgeNace(test, facts.nace, (code) => relationTo(test.list, code, known))
    case 'committees':
      return judgeCommittees(test, facts.jointCommittees)
  }
}

/** The request property that an unknown value of the field lacks. */
export function missingProperty(field: RuleField, facts: Pick<Facts, 'place'>): AskedProperty {
  if (field === 'company.municipality' && facts.place.from !== null) return 'company.municipality'
  return ruleFields[field].asks
}

function asksAbsence(test: Test): boolean {
  return test.kind !== 'range' && test.negative
}

function judgeOne(field: RuleField, test: OneTest, facts: Facts): Judgement {
  if (field === 'company.municipality') return judgeTown(test, facts.place.candidates)
  const value = oneValueOf(field, facts)
  if (value === null) return 'unknown'
  if (isNamed(field, value, test.names) !== test.negative) return 'pass'
  return field === 'company.size' && facts.size.highByTurnoverAlone ? 'weak_fail' : 'fail'
}

/** All places in which it may be must agree. */
function judgeTown(test: OneTest, candidates: readonly string[]): Judgement {
  if (candidates.length === 0) return 'unknown'
  const named = candidates.filter((town) => test.names.has(town)).length
  if (named > 0 && named < candidates.length) return 'unknown'
  return named > 0 !== test.negative ? 'pass' : 'fail'
}

/** The value of a field; `none` is a name that no rule lists. */
export function oneValueOf(field: RuleField, facts: Facts): string | null {
  switch (field) {
    case 'company.region':
      return facts.place.region
    case 'company.province':
      return facts.place.province
    case 'company.size':
      return facts.size.size
    case 'company.legal_form':
      return facts.legalForm
    case 'hire.diploma':
      return facts.hire.diploma
    case 'hire.contract':
      return facts.hire.contract
    case 'hire.region':
      return facts.hire.region
    case 'building.occupancy':
      return facts.building.occupancy
    default:
      throw new Error(`${field} is not a field of one value`)
  }
}

/** Of a legal form that goes by several names, one is enough to be named. */
function isNamed(field: RuleField, value: string, names: ReadonlySet<string>): boolean {
  if (names.has(value)) return true
  return field === 'company.legal_form' && formsReadAs(value).some((form) => names.has(form))
}

function judgeRange(field: RuleField, test: RangeTest, facts: Facts): Judgement {
  const fact = comparableOf(field, facts)
  if (fact === null) return 'unknown'
  return rangeHolds(test, fact, facts.today) ? 'pass' : 'fail'
}

/** Whether a number or a day lies within the range; `today` is what the word means in it. */
export function rangeHolds(test: RangeTest, fact: number | Day, today: Day): boolean {
  const isLow = test.low !== null && isBeyond(endOf(test.low, today), fact, test.low.strict)
  const isHigh = test.high !== null && isBeyond(fact, endOf(test.high, today), test.high.strict)
  return !isLow && !isHigh
}

/** The fact of a field that is compared; null where it is unknown or known to be none. */
export function comparableOf(field: RuleField, facts: Facts): number | Day | null {
  switch (field) {
    case 'company.employees':
      return facts.employees
    case 'company.turnover_eur':
      return facts.turnoverEur
    case 'company.balance_total_eur':
      return facts.balanceTotalEur
    case 'company.age_months':
      return facts.ageMonths
    case 'company.de_minimis_eur':
      return facts.deMinimisEur
    case 'hire.age':
      return facts.hire.age
    case 'hire.months_jobseeking':
      return facts.hire.monthsJobseeking
    case 'household.income_eur':
      return facts.householdIncomeEur
    case 'household.dependants':
      return facts.dependants
    case 'building.year':
      return facts.building.year
    case 'project.budget_eur':
      return facts.budgetEur
    case 'project.planned_start':
      return facts.plannedStart
    default:
      throw new Error(`comparableOf (judge-predicate.ts) reads no fact for ${field}`)
  }
}

/** What an end means on that day. */
export function endOf(edge: Edge, today: Day): number | Day {
  return edge.value === 'today' ? today : edge.value
}

/** Whether `left` lies above `right`, or, strictly, at it. Days of four-digit years compare as texts. */
function isBeyond(left: number | Day, right: number | Day, strict: boolean): boolean {
  return strict ? left >= right : left > right
}

function judgeSet(field: RuleField, test: Extract<Test, { kind: 'set' }>, facts: Facts): Judgement {
  const members = membersOf(field, facts)
  if (members === null) return 'unknown'
  if (namesOne(test.names, members)) return test.negative ? 'fail' : 'pass'
  if (field === 'company.applicant_type' && facts.applicants?.mayBeHousehold === true && test.names.has('household'))
    return 'unknown'
  return test.negative ? 'pass' : 'fail'
}

function namesOne(names: ReadonlySet<string>, members: readonly string[]): boolean {
  for (const member of members) if (names.has(member)) return true
  return false
}

/** The members of a field that is a set; null where they are unknown. */
export function membersOf(field: RuleField, facts: Facts): readonly string[] | null {
  switch (field) {
    case 'company.applicant_type':
      return facts.applicants?.types ?? null
    case 'project.topics':
      return facts.topics
    case 'project.cost_types':
      return facts.costTypes
    case 'project.stages':
      return facts.stages
    case 'project.partners':
      return facts.partners
    default:
      throw new Error(`${field} is not a set`)
  }
}

type RelationOf = (code: NaceCode) => NaceRelation

function relationTo({ codes, version }: NaceList, code: NaceCode, known: KnownRelations | undefined): NaceRelation {
  const before = known?.get(code)
  if (before !== undefined) return before
  const relation = naceRelation(readIn(code, version), codes)
  known?.set(code, relation)
  return relation
}

function judgeNace(
  { negative, list }: Extract<Test, { kind: 'nace' }>,
  codes: readonly NaceCode[] | null,
  relationOf: RelationOf,
): Judgement {
  if (codes === null) return 'unknown'
  return negative ? judgeMainActivity(list.version, codes, relationOf) : judgeAnyActivity(codes, relationOf)
}

function judgeAnyActivity(codes: readonly NaceCode[], relationOf: RelationOf): Judgement {
  let judgement: Judgement = 'fail'
  for (const code of codes) {
    const relation = relationOf(code)
    if (relation === 'covered') return 'pass'
    if (relation === 'partly') judgement = 'unknown'
  }
  return judgement
}

function judgeMainActivity(version: NaceVersion | null, codes: readonly NaceCode[], relationOf: RelationOf): Judgement {
  const [main] = codes
  if (main === undefined) return 'unknown'
  const relation = relationOf(main)
  if (relation === 'covered') return 'fail'
  if (relation === 'outside') return 'pass'
  if (!readIn(main, version).translated) return 'unknown'
  // The versions leave the main activity undecided: a code of the rule's own version speaks for it, less surely.
  const standIn = standInFor(codes, version)
  if (standIn === undefined) return 'unknown'
  const itsRelation = relationOf(standIn)
  if (itsRelation === 'covered') return 'weak_fail'
  return itsRelation === 'outside' ? 'pass' : 'unknown'
}

function judgeCommittees(test: Extract<Test, { kind: 'committees' }>, committees: readonly string[] | null): Judgement {
  if (committees === null) return 'unknown'
  const { codes, negative } = test
  const covered = committees.some((own) => codes.some((code) => own === code || own.startsWith(`${code}.`)))
  if (covered) return negative ? 'fail' : 'pass'
  const above = committees.some((own) => codes.some((code) => code.startsWith(`${own}.`)))
  if (above) return 'unknown'
  return negative ? 'pass' : 'fail'
}
