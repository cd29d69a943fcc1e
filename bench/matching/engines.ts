/** The ways to match that are raced: each works the same measures into its own form, and says what it found of a company. */
import { Evaluator } from '../../src/matching/evaluator/evaluator.ts'
import { isAnswer } from '../../src/matching/request/answers.ts'
import type { Facts } from '../../src/matching/request/facts.ts'
import { plainTally } from '../../src/matching/verdict/plain.ts'
import { type PreparedMeasure, prepare } from '../../src/matching/verdict/prepared-measure.ts'
import { factsOf } from '../../tests/harness/match-samples.ts'
import { companiesOf, companiesWithAnswers, measuresOf, measuresWithPoints } from './catalogue.ts'
import { jsonLogic } from './json-logic-peer.ts'
import { jsonRules } from './json-rules-peer.ts'
import { closures, type Found } from './peers.ts'
import { publicodes, speaksOf } from './publicodes-peer.ts'

/** What an engine finds; of measures that lack something only some know how many. */
export type Seen = { refused: number; lacking: number | null }

export type Engine = { name: string; judge(facts: Facts): Promise<Seen> | Seen }

export type EngineName = 'evaluator' | 'with points' | 'plain' | 'closures' | 'json-logic' | 'json-rules' | 'publicodes'

/** Companies that each is given a round: as many as it can bear. */
export const companiesARound: Readonly<Record<EngineName, number>> = {
  evaluator: 500,
  'with points': 500,
  plain: 6,
  closures: 30,
  'json-logic': 10,
  'json-rules': 1,
  publicodes: 1,
}

export const bestOptions = { limit: 25, includeNotEligible: false, topicsOnly: false } as const

export function filledEvaluator(measures: readonly PreparedMeasure[]): Evaluator {
  const evaluator = new Evaluator()
  for (const measure of measures) evaluator.put(measure)
  return evaluator
}

/** What is raced on: all rules, only what publicodes can speak of, or with points, answers and the facts beside the company. */
export type Course = 'rules' | 'formulas' | 'points'

export function measuresFor(count: number, course: Course): PreparedMeasure[] {
  if (course === 'points') return measuresWithPoints(count).map(prepare)
  const measures = measuresOf(count).map(prepare)
  return course === 'rules'
    ? measures
    : measures.map((measure) => ({ ...measure, rules: measure.rules.filter(speaksOf) }))
}

/** The companies that are asked. A size that turnover alone makes higher is in doubt, for which publicodes has no word. */
export function companiesFor(course: Course): Facts[] {
  const inputs = course === 'points' ? companiesWithAnswers(companyCount) : companiesOf(companyCount)
  const companies = inputs.map((input) => factsOf(input))
  return course === 'formulas' ? companies.filter(({ size }) => !size.highByTurnoverAlone) : companies
}

const companyCount = 5_000

export function engineOf(name: EngineName, measures: readonly PreparedMeasure[], today: string): Engine {
  switch (name) {
    case 'evaluator':
    case 'with points': {
      const evaluator = filledEvaluator(measures)
      return {
        name: name === 'evaluator' ? 'evaluator, top 25 with outcomes' : 'the same, with points and answers',
        judge: (facts) => ({ refused: evaluator.judge(facts, bestOptions).counts.not_eligible, lacking: null }),
      }
    }
    case 'plain':
      return { name: 'plain, an object per outcome', judge: (facts) => plainly(measures, facts) }
    case 'closures':
      return closures(measures)
    case 'json-logic':
      return jsonLogic(measures, today)
    case 'json-rules': {
      const peer = jsonRules(measures, today)
      return { name: peer.name, judge: async (facts) => ({ refused: await peer.refused(facts), lacking: null }) }
    }
    case 'publicodes':
      return publicodes(measures)
  }
}

export function plainly(measures: readonly PreparedMeasure[], facts: Facts): Found {
  const { counts, best } = plainTally(measures, facts, { ...bestOptions, limit: measures.length })
  return {
    refused: counts.not_eligible,
    lacking: best.filter(({ questions }) => questions.some((property) => !isAnswer(property))).length,
  }
}
