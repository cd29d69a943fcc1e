import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf, instantOf, matchable } from '../../../tests/harness/match-samples.ts'
import { chanceOf, randomInput, randomMeasures } from '../../../tests/harness/random-matches.ts'
import { finished } from '../../search/sets/slices.ts'
import { rankGroup } from '../verdict/match-order.ts'
import { plainTally } from '../verdict/plain.ts'
import { type PreparedMeasure, prepare } from '../verdict/prepared-measure.ts'
import { Evaluator } from './evaluator.ts'

const everything = { limit: Number.MAX_SAFE_INTEGER, includeNotEligible: true, topicsOnly: false }

function filled(measures: Iterable<PreparedMeasure>): Evaluator {
  const evaluator = new Evaluator()
  for (const measure of measures) evaluator.put(measure)
  return evaluator
}

test('the fast evaluator and the plain one agree in all of 100,000 verdicts, in counts, order and questions', () => {
  const measures = randomMeasures(400, 1).map(prepare)
  const evaluator = filled(measures)
  const by = chanceOf(2)
  for (let company = 0; company < 250; company += 1) {
    const facts = factsOf(randomInput(by))
    assert.deepEqual(evaluator.tally(facts, everything), plainTally(measures, facts, everything))
  }
})

const allPairs = [true, false].flatMap((one) => [true, false].map((other) => [one, other] as const))

test('the best few are the first of all, with and without those that are not eligible or about another topic', () => {
  const measures = randomMeasures(500, 3).map(prepare)
  const evaluator = filled(measures)
  const by = chanceOf(4)
  for (let company = 0; company < 60; company += 1) {
    const facts = factsOf(randomInput(by))
    for (const [includeNotEligible, topicsOnly] of allPairs) {
      const all = evaluator.tally(facts, { ...everything, includeNotEligible, topicsOnly })
      for (const limit of [1, 7, 25, 100, 150, 300, 450]) {
        const found = evaluator.tally(facts, { limit, includeNotEligible, topicsOnly })
        // Questions of their own are put of those that are shown.
        assert.deepEqual(found, { ...all, best: all.best.slice(0, limit), questions: found.questions })
        if (limit === 7) assert.deepEqual(found, plainTally(measures, facts, { limit, includeNotEligible, topicsOnly }))
      }
    }
  }
})

test('the best few above a floor are the first of all of those above it', () => {
  const measures = randomMeasures(400, 7).map(prepare)
  const evaluator = filled(measures)
  const by = chanceOf(8)
  for (let company = 0; company < 60; company += 1) {
    const facts = factsOf(randomInput(by))
    const { best } = evaluator.tally(facts, everything)
    for (const limit of [1, 7, 1_000]) {
      const floored = by.oneOf(best)
      const floor = { group: rankGroup(floored.status), tenths: Math.round(floored.score * 10) + by.below(3) - 1 }
      const options = { ...everything, limit, floor }
      const found = evaluator.tally(facts, options)
      assert.deepEqual(found, plainTally(measures, facts, options))
      const stands = best.filter(({ status, score }) => {
        const group = rankGroup(status)
        return group < floor.group || (group === floor.group && Math.round(score * 10) >= floor.tenths)
      })
      assert.deepEqual(found.best, stands.slice(0, limit))
    }
  }
})

test('after any puts, changes and removals it is as one that was filled with what is left', () => {
  const measures = randomMeasures(900, 5).map(prepare)
  const evaluator = new Evaluator()
  const left = new Map<string, PreparedMeasure>()
  const by = chanceOf(6)
  for (let round = 0; round < 12; round += 1) {
    for (let step = 0; step < 300; step += 1) {
      const measure = by.oneOf(measures)
      if (by.happens(0.4)) {
        evaluator.remove(measure.id)
        left.delete(measure.id)
      } else {
        // A version of the measure that has another one's rules.
        const other = by.oneOf(measures)
        const conditions = other.conditions.map((one) =>
          one.isOwn ? { ...one, name: `${measure.id}#${one.id}` } : one,
        )
        const version = { ...other, conditions, id: measure.id }
        evaluator.put(version)
        left.set(version.id, version)
      }
    }
    assert.equal(evaluator.size, left.size)
    for (let company = 0; company < 5; company += 1) {
      const facts = factsOf(randomInput(by))
      assert.deepEqual(evaluator.tally(facts, everything), plainTally([...left.values()], facts, everything))
    }
  }
})

test('what is staged is seen by nobody until it is shown, and what it replaces by nobody afterwards', () => {
  const [first, second, unshown] = [10, 11, 12].map((seed) => randomMeasures(300, seed).map(prepare))
  assert.ok(first && second && unshown)
  const evaluator = filled(first)
  const by = chanceOf(13)
  const isAsThoughFilledWith = (measures: readonly PreparedMeasure[]): void => {
    assert.equal(evaluator.size, measures.length)
    for (let company = 0; company < 20; company += 1) {
      const facts = factsOf(randomInput(by))
      assert.deepEqual(evaluator.tally(facts, everything), plainTally(measures, facts, everything))
    }
  }
  for (const measure of unshown) evaluator.stage(measure)
  isAsThoughFilledWith(first)
  const tidying = evaluator.tidy()
  for (let step = 0; step < 100; step += 1) tidying.next()
  isAsThoughFilledWith(first)
  finished(tidying)
  const staged = second.map((measure) => evaluator.stage(measure))
  isAsThoughFilledWith(first)
  for (const measure of staged) evaluator.show(measure)
  for (const { id } of second.slice(0, 50)) evaluator.hide(id)
  isAsThoughFilledWith(second.slice(50))
  finished(evaluator.tidy())
  isAsThoughFilledWith(second.slice(50))
  assert.throws(() => evaluator.show({ ordinal: 0 }), /nothing is staged/)
})

test('ordinals and predicates that are no longer needed are used again, so that change after change costs no memory', () => {
  const evaluator = filled(randomMeasures(200, 14).map(prepare))
  const before = evaluator.held
  for (let round = 0; round < 20; round += 1) {
    const staged = randomMeasures(200, 14).map((measure) => evaluator.stage(prepare(measure)))
    if (round % 2 === 0) for (const measure of staged) evaluator.show(measure)
    finished(evaluator.tidy())
  }
  assert.equal(evaluator.held.predicates, before.predicates)
  assert.ok(evaluator.held.ordinals <= before.ordinals * 2)
})

test('it grows to any number of measures', () => {
  const measures = randomMeasures(50, 7).map(prepare)
  const many = Array.from({ length: 60 }, (_, copy) => measures.map((each) => ({ ...each, id: `${each.id}-${copy}` })))
  const evaluator = filled(many.flat())
  const facts = factsOf(randomInput(chanceOf(8)))
  assert.deepEqual(evaluator.tally(facts, everything), plainTally(many.flat(), facts, everything))
})

test('a company is judged by the day on which it asks, whoever asked before', () => {
  const soon = { id: 'soon', field: 'project.planned_start', operator: 'at_least', value: 'today' }
  const evaluator = filled([prepare(matchable({ status: 'open', rules: [soon] }))])
  const outcomeOn = (day: string) => {
    const facts = factsOf({ project: { planned_start: '2026-11-20' } }, instantOf(`${day}T12:00:00+01:00`))
    return evaluator.tally(facts, everything).counts.not_eligible
  }
  assert.deepEqual(['2026-11-20', '2026-11-21', '2026-11-20'].map(outcomeOn), [0, 1, 0])
})

test('what the clock changes of a measure is taken over without its rules', () => {
  const [any] = randomMeasures(1, 9).map(prepare)
  assert.ok(any)
  const facts = factsOf()
  for (const hasRounds of [true, false]) {
    const measure = { ...any, hasRounds }
    const evaluator = filled([measure])
    for (const status of ['open', 'closed', 'unknown', 'forthcoming'] as const) {
      evaluator.restate(measure.id, status, 5)
      const expected = plainTally([{ ...measure, status, closesAt: 5 }], facts, everything)
      assert.deepEqual(evaluator.tally(facts, everything), expected)
    }
  }
  const evaluator = filled([any])
  evaluator.restate('unknown:id', 'open', null)
  assert.equal(evaluator.size, 1)
})

test('one that was asked before it had anything, and at every size since, judges as the plain one', () => {
  const asksOwn = Array.from({ length: 700 }, (_, number) => {
    const conditions = [{ id: 'own', text: { en: 'A certificate is held.' }, kind: 'eligibility' as const }]
    return { ...matchable({ conditions }), id: `own:${number}` }
  })
  const families = [asksOwn, randomMeasures(700, 51)].map((family) => family.map(prepare))
  const strangers = [{}, { company: { postcode: '9000', employees: 5 } }, { project: { topics: ['energy'] } }] as const
  for (const measures of families) {
    const by = chanceOf(52)
    const evaluator = new Evaluator()
    for (let size = 0; size <= measures.length; size += 100) {
      for (const measure of measures.slice(Math.max(0, size - 100), size)) evaluator.put(measure)
      for (const input of [...strangers, randomInput(by)]) {
        const facts = factsOf(input)
        assert.deepEqual(evaluator.tally(facts, everything), plainTally(measures.slice(0, size), facts, everything))
      }
    }
  }
})

test('an empty evaluator answers nothing', () => {
  const tally = new Evaluator().tally(factsOf(), everything)
  assert.deepEqual(tally, {
    evaluated: 0,
    counts: { likely_eligible: 0, possibly_eligible: 0, needs_review: 0, not_eligible: 0 },
    best: [],
    otherTopic: 0,
    questions: [],
    naceWaiting: null,
  })
})
