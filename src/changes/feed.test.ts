import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { append, sampleEvent } from '../../tests/harness/feed-events.ts'
import { chance } from '../../tests/harness/random-measures.ts'
import type { Database } from '../platform/database/database.ts'
import { type EventType, eventTypes, type Region, regions } from '../values/vocabularies.ts'
import type { EventDraft } from './event/event.ts'
import { retentionMs } from './event/retention.ts'
import { Feed, type FeedPage, type FeedRequest } from './feed.ts'

const now = Date.parse('2026-11-20T09:00:00Z')
const everything = { types: null, sources: null, regions: null }

const ask = (request: Partial<FeedRequest>): FeedRequest => ({
  accountId: 'acc_a',
  filter: everything,
  subsidyIds: null,
  after: null,
  since: null,
  limit: 50,
  now,
  ...request,
})

async function page(database: Database, request: Partial<FeedRequest>, feed = new Feed()): Promise<FeedPage> {
  const answer = await feed.page(database, ask(request))
  assert.ok(!('fault' in answer), JSON.stringify(answer))
  return answer
}

const seqsOf = ({ events }: FeedPage): number[] => events.map(({ seq }) => seq)

const events = (count: number, changes: Partial<EventDraft> = {}): EventDraft[] =>
  Array.from({ length: count }, () => sampleEvent(changes))

for (const engine of engines) {
  test(`${engine.name}: pages of any size give each event once in order, and say exactly whether there is more`, async () => {
    await using store = await engine.open()
    await append(store.database, now, events(7))
    for (const limit of [1, 2, 3, 6, 7, 8]) {
      const seen: number[] = []
      let after: number | null = null
      for (let pages = 0, more = true; more; pages += 1) {
        assert.ok(pages < 8)
        const answer: FeedPage = await page(store.database, { limit, after })
        seen.push(...seqsOf(answer))
        assert.equal(answer.hasMore, seen.length < 7)
        after = answer.position
        more = answer.hasMore
      }
      assert.deepEqual(seen, [1, 2, 3, 4, 5, 6, 7])
      assert.equal(after, 7)
    }
  })

  test(`${engine.name}: an empty page answers the position it was given; an empty first call the newest event`, async () => {
    await using store = await engine.open()
    assert.deepEqual(
      await page(store.database, {}),
      { events: [], hasMore: false, position: 0, publication: 0 },
      'a feed without an event',
    )
    await append(store.database, now, events(5))
    const never = { ...everything, regions: ['flanders'], types: ['source.stale'] } satisfies FeedRequest['filter']
    assert.equal((await page(store.database, { after: 2, filter: never })).position, 2)
    assert.equal((await page(store.database, { after: 5 })).position, 5)
    assert.equal((await page(store.database, { filter: never })).position, 5)
    assert.equal((await page(store.database, { since: now + 60_000 })).position, 5)
  })

  test(`${engine.name}: a position ahead of the newest event, or before what is gone, does not hold`, async () => {
    await using store = await engine.open()
    const feed = new Feed()
    await append(store.database, now - retentionMs - 1, events(2))
    await append(store.database, now - retentionMs, events(2))
    for (const [after, fault] of [
      [0, 'gone'],
      [1, 'gone'],
      [5, 'ahead'],
    ] as const) {
      assert.deepEqual(await feed.page(store.database, ask({ after })), { fault }, String(after))
    }
    assert.deepEqual(seqsOf(await page(store.database, { after: 2 })), [3, 4])
    assert.deepEqual(seqsOf(await page(store.database, { after: 4 })), [])
    assert.deepEqual(seqsOf(await page(store.database, {})), [3, 4], 'a first call begins with the oldest kept')
    assert.deepEqual(await feed.page(store.database, ask({ after: 3, now: now + 1 })), { fault: 'gone' })
  })

  test(`${engine.name}: since is inclusive to the millisecond, and takes all events of its instant`, async () => {
    await using store = await engine.open()
    for (const [at, count] of [
      [now - 2, 1],
      [now, 2],
      [now, 1],
      [now + 3, 1],
    ] as const)
      await append(store.database, at, events(count))
    const later = now + 1_000
    for (const [since, first] of [
      [now - 2, 1],
      [now - 1, 2],
      [now, 2],
      [now + 1, 5],
      [now + 3, 5],
    ] as const) {
      assert.equal(seqsOf(await page(store.database, { since, now: later }))[0], first, String(since - now))
    }
    assert.deepEqual(seqsOf(await page(store.database, { since: now + 4, now: later })), [])
  })

  test(`${engine.name}: a kind of event that another process makes for the first time is found at once`, async () => {
    await using store = await engine.open()
    const feed = new Feed()
    await append(store.database, now, events(1))
    assert.deepEqual(seqsOf(await page(store.database, {}, feed)), [1])
    await append(store.database, now, events(1, { regions: ['brussels'], accountId: null }))
    await append(store.database, now, events(1, { subject: 'match', event: 'match.created', accountId: 'acc_a' }))
    await append(store.database, now, events(1, { subject: 'match', event: 'match.created', accountId: 'acc_b' }))
    assert.deepEqual(seqsOf(await page(store.database, { after: 1 }, feed)), [2, 3])
    assert.deepEqual(seqsOf(await page(store.database, { after: 1, accountId: 'acc_b' }, feed)), [2, 4])
  })

  test(`${engine.name}: events far apart are found across everything that does not match`, async () => {
    await using store = await engine.open()
    const rare = [3, 400, 401, 1_500, 1_999, 2_600]
    const all = Array.from({ length: 2_700 }, (_, index) =>
      sampleEvent(rare.includes(index + 1) ? { event: 'subsidy.withdrawn' } : {}),
    )
    await append(store.database, now, all)
    const filter = { ...everything, types: ['subsidy.withdrawn'] as const }
    for (const limit of [1, 2, 5, 6, 7]) {
      const answer = await page(store.database, { filter, limit })
      assert.deepEqual(seqsOf(answer), rare.slice(0, limit))
      assert.equal(answer.hasMore, limit < rare.length)
    }
  })

  test(`${engine.name}: whatever the filters, the limit and the place, a page is what judging every event would give`, async () => {
    await using store = await engine.open()
    const next = chance(7)
    const some = <Value>(values: readonly Value[], share: number): Value[] => values.filter(() => next() < share)
    const pick = <Value>(values: readonly [Value, ...Value[]]): Value =>
      values[Math.floor(next() * values.length)] ?? values[0]
    const drafts = Array.from({ length: 900 }, (_, index): EventDraft => {
      const subject = pick(['subsidy', 'subsidy', 'subsidy', 'match', 'source'] as const)
      const types = eventTypes.filter((type) => type.startsWith(`${subject}.`))
      const type = types[Math.floor(next() * types.length)] ?? 'subsidy.created'
      const source = pick(['alpha', 'beta', 'gamma'])
      const measure = `${source.slice(0, 2)}:${Math.floor(next() * 6)}`
      // Long stretches in which only one thing happens.
      const quiet = index > 300 && index < 700
      return sampleEvent({
        event: quiet ? 'subsidy.content_changed' : type,
        subject: quiet ? 'subsidy' : subject,
        subjectId: quiet || subject === 'subsidy' ? measure : subject === 'match' ? `wl_1:c:${measure}` : source,
        sourceId: !quiet && subject === 'match' ? null : source,
        accountId: !quiet && subject === 'match' ? pick(['acc_a', 'acc_b']) : null,
        categories: quiet ? ['subsidy.content_changed'] : subject === 'subsidy' ? [type, ...some(types, 0.1)] : [type],
        regions: some(regions, 0.3),
      })
    })
    for (let from = 0; from < drafts.length; from += 90) {
      await append(store.database, now + from, drafts.slice(from, from + 90))
    }
    const feed = new Feed()
    for (let round = 0; round < 150; round += 1) {
      const types = next() < 0.5 ? null : (some(eventTypes, 0.15) as EventType[])
      const sources = next() < 0.6 ? null : some(['alpha', 'beta', 'gamma'], 0.5)
      const places = next() < 0.6 ? null : (some(regions, 0.5) as Region[])
      const subsidyIds = next() < 0.7 ? null : some(['al:0', 'be:1', 'ga:2'], 0.6).concat('al:3')
      const accountId = pick(['acc_a', 'acc_b', 'acc_c'])
      const request = ask({
        accountId,
        filter: { types, sources, regions: places },
        subsidyIds,
        after: Math.floor(next() * drafts.length),
        limit: pick([1, 3, 20, 100]),
        now: now + 2_000,
      })
      const wanted = drafts
        .map((draft, index) => ({ draft, seq: index + 1 }))
        .filter(({ seq }) => seq > (request.after ?? 0))
        .filter(({ draft }) => draft.accountId === null || draft.accountId === accountId)
        .filter(({ draft }) => types === null || [draft.event, ...draft.categories].some((one) => types.includes(one)))
        .filter(({ draft }) => sources === null || (draft.sourceId !== null && sources.includes(draft.sourceId)))
        .filter(
          ({ draft }) =>
            places === null ||
            (draft.subject !== 'source' &&
              (draft.regions.length === 0 || draft.regions.some((region) => places.includes(region)))),
        )
        .filter(
          ({ draft }) =>
            subsidyIds === null ||
            (draft.subject !== 'source' && subsidyIds.some((id) => `:${draft.subjectId}`.endsWith(`:${id}`))),
        )
        .map(({ seq }) => seq)
      const answer = await page(store.database, request, feed)
      assert.deepEqual(seqsOf(answer), wanted.slice(0, request.limit), JSON.stringify(request))
      assert.equal(answer.hasMore, wanted.length > request.limit)
    }
  })
}
