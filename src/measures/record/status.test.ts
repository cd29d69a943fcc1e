import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordOf, smallInput } from '../../../tests/harness/sample-measures.ts'
import type { Instant } from '../../values/brussels.ts'
import { endOfDay, formatInstant, parseInstant, startOfDay } from '../../values/brussels.ts'
import type { Status } from '../../values/vocabularies.ts'
import type { MeasureRecord } from './record.ts'
import { nextClockChange, servedDeadline, statusAt, withDoubt } from './status.ts'

function at(text: string): Instant {
  const instant = parseInstant(text)
  assert.ok(instant !== null, text)
  return instant
}

/** `2026-03-01 .. 2026-05-31, 2026-09-30`: opening day, then the days of the deadlines; `?`: not known. */
function window(text: string) {
  const [opening = '?', deadlines = ''] = text.split(' .. ')
  return {
    opens_at: opening === '?' ? null : startOfDay(opening),
    deadlines: deadlines === '?' ? [] : deadlines.split(', ').map(endOfDay),
  }
}

const rows: [word: Status | null, dates: string, at: string, status: Status][] = [
  // All deadlines have passed.
  [null, '? .. 2026-05-31', '2026-06-01T00:00:00+02:00', 'closed'],
  [null, '? .. 2026-05-31', '2026-05-31T23:59:59.999+02:00', 'unknown'],
  ['open', '2026-03-01 .. 2026-05-31', '2026-06-01T00:00:00+02:00', 'closed'],
  ['continuous', '? .. 2026-05-31', '2026-06-01T00:00:00+02:00', 'closed'],
  ['unknown', '? .. 2026-05-31', '2026-06-01T00:00:00+02:00', 'closed'],
  ['forthcoming', '2026-03-01 .. 2026-05-31', '2026-06-01T00:00:00+02:00', 'closed'],
  ['open', '? .. 2026-05-31, 2026-09-30', '2026-06-01T00:00:00+02:00', 'open'],
  ['open', '? .. 2026-05-31, 2026-09-30', '2026-10-01T00:00:00+02:00', 'closed'],
  // The opening lies ahead.
  [null, '2026-03-01 .. ?', '2026-02-28T23:59:59.999+01:00', 'forthcoming'],
  ['open', '2026-03-01 .. ?', '2026-02-28T12:00:00+01:00', 'forthcoming'],
  ['closed', '2026-03-01 .. ?', '2026-02-28T12:00:00+01:00', 'forthcoming'],
  ['unknown', '2026-03-01 .. ?', '2026-02-28T12:00:00+01:00', 'forthcoming'],
  // The opening has passed at its instant.
  [null, '2026-03-01 .. ?', '2026-03-01T00:00:00+01:00', 'open'],
  [null, '2026-03-01 .. 2026-05-31', '2026-05-31T23:59:59.999+02:00', 'open'],
  ['forthcoming', '2026-03-01 .. ?', '2026-03-01T00:00:00+01:00', 'open'],
  ['forthcoming', '2026-03-01 .. 2026-05-31', '2026-04-01T00:00:00+02:00', 'open'],
  // What the source says.
  ['forthcoming', '? .. 2026-05-31', '2026-04-01T00:00:00+02:00', 'forthcoming'],
  ['forthcoming', '? .. ?', '2026-04-01T00:00:00+02:00', 'forthcoming'],
  ['paused', '2026-03-01 .. 2026-05-31', '2026-04-01T00:00:00+02:00', 'paused'],
  ['budget_exhausted', '2026-03-01 .. 2026-05-31', '2026-04-01T00:00:00+02:00', 'budget_exhausted'],
  ['closed', '2026-03-01 .. 2026-05-31', '2026-04-01T00:00:00+02:00', 'closed'],
  ['continuous', '? .. ?', '2026-04-01T00:00:00+02:00', 'continuous'],
  ['unknown', '2026-03-01 .. ?', '2026-04-01T00:00:00+02:00', 'unknown'],
  // Nobody says anything: no deadline known is never read as closed.
  [null, '? .. ?', '2026-04-01T00:00:00+02:00', 'unknown'],
  [null, '? .. 2026-05-31', '2026-04-01T00:00:00+02:00', 'unknown'],
  // The days on which the clock changes are named by Brussels.
  [null, '2026-01-01 .. 2026-03-29', '2026-03-29T23:59:59.999+02:00', 'open'],
  [null, '2026-01-01 .. 2026-03-29', '2026-03-29T22:00:00Z', 'closed'],
  [null, '2026-10-25 .. ?', '2026-10-24T21:59:59.999Z', 'forthcoming'],
  [null, '2026-10-25 .. ?', '2026-10-24T22:00:00Z', 'open'],
  [null, '2026-01-01 .. 2026-10-25', '2026-10-25T22:59:59.999Z', 'open'],
  [null, '2026-01-01 .. 2026-10-25', '2026-10-25T23:00:00Z', 'closed'],
]

for (const [word, dates, instant, status] of rows) {
  test(`${word ?? 'no word'}, ${dates}, at ${instant}: ${status}`, () => {
    assert.equal(statusAt({ status: word, application_window: window(dates) }, null, at(instant)), status)
  })
}

const deadlineRows: [dates: string, at: string, served: string | null][] = [
  ['? .. ?', '2026-04-01T00:00:00+02:00', null],
  ['? .. 2026-05-31', '2026-04-01T00:00:00+02:00', '2026-05-31T23:59:59.999+02:00'],
  ['? .. 2026-05-31', '2026-07-01T00:00:00+02:00', '2026-05-31T23:59:59.999+02:00'],
  ['? .. 2026-05-31, 2026-09-30', '2026-05-31T23:59:59.999+02:00', '2026-05-31T23:59:59.999+02:00'],
  ['? .. 2026-05-31, 2026-09-30', '2026-06-01T00:00:00+02:00', '2026-09-30T23:59:59.999+02:00'],
  ['? .. 2026-05-31, 2026-09-30', '2027-01-01T00:00:00+01:00', '2026-09-30T23:59:59.999+02:00'],
]

for (const [dates, instant, served] of deadlineRows) {
  test(`of ${dates}, ${served ?? 'no deadline'} is served at ${instant}`, () => {
    const deadline = servedDeadline(window(dates), at(instant))
    assert.equal(deadline === null ? null : formatInstant(deadline), served)
  })
}

const clockRows: [word: Status | null, dates: string, after: string, next: string | null][] = [
  [null, '? .. ?', '2026-01-01T00:00:00+01:00', null],
  [null, '2026-03-01 .. 2026-05-31', '2026-01-01T00:00:00+01:00', '2026-03-01T00:00:00+01:00'],
  [null, '2026-03-01 .. 2026-05-31', '2026-03-01T00:00:00+01:00', '2026-06-01T00:00:00+02:00'],
  [null, '2026-03-01 .. 2026-05-31', '2026-06-01T00:00:00+02:00', null],
  // A cut-off that is not the last moves the deadline, not the status.
  ['open', '? .. 2026-05-31, 2026-09-30', '2026-04-01T00:00:00+02:00', '2026-06-01T00:00:00+02:00'],
  ['closed', '? .. 2026-05-31, 2026-09-30', '2026-04-01T00:00:00+02:00', '2026-06-01T00:00:00+02:00'],
  ['open', '? .. 2026-05-31, 2026-09-30', '2026-06-01T00:00:00+02:00', '2026-10-01T00:00:00+02:00'],
  // What the clock passes without changing anything is no change.
  ['closed', '? .. 2026-05-31', '2026-04-01T00:00:00+02:00', null],
  ['forthcoming', '2026-03-01 .. ?', '2026-01-01T00:00:00+01:00', '2026-03-01T00:00:00+01:00'],
  ['paused', '2026-03-01 .. ?', '2026-01-01T00:00:00+01:00', '2026-03-01T00:00:00+01:00'],
  ['paused', '2026-03-01 .. ?', '2026-03-01T00:00:00+01:00', null],
]

for (const [word, dates, after, next] of clockRows) {
  test(`${word ?? 'no word'}, ${dates}: after ${after} the clock changes it ${next ?? 'never'}`, () => {
    const application_window = { ...window(dates), precision: 'day' as const, recurrence: null, note: null }
    const change = nextClockChange({ status: word, application_window }, null, at(after))
    assert.equal(change === null ? null : formatInstant(change), next)
  })
}

test('between two clock changes neither status nor deadline moves', () => {
  const dates = window('2026-03-01 .. 2026-05-31, 2026-07-31, 2026-09-30')
  const record = {
    status: null,
    application_window: { ...dates, precision: 'day' as const, recurrence: null, note: null },
  }
  let from = at('2026-01-01T00:00:00+01:00')
  let changes = 0
  for (let next = nextClockChange(record, null, from); next !== null; next = nextClockChange(record, null, from)) {
    assert.equal(statusAt(record, null, next - 1), statusAt(record, null, from))
    assert.equal(servedDeadline(dates, next - 1), servedDeadline(dates, from))
    from = next
    changes += 1
  }
  assert.equal(changes, 4)
  assert.equal(statusAt(record, null, from), 'closed')
})

const doubtAt = at('2026-03-03T10:00:00+01:00')

/** `open until` has a deadline, `open` none; `since` and `from` say an opening day behind or ahead. */
const sayings: Record<string, Record<string, unknown>> = {
  'open until': { status: 'open', application_window: { closes_at: '2027-01-01' } },
  over: { application_window: { closes_at: '2025-01-01' } },
  open: { status: 'open' },
  nothing: {},
  since: { application_window: { opens_at: '2026-01-01' } },
  'open since': { status: 'open', application_window: { opens_at: '2026-01-01' } },
  'forthcoming since': { status: 'forthcoming', application_window: { opens_at: '2026-01-01' } },
  'forthcoming from': { status: 'forthcoming', application_window: { opens_at: '2026-06-01' } },
  forthcoming: { status: 'forthcoming' },
  continuous: { status: 'continuous' },
  closed: { status: 'closed' },
  unknown: { status: 'unknown' },
}

/** What the source says run after run, and how the last of it reads. */
const histories: [says: string[], status: Status][] = [
  [['open'], 'open'],
  [['open until', 'open'], 'unknown'],
  [['over', 'open'], 'unknown'],
  [['open until', 'open', 'open', 'open'], 'unknown'],
  [['open until', 'open since'], 'unknown'],
  [['open until', 'since'], 'unknown'],
  [['open until', 'forthcoming since'], 'unknown'],
  [['open until', 'forthcoming from'], 'forthcoming'],
  [['open until', 'forthcoming'], 'forthcoming'],
  [['open until', 'forthcoming', 'open'], 'unknown'],
  [['open until', 'nothing', 'open'], 'unknown'],
  [['open until', 'unknown', 'open'], 'unknown'],
  [['open until', 'continuous'], 'continuous'],
  [['open until', 'closed'], 'closed'],
  [['open until', 'closed', 'open'], 'open'],
  [['open until', 'open', 'continuous', 'open'], 'open'],
  [['open until', 'open', 'open until'], 'open'],
  [['open until', 'open', 'open until', 'open'], 'unknown'],
  [['nothing', 'open'], 'open'],
]
for (const [says, status] of histories) {
  test(`a source that says ${says.join(', then ')}: ${status}`, () => {
    let kept: MeasureRecord | null = null
    for (const word of says) {
      const record = recordOf(smallInput(sayings[word]))
      kept = kept === null ? record : withDoubt(record, kept)
    }
    assert.ok(kept !== null)
    assert.equal(statusAt(kept, null, doubtAt), status)
  })
}

test('a status that turns to forthcoming without a deadline is unknown, not open, when its day comes', () => {
  const [before, after] = [
    recordOf(smallInput(sayings['open until'])),
    recordOf(smallInput(sayings['forthcoming from'])),
  ]
  const kept = withDoubt(after, before)
  assert.equal(statusAt(kept, null, Date.parse('2026-07-01T00:00:00Z')), 'unknown')
})
