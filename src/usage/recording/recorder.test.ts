import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { answered } from '../../../tests/harness/answered.ts'
import { engines, openedTwice } from '../../../tests/harness/databases.ts'
import { keepingObserver, unobserved } from '../../../tests/harness/observer.ts'
import type { Database, Row } from '../../platform/database/database.ts'
import { StoreError } from '../../platform/database/store-error.ts'
import { requestsOfPage } from '../page.ts'
import { keptMax, makeRecorder } from './recorder.ts'

const now = Date.UTC(2026, 10, 20, 23, 59, 59, 990)

const logged = async (database: Database): Promise<number> => {
  const row = await database.one<Row & { rows: number }>('select sum(requests) as rows from request_page')
  return row?.rows ?? 0
}
const counted = async (database: Database): Promise<Row | null> => {
  const row = await database.one('select sum(requests) as requests, sum(evaluations) as evaluations from usage_day')
  return row === null ? null : { ...row }
}
const lostOf = (told: ReturnType<typeof keepingObserver>['told']): number =>
  told.reduce(
    (sum, one) => (one.name === 'usage_record' && one.labels.outcome === 'lost' ? sum + (one.count ?? 1) : sum),
    0,
  )

/** The store as one that fails in a certain way when a portion is to be written. */
function failing(database: Database, fail: () => Promise<void> | void, afterCommit = false): Database {
  const around = <Work extends (...given: never[]) => Promise<unknown>>(work: Work): Work =>
    (async (...given: never[]) => {
      if (!afterCommit) await fail()
      const result = await work(...given)
      if (afterCommit) await fail()
      return result
    }) as Work
  return { ...database, behindTransaction: around(database.behindTransaction as never) }
}
const unavailable = (): never => {
  throw new StoreError('unavailable', 'gone')
}

for (const engine of engines) {
  test(`${engine.name}: what is told is written by itself within a second, and nothing of it before somebody's answer`, async () => {
    await using store = await engine.open()
    const recorder = makeRecorder(store.database, unobserved)
    recorder.note(answered(now))
    assert.equal(await logged(store.database), 0)
    await pause(1_000)
    assert.equal(await logged(store.database), 1)
    await recorder.stop()
  })

  test(`${engine.name}: figures are by account, UTC day, key, route and outcome, and add up whoever wrote before`, () =>
    openedTwice(engine, async (first, second) => {
      const [one, other] = [makeRecorder(first, unobserved), makeRecorder(second, unobserved)]
      // Answers leave in any order.
      for (let count = 449; count >= 0; count -= 1) {
        const fault = count % 3 === 0 ? { status: 404, code: 'subsidy_not_found' } : {}
        const recorder = count % 4 < 2 ? one : other
        recorder.note(answered(now + count, { ...fault, evaluations: 1, keyId: `key_${count % 2}` }))
      }
      other.note(
        answered(now, {
          accountId: 'acc_2',
          keyId: null,
          isMetered: false,
          evaluations: 3,
          route: '/v1/dashboard/match',
        }),
      )
      other.note(answered(now, { accountId: 'acc_2', keyId: null, isMetered: false, route: '/v1/dashboard/keys' }))
      await Promise.all([one.flush(), other.flush()])
      const rows = await first.all(
        `select account_id, day, key_id, outcome, code, sum(requests) as requests, sum(evaluations) as evaluations,
           min(first_at) as first_at, max(last_at) as last_at
         from usage_day group by account_id, day, key_id, outcome, code order by account_id, day, key_id, outcome, code`,
      )
      const figures = rows.map((row) => Object.values(row))
      const code = 'subsidy_not_found'
      const nextDay = Date.UTC(2026, 10, 21)
      assert.deepEqual(figures, [
        ['acc_1', '2026-11-20', 'key_0', 'answered', '', 3, 3, now + 2, now + 8],
        ['acc_1', '2026-11-20', 'key_0', 'faulty', code, 2, 2, now, now + 6],
        ['acc_1', '2026-11-20', 'key_1', 'answered', '', 3, 3, now + 1, now + 7],
        ['acc_1', '2026-11-20', 'key_1', 'faulty', code, 2, 2, now + 3, now + 9],
        ['acc_1', '2026-11-21', 'key_0', 'answered', '', 147, 147, nextDay, now + 448],
        ['acc_1', '2026-11-21', 'key_0', 'faulty', code, 73, 73, nextDay + 2, now + 444],
        ['acc_1', '2026-11-21', 'key_1', 'answered', '', 147, 147, nextDay + 1, now + 449],
        ['acc_1', '2026-11-21', 'key_1', 'faulty', code, 73, 73, nextDay + 5, now + 447],
        ['acc_2', '2026-11-20', '', 'answered', '', 0, 3, now, now],
      ])
      assert.equal(await logged(first), 450)
      const pages = await first.all<{ requests: number; body: string }>('select requests, body from request_page')
      assert.equal(pages.length, 4, 'of 224 and 226 requests, 200 to a page at most')
      for (const { requests, body } of pages) assert.equal(requestsOfPage(body).length, requests)
      await Promise.all([one.stop(), other.stop()])
    }))

  test(`${engine.name}: a store that does not answer is asked again, and what was told meanwhile is written once`, async () => {
    await using store = await engine.open()
    let isDown = true
    const observer = keepingObserver()
    const recorder = makeRecorder(
      failing(store.database, () => (isDown ? unavailable() : undefined)),
      observer,
    )
    for (let count = 0; count < 300; count += 1) recorder.note(answered(now, { evaluations: 1 }))
    recorder.note(answered(now, { evaluations: 1 }))
    await recorder.flush()
    assert.equal(await logged(store.database), 0)
    isDown = false
    // By itself, as everything that is told.
    await pause(1_000)
    assert.equal(await logged(store.database), 301)
    assert.deepEqual(await counted(store.database), { requests: 301, evaluations: 301 })
    assert.equal(lostOf(observer.told), 0)
    await recorder.stop()
  })

  test(`${engine.name}: a commit that nobody heard of is not made again: nothing counts twice`, async () => {
    await using store = await engine.open()
    const observer = keepingObserver()
    const recorder = makeRecorder(failing(store.database, unavailable, true), observer)
    recorder.note(answered(now, { evaluations: 1 }))
    await recorder.flush()
    // Of what no page tells that it is there already.
    recorder.note(answered(now, { keyId: null, isMetered: false, evaluations: 3 }))
    await recorder.flush()
    await recorder.stop()
    assert.equal(await logged(store.database), 1)
    assert.deepEqual(await counted(store.database), { requests: 1, evaluations: 4 })
    assert.ok(lostOf(observer.told) > 0, 'it is not known that it is written')
  })

  test(`${engine.name}: of more requests than are kept for a store that is down the last are lost, and told`, async () => {
    await using store = await engine.open()
    let isDown = true
    const observer = keepingObserver()
    const recorder = makeRecorder(
      failing(store.database, () => (isDown ? unavailable() : undefined)),
      observer,
    )
    for (let count = 0; count < keptMax + 5; count += 1) recorder.note(answered(now))
    await recorder.flush()
    assert.equal(lostOf(observer.told), 5)
    isDown = false
    await recorder.flush()
    assert.equal(await logged(store.database), keptMax)
    recorder.note(answered(now))
    await recorder.stop()
    assert.equal(await logged(store.database), keptMax + 1, 'there is room again')
    recorder.note(answered(now))
    await recorder.flush()
    assert.equal(await logged(store.database), keptMax + 1, 'after its end it takes note of nothing')
  })

  test(`${engine.name}: a request that cannot be written takes nobody else's with it for long`, async () => {
    await using store = await engine.open()
    const observer = keepingObserver()
    const recorder = makeRecorder(store.database, observer)
    recorder.note(answered(now, { route: 'a zero \0 character' }))
    await recorder.flush()
    recorder.note(answered(now))
    await recorder.flush()
    assert.deepEqual([await logged(store.database), lostOf(observer.told)], [1, 1])
    await recorder.stop()
  })
}
