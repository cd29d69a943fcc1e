/** What holds of every company and measure: what an answer to an open question does, and what one more fact cannot do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf, matchable } from '../../../tests/harness/match-samples.ts'
import { answersTo } from '../../../tests/harness/question-answers.ts'
import { type Chance, chanceOf, randomInput, randomMeasures } from '../../../tests/harness/random-matches.ts'
import { placeOf } from '../../reference/geography.ts'
import { gates } from '../../reference/points.ts'
import { askedProperties } from '../../values/questions.ts'
import { isAnswer, type OpenProperty } from '../request/answers.ts'
import { type FactsInput, matchRequestSchema } from '../request/request-schema.ts'
import { judgeConditions } from '../verdict/answerable.ts'
import { type JudgedMeasure, judgeMeasure } from '../verdict/judge-measure.ts'
import type { RuleVerdict } from '../verdict/judge-rule.ts'
import { type PreparedMeasure, prepare } from '../verdict/prepared-measure.ts'
import { isOwnQuestion } from '../verdict/questions.ts'

const measures = randomMeasures(200, 11)
const prepared = measures.map((measure) => ({ measure, rules: prepare(measure) }))

test('whatever the answer to the only open question is, it decides the measure', () => {
  const by = chanceOf(21)
  const decided = new Set<OpenProperty>()
  for (let company = 0; company < 200; company += 1) {
    const input = randomInput(by)
    for (const { measure, rules } of prepared) {
      const [only, ...others] = judgeMeasure(rules, factsOf(input)).questions
      if (only === undefined || others.length > 0) continue
      for (const answered of answersTo(only, input, measure, by)) {
        const { questions }: JudgedMeasure = judgeMeasure(rules, factsOf(answered))
        // Codes that were given and not enough are replaced, and so is what was told of an enterprise that is a household:
        // that can open what they had settled.
        const isTold = Reflect.get(input.company ?? {}, only.replace('company.', '')) !== null
        const isReplaced: boolean = isTold || only === 'company.applicant_types'
        const left: readonly OpenProperty[] = isReplaced ? questions.filter((property) => property === only) : questions
        assert.deepEqual(left, [], `${only} on ${JSON.stringify(answered)}`)
      }
      decided.add(only)
    }
  }
  // Every property that rules ask for, some points, and conditions that a measure alone asks.
  assert.deepEqual(
    [...decided].filter((property) => !isAnswer(property)).sort(),
    askedProperties,
    'tests/harness/question-answers.ts: answer each property that a rule asks for',
  )
  const answers = [...decided].filter(isAnswer)
  assert.ok(answers.some(isOwnQuestion) && answers.some((property) => !isOwnQuestion(property)))
})

/** Outcomes of every rule, members included, in order; a doubtful fail is one of its own. */
function outcomes(verdicts: readonly RuleVerdict[]): string[] {
  return verdicts.flatMap(({ outcome, doubtful, members }) => [doubtful ? 'doubtful' : outcome, ...outcomes(members)])
}

/** The request with one more fact or answer, and its name, where it lacks one. */
function withOneMore(input: FactsInput, by: Chance): { name: string; more: FactsInput } | null {
  const other = randomInput(by)
  const { candidates } = factsOf(input).place
  const company = {
    ...other.company,
    municipality: candidates.length > 0 ? by.oneOf(candidates) : null,
    enterprise_number: '0403.019.261',
    establishment_number: '2.000.000.339',
  }
  const offered: FactsInput = { ...other, company }
  const more = requestParts.flatMap((part) =>
    Object.entries(offered[part] ?? {})
      .filter(([name, value]) => value !== null && (Reflect.get(input[part] ?? {}, name) ?? null) === null)
      .filter(([name, value]) => !isReplacement(part, name, value, input))
      .map(([name, value]) => ({
        name: `${part}.${name}`,
        more: { ...input, [part]: { ...input[part], [name]: value } },
      })),
  )
  return more.length === 0 ? null : by.oneOf(more)
}

const requestParts = ['company', 'project', 'hire', 'household', 'building', 'answers'] as const

/**
 * What does not add to the facts but takes the place of some: a second postcode, a kind of applicant beside one that is told
 * already, by itself or by the legal form (and the other way round), that the enterprise of which something is known is a
 * household alone, what costs come to beside a budget, and what was known to be none behind a gate.
 */
function isReplacement(part: (typeof requestParts)[number], name: string, value: unknown, input: FactsInput): boolean {
  const { company, project } = input
  const isGiven = (one: unknown): boolean => one !== null && one !== undefined
  if (['hire', 'building'].includes(part) || name === 'stages') {
    const isNone = gates().some(
      ({ point, properties }) =>
        properties.some((one) => one === `${part}.${name}`) && input.answers?.[point] === false,
    )
    if (isNone) return true
  }
  if (name === 'costs') return isGiven(project?.budget_eur) || isGiven(project?.cost_types)
  if (name === 'budget_eur' || name === 'cost_types') return isGiven(project?.costs)
  if (name === 'postcode' && part !== 'hire') return isGiven(company?.postcode) || isGiven(project?.postcode)
  const isKindGiven = isGiven(company?.applicant_type) || isGiven(company?.applicant_types)
  if (name === 'legal_form') return isKindGiven
  if (name !== 'applicant_type' && name !== 'applicant_types') return false
  if (isGiven(company?.legal_form) || isKindGiven) return true
  const { postcode: _place, de_minimis_eur: _aid, ...ofEnterprise } = company ?? {}
  return [value].flat().join() === 'household' && Object.values(ofEnterprise).some(isGiven)
}

type Pair = {
  /** What was added, as a path of the request. */
  name: string
  before: JudgedMeasure
  after: JudgedMeasure
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
      check({ name: added.name, before, after, isRefused, isOtherSize })
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
  const added = new Set<string>()
  pairs(1_500, 41, ({ name, before, after, isRefused }) => {
    const earlier = outcomes(before.rules)
    const fits = outcomes(after.rules).every((outcome, place) => outcome === 'pass' || outcome === earlier[place])
    if (!fits || name === 'project.topics' || isRefused) return
    added.add(
      name.startsWith('answers.') ? (isOwnQuestion(`answers.${name}` as OpenProperty) ? 'own answer' : 'point') : name,
    )
    const [worse, now] = [before, after].map(({ status }) => worstFirst.indexOf(status))
    assert.ok(worse !== undefined && now !== undefined && now >= worse, `${before.status} -> ${after.status}`)
    assert.ok(after.score >= before.score, `${before.score} -> ${after.score}`)
    if (now > worse) better.status += 1
    if (after.score > before.score) better.score += 1
  })
  assert.ok(better.status > 100 && better.score > 1_000, JSON.stringify(better))
  // All that a request can say of the applicant, the project and what is around them, and answers of both kinds; its words become
  // topics and cost types before.
  const { company, project, hire, household, building } = matchRequestSchema.properties
  const properties = Object.entries({ company, project, hire, household, building }).flatMap(([part, schema]) =>
    Object.keys(schema.properties).map((name) => `${part}.${name}`),
  )
  assert.deepEqual(
    [...added].sort(),
    [...properties, 'own answer', 'point'].filter((name) => !['project.topics', 'project.text'].includes(name)).sort(),
  )
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
