import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  recordOf,
  type resolvedOf,
  sampleLookups,
  sampleSource,
  smallInput,
} from '../../../tests/harness/sample-measures.ts'
import { resolve } from './resolve.ts'

const leaf = (id: string, field: string, operator: string, value: unknown) => ({ id, field, operator, value })
const given = smallInput({
  regions: ['brussels', 'flanders'],
  provinces: ['namur', 'antwerp'],
  topics: ['training', 'energy'],
  applicant_types: ['non_profit', 'company'],
  company_sizes: ['small', 'micro'],
  nace: { include: ['62', '47'], exclude: ['62010', '6201'] },
  legal_forms: ['natural_person', '610'],
  cost_types: ['software', 'personnel'],
  rules: [
    leaf('one', 'company.region', 'in', ['wallonia', 'flanders']),
    { id: 'group', any: [leaf('two', 'company.nace', 'covers', ['62', '47'])] },
    leaf('range', 'company.employees', 'between', [5, 10]),
    leaf('days', 'project.planned_start', 'between', ['2026-01-02', 'today']),
  ],
  amount: { tiers: [{ when: [leaf('three', 'company.size', 'in', ['small', 'micro'])], rate: 0.5 }] },
})

const inOrder = {
  regions: ['flanders', 'brussels'],
  provinces: ['antwerp', 'namur'],
  topics: ['energy', 'training'],
  applicant_types: ['company', 'non_profit'],
  company_sizes: ['micro', 'small'],
  nace: [
    ['47', '62'],
    ['6201', '62010'],
  ],
  legal_forms: ['610', 'natural_person'],
  cost_types: ['personnel', 'software'],
  rules: [
    ['flanders', 'wallonia'],
    ['47', '62'],
    [5, 10],
    ['2026-01-02', 'today'],
    ['micro', 'small'],
  ],
}

function setsOf(record: ReturnType<typeof recordOf> | ReturnType<typeof resolvedOf>): unknown {
  const { regions, provinces, topics, applicant_types, company_sizes, nace, legal_forms, cost_types } = record
  const [one, group, range, days] = record.rules
  const values = [one, group?.any?.[0], range, days, record.amount?.tiers[0]?.when[0]].map((rule) => rule?.value)
  return {
    ...{ regions, provinces, topics, applicant_types, company_sizes, legal_forms, cost_types },
    nace: [nace.include, nace.exclude],
    rules: values,
  }
}

test("sets are stored in the vocabulary's order, codes ascending, values of rules and tiers too; ranges as they are", () =>
  assert.deepEqual(setsOf(recordOf(given)), inOrder))

test('a record that was stored in another order is served in this one', () => {
  const record = recordOf(given)
  const [one, ...others] = record.rules
  if (one === undefined) throw new Error('the record has rules')
  const stored = {
    ...record,
    topics: record.topics.toReversed(),
    nace: { ...record.nace, include: record.nace.include.toReversed() },
    rules: [{ ...one, value: ['wallonia', 'flanders'] }, ...others],
  }
  assert.deepEqual(setsOf(resolve(stored, sampleSource, sampleLookups)), inOrder)
})
