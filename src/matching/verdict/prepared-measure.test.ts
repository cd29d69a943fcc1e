import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf, matchable, plainSource } from '../../../tests/harness/match-samples.ts'
import { judgeMeasure } from './judge-measure.ts'
import { judgeRule } from './judge-rule.ts'
import { prepare } from './prepared-measure.ts'

const household = factsOf({ company: { applicant_type: 'household' } })

function outcomes(input: Parameters<typeof matchable>[0], facts = household): Record<string, string> {
  const { rules } = prepare(matchable(input))
  return Object.fromEntries(rules.map((rule) => [rule.id, judgeRule(rule, facts).outcome]))
}

const enterpriseFields = {
  company_sizes: ['micro'],
  nace: { include: ['62'], exclude: ['01'] },
  legal_forms: ['610'],
}

test('where a measure is meant for households too, the rules its fields generate about enterprises pass for one', () => {
  assert.deepEqual(outcomes({ ...enterpriseFields, applicant_types: ['household', 'company'] }), {
    company_sizes: 'pass',
    'nace.include': 'pass',
    'nace.exclude': 'pass',
    legal_forms: 'pass',
    applicant_types: 'pass',
  })
})

test('where it is not, a household fails them', () => {
  assert.deepEqual(outcomes({ ...enterpriseFields, applicant_types: ['company'] }), {
    company_sizes: 'fail',
    'nace.include': 'fail',
    'nace.exclude': 'pass',
    legal_forms: 'fail',
    applicant_types: 'fail',
  })
})

test('a given rule says of a household what it says, also where the measure is meant for households', () => {
  const rules = [{ id: 'given', field: 'company.size', operator: 'in', value: ['micro'] }]
  assert.equal(outcomes({ rules, applicant_types: ['household'] }).given, 'fail')
})

test('who is a household beside an enterprise is spared too, and who may be one is asked', () => {
  const fields = { ...enterpriseFields, applicant_types: ['household', 'company', 'self_employed'] }
  const facts = { employees: 300, nace: ['01'], legal_form: 'natural_person' }
  const both = outcomes(fields, factsOf({ company: { ...facts, applicant_types: ['household', 'self_employed'] } }))
  assert.deepEqual([both.company_sizes, both['nace.include'], both.legal_forms], ['pass', 'pass', 'pass'])
  const perhaps = factsOf({ company: facts })
  const may = outcomes(fields, perhaps)
  assert.deepEqual([may.company_sizes, may['nace.include'], may.legal_forms], ['unknown', 'unknown', 'unknown'])
  const { questions } = judgeMeasure(prepare(matchable(fields)), perhaps)
  assert.deepEqual(questions, ['company.applicant_types'])
})

test('no other applicant is spared', () => {
  const facts = factsOf({ company: { employees: 300, nace: ['01'], legal_form: 'NV' } })
  const found = outcomes({ ...enterpriseFields, applicant_types: ['household', 'company'] }, facts)
  assert.deepEqual([found.company_sizes, found['nace.include'], found.legal_forms], ['fail', 'fail', 'fail'])
})

const rule = (id: string, field: string, operator: string, value: unknown) => ({ id, field, operator, value })
const budget = rule('budget', 'project.budget_eur', 'at_least', 1)
const lookRows: [what: string, input: Parameters<typeof matchable>[0], looks: boolean][] = [
  ['no rule', {}, false],
  ['a rule on the project', { rules: [budget] }, false],
  ['a window that opens', { application_window: { opens_at: '2026-01-01' } }, false],
  ['a place alone', { regions: ['flanders'], provinces: ['antwerp'], area_codes: ['11002'] }, false],
  ['a rule on the person to be hired', { rules: [rule('age', 'hire.age', 'at_most', 25)] }, true],
  ['a rule on the household', { rules: [rule('i', 'household.income_eur', 'at_most', 1)] }, true],
  ['a rule on the building', { rules: [rule('y', 'building.year', 'at_most', 2000)] }, true],
  ['a generated rule on the company', { company_sizes: ['micro'] }, true],
  [
    'a rule deep within groups',
    { rules: [{ id: 'a', any: [budget, { id: 'b', all: [rule('c', 'company.employees', 'at_least', 1)] }] }] },
    true,
  ],
]
for (const [what, input, looks] of lookRows) {
  test(`${what} ${looks ? 'looks' : 'does not look'} at the applicant`, () => {
    assert.equal(prepare(matchable(input)).looksAtApplicant, looks)
  })
}

const own = 'fed:small#c'
const conditionRows: [condition: object, asked: { name: string; expects: boolean; isRequired: boolean } | null][] = [
  [{ kind: 'eligibility' }, { name: own, expects: true, isRequired: true }],
  [{ kind: 'standing' }, { name: own, expects: true, isRequired: false }],
  [{ kind: 'assessment' }, null],
  [{ kind: 'procedure' }, null],
  [{ kind: 'obligation' }, null],
  [{ kind: 'amount' }, null],
  [{ kind: 'eligibility', rule_ids: ['budget'] }, null],
  [{ kind: 'standing', rule_ids: ['company_sizes'] }, null],
  [
    { kind: 'eligibility', point: 'in_difficulty', expects: false },
    { name: 'in_difficulty', expects: false, isRequired: true },
  ],
  [
    { kind: 'standing', point: 'will_hire', expects: true },
    { name: 'will_hire', expects: true, isRequired: false },
  ],
  [{ kind: 'procedure', point: 'will_hire', expects: true }, null],
]
for (const [condition, asked] of conditionRows) {
  test(`a condition ${JSON.stringify(condition)} is asked as ${asked?.name ?? 'nothing'}`, () => {
    const conditions = [{ id: 'c', text: 'Voorwaarde.', ...condition }]
    const prepared = prepare(matchable({ company_sizes: ['micro'], rules: [budget], conditions }))
    const expected = asked === null ? [] : [{ id: 'c', ...asked, isOwn: asked.name === own, defines: false }]
    assert.deepEqual(prepared.conditions, expected)
  })
}

test('an issuer acts where the table of authorities says, and one that it lacks where its source is', () => {
  const issuedBy = (id: string) => prepare(matchable({ issuer: { id } }, { ...plainSource, regions: ['brussels'] }))
  assert.deepEqual(issuedBy('vlaio').issuerRegions, ['flanders'])
  assert.deepEqual(issuedBy('nobody-we-know').issuerRegions, ['brussels'])
})
