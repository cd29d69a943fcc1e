import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf, matchable } from '../../../tests/harness/match-samples.ts'
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

test('nobody but a household is spared', () => {
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
  ['a generated rule on the company', { company_sizes: ['micro'] }, true],
  [
    'a rule deep within groups',
    { rules: [{ id: 'a', any: [budget, { id: 'b', all: [rule('c', 'company.employees', 'at_least', 1)] }] }] },
    true,
  ],
]
for (const [what, input, looks] of lookRows) {
  test(`${what} ${looks ? 'looks' : 'does not look'} at the company`, () => {
    assert.equal(prepare(matchable(input)).looksAtCompany, looks)
  })
}

const conditionRows: [kind: string, ruleIds: string[], open: boolean][] = [
  ['eligibility', [], true],
  ['assessment', [], true],
  ['procedure', [], false],
  ['standing', [], false],
  ['obligation', [], false],
  ['amount', [], false],
  ['eligibility', ['budget'], false],
  ['eligibility', ['company_sizes'], false],
]
for (const [kind, rule_ids, open] of conditionRows) {
  test(`a condition of kind ${kind}, evaluated by ${rule_ids.join() || 'nothing'}, is ${open ? 'open' : 'not open'}`, () => {
    const conditions = [{ id: 'c', text: 'Voorwaarde.', kind, rule_ids }]
    const input = { company_sizes: ['micro'], rules: [budget], conditions }
    assert.equal(prepare(matchable(input)).hasOpenConditions, open)
  })
}
