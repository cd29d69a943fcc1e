import assert from 'node:assert/strict'
import test from 'node:test'
import { points } from '../reference/points.ts'
import { ruleFields } from '../values/vocabularies.ts'
import { taxonomy } from './taxonomy.ts'

test('the vocabularies stand in the order of the contract', () => {
  assert.deepEqual(Object.keys(taxonomy), [
    ...['regions', 'provinces', 'company_sizes', 'statuses', 'instrument_types', 'government_levels', 'scopes'],
    ...['topics', 'applicant_types', 'cost_types', 'licence_modes', 'amount_bases', 'state_aid_regimes'],
    ...['condition_kinds', 'review_reasons', 'rule_fields', 'operators', 'event_types', 'match_statuses', 'sorts'],
    ...['views', 'languages', 'diplomas', 'contracts', 'occupancies', 'stages', 'partners', 'payments', 'points'],
  ])
})

test('a topic lists those related to it, both ways', () => {
  const byId = new Map(taxonomy.topics.map((topic) => [topic.id, topic]))
  for (const { id, related } of taxonomy.topics)
    for (const other of related)
      assert.ok(
        byId.get(other)?.related.some((back) => back === id),
        `${id} ${other}`,
      )
  assert.deepEqual(byId.get('education')?.related, ['training'])
})

test('a point is called by its fact, asks its question and names what it is the gate of; one that is retired is not offered', () => {
  const offered = points().filter(({ retired }) => !retired)
  assert.deepEqual(
    taxonomy.points.map(({ id }) => id),
    offered.map(({ id }) => id),
  )
  for (const { label, question } of taxonomy.points)
    for (const texts of [label, question]) assert.deepEqual(Object.keys(texts), ['nl', 'fr', 'en'])
  const hiring = taxonomy.points.find(({ id }) => id === 'will_hire')
  assert.deepEqual(hiring?.gates, [
    'hire.age',
    'hire.contract',
    'hire.diploma',
    'hire.months_jobseeking',
    'hire.postcode',
  ])
  assert.deepEqual(taxonomy.points.find(({ id }) => id === 'in_difficulty')?.gates, [])
})

test('a rule field tells its type, its operators and what it asks', () => {
  assert.deepEqual(
    taxonomy.rule_fields.map(({ id }) => id),
    Object.keys(ruleFields),
  )
  const region = taxonomy.rule_fields.find(({ id }) => id === 'hire.region')
  assert.deepEqual([region?.type, region?.operators, region?.asks], ['one', ['is', 'in', 'not_in'], 'hire.postcode'])
})
