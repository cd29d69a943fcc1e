import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filingBody } from '../../../tests/harness/accounts-stand-in.ts'
import { readFigures } from './filing-figures.ts'
import type { Filing } from './filing-list.ts'

const reference = '2025-00000001'
const filing: Filing = {
  ...{ reference, startDay: '2024-01-01', closingDay: '2024-12-31', depositDay: '2025-06-01', isInEuros: true },
}

function figures(values: Record<string, string>, changes: Partial<Filing> = {}, before: Record<string, string> = {}) {
  const read = readFigures(filingBody({ reference, end: '', deposited: '', values, before }), { ...filing, ...changes })
  return read === null ? null : [read.employees, read.turnoverEur, read.balanceTotalEur]
}

const rows: [what: string, values: Record<string, string>, read: (number | null)[]][] = [
  [
    'a full filing has all three',
    { '9087': '112.4', '1003': '113.0', '70': '48000000.55', '20/58': '30000000', '10/49': '30000000', '9900': '9' },
    [112, 48_000_000.55, 30_000_000],
  ],
  [
    'an abridged filing has no turnover: the gross margin is none',
    { '9087': '9.9', '9900': '812345', '20/58': '5' },
    [9, null, 5],
  ],
  [
    'a micro filing without a social balance sheet has the balance total',
    { '10/49': '88000.10', '9900': '-4' },
    [null, null, 88_000.1],
  ],
  [
    'employees are those of the social balance sheet where the staff register tells none',
    { '1003': '4.99' },
    [4, null, null],
  ],
  ['the staff register goes before the social balance sheet', { '1003': '4', '9087': '6' }, [6, null, null]],
  ['the assets go before the liabilities', { '20/58': '2', '10/49': '1' }, [null, null, 2]],
  ['nobody is employed: zero is a figure', { '9087': '0.00', '70': '0' }, [0, 0, null]],
  [
    'other codes that look alike are none',
    { '700': '1', '9088': '2', '20': '3', '58': '4', ' 70': '5' },
    [null, null, null],
  ],
  ['a negative value is null', { '9087': '-1', '70': '-100', '20/58': '-5' }, [null, null, null]],
  ['an unreadable value is null', { '9087': 'ten', '70': '1e6', '20/58': '1.000,00', '10/49': '' }, [null, null, null]],
  ['a huge value is null', { '9087': '1000001', '70': '1000000000001', '20/58': '9'.repeat(400) }, [null, null, null]],
  [
    'what the first code cannot tell the second one does',
    { '9087': '?', '1003': '3', '20/58': '-1', '10/49': '7' },
    [3, null, 7],
  ],
]
for (const [what, values, read] of rows) test(what, () => assert.deepEqual(figures(values), read))

test('the year before is never taken for the year', () =>
  assert.deepEqual(figures({}, {}, { '9087': '5', '70': '6', '20/58': '7' }), [null, null, null]))

const years: [start: string | null, end: string, twelveMonths: boolean][] = [
  ['2024-01-01', '2024-12-31', true],
  ['2023-07-01', '2024-06-30', true],
  ['2023-03-01', '2024-02-29', true],
  ['2024-03-01', '2025-02-28', true],
  ['2023-07-01', '2024-12-31', false],
  ['2024-07-01', '2024-12-31', false],
  ['2024-01-02', '2024-12-31', false],
  ['2023-12-31', '2024-12-31', false],
  [null, '2024-12-31', false],
]
for (const [startDay, closingDay, isYear] of years)
  test(`turnover from ${startDay} to ${closingDay} is ${isYear ? '' : 'not '}that of a year; the other figures hold`, () =>
    assert.deepEqual(figures({ '9087': '5', '70': '6', '20/58': '7' }, { startDay, closingDay }), [
      5,
      isYear ? 6 : null,
      7,
    ]))

test('amounts in another currency are not taken for euros; employees hold', () =>
  assert.deepEqual(figures({ '9087': '5', '70': '6', '20/58': '7' }, { isInEuros: false }), [5, null, null]))

test('two different values of one code are none, the same value twice is one', () => {
  const rubric = (Value: string) => ({ Code: '9087', Value, Period: 'N' })
  const read = (...values: string[]) =>
    readFigures({ ReferenceNumber: reference, Rubrics: values.map(rubric) }, filing)?.employees
  assert.equal(read('5', '5'), 5)
  assert.equal(read('5', '6'), null)
  assert.equal(read('5', '6', '6'), null)
  assert.equal(read('5', '?', '5'), null)
})

test('5,000 rubrics are read, and what comes after is left', () => {
  const other = { Code: '22', Value: '1', Period: 'N' }
  const wanted = { Code: '70', Value: '1', Period: 'N' }
  const read = (length: number) =>
    readFigures({ ReferenceNumber: reference, Rubrics: [...Array(length).fill(other), wanted] }, filing)?.turnoverEur
  assert.equal(read(4_999), 1)
  assert.equal(read(5_000), null)
})

test('rubrics of any form harm nothing', () => {
  const strange = [
    null,
    7,
    'x',
    [],
    { Code: '__proto__', Value: '1', Period: 'N' },
    { Code: '70', Value: 5, Period: 'N' },
  ]
  const read = readFigures({ ReferenceNumber: reference, Rubrics: strange }, filing)
  assert.deepEqual(read, { closingDay: '2024-12-31', employees: null, turnoverEur: null, balanceTotalEur: null })
})

test('an answer that is another filing, or none, has no figures', () => {
  const body = filingBody({ reference: '2025-00000002', end: '', deposited: '' })
  for (const answer of [body, undefined, null, [], 'x', { ReferenceNumber: reference }, { Rubrics: [] }])
    assert.equal(readFigures(answer, filing), null)
})
