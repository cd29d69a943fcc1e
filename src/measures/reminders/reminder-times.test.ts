import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOfDay, formatInstant, type Instant, parseInstant, startOfDay } from '../../values/brussels.ts'
import type { Status } from '../../values/vocabularies.ts'
import { dueReminders, nextThreshold, reminderAt } from './reminder-times.ts'

function at(text: string): Instant {
  const instant = parseInstant(text)
  assert.ok(instant !== null, text)
  return instant
}

/** A deadline: a day (its end) or an instant. */
const deadline = (text: string): Instant => (text.length === 10 ? endOfDay(text) : at(text))

const instants: [deadline: string, days: number, at: string, why: string][] = [
  ['2026-06-30', 14, '2026-06-16T09:00:00+02:00', 'in summer'],
  ['2026-06-30', 3, '2026-06-27T09:00:00+02:00', 'in summer'],
  ['2026-12-31', 14, '2026-12-17T09:00:00+01:00', 'in winter'],
  ['2026-04-05', 14, '2026-03-22T09:00:00+01:00', 'before the clock goes forward, the deadline after it'],
  ['2026-03-29', 3, '2026-03-26T09:00:00+01:00', 'the deadline on the day the clock goes forward'],
  ['2026-04-01', 3, '2026-03-29T09:00:00+02:00', 'on the day the clock goes forward'],
  ['2026-10-28', 3, '2026-10-25T09:00:00+01:00', 'on the day the clock goes back'],
  ['2026-10-25', 14, '2026-10-11T09:00:00+02:00', 'the deadline on the day the clock goes back'],
  ['2026-11-01', 14, '2026-10-18T09:00:00+02:00', 'before the clock goes back, the deadline after it'],
  ['2026-10-25T02:30:00+02:00', 3, '2026-10-22T09:00:00+02:00', 'the first of two half past two'],
  ['2026-10-25T02:30:00+01:00', 3, '2026-10-22T09:00:00+02:00', 'the second of two half past two'],
  ['2026-06-30T00:00:00+02:00', 3, '2026-06-27T09:00:00+02:00', 'a deadline at the first instant of its day'],
  ['2026-06-29T22:00:00Z', 3, '2026-06-27T09:00:00+02:00', 'the day of a deadline is that of Brussels'],
  ['2028-03-02', 3, '2028-02-28T09:00:00+01:00', 'across a leap day'],
]
for (const [end, days, expected, why] of instants) {
  test(`${days} days before ${end} is ${expected}: ${why}`, () => {
    assert.equal(formatInstant(reminderAt(deadline(end), days)), expected)
  })
}

const both = [14, 3]
const rows: [
  word: Status | null,
  opens: string | null,
  deadlines: string[],
  now: string,
  due: string[],
  why: string,
][] = [
  [null, '2026-01-01', ['2026-06-30'], '2026-06-16T08:59:59.999+02:00', [], 'a millisecond too early'],
  [null, '2026-01-01', ['2026-06-30'], '2026-06-16T09:00:00+02:00', ['2026-06-30 14'], 'at its instant'],
  [null, '2026-01-01', ['2026-06-30'], '2026-06-27T08:59:59.999+02:00', ['2026-06-30 14'], 'the nearest past one'],
  [null, '2026-01-01', ['2026-06-30'], '2026-06-27T09:00:00+02:00', ['2026-06-30 3'], 'the nearest past one alone'],
  [null, '2026-01-01', ['2026-06-30'], '2026-06-30T23:59:59.999+02:00', ['2026-06-30 3'], 'the deadline is not past'],
  [null, '2026-01-01', ['2026-06-30'], '2026-07-01T00:00:00+02:00', [], 'the deadline is past'],
  [
    null,
    '2026-01-01',
    ['2026-06-16', '2026-06-30', '2026-09-30'],
    '2026-06-16T12:00:00+02:00',
    ['2026-06-16 3', '2026-06-30 14'],
    'each cut-off is a deadline',
  ],
  [null, '2026-01-01', ['2026-06-01', '2026-06-30'], '2026-06-16T12:00:00+02:00', ['2026-06-30 14'], 'a past cut-off'],
  [null, '2026-06-25', ['2026-06-30'], '2026-06-20T12:00:00+02:00', ['2026-06-30 14'], 'forthcoming'],
  ['continuous', null, ['2026-06-30'], '2026-06-20T12:00:00+02:00', ['2026-06-30 14'], 'continuous'],
  ['open', null, ['2026-06-30'], '2026-06-20T12:00:00+02:00', ['2026-06-30 14'], "open by the source's word"],
  ['paused', null, ['2026-06-30'], '2026-06-20T12:00:00+02:00', [], 'paused'],
  ['budget_exhausted', null, ['2026-06-30'], '2026-06-20T12:00:00+02:00', [], 'budget exhausted'],
  ['closed', null, ['2026-06-30'], '2026-06-20T12:00:00+02:00', [], "closed by the source's word"],
  [null, null, ['2026-06-30'], '2026-06-20T12:00:00+02:00', [], 'unknown'],
  ['open', '2026-01-01', [], '2026-06-20T12:00:00+02:00', [], 'no deadline'],
]
for (const [word, opens, ends, now, due, why] of rows) {
  test(`${word ?? 'no word'}, ${opens ?? '?'} to ${ends.join(', ') || '?'}, at ${now}: ${due.join(', ') || 'nothing'} (${why})`, () => {
    const window = { opens_at: opens === null ? null : startOfDay(opens), deadlines: ends.map(deadline) }
    const record = {
      status: word,
      application_window: { ...window, precision: 'day', recurrence: null, note: null },
    } as const
    const found = dueReminders(record, both, at(now))
    assert.deepEqual(
      found.map((reminder) => `${formatInstant(reminder.deadline).slice(0, 10)} ${reminder.days}`),
      due,
    )
  })
}

test('the next threshold is the first that lies ahead, of any deadline; none is none', () => {
  const window = { deadlines: [deadline('2026-06-30'), deadline('2026-09-30')] }
  const next = (now: string): string | null => {
    const instant = nextThreshold(window, both, at(now))
    return instant === null ? null : formatInstant(instant)
  }
  assert.equal(next('2026-01-01T00:00:00Z'), '2026-06-16T09:00:00+02:00')
  assert.equal(next('2026-06-16T09:00:00+02:00'), '2026-06-27T09:00:00+02:00')
  assert.equal(next('2026-06-28T00:00:00Z'), '2026-09-16T09:00:00+02:00')
  assert.equal(next('2026-09-27T09:00:00+02:00'), null)
})
