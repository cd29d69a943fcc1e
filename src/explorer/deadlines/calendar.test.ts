import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyValue, readCalendar } from '../../../tests/harness/calendar-reader.ts'
import { endOfDay, formatInstant } from '../../values/brussels.ts'
import { calendarText } from './calendar.ts'
import type { DeadlineShown } from './find-deadlines.ts'

const day = '2026-03-29'
const row: DeadlineShown['row'] = {
  ...{
    id: 'al:roof',
    slug: 'roof-premium',
    title: 'Roof premium',
    summary: null,
    status: 'open',
    url: 'https://alpha.example/roof',
  },
  ...{ instrument_type: 'grant', government_level: 'region', scope: 'regional', regions: ['flanders'], topics: [] },
  ...{ applicant_types: [], company_sizes: [], issuer: { id: 'alpha', name: 'Agency Alpha' }, source_id: 'alpha' },
  amount: { min: null, max: 7_500, rate_max: null, currency: 'EUR', per: null },
  closes_at: formatInstant(endOfDay(day)),
  version: 3,
  updated_at: '2026-03-03T10:00:00.250+01:00',
  withdrawn_at: null,
  last_checked_on: null,
}

const entry = (changes: Partial<DeadlineShown> = {}): DeadlineShown => ({
  ...{
    id: row.id,
    at: endOfDay(day),
    number: 1,
    of: 1,
    precision: 'day',
    titleLanguage: 'en',
    doubt: null,
    row,
  },
  ...changes,
})

const calendarOf = (...entries: DeadlineShown[]) =>
  readCalendar(
    Buffer.from(
      calendarText({
        language: 'en',
        baseUrl: 'https://api.example.org',
        self: '/en/deadlines.ics',
        name: 'a,b;c\\d',
        entries: entries.map((one) => ({ ...one, json: Buffer.from('a row'), read: () => one })),
      }),
    ),
  )

test('a deadline at midnight is the day that it ends', () => {
  const [event = assert.fail()] = calendarOf(entry({ at: endOfDay(day) + 1, precision: 'instant' })).parts
  assert.equal(onlyValue(event, 'DTSTART'), '20260329')
  assert.equal(onlyValue(event, 'DTEND'), '20260330')
})

test('a deadline that is a day is that Brussels day, whatever the clock does on it', () => {
  const [event = assert.fail()] = calendarOf(entry()).parts
  assert.equal(onlyValue(event, 'DTSTART'), '20260329')
  assert.equal(onlyValue(event, 'DTEND'), '20260330')
  assert.equal(onlyValue(event, 'SEQUENCE'), '3')
  assert.equal(onlyValue(event, 'DTSTAMP'), '20260303T090000Z')
  assert.equal(onlyValue(event, 'URL'), 'https://api.example.org/en/measures/roof-premium')
})

test('a deadline with an hour is that instant; one whose source tells no hour is never told one', () => {
  const at = Date.parse('2026-03-29T15:00:00Z')
  const startOf = (given: Partial<DeadlineShown>) =>
    onlyValue(calendarOf(entry({ at, ...given })).parts[0] ?? assert.fail(), 'DTSTART')
  assert.equal(startOf({ precision: 'instant' }), '20260329T150000Z')
  assert.equal(startOf({ precision: 'day' }), '20260329')
  assert.equal(startOf({ precision: 'month' }), '20260329')
  assert.equal(startOf({ precision: 'instant', at: endOfDay(day) }), '20260329')
})

test('each cut-off is an entry of its own, and one that moves keeps its name', () => {
  const uidsOf = (first: number) =>
    calendarOf(entry({ at: first, of: 2 }), entry({ at: first + 9_000_000_000, number: 2, of: 2 })).parts.map((event) =>
      onlyValue(event, 'UID'),
    )
  assert.deepEqual(uidsOf(endOfDay(day)), ['al:roof/deadline-1@api.example.org', 'al:roof/deadline-2@api.example.org'])
  assert.deepEqual(uidsOf(endOfDay('2026-04-20')), uidsOf(endOfDay(day)))
})

const hostile = [
  'END:VEVENT\r\nBEGIN:VALARM\rX:1\nY:2',
  'back\\slash; semicolon, comma: colon "quotes"',
  `${'é'.repeat(200)}${'👩‍🌾'.repeat(40)}${'\u4e2d'.repeat(90)}`,
  'nul\u0000 bell\u0007 escape\u001b delete\u007f next\u0085line \u2028 separator \ud800 lone',
  'x'.repeat(10_000),
  '',
]
for (const title of hostile) {
  test(`no title breaks out of its line: ${JSON.stringify(title.slice(0, 40))}`, () => {
    const hostileRow = { ...row, title, issuer: { ...row.issuer, name: title } }
    const calendar = calendarOf(entry({ row: hostileRow }), entry({ number: 2 }))
    assert.equal(calendar.parts.length, 2)
    const [event = assert.fail()] = calendar.parts
    assert.deepEqual(event.parts, [])
    const plain = (text: string) =>
      text
        .toWellFormed()
        .replaceAll(/\p{Cc}|[\u2028]/gu, ' ')
        .replaceAll('  ', ' ')
    assert.equal(plain(onlyValue(event, 'SUMMARY')), plain(`Deadline: ${title}`))
  })
}

test('the calendar says its name, and how often to come again', () => {
  const calendar = calendarOf()
  assert.equal(onlyValue(calendar, 'NAME'), 'a,b;c\\d')
  assert.equal(onlyValue(calendar, 'REFRESH-INTERVAL'), 'PT12H')
  assert.equal(onlyValue(calendar, 'X-PUBLISHED-TTL'), 'PT12H')
})
