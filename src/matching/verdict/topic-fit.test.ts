import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Topic, topics } from '../../values/vocabularies.ts'
import { meanFit, topicFit } from './topic-fit.ts'

const rows: [project: Topic[] | null, measure: Topic[], fit: number][] = [
  [null, ['water'], 0.5],
  [['water'], [], 0.5],
  [['water'], ['water'], 1],
  [['water'], ['training'], 0],
  [['training'], ['education'], 0.5],
  [['training', 'water'], ['training'], 0.5],
  [['training', 'water', 'housing'], ['training'], 0.33],
  [['training', 'water', 'housing'], ['education'], 0.17],
  // The best likeness of each counts, whatever else the measure names.
  [['energy_efficiency'], ['energy', 'energy_efficiency', 'water'], 1],
  [['training', 'training'], ['training'], 1],
  // 12.5 hundredths.
  [['education', 'water', 'fisheries', 'cooperation'], ['training'], 0.13],
]
for (const [project, measure, fit] of rows) {
  test(`a project on ${project?.join() ?? 'nothing'} fits ${measure.join() || 'nothing'} by ${fit}`, () => {
    assert.equal(topicFit(project, measure), fit)
  })
}

test('one half of a likeness among all topics still counts: a fit of 0 is no likeness at all', () => {
  assert.equal(meanFit(1, topics.length), 0.01)
  assert.equal(meanFit(0, topics.length), 0)
})
