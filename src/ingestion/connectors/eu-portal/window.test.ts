import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EuKind, EuRow } from './row.ts'
import { UnreadableRow } from './row.ts'
import { readPortalDate, statusOf, windowOf } from './window.ts'

const dates: [given: string, kind: EuKind, read: string][] = [
  ['2027-09-21T00:00:00.000+0000', 'topic', 'day 2027-09-21'],
  ['2027-09-21T00:00:00.000+0000', 'cascade', 'day 2027-09-21'],
  ['2027-09-21', 'topic', 'day 2027-09-21'],
  ['2025-01-21T23:00:00.000+0000', 'topic', 'day 2025-01-22'],
  ['2024-09-16T22:00:00.000+0000', 'topic', 'day 2024-09-17'],
  ['2025-03-29T23:00:00.000+0000', 'topic', 'day 2025-03-30'],
  ['2025-10-25T22:00:00.000+0000', 'topic', 'day 2025-10-26'],
  // In winter 22:00 UTC is 23:00 in Brussels: a time like any other.
  ['2025-01-21T22:00:00.000+0000', 'topic', '2025-01-21T22:00:00.000Z'],
  ['2026-08-21T22:00:00.000+0000', 'cascade', '2026-08-21T22:00:00.000Z'],
  ['2026-09-29T17:00:04.000+0000', 'cascade', '2026-09-29T17:00:00.000Z'],
  ['2026-06-30T14:00:58.999+0000', 'prospect', '2026-06-30T14:00:00.000Z'],
  ['2026-06-30T00:00:19.000+0000', 'prospect', 'day 2026-06-30'],
  ['2026-07-06T16:37:02.576+0200', 'topic', '2026-07-06T14:37:00.000Z'],
  ['2026-07-06T16:37:02Z', 'topic', '2026-07-06T16:37:00.000Z'],
  ['2026-02-30T00:00:00.000+0000', 'topic', 'unreadable'],
  ['next week', 'topic', 'unreadable'],
]
for (const [given, kind, expected] of dates) {
  test(`${given} of a ${kind} is ${expected}`, () => {
    const read = readPortalDate(given, kind)
    const shown = read === null ? 'unreadable' : 'day' in read ? `day ${read.day}` : new Date(read.at).toISOString()
    assert.equal(shown, expected)
  })
}

const midnight = (day: string): string => `${day}T00:00:00.000+0000`
const rowWith = (metadata: Record<string, unknown>): EuRow => ({ metadata })
const actionsOf = (...actions: unknown[]): string[] => [JSON.stringify(actions)]

function window(metadata: Record<string, unknown>, kind: EuKind = 'topic', identifier = 'INVENTED-2027-01') {
  return windowOf(rowWith(metadata), kind, identifier).window
}

test('a single deadline is the closing, without cut-offs', () => {
  const read = window({ startDate: [midnight('2027-02-10')], deadlineDate: [midnight('2027-09-21')] })
  assert.deepEqual(read, {
    opens_at: '2027-02-10',
    closes_at: '2027-09-21',
    precision: 'day',
    cut_offs: [],
    recurrence: null,
    note: null,
  })
})

test('several cut-offs are all kept, earliest first and each once, and the last is the closing', () => {
  const read = window(
    {
      startDate: [midnight('2026-01-10')],
      deadlineModel: ['multiple cut-off'],
      deadlineDate: [
        '2027-01-03T07:59:00.000+0000',
        '2026-09-02T03:59:30.000+0000',
        '2026-09-02T03:59:00.000+0000',
        '2028-09-02T03:59:00.000+0000',
      ],
    },
    'cascade',
  )
  assert.equal(read.opens_at, '2026-01-10')
  assert.equal(read.closes_at, '2028-09-02T03:59:00Z')
  assert.equal(read.precision, 'instant')
  assert.deepEqual(read.cut_offs, ['2026-09-02T03:59:00Z', '2027-01-03T07:59:00Z', '2028-09-02T03:59:00Z'])
})

const twoStages: [where: string, metadata: Record<string, unknown>, identifier: string][] = [
  ['in the row', { deadlineModel: ['two-stage'] }, 'INVENTED-2027-01'],
  [
    'in its actions',
    { actions: actionsOf({ submissionProcedure: { abbreviation: 'two-stage' } }) },
    'INVENTED-2027-01',
  ],
  [
    'in its own row of the budget',
    {
      budgetOverview: [
        JSON.stringify({
          budgetTopicActionMap: {
            1: [{ action: 'INVENTED-2027-01 - X', deadlineModel: 'two-stage', budgetYearMap: {} }],
            2: [{ action: 'INVENTED-2027-01-a - X', deadlineModel: 'single-stage', budgetYearMap: {} }],
          },
        }),
      ],
    },
    'INVENTED-2027-01',
  ],
  ['in the identifier alone', {}, 'INVENTED-2027-01-two-stage'],
  ['in the identifier alone, in capitals', {}, 'INVENTED-2027-Two-Stage-D2-07'],
]
for (const [where, metadata, identifier] of twoStages) {
  test(`of two stages only the first is a deadline, and the note tells the second (said ${where})`, () => {
    const deadlineDate = [midnight('2027-04-15'), midnight('2026-11-17')]
    const read = window({ startDate: [midnight('2026-09-01')], deadlineDate, ...metadata }, 'topic', identifier)
    assert.equal(read.closes_at, '2026-11-17')
    assert.deepEqual(read.cut_offs, [])
    assert.match(read.note?.en ?? '', /Second stage.*2027-04-15/)
    assert.match(read.note?.nl ?? '', /2027-04-15/)
    assert.match(read.note?.fr ?? '', /2027-04-15/)
  })
}

test('what the row says of its stages goes before the identifier', () => {
  const deadlineDate = [midnight('2026-11-17'), midnight('2027-04-15')]
  const read = window({ deadlineDate, deadlineModel: ['multiple cut-off'] }, 'topic', 'INVENTED-two-stage')
  assert.equal(read.cut_offs.length, 2)
})

test('the calendar dates of the actions go before timestamps that mean a day', () => {
  const read = window({
    startDate: ['2024-09-16T22:00:00.000+0000'],
    deadlineDate: ['2025-01-21T23:00:00.000+0000'],
    actions: actionsOf({ plannedOpeningDate: '2024-09-17', deadlineDates: ['2025-01-23'] }),
  })
  assert.deepEqual([read.opens_at, read.closes_at, read.precision], ['2024-09-17', '2025-01-23', 'day'])
})

test('a time that the row gives is not lost to the calendar date of its actions', () => {
  const read = window({
    deadlineDate: ['2026-09-15T15:00:00.000+0000'],
    actions: actionsOf({ deadlineDates: ['2026-09-15'] }),
  })
  assert.equal(read.closes_at, '2026-09-15T15:00:00Z')
})

test('where days and times stand together, the window is told by the day', () => {
  const deadlineDate = [midnight('2026-11-17'), '2027-04-15T15:00:00.000+0000']
  assert.equal(window({ deadlineDate }, 'cascade').precision, 'day')
})

test('a call without any date has an unknown window', () => {
  const read = window({})
  assert.deepEqual([read.opens_at, read.closes_at, read.precision], [null, null, 'unknown'])
})

const statuses: [code: string, dates: Record<string, unknown>, word: string | null][] = [
  ['31094501', { startDate: [midnight('2026-01-01')], deadlineDate: [midnight('2026-02-01')] }, null],
  ['31094503', { startDate: [midnight('2026-01-01')], deadlineDate: [midnight('2026-02-01')] }, null],
  ['31094501', { startDate: [midnight('2026-01-01')] }, 'forthcoming'],
  ['31094502', { startDate: [midnight('2026-01-01')] }, 'open'],
  ['31094502', { deadlineDate: [midnight('2026-02-01')] }, 'open'],
  ['31094503', {}, 'closed'],
  ['31094599', {}, null],
  ['constructor', {}, null],
]
for (const [code, given, word] of statuses) {
  test(`status ${code} with ${Object.keys(given).join(' and ') || 'no date'} gives the word ${word}`, () => {
    const row = rowWith({ status: [code], ...given })
    assert.equal(statusOf(row, windowOf(row, 'topic', 'X').dated), word)
  })
}

const unreadable: [what: string, metadata: Record<string, unknown>, message: RegExp][] = [
  ['a deadline', { deadlineDate: ['soon'] }, /^deadlineDate: soon is no date$/],
  ['an opening', { startDate: ['31/12/2026'] }, /^startDate: /],
  ['a date of the actions', { actions: actionsOf({ deadlineDates: ['2026-13-01'] }) }, /^actions\.deadlineDates: /],
  ['actions that are no JSON', { actions: ['[{'] }, /^actions: the text is not JSON$/],
]
for (const [what, metadata, message] of unreadable) {
  test(`${what} that cannot be read is told, not left out`, () => {
    assert.throws(
      () => window(metadata),
      (error) => error instanceof UnreadableRow && message.test(error.message),
    )
  })
}

test('a call in two stages says so before the date of the second is known', () => {
  const read = window({ deadlineDate: ['2027-02-02T00:00:00.000+0000'] }, 'topic', 'INVENTED-two-stage')
  assert.match(read.note?.en ?? '', /^Call in two stages: first a short proposal/)
})

test('a call without a deadline says that its page tells whether one can still apply', () => {
  for (const kind of ['topic', 'prospect'] as const)
    assert.match(window({ startDate: ['2020-12-11T11:00:37.000+0000'] }, kind).note?.en ?? '', /names no deadline/)
})

test('a cascade call keeps its deadlines where the topic that pays for it had two stages', () => {
  const deadlineDate = [midnight('2026-11-17'), midnight('2027-04-15')]
  const read = window({ deadlineDate }, 'cascade', 'INVENTED-two-stage')
  assert.deepEqual([read.closes_at, read.cut_offs.length, read.note], ['2027-04-15', 2, null])
})
