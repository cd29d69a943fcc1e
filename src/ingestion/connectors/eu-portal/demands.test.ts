import assert from 'node:assert/strict'
import { test } from 'node:test'
import { euTypeOfAction, euTypesOfAction } from '../../../reference/eu-types-of-action.ts'
import { demandsOf, type EuDemands } from './demands.ts'

const title = 'Clean rivers'

function demands(label: string, amount: Parameters<typeof demandsOf>[1] = null): EuDemands {
  const type = euTypeOfAction(label)
  if (type === null) throw new Error(`no type of action ${label}`)
  return demandsOf(type, amount, title)
}

const pointsOf = ({ conditions }: EuDemands) => conditions.flatMap(({ point }) => point ?? [])
const idsOf = ({ conditions }: EuDemands) => conditions.map(({ id }) => id)
const amountOf = (min: number | null, rate_max?: number) => ({
  ...{ currency: 'EUR' as const, min, max: null, budget_total: null, note: null },
  ...(rate_max === undefined ? {} : { rate_max }),
})

test('a research and innovation action asks for partners of three countries and for research, and of nobody whom the call addresses', () => {
  const found = demands('HORIZON Research and Innovation Actions')
  assert.deepEqual(pointsOf(found), ['partners_from_three_countries', 'does_research_or_innovation'])
  assert.ok(!idsOf(found).includes('addressed'))
})

test('who may apply is a rule that refuses nobody, whatever the type of action', () => {
  for (const type of euTypesOfAction())
    for (const { id, confidence, provenance } of demandsOf(type, null, title).rules) {
      assert.equal(provenance.method, 'derived')
      if (id === 'applicants') assert.equal(confidence, 0.4, type.code)
    }
})

test('where the regulation does not say who may apply, it is asked whether the call addresses the applicant', () => {
  for (const label of ['ISF Project Grants', 'CREA Project Grants', 'CERV Lump Sum Grants', 'HORIZON ERC Grants'])
    assert.ok(idsOf(demands(label)).includes('addressed'), label)
  assert.ok(idsOf(demandsOf(null, null, title)).includes('addressed'))
})

test('the grant of the Accelerator is for SMEs, its equity for at most 499 employees', () => {
  const rulesOf = (label: string) =>
    demands(label)
      .rules.filter(({ id }) => id !== 'applicants')
      .map(({ field, value, confidence }) => [field, value, confidence])
  assert.deepEqual(rulesOf('HORIZON EIC Accelerator'), [['company.size', ['micro', 'small', 'medium'], 0.9]])
  assert.deepEqual(rulesOf('HORIZON EIC Equity Only'), [['company.employees', 499, 0.9]])
})

test('a call to bodies that pass money on asks whether the applicant does', () => {
  assert.ok(pointsOf(demands('DIGITAL Grants for Financial Support')).includes('passes_support_on'))
})

test('the least support at the highest rate, or whole where no rate is known, is the least budget, and refuses nobody', () => {
  const least = (label: string, amount: ReturnType<typeof amountOf>) =>
    demands(label, amount)
      .rules.filter(({ id }) => id === 'least_budget')
      .map(({ value, confidence }) => [value, confidence])
  assert.deepEqual(least('HORIZON Innovation Actions', amountOf(7_000_000, 0.7)), [[10_000_000, 0.4]])
  assert.deepEqual(least('HORIZON JU Innovation Actions', amountOf(1_000_000)), [[1_000_000, 0.4]])
  assert.deepEqual(least('HORIZON Innovation Actions', amountOf(null, 0.7)), [])
})

test('whatever the type of action, one condition defines the call by its title, every rule speaks for a condition, and a judgement follows', () => {
  for (const type of euTypesOfAction()) {
    const { rules, conditions } = demandsOf(type, amountOf(1_000, 0.5), title)
    const defining = conditions.filter(({ defines }) => defines === true)
    assert.deepEqual(
      defining.map(({ text }) => text.en),
      ['The project does what the call "Clean rivers" asks for.'],
      type.code,
    )
    const named = conditions.flatMap(({ rule_ids = [] }) => rule_ids)
    for (const { id } of rules) assert.ok(named.includes(id), `${type.code} ${id}`)
    assert.equal(conditions.at(-1)?.kind, 'assessment')
  }
})
