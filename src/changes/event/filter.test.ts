import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventType, Region } from '../../values/vocabularies.ts'
import { type EventKind, kindOf, kindText, parseKind, subsidyIdOf } from './event.ts'
import { type FeedFilter, passes, sees } from './filter.ts'

type Told = { subject: EventKind['subject']; source: string | null; categories: EventType[]; regions: Region[] }

const flemish: Told = {
  subject: 'subsidy',
  source: 'alpha',
  categories: ['subsidy.status_changed', 'subsidy.deadline_changed'],
  regions: ['flanders'],
}
const anywhere: Told = { subject: 'subsidy', source: 'eu', categories: ['subsidy.created'], regions: [] }
const stale: Told = { subject: 'source', source: 'alpha', categories: ['source.stale'], regions: ['flanders'] }
const match: Told = { subject: 'match', source: null, categories: ['match.created'], regions: ['brussels', 'wallonia'] }

const kind = ({ subject, source, categories, regions }: Told, account: string | null = null): EventKind => ({
  subject,
  source_id: source,
  account_id: account,
  categories,
  regions,
})

const rows: [filter: Partial<FeedFilter>, told: Told, passed: boolean, why: string][] = [
  [{}, flemish, true, 'without a filter everything passes'],
  [{}, stale, true, 'without a filter everything passes'],
  [{ types: ['subsidy.status_changed'] }, flemish, true, 'the primary type is listed'],
  [{ types: ['subsidy.deadline_changed'] }, flemish, true, 'a category is listed'],
  [{ types: ['subsidy.created', 'subsidy.deadline_changed'] }, flemish, true, 'one of several is enough'],
  [{ types: ['subsidy.created'] }, flemish, false, 'neither type nor category is listed'],
  [{ types: ['ping'] }, flemish, false, 'a ping is never in the feed'],
  [{ sources: ['alpha'] }, flemish, true, 'a measure of that source'],
  [{ sources: ['alpha'] }, stale, true, "a source's own event"],
  [{ sources: ['beta'] }, stale, false, 'another source'],
  [{ sources: ['alpha', 'beta'] }, match, false, 'a match has no source'],
  [{ regions: ['flanders'] }, flemish, true, 'a measure of that region'],
  [{ regions: ['brussels', 'flanders'] }, flemish, true, 'one of several is enough'],
  [{ regions: ['wallonia'] }, flemish, false, 'a measure of another region'],
  [{ regions: ['wallonia'] }, anywhere, true, 'a measure without regional restriction'],
  [{ regions: ['wallonia'] }, match, true, "a match is judged by its measure's regions"],
  [{ regions: ['flanders'] }, match, false, "a match is judged by its measure's regions"],
  [{ regions: ['flanders'] }, stale, false, 'a source event passes `source` only'],
  [
    { sources: ['alpha'], regions: ['flanders'], types: ['source.stale'] },
    stale,
    false,
    'every filter must let it pass',
  ],
  [{ sources: ['alpha'], regions: ['flanders'], types: ['subsidy.deadline_changed'] }, flemish, true, 'all do'],
  [{ sources: ['beta'], regions: ['flanders'], types: ['subsidy.deadline_changed'] }, flemish, false, 'one does not'],
]
for (const [filter, told, passed, why] of rows) {
  test(`${JSON.stringify(filter)} ${passed ? 'lets' : 'does not let'} ${told.categories[0]} of ${told.regions} pass: ${why}`, () => {
    assert.equal(passes({ types: null, sources: null, regions: null, ...filter }, kind(told)), passed)
  })
}

test("an account's events are seen by it alone, all others by everybody", () => {
  assert.equal(sees('acc_a', kind(match, 'acc_a')), true)
  assert.equal(sees('acc_b', kind(match, 'acc_a')), false)
  assert.equal(sees('acc_b', kind(flemish)), true)
})

test('events that filters cannot tell apart are of one kind, in whatever order their lists came', () => {
  const told = { ...flemish, event: 'subsidy.status_changed', sourceId: 'alpha', accountId: null } as const
  const one = kindOf({ ...told, regions: ['wallonia', 'flanders'] })
  const other = kindOf({
    ...told,
    categories: ['subsidy.deadline_changed', 'subsidy.status_changed'],
    regions: ['flanders', 'wallonia'],
  })
  assert.equal(kindText(one), kindText(other))
  assert.deepEqual(parseKind(kindText(one)), one)
})

test('the type of an event is among its categories, whoever made it', () => {
  const told = { subject: 'source', sourceId: 'alpha', accountId: null, regions: [] } as const
  assert.deepEqual(kindOf({ ...told, event: 'source.fresh', categories: [] }).categories, ['source.fresh'])
})

const abouts: [subject: EventKind['subject'], id: string, about: string | null][] = [
  ['subsidy', 'al:a', 'al:a'],
  ['match', 'wl_1:customer-7:al:a.b_c-d', 'al:a.b_c-d'],
  ['match', 'wl_1:a:b::c:al:a', 'al:a'],
  ['source', 'alpha', null],
  ['webhook', 'wh_1', null],
]
for (const [subject, subjectId, about] of abouts) {
  test(`an event of the ${subject} ${subjectId} is about ${about ?? 'no measure'}`, () => {
    assert.equal(subsidyIdOf({ subject, subjectId }), about)
  })
}
