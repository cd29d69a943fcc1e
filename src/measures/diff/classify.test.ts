import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Severity, SubsidyEventType } from '../../values/vocabularies.ts'
import { subsidyEventTypes } from '../../values/vocabularies.ts'
import { classify, severityOfType } from './classify.ts'
import type { Diff } from './diff.ts'
import type { Json } from './diff-form.ts'

const change = (to: Json = 'new') => ({ from: null, to })

const paths: [path: string, to: Json, category: string][] = [
  ['withdrawn_at', '2026-06-01T12:00:00+02:00', 'withdrawn'],
  ['withdrawn_at', null, 'reinstated'],
  ['related.merged_from', ['eu:x'], 'merged'],
  ['status', 'closed', 'status_changed'],
  ['application_window.closes_at', null, 'deadline_changed'],
  ['application_window.cut_offs', [], 'deadline_changed'],
  ['application_window.note.nl', 'x', 'deadline_changed'],
  ['amount', null, 'amount_changed'],
  ['amount.tiers', [], 'amount_changed'],
  ['amount.note.nl', 'x', 'amount_changed'],
  ['regions', [], 'eligibility_changed'],
  ['provinces', [], 'eligibility_changed'],
  ['area_codes', [], 'eligibility_changed'],
  ['applicant_types', [], 'eligibility_changed'],
  ['company_sizes', [], 'eligibility_changed'],
  ['nace.include', [], 'eligibility_changed'],
  ['legal_forms', [], 'eligibility_changed'],
  ['cost_types', [], 'eligibility_changed'],
  ['rules', [], 'eligibility_changed'],
  ['conditions', [], 'eligibility_changed'],
  ['related.excludes', [], 'eligibility_changed'],
  ['related.variant_of', 'fa:x', 'eligibility_changed'],
  ['related.replaced_by', ['fa:x'], 'content_changed'],
  ['state_aid', null, 'eligibility_changed'],
  ['state_aid.note.nl', 'x', 'eligibility_changed'],
  ['title.nl', 'x', 'content_changed'],
  ['summary.fr', 'x', 'content_changed'],
  ['topics', [], 'content_changed'],
  ['instrument_type', 'loan', 'content_changed'],
  ['government_level', 'eu', 'content_changed'],
  ['scope', 'eu', 'content_changed'],
  ['issuer.id', 'x', 'content_changed'],
  ['administrator', null, 'content_changed'],
  ['programme', 'LIFE', 'content_changed'],
  ['application', null, 'content_changed'],
  ['application.decision_days', 90, 'content_changed'],
  ['application.note.nl', 'x', 'content_changed'],
  ['legal_basis', [], 'content_changed'],
  ['url.nl', 'x', 'content_changed'],
  ['licence.fields.amount', 'open', 'content_changed'],
]
for (const [path, to, category] of paths) {
  test(`a change of ${path} to ${JSON.stringify(to)} is subsidy.${category} and nothing else`, () => {
    const { type, categories } = classify({ [path]: change(to) })
    assert.equal(type, `subsidy.${category}`)
    assert.deepEqual(categories, [type])
  })
}

const mixed: [diff: Diff, categories: string[]][] = [
  [{ 'title.nl': change(), 'amount.max': change(1), status: change() }, ['status', 'amount', 'content']],
  [{ rules: change([]), conditions: change([]), 'summary.nl': change() }, ['eligibility', 'content']],
  [{ 'related.merged_from': change([]), 'related.excludes': change([]) }, ['merged', 'eligibility']],
  [{ withdrawn_at: change(null), 'application_window.closes_at': change() }, ['reinstated', 'deadline']],
]
for (const [diff, names] of mixed) {
  test(`a change of ${Object.keys(diff).join(', ')} is ${names.join(', ')}, the most significant first`, () => {
    const { type, categories } = classify(diff)
    assert.deepEqual(
      categories.map((category) => category.replace(/^subsidy\.|_changed$/g, '')),
      names,
    )
    assert.equal(type, categories[0])
  })
}

test('version 1, which changes nothing, is the creation', () => {
  assert.deepEqual(classify({}), { type: 'subsidy.created', categories: ['subsidy.created'], severity: 'high' })
})

const severities: Record<Severity, SubsidyEventType[]> = {
  high: [
    'subsidy.created',
    'subsidy.withdrawn',
    'subsidy.reinstated',
    'subsidy.merged',
    'subsidy.status_changed',
    'subsidy.deadline_changed',
    'subsidy.closing_soon',
  ],
  medium: ['subsidy.amount_changed', 'subsidy.eligibility_changed'],
  low: ['subsidy.content_changed'],
}
for (const severity of ['high', 'medium', 'low'] as const) {
  test(`${severities[severity].join(', ')}: severity ${severity}`, () => {
    const alike = subsidyEventTypes.filter((type) => severityOfType[type] === severity)
    assert.deepEqual(alike, severities[severity])
  })
}

test('a version has the severity of its primary type', () => {
  assert.equal(classify({ 'title.nl': change(), regions: change([]) }).severity, 'medium')
  assert.equal(classify({ 'title.nl': change(), status: change() }).severity, 'high')
})
