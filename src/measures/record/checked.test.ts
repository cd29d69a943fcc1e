import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  reasonOf,
  recordOf,
  resolvedOf,
  sampleLookups,
  sampleSource,
  smallInput,
} from '../../../tests/harness/sample-measures.ts'
import { startOfDay } from '../../values/brussels.ts'
import { readInputRecord } from '../reading/read-input.ts'
import { checkedAt, lastCheckedAt, lastCheckedOn, readingDoubt } from './checked.ts'

const page = 'https://example.be/klein'
const structured = { method: 'structured' as const }
const curated = { method: 'curated' as const }
const read = (on: string, by: 'authority' | 'third_party' | null = 'authority') => ({ on, url: page, by })

const firstInstants: [on: string, day: string][] = [
  ['2026-03-14', '2026-03-14'],
  ['2026-03', '2026-03-01'],
  ['2026', '2026-01-01'],
]
for (const [on, day] of firstInstants) {
  test(`a record read in ${on} was last checked at the first instant of it, and is shown as ${on}`, () => {
    const record = resolvedOf(smallInput({ checked: read(on) }))
    assert.deepEqual(record.checked, read(on))
    assert.equal(lastCheckedAt(record, curated, 9_000), startOfDay(day))
    assert.equal(lastCheckedAt(record, structured, 9_000), startOfDay(day))
    assert.equal(lastCheckedOn(record, startOfDay(day)), on)
  })
}

test('without a reading an authority’s own data was checked by the run that saw it, a curated record by nobody', () => {
  const record = recordOf(smallInput())
  assert.equal(lastCheckedAt(record, structured, 9_000), 9_000)
  assert.equal(lastCheckedAt(record, curated, 9_000), null)
  assert.equal(lastCheckedOn({ checked: null }, startOfDay('2026-03-05')), '2026-03-05')
  assert.equal(lastCheckedOn({ checked: null }, null), null)
})

const plainDays: [what: string, changes: Record<string, unknown>, url: string | null, by: 'authority' | null][] = [
  [
    'a page of the host of the measure',
    { record_url: 'https://example.be/other' },
    'https://example.be/other',
    'authority',
  ],
  [
    'a page of the issuer',
    { record_url: 'https://x.be/a', issuer: { id: 'x', url: 'https://x.be' } },
    'https://x.be/a',
    'authority',
  ],
  ['a page of somebody else', { record_url: 'https://blog.example/a' }, 'https://blog.example/a', null],
  ['no page', {}, null, null],
]
for (const [what, changes, url, by] of plainDays) {
  test(`a plain checked_at beside ${what} reads as checked`, () => {
    const input = smallInput({ checked_at: '2026-03-14', ...changes })
    assert.deepEqual(resolvedOf(input).checked, { on: '2026-03-14', url, by })
    // A record that was kept before there was `checked` does not have the property.
    const { checked: _checked, ...kept } = recordOf(input)
    assert.equal(checkedAt(kept), startOfDay('2026-03-14'))
  })
}

const at = startOfDay('2026-03-03')
const rejections: [checked: Record<string, unknown>, reason: RegExp][] = [
  [{ checked: read('2026-03-04') }, /^checked\.on: lies ahead/],
  [{ checked: read('2026-04') }, /^checked\.on: lies ahead/],
  [{ checked_at: '2026-03-04' }, /^checked_at: lies ahead/],
  [{ checked: read('2026-03-01'), checked_at: '2026-03-01' }, /^checked_at: stands beside checked/],
  [{ checked: read('2026-02-30') }, /^checked\.on: "2026-02-30" is no day that exists/],
  [{ checked: read('March 2026') }, /^checked\.on: /],
  [{ checked: { ...read('2026'), on: 2026 } }, /^checked\.on: /],
  [{ checked: { url: page, by: 'authority' } }, /^checked\.on: missing/],
  [{ checked: { ...read('2026'), by: 'me' } }, /^checked\.by: /],
  [{ checked: { ...read('2026'), who: 'me' } }, /^checked\.who: /],
]
for (const [changes, reason] of rejections) {
  test(`a record with ${JSON.stringify(changes)} is rejected: ${reason}`, () => {
    const outcome = readInputRecord(smallInput(changes), sampleSource, sampleLookups, at)
    assert.match('reason' in outcome ? outcome.reason : 'accepted', reason)
  })
}

test('the day of the reading itself does not lie ahead', () => {
  assert.ok('record' in readInputRecord(smallInput({ checked: read('2026-03-03') }), sampleSource, sampleLookups, at))
  assert.equal(reasonOf(smallInput({ checked: { on: '2026-03-03' } })), 'accepted')
})

const doubts: [what: string, checked: ReturnType<typeof read> | null, doubt: 'unread' | 'read' | null][] = [
  ['nobody has read', null, 'unread'],
  ['was read a year ago to the day', read('2025-03-03'), null],
  ['was read a year and a day ago', read('2025-03-02'), 'read'],
  ['was read in a month that began a year ago', read('2025-03'), 'read'],
  ['was read on a third party’s page', read('2026-03-01', 'third_party'), 'read'],
  ['was read on a page of which nothing is known', read('2026-03-01', null), 'read'],
]
for (const [what, checked, doubt] of doubts) {
  test(`a curated record that ${what} is ${doubt === null ? 'not warned of' : `warned of (${doubt})`}`, () => {
    assert.deepEqual(readingDoubt(checked, curated, at), doubt === 'read' ? checked : doubt)
    assert.equal(readingDoubt(checked, structured, at), null)
  })
}
