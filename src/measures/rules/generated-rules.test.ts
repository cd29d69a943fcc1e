import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InputRecord } from '../../../tests/harness/sample-measures.ts'
import { fullInput, resolvedOf, sampleSource, smallInput } from '../../../tests/harness/sample-measures.ts'
import { allRules, generatedRuleIds, generatedRules, isEvaluated, ruleIdsOf } from './generated-rules.ts'

const origin = { source: sampleSource, lastCheckedAt: 1_000, language: 'fr' as const }

const rows: [fields: InputRecord, rules: string[]][] = [
  [{ regions: [] }, []],
  [{}, ['regions: company.region in flanders']],
  [{ regions: [], provinces: ['antwerp'] }, ['provinces: company.province in antwerp']],
  [{ regions: [], area_codes: ['44021'] }, ['area_codes: company.municipality in 44021']],
  [{ area_codes: ['BE1'] }, ['regions: company.region in brussels']],
  [{ regions: [], company_sizes: ['micro'] }, ['company_sizes: company.size in micro']],
  [
    { regions: [], nace: { include: ['62', '47'], exclude: ['62.01'] } },
    ['nace.include: company.nace covers 47,62', 'nace.exclude: company.nace not_covers 6201'],
  ],
  [{ regions: [], legal_forms: ['014'] }, ['legal_forms: company.legal_form in 014']],
  [{ regions: [], applicant_types: ['starter'] }, ['applicant_types: company.applicant_type overlaps starter']],
  [
    { regions: [], application_window: { opens_at: '2026-03-29', closes_at: '2026-05-31' } },
    ['application_window: project.planned_start at_least 2026-03-29'],
  ],
  [{ regions: [], application_window: { closes_at: '2026-05-31', cut_offs: ['2026-04-30'] } }, []],
  [{ regions: [], topics: ['housing'], cost_types: ['land'], programme: 'LIFE' }, []],
]
for (const [fields, rules] of rows) {
  test(`the fields ${JSON.stringify(fields)} make the rules ${JSON.stringify(rules)}`, () => {
    const made = generatedRules(resolvedOf(smallInput(fields)), sampleSource)
    assert.deepEqual(
      made.map((rule) => `${rule.id}: ${rule.field} ${rule.operator} ${rule.value}`),
      rules,
    )
  })
}

test('generated rules have the ids that given rules cannot have, in their order', () => {
  const made = generatedRules(resolvedOf(fullInput()), sampleSource)
  assert.deepEqual(
    made.map((rule) => rule.id),
    generatedRuleIds,
  )
})

test('given rules come first, then generated ones', () => {
  const ids = allRules(resolvedOf(fullInput()), origin).map((rule) => rule.id)
  assert.deepEqual(ids, ['staff', 'start', ...generatedRuleIds])
})

const confidences: [method: 'structured' | 'curated', id: string, confidence: number][] = [
  ['curated', 'staff', 0.95],
  ['structured', 'staff', 1],
  ['curated', 'regions', 0.95],
  ['structured', 'regions', 1],
  ['curated', 'application_window', 0.4],
  ['structured', 'application_window', 0.4],
  // A group without its own: the lowest of its members.
  ['curated', 'start', 0.6],
]
for (const [method, id, confidence] of confidences) {
  test(`the confidence of ${id} in a ${method} source is ${confidence}`, () => {
    const rules = allRules(resolvedOf(fullInput()), { ...origin, source: { ...sampleSource, method } })
    assert.equal(rules.find((rule) => rule.id === id)?.confidence, confidence)
  })
}

test("a group's own confidence stands, whatever its members'", () => {
  const any = [{ id: 'b', field: 'company.employees', operator: 'at_least', value: 1, confidence: 0.2 }]
  const [rule] = allRules(resolvedOf(smallInput({ rules: [{ id: 'a', any, confidence: 0.9 }] })), origin)
  assert.equal(rule?.confidence, 0.9)
})

test('a rule without a provenance has that of its record, in the asked language where its link has several', () => {
  const own = { source_id: 'flemish-aid', method: 'curated', checked_at: 1_000, excerpt: null }
  const withRecordUrl = allRules(resolvedOf(fullInput()), origin).find((rule) => rule.id === 'staff')
  assert.deepEqual(withRecordUrl?.provenance, { ...own, url: 'https://example.be/data/green-2026' })
  const withoutRecordUrl = allRules(resolvedOf(fullInput({ record_url: null })), origin)
  assert.deepEqual(withoutRecordUrl.at(-2)?.provenance, { ...own, url: 'https://example.be/vert' })
})

test('the opening of the window makes a derived rule: begun before one can apply is not always unsupported', () => {
  const rule = allRules(resolvedOf(fullInput()), origin).find(({ id }) => id === 'application_window')
  assert.equal(rule?.provenance.method, 'derived')
  assert.equal(rule?.provenance.url, 'https://example.be/data/green-2026')
})

test('a given provenance keeps what it states and takes the rest from the record', () => {
  const rule = allRules(resolvedOf(fullInput()), origin).find(({ id }) => id === 'start')
  assert.deepEqual(rule?.any?.[1]?.provenance, {
    source_id: 'flemish-aid',
    url: 'https://example.be/reglement',
    method: 'derived',
    checked_at: 1_000,
    excerpt: 'start na aanvraag',
  })
})

test('a rule belongs to the first condition that names it, members and generated rules too', () => {
  const conditions = [
    { id: 'first', text: 'a', rule_ids: ['young', 'regions'] },
    { id: 'second', text: 'b', rule_ids: ['regions', 'staff'] },
  ]
  const rules = allRules(resolvedOf(fullInput({ conditions })), origin)
  const conditionOf = (id: string) => rules.find((rule) => rule.id === id)?.condition_id
  assert.equal(conditionOf('regions'), 'first')
  assert.equal(conditionOf('staff'), 'second')
  assert.equal(conditionOf('start'), null)
  assert.equal(rules.find((rule) => rule.id === 'start')?.any?.[0]?.condition_id, 'first')
})

test('a condition counts as evaluated only while every rule that it names is there', () => {
  const record = resolvedOf(smallInput({ conditions: [{ id: 'c', text: 'In Vlaanderen.', rule_ids: ['regions'] }] }))
  const [condition] = record.conditions
  assert.ok(condition !== undefined)
  assert.equal(isEvaluated(condition, ruleIdsOf(record)), true)
  // The source has since come to publish for everybody: the rule is gone, and nothing looks at the condition.
  assert.equal(isEvaluated(condition, ruleIdsOf({ ...record, regions: [] })), false)
  assert.equal(isEvaluated({ rule_ids: [] }, ruleIdsOf(record)), false)
})
