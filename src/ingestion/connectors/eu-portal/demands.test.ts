import assert from 'node:assert/strict'
import { test } from 'node:test'
import { euTypeOfAction, euTypesOfAction } from '../../../reference/eu-types-of-action.ts'
import { demandsOf, type EuDemands } from './demands.ts'

function demands(label: string, amount: Parameters<typeof demandsOf>[1] = null): EuDemands {
  const type = euTypeOfAction(label)
  if (type === null) throw new Error(`no type of action ${label}`)
  return demandsOf(type, amount)
}

const pointsOf = ({ conditions }: EuDemands) => conditions.flatMap(({ point }) => point ?? [])
const amountOf = (min: number | null, rate_max: number) => ({
  ...{ currency: 'EUR' as const, min, max: null, budget_total: null, note: null },
  rate_max,
})

test('a research and innovation action is for every legal entity, with partners of three countries, and asks whether it is research', () => {
  const found = demands('HORIZON Research and Innovation Actions')
  assert.ok(found.applicant_types.includes('company') && found.applicant_types.includes('non_profit'))
  assert.ok(!found.applicant_types.includes('household'))
  assert.deepEqual(pointsOf(found), ['partners_from_three_countries', 'does_research_or_innovation'])
})

test('who may only usually apply is a rule that refuses nobody', () => {
  const { applicant_types, rules } = demands('HORIZON Pre-commercial Procurement')
  assert.deepEqual(applicant_types, [])
  assert.deepEqual(
    rules.map(({ id, value, confidence, provenance }) => [id, value, confidence, provenance.method]),
    [['usual_applicants', ['public_body'], 0.4, 'derived']],
  )
})

test('what the Accelerator asks of a company is a rule by the law: one enterprise, at most 499 employees', () => {
  const { applicant_types, rules } = demands('HORIZON EIC Accelerator')
  assert.deepEqual(applicant_types, ['company'])
  assert.deepEqual(
    rules.map(({ field, operator, value, confidence }) => [field, operator, value, confidence]),
    [['company.employees', 'at_most', 499, 0.9]],
  )
})

test('a call to bodies that pass money on asks whether the applicant does', () => {
  assert.ok(pointsOf(demands('DIGITAL Grants for Financial Support')).includes('passes_support_on'))
})

test('the least support at the highest rate is the least budget, and refuses nobody', () => {
  const { rules } = demands('HORIZON Innovation Actions', amountOf(7_000_000, 0.7))
  assert.deepEqual(
    rules.map(({ id, value, confidence }) => [id, value, confidence]),
    [['least_budget', 10_000_000, 0.4]],
  )
  assert.deepEqual(demands('HORIZON Innovation Actions', amountOf(null, 0.7)).rules, [])
})

test('a call without a type of action, or with one that is not known, asks what the call asks', () => {
  const { applicant_types, rules, conditions } = demandsOf(null, null)
  assert.deepEqual(applicant_types, [])
  assert.deepEqual(
    rules.map(({ confidence }) => confidence),
    [0.4],
  )
  assert.ok(conditions.some(({ defines }) => defines === true))
})

test('whatever the type of action, one condition defines the call, every rule speaks for a condition, and each text is short', () => {
  for (const type of euTypesOfAction()) {
    const { rules, conditions } = demandsOf(type, amountOf(1_000, 0.5))
    assert.equal(conditions.filter(({ defines }) => defines === true).length, 1, type.code)
    const named = conditions.flatMap(({ rule_ids = [] }) => rule_ids)
    for (const { id } of rules) assert.ok(named.includes(id), `${type.code} ${id}`)
    for (const { text } of conditions)
      for (const words of Object.values(text)) assert.ok(words.length <= 145, `${words.length} ${words}`)
  }
})
