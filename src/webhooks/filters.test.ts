import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventDraft } from '../changes/event/event.ts'
import { eventTypes } from '../values/vocabularies.ts'
import {
  type Filters,
  filteredEvent,
  filtersText,
  type GivenFilters,
  judgeOf,
  knownIds,
  parseFilters,
  readFilters,
} from './filters.ts'

const none: Filters = { event_types: [], sources: [], regions: [], topics: [], subsidy_ids: [], watchlists: [] }

const read = (given: GivenFilters): Filters => {
  const result = readFilters(given)
  return 'filters' in result ? result.filters : assert.fail(result.fault.message)
}

const readings: [what: string, given: GivenFilters, kept: Partial<Filters>][] = [
  [
    'what is absent, null or empty restricts nothing',
    { topics: null, regions: [], sources: '', watchlists: ' , ,' },
    {},
  ],
  ['a list', { regions: ['flanders', 'brussels'] }, { regions: ['flanders', 'brussels'] }],
  ['a text with commas', { regions: ' flanders,brussels ' }, { regions: ['flanders', 'brussels'] }],
  ['values of vocabularies in their own spelling', { topics: ['ENERGY', ' Water'] }, { topics: ['energy', 'water'] }],
  [
    'repeated values once, whatever their case',
    { event_types: 'ping,PING,match.created, ping', subsidy_ids: ['al:a', 'AL:A', 'al:b'] },
    { event_types: ['ping', 'match.created'], subsidy_ids: ['al:a', 'al:b'] },
  ],
  ['every type of event that there is', { event_types: [...eventTypes] }, { event_types: [...eventTypes] }],
  [
    '1,000 values, with others that are empty or repeated',
    { subsidy_ids: many(1_000).concat('', 'al:0', ' ') },
    { subsidy_ids: many(1_000) },
  ],
  [
    'ids of sources and watchlists as given: whether they are known is asked later',
    { sources: 'A b', watchlists: ['x'] },
    { sources: ['A b'], watchlists: ['x'] },
  ],
]
for (const [what, given, kept] of readings)
  test(`reading filters: ${what}`, () => assert.deepEqual(read(given), { ...none, ...kept }))

function many(count: number): string[] {
  return Array.from({ length: count }, (_, place) => `al:${place}`)
}

const faults: [what: string, given: GivenFilters, message: RegExp][] = [
  [
    'a type that there is not',
    { event_types: ['subsidy.created', 'subsidy.gone'] },
    /^filters\.event_types .*"subsidy\.gone"/,
  ],
  [
    'a region that there is not',
    { regions: 'flandre' },
    /^filters\.regions .*It takes: flanders, brussels, wallonia\./,
  ],
  ['values with commas in a list', { topics: ['energy,water'] }, /^filters\.topics /],
  ['a number', { topics: 5 }, /^filters\.topics must be a list/],
  ['an object', { sources: { id: 'alpha' } }, /^filters\.sources must be a list/],
  ['a value that is no text', { watchlists: ['wl_1', 1] }, /^filters\.watchlists must be a list/],
  ['a slug', { subsidy_ids: ['al:a', 'a-slug'] }, /^filters\.subsidy_ids holds "a-slug"/],
  ['1,001 values', { subsidy_ids: many(1_001) }, /^filters\.subsidy_ids must hold at most 1000/],
  ['a million commas', { sources: ','.repeat(1_000_000) }, /^filters\.sources must hold at most 1000/],
  ['a value longer than any id', { sources: ['a'.repeat(401)] }, /^filters\.sources holds a value of more than 400/],
]
for (const [what, given, message] of faults)
  test(`reading filters: ${what} is refused, and the filter named`, () => {
    const result = readFilters(given)
    assert.ok('fault' in result)
    assert.equal(result.fault.name, Object.keys(given)[0])
    assert.match(result.fault.message, message)
    assert.ok(result.fault.message.length < 1_000)
  })

test('of several filters that cannot be read the first in their order is told', () => {
  const result = readFilters({ topics: 'x', regions: 'y' })
  assert.equal('fault' in result && result.fault.name, 'regions')
})

test('ids are kept as they are spelled where they exist, and the first that does not is told', () => {
  assert.deepEqual(knownIds(['ALPHA', 'beta'], ['beta', 'alpha', 'gamma']), { ids: ['alpha', 'beta'] })
  assert.deepEqual(knownIds(['alpha', 'delta', 'echo'], ['alpha']), { unknown: 'delta' })
  assert.deepEqual(knownIds([], []), { ids: [] })
})

test('filters are kept with every name, in one order', () => {
  const text = filtersText({ ...none, watchlists: ['wl_1'], event_types: ['ping'] })
  assert.equal(
    text,
    '{"event_types":["ping"],"sources":[],"regions":[],"topics":[],"subsidy_ids":[],"watchlists":["wl_1"]}',
  )
  assert.deepEqual(parseFilters(text), { ...none, event_types: ['ping'], watchlists: ['wl_1'] })
})

type Told = Pick<EventDraft, 'event' | 'subject' | 'subjectId' | 'sourceId' | 'categories' | 'regions' | 'topics'>

const flemish: Told = {
  ...{ event: 'subsidy.status_changed', subject: 'subsidy', subjectId: 'al:a', sourceId: 'alpha' },
  ...{ categories: ['subsidy.status_changed', 'subsidy.deadline_changed'], regions: ['flanders'], topics: ['energy'] },
}
const anywhere: Told = { ...flemish, subjectId: 'eu:x', sourceId: 'eu', regions: [], topics: [] }
const survivor: Told = { ...flemish, subjectId: 'al:survivor' }
const stale: Told = {
  ...{ event: 'source.stale', subject: 'source', subjectId: 'alpha', sourceId: 'alpha' },
  ...{ categories: ['source.stale'], regions: ['flanders'], topics: [] },
}
const federal: Told = { ...stale, subjectId: 'eu', sourceId: 'eu', regions: [] }
const match: Told = {
  ...{ event: 'match.created', subject: 'match', subjectId: 'wl_01AB:of:jan:al:a', sourceId: null },
  ...{ categories: ['match.created'], regions: ['brussels', 'wallonia'], topics: ['energy'] },
}

const merged: Record<string, string[]> = { 'al:survivor': ['al:survivor', 'al:merged', 'be:merged'] }

const judgements: [filters: Partial<Filters>, told: Told, passes: boolean, why: string][] = [
  [{}, flemish, true, 'nothing is asked for'],
  [{ event_types: ['subsidy.status_changed'] }, flemish, true, 'its type is listed'],
  [{ event_types: ['subsidy.deadline_changed'] }, flemish, true, 'a category of it is listed'],
  [{ event_types: ['subsidy.created'] }, flemish, false, 'neither is listed'],
  [{ event_types: ['ping'] }, flemish, false, 'a ping is another event'],
  [{ event_types: ['source.stale'] }, { ...stale, categories: [] }, true, 'its type counts, whoever made it'],
  [{ sources: ['alpha'] }, flemish, true, 'its measure is of that source'],
  [{ sources: ['ALPHA'] }, stale, true, "it is a source's own; case does not count"],
  [{ sources: ['beta'] }, flemish, false, 'another source'],
  [{ sources: ['alpha', 'beta'] }, match, false, 'a match has no source'],
  [{ sources: ['gone'] }, stale, false, 'a source that is gone widens nothing'],
  [{ regions: ['flanders', 'brussels'] }, flemish, true, 'one of several is enough'],
  [{ regions: ['wallonia'] }, flemish, false, 'another region'],
  [{ regions: ['wallonia'] }, anywhere, true, 'no regional restriction'],
  [{ regions: ['wallonia'] }, match, true, "a match is judged by its measure's regions"],
  [{ regions: ['flanders'] }, match, false, "a match is judged by its measure's regions"],
  [{ regions: ['flanders'] }, stale, true, "a source's event is judged by the source's regions"],
  [{ regions: ['brussels'] }, stale, false, "a source's event is judged by the source's regions"],
  [{ regions: ['brussels'] }, federal, true, 'a source without regions'],
  [{ topics: ['water', 'energy'] }, flemish, true, 'a topic is shared'],
  [{ topics: ['water'] }, flemish, false, 'none is shared'],
  [{ topics: ['water'] }, anywhere, false, 'a measure without topics shares none'],
  [{ topics: ['energy'] }, match, false, 'a match never passes'],
  [{ topics: ['energy'] }, { ...stale, topics: ['energy'] }, false, "a source's event never passes"],
  [{ subsidy_ids: ['al:b', 'AL:A'] }, flemish, true, 'it is about that measure; case does not count'],
  [{ subsidy_ids: ['al:a'] }, match, true, 'the match is with that measure, whatever the reference holds'],
  [{ subsidy_ids: ['jan:al:a'] }, match, false, 'a reference is no part of the id'],
  [{ subsidy_ids: ['al:a'] }, stale, false, 'it is about no measure'],
  [{ subsidy_ids: ['al:merged'] }, survivor, true, 'the one that was merged away names the survivor'],
  [{ subsidy_ids: ['al:survivor'] }, survivor, true, 'the survivor names itself'],
  [{ subsidy_ids: ['al:merged'] }, flemish, false, 'another measure'],
  [{ watchlists: ['wl_01ab'] }, match, true, 'its own list; case does not count'],
  [{ watchlists: ['wl_01A'] }, match, false, 'another list'],
  [{ watchlists: ['wl_01AB'] }, flemish, false, 'only matches pass'],
  [{ watchlists: ['wl_01AB'] }, stale, false, 'only matches pass'],
  [{ watchlists: ['wl_01AB'], sources: ['alpha'] }, match, false, 'every filter must let it pass'],
  [{ regions: ['flanders'], topics: ['energy'], sources: ['alpha'] }, flemish, true, 'every filter does'],
]
for (const [filters, told, passes, why] of judgements)
  test(`${JSON.stringify(filters)} ${passes ? 'lets' : 'does not let'} ${told.event} of ${told.subjectId} pass: ${why}`, () => {
    const judge = judgeOf({ ...none, ...filters })
    assert.equal(judge(filteredEvent(told, (id) => merged[id] ?? null)), passes)
  })
