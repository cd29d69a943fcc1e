/**
 * The counts of questions by brute force (contract 5, questions): over small catalogues and companies by chance, what
 * `settles` and `appears_in` mean is read anew from the contract, and what an answer does is seen by asking the matcher again
 * with the fact or the answer filled in. Both evaluators are asked, every time.
 *
 * Taken from the service are the status and the reasons of each measure, and what a single rule without members says of the
 * facts (both have tables of their own). Groups, conditions, open questions, counts and their order are worked out here.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Evaluator } from '../../src/matching/evaluator/evaluator.ts'
import type { OpenProperty } from '../../src/matching/request/answers.ts'
import type { Facts } from '../../src/matching/request/facts.ts'
import type { FactsInput } from '../../src/matching/request/request-schema.ts'
import { judge } from '../../src/matching/verdict/judge-predicate.ts'
import { plainTally } from '../../src/matching/verdict/plain.ts'
import {
  type MatchableMeasure,
  type MatchRule,
  type PreparedMeasure,
  prepare,
} from '../../src/matching/verdict/prepared-measure.ts'
import type { MeasureVerdict, Tally } from '../../src/matching/verdict/tally.ts'
import { points } from '../../src/reference/points.ts'
import { ruleFields } from '../../src/values/vocabularies.ts'
import { factsOf } from '../harness/match-samples.ts'
import { answersTo } from '../harness/question-answers.ts'
import { type Chance, chanceOf, randomInput, randomMeasures } from '../harness/random-matches.ts'

const everything = { limit: Number.MAX_SAFE_INTEGER, includeNotEligible: true, topicsOnly: false }

type Catalogue = { measures: readonly MatchableMeasure[]; prepared: readonly PreparedMeasure[]; evaluator: Evaluator }

function catalogueOf(count: number, seed: number): Catalogue {
  const measures = randomMeasures(count, seed)
  const prepared = measures.map(prepare)
  const evaluator = new Evaluator()
  for (const measure of prepared) evaluator.put(measure)
  return { measures, prepared, evaluator }
}

/** Less is known than `randomInput` knows, so that measures have few and many open questions. */
function knowingLess(by: Chance): FactsInput {
  const input = randomInput(by)
  const share = by.oneOf([0.5, 0.8, 1])
  const some = <Part extends object>(part: Part | null | undefined): Part =>
    Object.fromEntries(Object.entries(part ?? {}).filter(() => by.happens(share))) as Part
  const { company, project, hire, household, building, answers } = input
  return {
    ...{ company: some(company), project: some(project), hire: some(hire) },
    ...{ household: some(household), building: some(building), answers: some(answers) },
  }
}

/** What the matcher says of a company, by both evaluators. */
function asked({ prepared, evaluator }: Catalogue, input: FactsInput): Tally {
  const facts = factsOf(input)
  const tally = evaluator.tally(facts, everything)
  assert.deepEqual(tally, plainTally(prepared, facts, everything))
  return tally
}

const verdictsOf = (tally: Tally): Map<string, MeasureVerdict> => new Map(tally.best.map((one) => [one.id, one]))

type Literal = { outcome: 'pass' | 'fail' | 'unknown'; lacks: readonly string[] }

/** A rule as the contract reads it: `any` is settled by a pass, `all` by a fail; what is undecided lacks what its members lack. */
function literalOf(rule: MatchRule, facts: Facts): Literal {
  if (rule.kind === 'leaf') {
    const { field } = rule.predicate
    const judgement = judge(rule.predicate, facts)
    if (judgement !== 'unknown') return { outcome: judgement === 'pass' ? 'pass' : 'fail', lacks: [] }
    const isTown = field === 'company.municipality' && (facts.place.from ?? null) !== null
    return { outcome: 'unknown', lacks: [isTown ? 'company.municipality' : ruleFields[field].asks] }
  }
  const members = rule.members.map((member) => literalOf(member, facts))
  const settling = rule.operator === 'any' ? 'pass' : 'fail'
  if (members.some(({ outcome }) => outcome === settling)) return { outcome: settling, lacks: [] }
  const undecided = members.filter(({ outcome }) => outcome === 'unknown')
  if (undecided.length > 0) return { outcome: 'unknown', lacks: undecided.flatMap(({ lacks }) => lacks) }
  return { outcome: settling === 'pass' ? 'fail' : 'pass', lacks: [] }
}

/** What is asked for a property: the point that is its gate, as long as nobody has answered that (contract 5, gates). */
function inPlaceOf(property: string, { answers }: Facts): string {
  const gate = points().find(({ gates }) => gates.some((behind) => behind === property))
  return gate === undefined || answers.has(gate.id) ? property : `answers.${gate.id}`
}

/** Names under which a measure asks its conditions, those of access that no rule evaluates and nobody answered. */
function openConditions({ id, record }: MatchableMeasure, facts: Facts): string[] {
  return record.conditions
    .filter(({ kind, rule_ids }) => kind === 'eligibility' && rule_ids.length === 0)
    .map((condition) => condition.point ?? `${id}#${condition.id}`)
    .filter((name) => !facts.answers.has(name))
    .map((name) => `answers.${name}`)
}

type Open = {
  id: string
  measure: MatchableMeasure
  rules: readonly MatchRule[]
  /** Open questions, by name. */
  questions: readonly string[]
}

/** The measures that the counts of questions are of: nothing but answers, or that no rule looks at them, is in their way. */
function countedMeasures({ measures, prepared }: Catalogue, tally: Tally, facts: Facts): Open[] {
  const verdicts = verdictsOf(tally)
  return measures.flatMap((measure, index): Open[] => {
    const verdict = verdicts.get(measure.id)
    const rules = prepared[index]?.rules ?? []
    assert.ok(verdict)
    const lacked = rules.flatMap((rule) => literalOf(rule, facts).lacks).map((property) => inPlaceOf(property, facts))
    const questions = [...new Set([...lacked, ...openConditions(measure, facts)])].sort()
    assert.deepEqual(verdict.questions, verdict.status === 'not_eligible' ? [] : questions)
    if (verdict.status === 'not_eligible' || verdict.reviewReasons.some((reason) => reason !== 'no_rule')) return []
    return [{ id: measure.id, measure, rules, questions }]
  })
}

const isOwn = (question: string): boolean => question.includes('#')

test('settles and appears_in are what the contract says they are, for facts and for points, in their order', () => {
  const by = chanceOf(81)
  const seen = { facts: 0, points: 0, settling: 0 }
  for (let round = 0; round < 60; round += 1) {
    const catalogue = catalogueOf(30, 800 + round)
    for (let company = 0; company < 12; company += 1) {
      const input = knowingLess(by)
      const tally = asked(catalogue, input)
      const counted = countedMeasures(catalogue, tally, factsOf(input))
      const names = [...new Set(counted.flatMap(({ questions }) => questions))].filter(
        (name) =>
          !isOwn(name) || tally.best.slice(0, 10).some(({ questions }) => questions.some((own) => own === name)),
      )
      const placeOf = (name: string): number => {
        const place = tally.best.findIndex(({ questions }) => questions.some((open) => open === name))
        return place === -1 ? tally.best.length : place
      }
      const definesThere = (name: string): boolean => {
        const shown = catalogue.measures.find(({ id }) => id === tally.best[placeOf(name)]?.id)
        return (
          shown?.record.conditions.some(
            ({ id, kind, point, defines, rule_ids }) =>
              defines &&
              kind === 'eligibility' &&
              rule_ids.length === 0 &&
              name === `answers.${point ?? `${shown.id}#${id}`}`,
          ) ?? false
        )
      }
      const expected = names
        .map((field) => {
          const having = counted.filter(({ questions }) => questions.includes(field))
          return {
            field,
            settles: having.filter(({ questions }) => questions.length === 1).length,
            appearsIn: having.length,
          }
        })
        .sort((one, other) => (one.field < other.field ? -1 : 1))
        .sort((one, other) => Number(definesThere(other.field)) - Number(definesThere(one.field)))
        .sort((one, other) => placeOf(one.field) - placeOf(other.field))
        .sort((one, other) => other.settles - one.settles || other.appearsIn - one.appearsIn)
      assert.deepEqual(tally.questions, expected)
      for (const { field, settles } of expected) {
        seen[field.startsWith('answers.') ? 'points' : 'facts'] += 1
        if (settles > 0) seen.settling += 1
      }
    }
  }
  assert.ok(seen.facts > 2_000 && seen.points > 300 && seen.settling > 500, JSON.stringify(seen))
})

/**
 * Whether an answer tells more than was asked, or takes the place of what was known: see `answers.test.ts` in words. A gate
 * opens what is behind it, and what one answer says other answers may follow from.
 */
function saysMore(question: string, input: FactsInput, measure: MatchableMeasure): boolean {
  const given = Reflect.get(input.company ?? {}, question.replace('company.', ''))
  if (question === 'company.applicant_types' || question === 'company.legal_form' || (given ?? null) !== null)
    return true
  if (points().some(({ id, gates }) => gates.length > 0 && question === `answers.${id}`)) return true
  const known = factsOf(input).answers.size + (question.startsWith('answers.') ? 1 : 0)
  return answersTo(question as OpenProperty, input, measure, chanceOf(1)).some(
    (told) => factsOf(told).answers.size > known,
  )
}

/** The question is asked by a rule that has no members, or by a condition: no answer to another can settle it. */
function standsAlone({ measure, rules }: Open, question: string, facts: Facts): boolean {
  if (openConditions(measure, facts).includes(question)) return true
  return rules.some((rule) => rule.kind === 'leaf' && literalOf(rule, facts).lacks.includes(question))
}

/** What each of some answers to a question makes of the measures; `measure`: whose question it is. */
function answered(catalogue: Catalogue, input: FactsInput, question: string, measure: MatchableMeasure, by: Chance) {
  return answersTo(question as OpenProperty, input, measure, by).map((told) => verdictsOf(asked(catalogue, told)))
}

/** Of a measure by chance, whose conditions may expect yes and no of one point: then neither answer fits. */
function expectsBoth({ record }: MatchableMeasure, question: string): boolean {
  const asking = record.conditions.filter(
    ({ kind, point, rule_ids }) =>
      (kind === 'eligibility' || kind === 'standing') && rule_ids.length === 0 && question === `answers.${point}`,
  )
  return new Set(asking.map(({ expects }) => expects)).size > 1
}

const reasonsLeft = ['no_rule', 'weak_fail', 'other_topic']

test('an answer to the only open question decides the measure; while another question stands, no answer makes it likely', () => {
  const by = chanceOf(82)
  const decided = { likely: 0, refused: 0, ofConditions: 0 }
  const left = { asking: 0, refused: 0 }
  for (let round = 0; round < 48; round += 1) {
    const catalogue = catalogueOf(40, 900 + round)
    for (let company = 0; company < 4; company += 1) {
      const input = knowingLess(by)
      const facts = factsOf(input)
      const tally = asked(catalogue, input)
      const counted = countedMeasures(catalogue, tally, facts)
      const asking = counted.flatMap((open) => open.questions.map((question) => ({ open, question })))
      const told = asking.filter(({ open, question }) => !saysMore(question, input, open.measure))
      // Measures whose NACE codes are of one version take the same answers.
      const byAnswers = Map.groupBy(told, ({ open, question }) => `${question} ${open.measure.record.nace.version}`)
      for (const group of byAnswers.values()) {
        const [first] = group
        assert.ok(first)
        const outcomes = answered(catalogue, input, first.question, first.open.measure, by)
        for (const { open, question } of group) {
          const afterwards = outcomes.flatMap((verdicts) => verdicts.get(open.id) ?? [])
          assert.equal(afterwards.length, outcomes.length)
          if (open.questions.length === 1) {
            // Decided; but a doubtful fail, another topic, and what no rule says of the applicant, a person judges.
            for (const { status, questions, reviewReasons } of afterwards) {
              assert.deepEqual(questions, [], `${open.id} still asks after ${question}`)
              assert.notEqual(status, 'possibly_eligible')
              assert.deepEqual(
                reviewReasons.filter((reason) => !reasonsLeft.includes(reason)),
                [],
              )
            }
            const isLikely = afterwards.some(({ status }) => status === 'likely_eligible')
            const isRefused = afterwards.some(({ status }) => status === 'not_eligible')
            const wasPossible = verdictsOf(tally).get(open.id)?.status === 'possibly_eligible'
            const isLeftToPerson = afterwards.some(({ reviewReasons }) => reviewReasons.length > 0)
            assert.ok(
              isLikely || isRefused || isLeftToPerson || !wasPossible,
              `no answer to ${question} decides ${open.id}`,
            )
            if (question.startsWith('answers.')) {
              // As expected it is likely, even where no rule looks at the applicant; otherwise it is not eligible.
              const fitting = expectsBoth(open.measure, question) ? 'not_eligible' : 'likely_eligible'
              assert.deepEqual(afterwards.map(({ status }) => status).sort(), [fitting, 'not_eligible'].sort())
              decided.ofConditions += 1
            }
            if (isLikely) decided.likely += 1
            if (isRefused) decided.refused += 1
          } else if (open.questions.some((other) => other !== question && standsAlone(open, other, facts))) {
            for (const { status, questions } of afterwards) {
              assert.notEqual(status, 'likely_eligible', `${open.id} is likely after ${question} alone`)
              assert.equal(questions.length === 0, status === 'not_eligible')
              left[status === 'not_eligible' ? 'refused' : 'asking'] += 1
            }
          }
        }
      }
    }
  }
  assert.ok(decided.likely > 100 && decided.refused > 100 && decided.ofConditions > 20, JSON.stringify(decided))
  assert.ok(left.asking > 1_000 && left.refused > 200, JSON.stringify(left))
})
