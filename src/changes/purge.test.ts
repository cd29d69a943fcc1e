import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { append, sampleEvent } from '../../tests/harness/feed-events.ts'
import { testClock } from '../../tests/harness/ingestion.ts'
import { openDatabase } from '../platform/database/open.ts'
import { purgeDelayMs, retentionMs } from './event/retention.ts'
import { Feed } from './feed.ts'
import { eventsPerPurge, purgeFeed } from './purge.ts'

const filter = { types: null, sources: null, regions: null }
const many = (count: number) => Array.from({ length: count }, () => sampleEvent())

for (const engine of engines) {
  test(`${engine.name}: what is past its time goes, and nothing else, however much there is`, async () => {
    await using store = await engine.open()
    const clock = testClock()
    const gone = eventsPerPurge * 2 + 7
    await append(store.database, clock.now(), many(gone))
    clock.advance({ ms: 1 })
    await append(store.database, clock.now(), many(3))
    clock.advance({ ms: retentionMs + purgeDelayMs })
    assert.equal(await purgeFeed(store.database, clock), gone)
    assert.equal(await purgeFeed(store.database, clock), 0)
    const left = await store.database.all<{ seq: number }>('select seq from change_event order by seq')
    assert.deepEqual(
      left.map(({ seq }) => seq),
      [gone + 1, gone + 2, gone + 3],
    )
    const head = await store.database.one('select first_seq, last_seq from feed_head')
    assert.deepEqual([head?.first_seq, head?.last_seq], [gone + 1, gone + 3])
  })

  test(`${engine.name}: when everything is gone a cursor that has read it holds, an older one is refused, and the places go on`, async () => {
    await using store = await engine.open()
    const clock = testClock()
    await append(store.database, clock.now(), many(5))
    clock.advance({ ms: retentionMs + purgeDelayMs + 1 })
    await purgeFeed(store.database, clock)
    const feed = new Feed()
    const request = { accountId: 'acc_a', filter, subsidyIds: null, since: null, limit: 10, now: clock.now() }
    assert.deepEqual(await feed.page(store.database, { ...request, after: 4 }), { fault: 'gone' })
    for (const after of [5, null]) {
      const page = await feed.page(store.database, { ...request, after })
      assert.ok(!('fault' in page))
      assert.deepEqual([page.events, page.position, page.hasMore], [[], 5, false])
    }
    assert.deepEqual(await append(store.database, clock.now(), many(1)), [6])
    const page = await feed.page(store.database, { ...request, after: 5 })
    assert.deepEqual('fault' in page ? page.fault : page.events.map(({ seq }) => seq), [6])
  })

  test(`${engine.name}: two processes that purge while a third appends lose nothing that is kept`, async () => {
    await using store = await engine.open()
    const second = await openDatabase(store.settings)
    try {
      const clock = testClock()
      await append(store.database, clock.now(), many(1_200))
      clock.advance({ ms: retentionMs + purgeDelayMs + 1 })
      const appending = async () => {
        for (let count = 0; count < 30; count += 1) await append(store.database, clock.now(), many(2))
      }
      const [one, other] = await Promise.all([purgeFeed(store.database, clock), purgeFeed(second, clock), appending()])
      assert.equal(one + other, 1_200)
      const rows = await store.database.all<{ seq: number }>('select seq from change_event order by seq')
      assert.deepEqual(
        rows.map(({ seq }) => seq),
        Array.from({ length: 60 }, (_, index) => 1_201 + index),
      )
    } finally {
      await second.close()
    }
  })

  test(`${engine.name}: a purge that is told to stop stops between two steps`, async () => {
    await using store = await engine.open()
    const clock = testClock()
    await append(store.database, clock.now(), many(3))
    clock.advance({ ms: retentionMs + purgeDelayMs + 1 })
    assert.equal(await purgeFeed(store.database, clock, AbortSignal.abort()), 0)
    assert.equal((await store.database.one('select count(*) as n from change_event'))?.n, 3)
  })
}
