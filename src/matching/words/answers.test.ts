/** What holds of every company and measure: what an answer to an open question does, and what one more fact cannot do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf, matchable } from '../../../tests/harness/match-samples.ts'
import { type Chance, chanceOf, randomInput, randomMeasures } from '../../../tests/harness/random-matches.ts'
import { placeOf } from '../../reference/geography.ts'
import { naceCodes, naceExists } from '../../reference/nace.ts'
import type { AskedProperty } from '../../values/questions.ts'
import { askedProperties } from '../../values/questions.ts'
import { applicantTypes, costTypes, topics } from '../../values/vocabularies.ts'
import type { CompanyInput, FactsInput, ProjectInput } from '../request/request-schema.ts'
import { type JudgedMeasure, judgeMeasure } from '../verdict/judge-measure.ts'
import type { RuleVerdict } from '../verdict/judge-rule.ts'
import { type MatchableMeasure, type PreparedMeasure, prepare } from '../verdict/prepared-measure.ts'

const measures = randomMeasures(200, 11)
const prepared = measures.map((measure) => ({ measure, rules: prepare(measure) }))

/** Codes that no rule's code stands below, and that a list of the version reads as they are. */
const deepest = {
  2008: naceCodes(2008).filter((code) => code.length === 5 && !naceExists(code, 2025)),
  2025: naceCodes(2025).filter((code) => code.length === 7),
}

/** Answers to a question, each of which says all that the question asks. */
function answersTo(property: AskedProperty, input: FactsInput, measure: MatchableMeasure, by: Chance): FactsInput[] {
  const company = (facts: CompanyInput): FactsInput => ({ ...input, company: { ...input.company, ...facts } })
  const project = (facts: ProjectInput): FactsInput => ({ ...input, project: { ...input.project, ...facts } })
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
  }
}

test('whatever the answer to the only open question is, it decides the measure', () => {
  const by = chanceOf(21)
  const decided = new Set<AskedProperty>()
  for (let company = 0; company < 120; company += 1) {
    const input = randomInput(by)
    for (const { measure, rules } of prepared) {
      const [only, ...others] = judgeMeasure(rules, factsOf(input)).questions
      if (only === undefined || others.length > 0) continue
      for (const answered of answersTo(only, input, measure, by)) {
        const { questions }: JudgedMeasure = judgeMeasure(rules, factsOf(answered))
        // Codes that were given and not enough are replaced, which can open what they had settled.
        const isReplaced: boolean = Reflect.get(input.company ?? {}, only.replace('company.', '')) !== null
        const left: readonly AskedProperty[] = isReplaced
          ? questions.filter((property) => property === only)
          : questions
        assert.deepEqual(left, [], `${only} on ${JSON.stringify(answered)}`)
      }
      decided.add(only)
    }
  }
  assert.deepEqual([...decided].sort(), askedProperties)
})

/** Outcomes of every rule, members included, in order; a doubtful fail is one of its own. */
function outcomes(verdicts: readonly RuleVerdict[]): string[] {
  return verdicts.flatMap(({ outcome, doubtful, members }) => [doubtful ? 'doubtful' : outcome, ...outcomes(members)])
}

/** The request with one more fact, where it lacks one. */
function withOneMore(input: FactsInput, by: Chance): FactsInput | null {
  const other = randomInput(by)
  const missing = (given: object | null | undefined, known: object | null | undefined) =>
    Object.entries(known ?? {}).filter(
      ([name, value]) => value !== null && Reflect.get(given ?? {}, name) === null && !isReplacement(name, input),
    )
  const more = [
    ...missing(input.company, other.company).map(([name, value]) => ({
      ...input,
      company: { ...input.company, [name]: value },
    })),
    ...missing(input.project, other.project).map(([name, value]) => ({
      ...input,
      project: { ...input.project, [name]: value },
    })),
  ]
  return more.length === 0 ? null : by.oneOf(more)
}

/** A second postcode does not add to the first, it takes its place. */
function isReplacement(name: string, input: FactsInput): boolean {
  return (
    name === 'postcode' && ((input.company?.postcode ?? null) !== null || (input.project?.postcode ?? null) !== null)
  )
}

function pairs(
  count: number,
  seed: number,
  check: (before: JudgedMeasure, after: JudgedMeasure, isOtherTopic: boolean) => void,
): void {
  const by = chanceOf(seed)
  for (let company = 0; company < count; company += 1) {
    const input = randomInput(by)
    const more = withOneMore(input, by)
    if (more === null) continue
    const [facts, moreFacts] = [factsOf(input), factsOf(more)]
    for (const { rules } of prepared) {
      const named = rules.topics.length > 0 && moreFacts.topics !== null
      const isOtherTopic = named && !rules.topics.some((topic) => moreFacts.topics?.includes(topic))
      check(judgeMeasure(rules, facts), judgeMeasure(rules, moreFacts), isOtherTopic)
    }
  }
}

test('one more fact never leaves undecided what was decided', () => {
  let compared = 0
  pairs(200, 31, (before, after) => {
    const later = outcomes(after.rules)
    outcomes(before.rules).forEach((outcome, place) => {
      if (outcome !== 'unknown') assert.notEqual(later[place], 'unknown')
      compared += 1
    })
  })
  assert.ok(compared > 50_000)
})

test('a good answer, after which every rule says what it said or passes, never lowers a score', () => {
  let good = 0
  pairs(300, 41, (before, after, isOtherTopic) => {
    const earlier = outcomes(before.rules)
    const isGood = outcomes(after.rules).every((outcome, place) => outcome === 'pass' || outcome === earlier[place])
    if (!isGood || isOtherTopic) return
    assert.ok(after.score >= before.score, `${before.score} -> ${after.score}`)
    if (after.score > before.score) good += 1
  })
  assert.ok(good > 1_000)
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
