import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addDays,
  atTimeOfDay,
  dayOf,
  daysBetween,
  endOfDay,
  formatInstant,
  isDay,
  monthsBetween,
  nextUtcMonth,
  parseInstant,
  startOfDay,
  utcMonthOf,
} from './brussels.ts'

const boundaries: [day: string, start: string, end: string, hours: number][] = [
  ['2026-11-20', '2026-11-20T00:00:00+01:00', '2026-11-20T23:59:59.999+01:00', 24],
  ['2026-03-29', '2026-03-29T00:00:00+01:00', '2026-03-29T23:59:59.999+02:00', 23],
  ['2026-10-25', '2026-10-25T00:00:00+02:00', '2026-10-25T23:59:59.999+01:00', 25],
  ['2028-02-29', '2028-02-29T00:00:00+01:00', '2028-02-29T23:59:59.999+01:00', 24],
]
for (const [day, start, end, hours] of boundaries) {
  test(`the Brussels day ${day} has ${hours} hours, from ${start} to ${end}`, () => {
    assert.equal(formatInstant(startOfDay(day)), start)
    assert.equal(formatInstant(endOfDay(day)), end)
    assert.equal(endOfDay(day) + 1 - startOfDay(day), hours * 3_600_000)
    assert.equal(dayOf(startOfDay(day)), day)
    assert.equal(dayOf(endOfDay(day)), day)
    assert.equal(endOfDay(day) + 1, startOfDay(addDays(day, 1)))
  })
}

const timestamps: [text: string, utc: string | null][] = [
  ['2026-11-20T09:30:00+01:00', '2026-11-20T08:30:00.000Z'],
  ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00.000Z'],
  ['2026-11-20t09:30:00z', '2026-11-20T09:30:00.000Z'],
  ['2026-11-20T09:30:00.123987Z', '2026-11-20T09:30:00.123Z'],
  ['2026-11-20T09:30:00.9999Z', '2026-11-20T09:30:00.999Z'],
  ['2026-11-20T23:30:00-05:30', '2026-11-21T05:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['2026-11-20T09:30:00', null],
  ['2026-11-20 09:30:00Z', null],
  ['2026-11-20', null],
  ['2026-02-30T00:00:00Z', null],
  ['2026-11-20T24:00:00Z', null],
  ['2026-11-20T09:30Z', null],
  ['2026-11-20T09:30:00+25:00', null],
  ['2026-11-20T09:30:00.Z', null],
  [' 2026-11-20T09:30:00Z', null],
]
for (const [text, utc] of timestamps) {
  test(`the timestamp "${text}" reads as ${utc ?? 'nothing: it is none'}`, () => {
    const instant = parseInstant(text)
    assert.equal(instant === null ? null : new Date(instant).toISOString(), utc)
  })
}

const days: [text: string, exists: boolean][] = [
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2028-02-29', true],
  ['2100-02-29', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-1-1', false],
  ['20260101', false],
]
for (const [text, exists] of days) {
  test(`${text} is ${exists ? 'a day' : 'no day'}`, () => assert.equal(isDay(text), exists))
}

test('nine in the morning is nine in the morning on both days on which the clock changes', () => {
  assert.equal(formatInstant(atTimeOfDay('2026-03-29', 9)), '2026-03-29T09:00:00+02:00')
  assert.equal(formatInstant(atTimeOfDay('2026-10-25', 9)), '2026-10-25T09:00:00+01:00')
})

test('an instant shows its fraction only when it has one', () => {
  assert.equal(formatInstant(Date.UTC(2026, 6, 1, 12, 0, 0, 0)), '2026-07-01T14:00:00+02:00')
  assert.equal(formatInstant(Date.UTC(2026, 6, 1, 12, 0, 0, 70)), '2026-07-01T14:00:00.070+02:00')
})

test('the hour that happens twice keeps its two offsets apart', () => {
  assert.equal(formatInstant(Date.UTC(2026, 9, 25, 0, 30)), '2026-10-25T02:30:00+02:00')
  assert.equal(formatInstant(Date.UTC(2026, 9, 25, 1, 30)), '2026-10-25T02:30:00+01:00')
})

test('whole months count by the calendar, and a day ahead is age 0', () => {
  assert.equal(monthsBetween('2025-01-31', '2025-02-28'), 0)
  assert.equal(monthsBetween('2024-01-31', '2024-03-01'), 1)
  assert.equal(monthsBetween('2024-02-29', '2025-02-28'), 11)
  assert.equal(monthsBetween('2025-01-15', '2026-01-15'), 12)
  assert.equal(monthsBetween('2025-01-15', '2026-01-14'), 11)
  assert.equal(monthsBetween('2027-01-01', '2026-01-01'), 0)
})

test('a quota month is a UTC month, whatever the day in Brussels', () => {
  const lastHour = Date.UTC(2026, 10, 30, 23, 30)
  assert.equal(dayOf(lastHour), '2026-12-01')
  assert.equal(utcMonthOf(lastHour), '2026-11')
  assert.equal(nextUtcMonth(lastHour), Date.UTC(2026, 11, 1))
  assert.equal(nextUtcMonth(Date.UTC(2026, 11, 31)), Date.UTC(2027, 0, 1))
})

test('days between two days count the calendar, over both changes of the clock and backwards', () => {
  assert.equal(daysBetween('2026-03-28', '2026-03-30'), 2)
  assert.equal(daysBetween('2026-10-24', '2026-10-26'), 2)
  assert.equal(daysBetween('2026-10-26', '2026-10-24'), -2)
  assert.equal(daysBetween('2027-12-31', '2028-03-01'), 61)
  assert.equal(daysBetween('2026-01-01', '2026-01-01'), 0)
})

test('days are added over both changes of the clock, leap days and the end of the years of four digits', () => {
  assert.deepEqual([addDays('2026-03-28', 2), addDays('2026-10-26', -2)], ['2026-03-30', '2026-10-24'])
  assert.deepEqual([addDays('2028-02-28', 1), addDays('2100-02-28', 1)], ['2028-02-29', '2100-03-01'])
  assert.equal(endOfDay('9999-12-31'), Date.UTC(9999, 11, 31, 22, 59, 59, 999))
})
