import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchable } from '../../../tests/harness/match-samples.ts'
import { type MatchRule, prepare } from '../verdict/prepared-measure.ts'
import { PredicatePool } from './predicate-pool.ts'

function rulesOf(input: Parameters<typeof matchable>[0]): readonly MatchRule[] {
  return prepare(matchable(input)).rules
}

const staff = { id: 's', field: 'company.employees', operator: 'at_most', value: 50 }

test('leaves that judge alike share a predicate, whoever has them and in whatever order they list', () => {
  const pool = new PredicatePool()
  const inputs = [
    { company_sizes: ['micro', 'small'] },
    { company_sizes: ['small', 'micro'] },
    {
      rules: [{ id: 'g', any: [staff, { id: 'z', field: 'company.size', operator: 'in', value: ['small', 'micro'] }] }],
    },
    { legal_forms: ['015'] },
    { legal_forms: ['610'] },
  ]
  for (const rule of inputs.flatMap(rulesOf)) pool.take(rule)
  assert.equal(pool.size, 3)
})

test('leaves that judge otherwise share nothing', () => {
  const pool = new PredicatePool()
  const inputs = [
    { rules: [staff] },
    { rules: [{ ...staff, operator: 'at_least' }] },
    { rules: [{ ...staff, field: 'company.age_months' }] },
    { company_sizes: ['micro'] },
    { applicant_types: ['public_body'] },
    { rules: [{ id: 'n', field: 'company.size', operator: 'not_in', value: ['micro'] }] },
    { nace: { include: ['62'], version: 2008 } },
    { nace: { include: ['62'], version: 2025 } },
    { nace: { exclude: ['62'], version: 2025 } },
    { rules: [{ id: 'b', field: 'project.planned_start', operator: 'before', value: '2027-01-01' }] },
    { rules: [{ id: 'b', field: 'project.planned_start', operator: 'at_most', value: '2027-01-01' }] },
  ]
  const rules = inputs.flatMap(rulesOf)
  for (const rule of rules) pool.take(rule)
  assert.equal(pool.size, rules.length)
})

test('a predicate goes with the last measure that has it', () => {
  const pool = new PredicatePool()
  const rules = [{ rules: [staff] }, { rules: [{ id: 'g', all: [staff] }] }].flatMap(rulesOf)
  const taken = rules.map((rule) => pool.take(rule))
  for (const [index, rule] of taken.entries()) {
    assert.equal(pool.size, 1, String(index))
    pool.giveBack(rule)
  }
  assert.equal(pool.size, 0)
})
