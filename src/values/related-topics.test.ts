import assert from 'node:assert/strict'
import test from 'node:test'
import { likeness, relatedTopics } from './related-topics.ts'
import { topics } from './vocabularies.ts'

test('likeness is 1 with itself, 0.5 with what is related, and the same both ways', () => {
  for (const one of topics) {
    assert.equal(likeness(one, one), 1)
    for (const other of topics) {
      assert.equal(likeness(one, other), likeness(other, one))
      if (one !== other) assert.equal(likeness(one, other), relatedTopics(one).includes(other) ? 0.5 : 0)
    }
  }
})

test('what is related is as the contract says: within a group, from the first of a star, and no further', () => {
  assert.deepEqual(relatedTopics('energy'), [
    'energy_efficiency',
    'renewable_energy',
    'climate_environment',
    'sustainable_mobility',
  ])
  assert.deepEqual(relatedTopics('cybersecurity'), ['digitalisation', 'artificial_intelligence'])
  assert.deepEqual(relatedTopics('fisheries'), ['investment', 'agriculture'])
  assert.deepEqual(relatedTopics('housing'), [
    'energy_efficiency',
    'renewable_energy',
    'construction_renovation',
    'family_care',
  ])
  assert.deepEqual(relatedTopics('cooperation'), [])
  // Two points of a star are not related by it.
  assert.equal(likeness('retail_commerce', 'water'), 0)
  assert.equal(likeness('space_defence', 'health_life_sciences'), 0)
})
