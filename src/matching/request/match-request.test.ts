import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { someFriday } from '../../../tests/harness/match-samples.ts'
import { faultOfReference, readMatchRequest } from './match-request.ts'
import { bulkRequestSchema, type MatchInput, matchRequestSchema } from './request-schema.ts'

test('what a request leaves out is 25 matches in English, without those that are not eligible', () => {
  const request = readMatchRequest({}, someFriday)
  assert.ok('facts' in request)
  assert.deepEqual([request.limit, request.language, request.includeNotEligible], [25, 'en', false])
})

const faultRows: [input: MatchInput, field: string][] = [
  [{ limit: 0 }, 'limit'],
  [{ limit: -1 }, 'limit'],
  [{ limit: 101 }, 'limit'],
  [{ limit: 0, company: { employees: -1 } }, 'company.employees'],
]
for (const [input, field] of faultRows) {
  test(`422 ${field}: ${JSON.stringify(input)}`, () => {
    const outcome = readMatchRequest(input, someFriday)
    assert.equal('field' in outcome ? outcome.field : 'accepted', field)
  })
}

test('a limit of 1 and of 100 is accepted', () => {
  for (const limit of [1, 100]) assert.ok('facts' in readMatchRequest({ limit }, someFriday))
})

const referenceRows: [reference: string, accepted: boolean][] = [
  ['a', true],
  ['€ 12/ab é', true],
  ['...', true],
  ['😀'.repeat(200), true],
  ['😀'.repeat(201), false],
  ['', false],
  ['.', false],
  ['..', false],
  ['a\u0000', false],
  ['a\tb', false],
  ['a\u0085', false],
  ['\ud800', false],
]
for (const [reference, accepted] of referenceRows) {
  test(`the reference ${JSON.stringify(reference.slice(0, 10))} of ${reference.length} units is ${accepted ? 'usable' : 'refused'}`, () => {
    assert.equal(faultOfReference(reference)?.field ?? null, accepted ? null : 'reference')
  })
}

test('a missing reference is a fault of the entry', () => {
  assert.equal(faultOfReference(undefined)?.field, 'reference')
  assert.equal(faultOfReference(null)?.field, 'reference')
})

const full = {
  company: {
    postcode: '9000',
    municipality: '44021',
    applicant_type: 'company',
    employees: 5,
    turnover_eur: 1.5,
    balance_total_eur: 2,
    legal_form: 'BV',
    nace: ['62.01'],
    founded_on: '2020-01-01',
    enterprise_number: '0403.019.261',
    joint_committees: ['330.01'],
    de_minimis_eur: 200_000,
  },
  project: {
    postcode: '1000',
    topics: ['training'],
    budget_eur: 5,
    planned_start: '2027-01-01',
    cost_types: ['training'],
    stages: ['innovation'],
    partners: ['enterprise'],
  },
  hire: { age: 30, months_jobseeking: 4, diploma: 'higher', contract: 'permanent', postcode: '1000' },
  household: { income_eur: 40_000.5, dependants: 1 },
  building: { year: 1980, occupancy: 'tenant' },
  language: 'fr',
  limit: 10,
  include_not_eligible: true,
}

test('the schemas take every property of the request, and a bulk takes the same with a reference', () => {
  assert.ok(Compile(matchRequestSchema).Check(full))
  assert.ok(Compile(matchRequestSchema).Check({}))
  assert.ok(Compile(bulkRequestSchema).Check({ companies: [{ reference: 'a', ...full }] }))
  assert.ok(!Compile(bulkRequestSchema).Check({ companies: [full] }))
})

test('the schemas refuse words outside the vocabularies and values of another type', () => {
  const check = Compile(matchRequestSchema)
  for (const wrong of [
    { company: { applicant_type: 'firm' } },
    { company: { employees: '5' } },
    { company: { employees: 5.5 } },
    { company: { nace: '62' } },
    { project: { topics: ['Training'] } },
    { hire: { age: 30.5 } },
    { hire: { diploma: 'master' } },
    { household: { dependants: 0.5 } },
    { building: { year: '1980' } },
    { building: { occupancy: 'squatter' } },
    { project: { stages: 'innovation' } },
    { language: 'de' },
    { limit: '5' },
    { include_not_eligible: 1 },
  ]) {
    assert.ok(!check.Check(wrong), JSON.stringify(wrong))
  }
})
