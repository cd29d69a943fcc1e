import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statuses } from '../../values/vocabularies.ts'
import { closenessPart, questionsMax, scoreOf, shownScore, standingPart, statusPart, weights } from './score.ts'

test('the weights are the contract’s, and sum to 100 without questions', () => {
  const { question, ...parts } = weights
  assert.deepEqual(parts, { status: 40, topics: 25, confidence: 15, standing: 12, closeness: 8 })
  assert.equal(question, 1)
  const best = { status: 1, topics: 1, confidence: 1, standing: 1, closeness: 1, questions: 0 }
  assert.equal(scoreOf(best), 100)
})

test('more than ten questions cost no more than ten, and no score is below 0', () => {
  const parts = { status: 0.6, topics: 0.5, confidence: 0, standing: 0, closeness: 0 }
  assert.equal(questionsMax, 10)
  assert.equal(scoreOf({ ...parts, questions: 10 }), scoreOf({ ...parts, questions: 25 }))
  assert.equal(scoreOf({ status: 0, topics: 0, confidence: 0, standing: 0, closeness: 0, questions: 3 }), 0)
})

const roundingRows: [sum: number, shown: number][] = [
  [83.55, 83.6],
  [83.549999999999997, 83.6],
  [83.5499, 83.5],
  [0.05, 0.1],
  [0.04, 0],
  [-3, 0],
  [99.95, 100],
]
for (const [sum, shown] of roundingRows) {
  test(`a sum of ${sum} is shown as ${shown}`, () => assert.equal(shownScore(sum), shown))
}

const closenessRows: [where: string, args: Parameters<typeof closenessPart>, part: number][] = [
  ['the European Union', ['eu', ['flanders'], [], 'flanders'], 0.3],
  ['the country', ['national', [], [], null], 0.6],
  ['its own region', ['regional', ['flanders'], ['flanders'], 'flanders'], 1],
  ['its own province or town', ['local', ['flanders'], [], 'flanders'], 1],
  ['another region', ['provincial', ['flanders'], ['flanders'], 'wallonia'], 0],
  ['a region, while its own is not known', ['regional', ['flanders'], ['flanders'], null], 0.25],
  ['nowhere in particular, while its own region is not known', ['regional', [], [], null], 0.25],
  ['another region, for everywhere', ['regional', [], ['flanders'], 'wallonia'], 0.25],
  ['a community that acts in its region', ['regional', [], ['brussels', 'wallonia'], 'brussels'], 1],
  ['nobody knows where, for everywhere', ['regional', [], [], 'brussels'], 1],
]
for (const [where, args, part] of closenessRows) {
  test(`what is decided in ${where} is as close as ${part}`, () => assert.equal(closenessPart(...args), part))
}

test('a status, and whether it can be applied for, count as the contract says', () => {
  assert.deepEqual(statusPart, { likely_eligible: 1, possibly_eligible: 0.7, needs_review: 0.4, not_eligible: 0 })
  const parts = statuses.map((status) => [status, standingPart(status)])
  assert.deepEqual(Object.fromEntries(parts), {
    ...{ forthcoming: 0.5, open: 1, continuous: 1, paused: 0, budget_exhausted: 0, closed: 0, unknown: 0.4 },
  })
})
