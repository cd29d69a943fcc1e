import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFacts } from '../matching/request/facts.ts'
import type { FactsInput } from '../matching/request/request-schema.ts'
import { keptFacts } from './kept-facts.ts'

const now = Date.UTC(2026, 10, 20)

test('every key of the request is there, in its order: null, [] or {} where nothing was given', () =>
  assert.deepEqual(JSON.parse(keptFacts({})), {
    company: {
      postcode: null,
      municipality: null,
      applicant_type: null,
      employees: null,
      turnover_eur: null,
      balance_total_eur: null,
      legal_form: null,
      nace: [],
      founded_on: null,
      enterprise_number: null,
      joint_committees: [],
      de_minimis_eur: null,
    },
    project: {
      postcode: null,
      topics: [],
      budget_eur: null,
      planned_start: null,
      cost_types: [],
      stages: [],
      partners: [],
    },
    hire: { age: null, months_jobseeking: null, diploma: null, contract: null, postcode: null },
    household: { income_eur: null, dependants: null },
    building: { year: null, occupancy: null },
    answers: {},
  }))

const given: FactsInput = {
  company: { postcode: '9000', employees: 0, legal_form: 'bv', nace: ['62.010', '6201'], joint_committees: ['124'] },
  project: { topics: ['training', 'training'], budget_eur: 1_000.5, planned_start: '2027-01-01' },
  hire: { age: 30, postcode: '4000' },
  household: { dependants: 2 },
  building: { year: 1980, occupancy: 'tenant' },
  answers: { in_difficulty: false, 'al:a#__proto__': true, 'al:a#x': null },
}

test('what was given stands as it was given; answers that were null are left out', () => {
  const kept = JSON.parse(keptFacts(given)) as typeof given
  assert.deepEqual(kept.company?.nace, ['62.010', '6201'])
  assert.deepEqual(kept.project?.topics, ['training', 'training'])
  assert.equal(kept.company?.employees, 0)
  assert.equal(kept.company?.legal_form, 'bv')
  assert.deepEqual(Object.entries(kept.answers ?? {}), [
    ['in_difficulty', false],
    ['al:a#__proto__', true],
  ])
})

test('what is kept reads as what was given', () => {
  const kept = JSON.parse(keptFacts(given)) as FactsInput
  assert.deepEqual(readFacts(kept, now), readFacts(given, now))
  assert.deepEqual(readFacts(JSON.parse(keptFacts({})), now), readFacts({}, now))
  assert.equal(keptFacts(kept), keptFacts(given))
})
