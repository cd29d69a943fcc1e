import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  daysUntil,
  dayText,
  deadlineText,
  eurosText,
  millisecondsText,
  momentText,
  monthText,
  numberText,
  percentText,
} from './figures.ts'

test('thousands part by a narrow space that never breaks, and the euro sign stands where the language has it', () => {
  assert.equal(numberText(1_234_567, 'nl'), '1\u202f234\u202f567')
  assert.equal(numberText(999, 'en'), '999')
  assert.equal(numberText(1234.5, 'fr'), '1\u202f234,50')
  assert.equal(eurosText(7_500, 'nl'), '€\u00a07\u202f500')
  assert.equal(eurosText(7_500, 'en'), '€\u00a07\u202f500')
  assert.equal(eurosText(7_500, 'fr'), '7\u202f500\u00a0€')
})

test('a rate is said to the hundredth of a percent, without a rest of binary fractions', () => {
  assert.equal(percentText(0.45, 'en'), '45\u00a0%')
  assert.equal(percentText(0.29, 'en'), '29\u00a0%')
  assert.equal(percentText(0.325, 'fr'), '32,5\u00a0%')
})

test('durations are said to the tenth of a millisecond, whole ones too', () => {
  assert.equal(millisecondsText(3.4, 'en'), '3.4\u00a0ms')
  assert.equal(millisecondsText(5, 'nl'), '5,0\u00a0ms')
  assert.equal(millisecondsText(12_345.67, 'fr'), '12\u202f345,7\u00a0ms')
  assert.equal(millisecondsText(999.96, 'en'), '1\u202f000.0\u00a0ms')
})

test('days are written as people of the language write them', () => {
  assert.equal(dayText('2026-12-04', 'nl'), '4\u00a0dec\u00a02026')
  assert.equal(dayText('2026-02-04', 'fr'), '4\u00a0févr.\u00a02026')
  assert.equal(monthText('2026-12', 'en'), 'December 2026')
})

test('an hour is shown where it matters: not at the end or the start of a day', () => {
  assert.equal(momentText('2026-12-04T17:00:00+01:00', 'en'), '4\u00a0Dec\u00a02026, 17:00')
  assert.equal(momentText('2026-12-04T23:59:59.999+01:00', 'en'), '4\u00a0Dec\u00a02026')
  assert.equal(momentText('2026-12-04T00:00:00+01:00', 'en'), '4\u00a0Dec\u00a02026')
})

test('a deadline at midnight is the day that it ends, over both changes of the clock', () => {
  assert.equal(deadlineText('2026-12-05T00:00:00+01:00', 'en'), '4\u00a0Dec\u00a02026')
  assert.equal(deadlineText('2026-03-30T00:00:00+02:00', 'en'), '29\u00a0Mar\u00a02026')
  assert.equal(deadlineText('2026-10-26T00:00:00+01:00', 'en'), '25\u00a0Oct\u00a02026')
  assert.equal(deadlineText('2026-12-04T23:59:59.999+01:00', 'en'), '4\u00a0Dec\u00a02026')
  assert.equal(deadlineText('2026-12-04T17:00:00+01:00', 'en'), '4\u00a0Dec\u00a02026, 17:00')
})

test('days until a day are those of Brussels, over both changes of the clock', () => {
  const at = (text: string): number => Date.parse(text)
  assert.equal(daysUntil('2026-03-29', at('2026-03-28T22:59:00Z')), 1)
  assert.equal(daysUntil('2026-03-29', at('2026-03-28T23:00:00Z')), 0)
  assert.equal(daysUntil('2026-10-26', at('2026-10-24T22:00:00Z')), 1)
  assert.equal(daysUntil('2026-10-26', at('2026-10-24T21:59:00Z')), 2)
  assert.equal(daysUntil('2026-10-20', at('2026-10-24T12:00:00Z')), -4)
})
