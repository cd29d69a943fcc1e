import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasonOf, recordOf, smallInput } from '../../../tests/harness/sample-measures.ts'
import type { Operator, RuleField } from '../../values/vocabularies.ts'
import { operators } from '../../values/vocabularies.ts'

const one = ['is', 'in', 'not_in'] as const
const number = ['at_least', 'at_most', 'between'] as const
const date = ['before', 'after', 'at_least', 'at_most', 'between'] as const
const set = ['overlaps', 'not_overlaps'] as const
const codes = ['covers', 'not_covers'] as const

/** Every field with the operators that fit it (contract 5) and two values of its type. */
const fields: [field: RuleField, fitting: readonly Operator[], values: [string | number, string | number]][] = [
  ['company.region', one, ['brussels', 'flanders']],
  ['company.province', one, ['antwerp', 'liege']],
  ['company.municipality', one, ['11002', '44021']],
  ['company.size', one, ['micro', 'small']],
  ['company.legal_form', one, ['014', 'natural_person']],
  ['company.employees', number, [0, 249]],
  ['company.turnover_eur', number, [0.01, 50_000_000]],
  ['company.balance_total_eur', number, [1, 43_000_000.5]],
  ['company.age_months', number, [0, 60]],
  ['project.budget_eur', number, [1000, 2000]],
  ['project.planned_start', date, ['2026-01-01', '2026-12-31']],
  ['company.applicant_type', set, ['company', 'non_profit']],
  ['project.topics', set, ['housing', 'water']],
  ['project.cost_types', set, ['land', 'other']],
  ['company.nace', codes, ['62', '47']],
  ['company.joint_committees', codes, ['124', '330.01']],
  ['company.de_minimis_eur', number, [0, 299_999.99]],
  ['project.stages', set, ['feasibility', 'innovation']],
  ['project.partners', set, ['enterprise', 'non_profit']],
  ['hire.age', number, [18, 25]],
  ['hire.months_jobseeking', number, [0, 12]],
  ['hire.diploma', one, ['none', 'lower_secondary']],
  ['hire.contract', one, ['permanent', 'apprenticeship']],
  ['hire.region', one, ['brussels', 'flanders']],
  ['household.income_eur', number, [0.5, 61_190]],
  ['household.dependants', number, [0, 2]],
  ['building.year', number, [1900, 2006]],
  ['building.occupancy', one, ['landlord', 'tenant']],
]

const takesOne: readonly Operator[] = ['is', 'at_least', 'at_most', 'before', 'after']

function valueFor(operator: Operator, [first, second]: [string | number, string | number]): unknown {
  return takesOne.includes(operator) ? first : [first, second]
}

function readRule(field: RuleField, operator: Operator, value: unknown): string {
  return reasonOf(smallInput({ rules: [{ id: 'r', field, operator, value }] }))
}

for (const [field, fitting, values] of fields) {
  test(`${field} takes ${fitting.join(', ')} and no other operator`, () => {
    for (const operator of operators) {
      const told = readRule(field, operator, valueFor(operator, values))
      assert.equal(
        told,
        fitting.includes(operator) ? 'accepted' : `rules[0].operator: ${operator} does not fit ${field}`,
      )
    }
  })

  test(`${field} is not compared with a value of another shape`, () => {
    for (const operator of fitting) {
      const misshapen = takesOne.includes(operator) ? [values[0]] : values[0]
      assert.match(readRule(field, operator, misshapen), /^rules\[0\]\.value: /)
      assert.match(readRule(field, operator, null), /^rules\[0\]\.value: missing$/)
      if (!takesOne.includes(operator)) assert.match(readRule(field, operator, []), /^rules\[0\]\.value: /)
    }
  })

  test(`${field} is not compared with a value of another type`, () => {
    for (const operator of fitting) {
      const other = typeof values[0] === 'number' ? String(values[0]) : 5
      const told = readRule(field, operator, valueFor(operator, [other, other]))
      assert.match(told, /^rules\[0\]\.value(?:\[\d\])?: not a (?:string|number)/)
    }
  })
}

const rejections: [field: RuleField, operator: Operator, value: unknown, reason: RegExp][] = [
  ['company.region', 'is', 'BE2', /"BE2" is none of/],
  ['company.municipality', 'in', ['9000'], /\[0\]: "9000" is not the NIS code/],
  ['company.legal_form', 'is', 'BV', /neither a legal form code/],
  ['company.legal_form', 'in', ['014', '014'], /\[1\]: "014" stands twice/],
  ['company.employees', 'at_least', -1, /below 0/],
  ['company.employees', 'between', [10], /takes \[from, to\]/],
  ['company.employees', 'between', [10, null], /\[1\]: missing/],
  ['company.employees', 'between', [50, 10], /ends before it begins/],
  ['project.budget_eur', 'at_least', 10.001, /more than 2 decimals/],
  ['project.planned_start', 'after', '2026-13-01', /neither YYYY-MM-DD nor today/],
  ['project.planned_start', 'after', '2026-01-01T00:00:00Z', /neither YYYY-MM-DD nor today/],
  ['project.planned_start', 'between', ['2026-06-01', '2026-05-31'], /ends before it begins/],
  ['company.nace', 'covers', ['J'], /not a NACE code/],
  ['company.nace', 'covers', ['62 01'], /not a NACE code/],
  ['company.nace', 'covers', ['99999'], /no code of NACE-BEL 2008 or 2025/],
  ['company.joint_committees', 'covers', ['pc 124'], /not a joint committee/],
]
for (const [field, operator, value, reason] of rejections) {
  test(`${field} ${operator} ${JSON.stringify(value)} is rejected`, () => {
    const told = readRule(field, operator, value)
    assert.match(told, /^rules\[0\]\.value/)
    assert.match(told, reason)
  })
}

test('a date may be bounded by today, which moves', () => {
  for (const value of [
    ['today', '2020-01-01'],
    ['2030-01-01', 'today'],
  ]) {
    assert.equal(readRule('project.planned_start', 'between', value), 'accepted')
  }
})

test("a NACE code of a rule exists in the version of its measure's codes, or in either where that names none", () => {
  const rules = [{ id: 'r', field: 'company.nace', operator: 'covers', value: ['62.10'] }]
  assert.deepEqual(recordOf(smallInput({ rules })).rules[0]?.value, ['6210'])
  assert.equal(reasonOf(smallInput({ rules, nace: { version: 2025 } })), 'accepted')
  assert.match(reasonOf(smallInput({ rules, nace: { version: 2008 } })), /^rules\[0\]\.value\[0\]: "62\.10" is no code/)
})
