/** What holds of every company and measure: what an answer to an open question does, and what one more fact cannot do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf, matchable } from '../../../tests/harness/match-samples.ts'
import { type Chance, chanceOf, randomInput, randomMeasures } from '../../../tests/harness/random-matches.ts'
import { placeOf } from '../../reference/geography.ts'
import { naceCodes, naceExists } from '../../reference/nace.ts'
import { askedProperties } from '../../values/questions.ts'
import {
  applicantTypes,
  contracts,
  costTypes,
  diplomas,
  occupancies,
  partners,
  stages,
  topics,
} from '../../values/vocabularies.ts'
import type { CompanyInput, FactsInput, ProjectInput } from '../request/request-schema.ts'
import { judgeConditions } from '../verdict/answerable.ts'
import { type JudgedMeasure, judgeMeasure } from '../verdict/judge-measure.ts'
import type { RuleVerdict } from '../verdict/judge-rule.ts'
import { type MatchableMeasure, type PreparedMeasure, prepare } from '../verdict/prepared-measure.ts'
import { isLackedByRules, isOwnQuestion, type OpenProperty } from '../verdict/questions.ts'

const measures = randomMeasures(200, 11)
const prepared = measures.map((measure) => ({ measure, rules: prepare(measure) }))

/** Codes that no rule's code stands below, and that a list of the version reads as they are. */
const deepest = {
  2008: naceCodes(2008).filter((code) => code.length === 5 && !naceExists(code, 2025)),
  2025: naceCodes(2025).filter((code) => code.length === 7),
}

/** Answers to a question, each of which says all that the question asks. */
function answersTo(property: OpenProperty, input: FactsInput, measure: MatchableMeasure, by: Chance): FactsInput[] {
  if (!isLackedByRules(property)) {
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
    case 'company.applicant_type':
      return applicantTypes.map((applicant_type) => company({ applicant_type }))
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

test('whatever the answer to the only open question is, it decides the measure', () => {
  const by = chanceOf(21)
  const decided = new Set<OpenProperty>()
  for (let company = 0; company < 120; company += 1) {
    const input = randomInput(by)
    for (const { measure, rules } of prepared) {
      const [only, ...others] = judgeMeasure(rules, factsOf(input)).questions
      if (only === undefined || others.length > 0) continue
      for (const answered of answersTo(only, input, measure, by)) {
        const { questions }: JudgedMeasure = judgeMeasure(rules, factsOf(answered))
        // Codes that were given and not enough are replaced, and so is what was told of an enterprise that is a household:
        // that can open what they had settled.
        const isTold = Reflect.get(input.company ?? {}, only.replace('company.', '')) !== null
        const isReplaced: boolean = isTold || only === 'company.applicant_type'
        const left: readonly OpenProperty[] = isReplaced ? questions.filter((property) => property === only) : questions
        assert.deepEqual(left, [], `${only} on ${JSON.stringify(answered)}`)
      }
      decided.add(only)
    }
  }
  // Every property that rules ask for, some points, and conditions that a measure alone asks.
  assert.deepEqual([...decided].filter(isLackedByRules).sort(), askedProperties)
  const answers = [...decided].filter((property) => !isLackedByRules(property))
  assert.ok(answers.some(isOwnQuestion) && answers.some((property) => !isOwnQuestion(property)))
})

/** Outcomes of every rule, members included, in order; a doubtful fail is one of its own. */
function outcomes(verdicts: readonly RuleVerdict[]): string[] {
  return verdicts.flatMap(({ outcome, doubtful, members }) => [doubtful ? 'doubtful' : outcome, ...outcomes(members)])
}

/** The request with one more fact or answer, and its name, where it lacks one. */
function withOneMore(input: FactsInput, by: Chance): { name: string; more: FactsInput } | null {
  const other = randomInput(by)
  const more = requestParts.flatMap((part) =>
    Object.entries(other[part] ?? {})
      .filter(([name, value]) => value !== null && (Reflect.get(input[part] ?? {}, name) ?? null) === null)
      .filter(([name, value]) => !isReplacement(part, name, value, input))
      .map(([name, value]) => ({ name, more: { ...input, [part]: { ...input[part], [name]: value } } })),
  )
  return more.length === 0 ? null : by.oneOf(more)
}

const requestParts = ['company', 'project', 'hire', 'household', 'building', 'answers'] as const

/**
 * What does not add to the facts but takes the place of some: a second postcode, a kind of applicant beside the one that
 * the legal form tells (and the other way round), and that the enterprise of which something is known is a household.
 */
function isReplacement(part: (typeof requestParts)[number], name: string, value: unknown, input: FactsInput): boolean {
  const { company, project } = input
  const isGiven = (one: unknown): boolean => one !== null && one !== undefined
  if (name === 'postcode' && part !== 'hire') return isGiven(company?.postcode) || isGiven(project?.postcode)
  if (name === 'legal_form') return isGiven(company?.applicant_type)
  if (name !== 'applicant_type') return false
  if (isGiven(company?.legal_form)) return true
  const { postcode: _place, de_minimis_eur: _aid, ...ofEnterprise } = company ?? {}
  return value === 'household' && Object.values(ofEnterprise).some(isGiven)
}

type Pair = {
  before: JudgedMeasure
  after: JudgedMeasure
  /** What was added is what the project is about. */
  isTopics: boolean
  /** An answer is not the one that a condition of the measure expects. */
  isRefused: boolean
  /** A figure that was lacking shows another size than was assumed without it. */
  isOtherSize: boolean
}

function pairs(count: number, seed: number, check: (pair: Pair) => void): void {
  const by = chanceOf(seed)
  for (let company = 0; company < count; company += 1) {
    const input = randomInput(by)
    const added = withOneMore(input, by)
    if (added === null) continue
    const [facts, moreFacts] = [factsOf(input), factsOf(added.more)]
    for (const { rules } of prepared) {
      const isRefused = judgeConditions(rules.conditions, moreFacts.answers).fails
      const [before, after] = [judgeMeasure(rules, facts), judgeMeasure(rules, moreFacts)]
      const isOtherSize = facts.size.size !== null && facts.size.size !== moreFacts.size.size
      check({ before, after, isTopics: added.name === 'topics', isRefused, isOtherSize })
    }
  }
}

test('one more fact never leaves undecided what was decided', () => {
  let compared = 0
  pairs(200, 31, ({ before, after, isOtherSize }) => {
    if (isOtherSize) return
    const later = outcomes(after.rules)
    outcomes(before.rules).forEach((outcome, place) => {
      if (outcome !== 'unknown') assert.notEqual(later[place], 'unknown')
      compared += 1
    })
  })
  assert.ok(compared > 50_000)
})

const worstFirst = ['not_eligible', 'needs_review', 'possibly_eligible', 'likely_eligible']

test('a fact or an answer that fits never makes a status worse, nor a score lower', () => {
  const better = { status: 0, score: 0 }
  pairs(1_500, 41, ({ before, after, isTopics, isRefused }) => {
    const earlier = outcomes(before.rules)
    const fits = outcomes(after.rules).every((outcome, place) => outcome === 'pass' || outcome === earlier[place])
    if (!fits || isTopics || isRefused) return
    const [worse, now] = [before, after].map(({ status }) => worstFirst.indexOf(status))
    assert.ok(worse !== undefined && now !== undefined && now >= worse, `${before.status} -> ${after.status}`)
    assert.ok(after.score >= before.score, `${before.score} -> ${after.score}`)
    if (now > worse) better.status += 1
    if (after.score > before.score) better.score += 1
  })
  assert.ok(better.status > 100 && better.score > 1_000, JSON.stringify(better))
})

test('a score has one decimal and lies between 0 and 100', () => {
  const by = chanceOf(51)
  for (let company = 0; company < 50; company += 1) {
    const facts = factsOf(randomInput(by))
    for (const { rules } of prepared) {
      const { score } = judgeMeasure(rules, facts)
      assert.ok(score >= 0 && score <= 100 && Number(score.toFixed(1)) === score, String(score))
    }
  }
})

test('the answer to the question on the municipality is accepted wherever the question is put', () => {
  const town: PreparedMeasure = prepare(
    matchable({ rules: [{ id: 'town', field: 'company.municipality', operator: 'in', value: ['21004', '23025'] }] }),
  )
  for (const postcode of ['1070', '1049', '1931', '4000', '1400']) {
    const input = { company: { postcode } }
    assert.notEqual(placeOf(postcode)?.municipalities.length, 1)
    const { questions } = judgeMeasure(town, factsOf(input))
    for (const municipality of factsOf(input).place.candidates) {
      assert.deepEqual(judgeMeasure(town, factsOf({ company: { postcode, municipality } })).questions, [])
    }
    assert.deepEqual(questions, postcode === '4000' || postcode === '1400' ? [] : ['company.municipality'])
  }
})
