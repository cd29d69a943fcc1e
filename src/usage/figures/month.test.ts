import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOf, isMonth, keptMonths, monthBefore, startOfMonth } from './usage.ts'

for (const [text, is] of [
  ['2026-11', true],
  ['2026-00', false],
  ['2026-13', false],
  ['2026-1', false],
  ['2026-11-01', false],
  [' 2026-11', false],
  ['', false],
] as const)
  test(`${JSON.stringify(text)} is ${is ? 'a month' : 'none'}`, () => assert.equal(isMonth(text), is))

test('the days of a month are all of them, in order, in a leap year too', () => {
  assert.deepEqual([daysOf('2028-02').length, daysOf('2028-02').at(-1)], [29, '2028-02-29'])
  assert.deepEqual([daysOf('2026-12')[0], daysOf('2026-12').length], ['2026-12-01', 31])
})

test('months are counted back over years, and the one of now is the first of those that are kept', () => {
  assert.equal(monthBefore('2026-01', 1), '2025-12')
  assert.equal(monthBefore('2026-11', 25), '2024-10')
  const kept = keptMonths(Date.UTC(2026, 10, 30, 23, 59))
  assert.deepEqual([kept[0], kept.at(-1), kept.length], ['2026-11', '2024-10', 26])
  assert.equal(startOfMonth('2026-11'), Date.UTC(2026, 10, 1))
})
