import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../../../../tests/harness/match-samples.ts'
import { chanceOf, randomInput, randomMeasures } from '../../../../tests/harness/random-matches.ts'
import { plainTally } from '../plain.ts'
import { type PreparedMeasure, prepare } from '../prepared-measure.ts'
import { Evaluator } from './evaluator.ts'

const everything = { limit: Number.MAX_SAFE_INTEGER, includeNotEligible: true }

function filled(measures: readonly PreparedMeasure[]): Evaluator {
  const evaluator = new Evaluator()
  for (const measure of measures) evaluator.put(measure)
  return evaluator
}

test('the fast evaluator and the plain one agree in all of 100,000 verdicts, counts and questions', () => {
  const measures = randomMeasures(400, 1).map(prepare)
  const evaluator = filled(measures)
  const by = chanceOf(2)
  for (let company = 0; company < 250; company += 1) {
    const facts = factsOf(randomInput(by))
    assert.deepEqual(evaluator.tally(facts, everything), plainTally(measures, facts, everything))
  }
})
