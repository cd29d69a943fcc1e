import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closenessPart, questionsMax, scoreOf, shownScore, topicsPart, weights } from './score.ts'

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

const topicRows: [common: number, project: number, measure: number, part: number][] = [
  [0, 0, 3, 0.5],
  [0, 3, 0, 0.5],
  [0, 0, 0, 0.5],
  [0, 2, 3, 0],
  [1, 2, 3, 0.75],
  [2, 2, 3, 1],
  [1, 4, 4, 0.625],
]
for (const [common, project, measure, part] of topicRows) {
  test(`${common} topics in common of ${project} and ${measure} fit ${part}`, () => {
    assert.equal(topicsPart(common, project, measure), part)
  })
}

test('a provincial and a local measure are as close as their region', () => {
  for (const scope of ['regional', 'provincial', 'local'] as const) {
    assert.deepEqual(
      [closenessPart(scope, ['flanders'], 'flanders'), closenessPart(scope, ['flanders'], 'wallonia')],
      [1, 0],
    )
    assert.deepEqual([closenessPart(scope, ['flanders'], null), closenessPart(scope, [], null)], [0.5, 1])
  }
})
