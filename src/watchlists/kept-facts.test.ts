import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFacts } from '../matching/request/facts.ts'
import type { FactsInput } from '../matching/request/request-schema.ts'
import { keptFacts, keptNow } from './kept-facts.ts'

const now = Date.UTC(2026, 10, 20)

test('that a company is not to be filled is kept', () =>
  assert.equal((JSON.parse(keptFacts({ fill: false })) as { fill: boolean }).fill, false))

test('every key of the request is there, in its order: null, [] or {} where nothing was given', () =>
  assert.deepEqual(JSON.parse(keptFacts({})), {
    company: {
      postcode: null,
      municipality: null,
      applicant_types: [],
      applicant_type: null,
      employees: null,
      turnover_eur: null,
      balance_total_eur: null,
      legal_form: null,
      nace: [],
      founded_on: null,
      enterprise_number: null,
      establishment_number: null,
      joint_committees: [],
      de_minimis_eur: null,
    },
    project: {
      postcode: null,
      topics: [],
      budget_eur: null,
      planned_start: null,
      cost_types: [],
      costs: [],
      stages: [],
      partners: [],
    },
    hire: { age: null, months_jobseeking: null, diploma: null, contract: null, postcode: null },
    household: { income_eur: null, dependants: null },
    building: { year: null, occupancy: null },
    answers: {},
    fill: true,
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

test('kinds of applicant stand in both properties, in the one for a single kind only where there is one', () => {
  const kindsIn = (text: string): unknown[] => {
    const { company } = JSON.parse(text) as { company: { applicant_types: unknown; applicant_type: unknown } }
    return [company.applicant_types, company.applicant_type]
  }
  const household = [['household'], 'household']
  assert.deepEqual(kindsIn(keptFacts({ company: { applicant_type: 'household' } })), household)
  assert.deepEqual(kindsIn(keptFacts({ company: { applicant_types: ['household'] } })), household)
  const both = ['household', 'self_employed'] as const
  assert.deepEqual(kindsIn(keptFacts({ company: { applicant_types: [...both] } })), [both, null])
  // A row of before there could be several.
  const before = JSON.stringify({
    company: { postcode: '9000', applicant_type: 'household' },
    project: {},
    answers: {},
  })
  assert.deepEqual(kindsIn(keptNow(before)), household)
  assert.equal(keptNow(before), keptFacts({ company: { postcode: '9000', applicant_types: ['household'] } }))
})
