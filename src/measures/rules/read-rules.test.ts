import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputWith, reasonOf, recordOf, smallInput } from '../../../tests/harness/sample-measures.ts'
import { inputBounds } from '../reading/input-bounds.ts'

const leaf = { id: 'x', field: 'company.employees', operator: 'at_least', value: 5 }
const rejections: [path: string, value: unknown, reason: string | RegExp][] = [
  [
    'rules',
    [
      { ...leaf, id: 'a' },
      { ...leaf, id: 'a' },
    ],
    'rules[1].id: "a" is the id of another rule',
  ],
  ['rules.1.any.1.id', 'staff', 'rules[1].any[1].id: "staff" is the id of another rule'],
  ['rules.0.id', 'tier-micro', 'rules[0].id: "tier-micro" is the id of another rule'],
  ['rules.0.id', 'company_sizes', /^rules\[0\]\.id: "company_sizes" is the id of a rule that a field generates$/],
  ['rules.0.id', 'nace.include', /^rules\[0\]\.id: /],
  ['rules.0.id', null, 'rules[0].id: missing'],
  ['rules.0.confidence', 1.5, 'rules[0].confidence: above 1'],
  ['rules.0.provenance', { method: 'derived' }, 'rules[0].confidence: a derived rule states its confidence'],
  ['rules.0.provenance', { method: 'guessed' }, /^rules\[0\]\.provenance\.method: /],
  ['rules.0.field', 'company.staff', /^rules\[0\]\.field: /],
  ['rules.0.operator', null, 'rules[0].operator: missing'],
  ['rules.0.operator', 'equals', /^rules\[0\]\.operator: /],
  ['rules.0.operator', 'in', 'rules[0].operator: in does not fit company.employees'],
  ['rules.0.operator', 'before', 'rules[0].operator: before does not fit company.employees'],
  ['rules.0', { id: 'x' }, 'rules[0]: neither a field nor a group (any, all)'],
  ['rules.1.any', [], 'rules[1].any: an empty group'],
  ['rules.1.all', [leaf], 'rules[1]: both any and all'],
  ['rules.1.field', 'company.size', 'rules[1].field: a group has no field, operator or value'],
  ['conditions.0.rule_ids', ['nothing'], 'conditions[0].rule_ids[0]: "nothing" names no rule'],
  ['conditions.1.id', 'c-size', 'conditions[1].id: "c-size" is the id of another condition'],
  ['conditions.1.text', null, 'conditions[1].text: missing'],
]
for (const [path, value, reason] of rejections) {
  test(`${path} = ${JSON.stringify(value)} is rejected with a reason that names it`, () => {
    const told = reasonOf(inputWith(path, value))
    if (typeof reason === 'string') assert.equal(told, reason)
    else assert.match(told, reason)
  })
}

test('a provenance that leaves its source and method open has those of the record', () => {
  const rule = { id: 'a', field: 'company.employees', operator: 'at_least', value: 1, provenance: {} }
  assert.deepEqual(recordOf(smallInput({ rules: [rule] })).rules[0]?.provenance, {
    source_id: 'flemish-aid',
    url: null,
    method: 'curated',
    checked_at: null,
    excerpt: null,
  })
})

test('a group may be derived without a confidence of its own: it has its members', () => {
  const members = [{ id: 'b', field: 'company.employees', operator: 'at_least', value: 1 }]
  assert.equal(
    reasonOf(smallInput({ rules: [{ id: 'a', all: members, provenance: { method: 'derived' } }] })),
    'accepted',
  )
})

test('a condition may name a generated rule, a member of a group and a rule of a tier', () => {
  const names = ['regions', 'provinces', 'area_codes', 'nace.exclude', 'application_window', 'young', 'tier-micro']
  assert.equal(reasonOf(inputWith('conditions.0.rule_ids', names)), 'accepted')
})

test('a rule may say its condition where the condition says so too', () => {
  assert.equal(reasonOf(inputWith('rules.0.condition_id', 'c-size')), 'accepted')
  assert.match(reasonOf(inputWith('rules.0.condition_id', 'c-rank')), /^rules\[0\]\.condition_id: /)
})

test('a condition that names a generated rule which the record does not generate is rejected', () => {
  const conditions = [{ id: 'c', text: 'Kmo.', rule_ids: ['company_sizes'] }]
  assert.equal(reasonOf(smallInput({ conditions })), 'conditions[0].rule_ids[0]: "company_sizes" names no rule')
})

test('groups nest to a bound, and no record holds more rules than its bound', () => {
  let rule: unknown = leaf
  for (let depth = 1; depth < inputBounds.ruleDepthMax; depth += 1) rule = { id: `g${depth}`, all: [rule] }
  assert.equal(reasonOf(smallInput({ rules: [rule] })), 'accepted')
  assert.match(reasonOf(smallInput({ rules: [{ id: 'top', all: [rule] }] })), /deeper than 8 levels/)
  const many = Array.from({ length: inputBounds.rulesMax }, (_, index) => ({ ...leaf, id: `r${index}` }))
  assert.equal(reasonOf(smallInput({ rules: many })), 'accepted')
  assert.match(reasonOf(smallInput({ rules: [{ id: 'one-more', all: many }] })), /more than 500 rules/)
})
