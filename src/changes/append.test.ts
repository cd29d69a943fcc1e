import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { engines } from '../../tests/harness/databases.ts'
import type { Database } from '../platform/database/database.ts'
import { openDatabase } from '../platform/database/open.ts'
import { newId } from '../platform/new-id.ts'
import { appendEvents, feedPosition, movePublication, withFeed } from './append.ts'
import type { EventDraft } from './event/event.ts'

const now = Date.parse('2026-03-03T09:00:00Z')

function event(subjectId: string): EventDraft {
  return {
    id: newId('chg', now),
    event: 'source.fresh',
    subject: 'source',
    subjectId,
    version: null,
    sourceId: subjectId,
    accountId: null,
    causedBy: null,
    categories: ['source.fresh'],
    regions: ['flanders'],
    topics: [],
    diff: {},
    summary: { name: subjectId },
    links: null,
  }
}

async function feedOf(database: Database): Promise<{ seq: number; created_at: number; subject_id: string }[]> {
  return database.all('select seq, created_at, subject_id from change_event order by seq')
}

for (const engine of engines) {
  test(`${engine.name}: events take consecutive places in the order given, with one time`, async () => {
    await using store = await engine.open()
    const { database } = store
    const answer = await database.transaction((transaction) =>
      appendEvents(transaction, now, [event('a'), event('b')], { publication: false }),
    )
    assert.deepEqual(answer, { seqs: [1, 2], createdAt: now })
    await database.transaction((transaction) =>
      appendEvents(transaction, now + 5, [event('c')], { publication: false }),
    )
    assert.deepEqual(
      (await feedOf(database)).map((row) => [row.seq, row.created_at, row.subject_id]),
      [
        [1, now, 'a'],
        [2, now, 'b'],
        [3, now + 5, 'c'],
      ],
    )
  })

  test(`${engine.name}: the time of the feed never goes back, whatever a writer's clock says`, async () => {
    await using store = await engine.open()
    const { database } = store
    for (const at of [now, now - 60_000, now + 1]) {
      await database.transaction((transaction) => appendEvents(transaction, at, [event('a')], { publication: false }))
    }
    assert.deepEqual(
      (await feedOf(database)).map((row) => row.created_at),
      [now, now, now + 1],
    )
  })

  test(`${engine.name}: a transaction that fails leaves neither an event nor a gap`, async () => {
    await using store = await engine.open()
    const { database } = store
    const failing = database.transaction(async (transaction) => {
      await appendEvents(transaction, now, [event('a')], { publication: true })
      throw new Error('the work failed')
    })
    await assert.rejects(failing, /the work failed/)
    await database.transaction((transaction) => appendEvents(transaction, now, [event('b')], { publication: false }))
    assert.deepEqual(
      (await feedOf(database)).map((row) => [row.seq, row.subject_id]),
      [[1, 'b']],
    )
  })

  test(`${engine.name}: what is appended in steps stands together, and the publication moves once a transaction`, async () => {
    await using store = await engine.open()
    const { database } = store
    const before = await database.transaction((transaction) => movePublication(transaction, now))
    const after = await database.transaction((transaction) =>
      withFeed(transaction, now, { publication: true }, async (feed) => {
        assert.deepEqual(await feed.append([event('a')]), [1])
        assert.deepEqual(await feed.append([]), [])
        assert.deepEqual(await feed.append([event('b'), event('c')]), [2, 3])
        return feed.publication
      }),
    )
    assert.equal(after, before + 1)
    assert.equal((await feedOf(database)).length, 3)
  })

  test(`${engine.name}: what asks for the newest place is committed before the event after it is appended`, async () => {
    await using store = await engine.open()
    const second = await openDatabase(store.settings)
    try {
      const { database } = store
      await database.transaction((transaction) => appendEvents(transaction, now, [event('a')], { publication: false }))
      let appending: Promise<unknown> = Promise.resolve()
      let isAppended = false
      const place = await database.transaction(async (transaction) => {
        const newest = await feedPosition(transaction, now)
        appending = second
          .transaction((other) => appendEvents(other, now, [event('b')], { publication: false }))
          .then(() => {
            isAppended = true
          })
        for (let turn = 0; turn < 200; turn += 1) await nextTurn()
        assert.equal(isAppended, false)
        return newest
      })
      await appending
      assert.equal(place, 1)
      assert.deepEqual(
        (await feedOf(database)).map((row) => row.seq),
        [1, 2],
      )
    } finally {
      await second.close()
    }
  })

  test(`${engine.name}: a reader at the newest place never misses an event that commits later, however many write`, async () => {
    await using store = await engine.open()
    const second = await openDatabase(store.settings)
    try {
      const writers = 8
      const eachWrites = 25
      let writing = writers
      const write = async (database: Database, name: string): Promise<void> => {
        for (let count = 0; count < eachWrites; count += 1) {
          await database.transaction(async (transaction) => {
            await transaction.run('insert into lease (name, holder, until) values ($1, $2, 0)', [
              `${name}${count}`,
              name,
            ])
            await appendEvents(transaction, now + count, [event(`${name}${count}`), event(`${name}${count}`)], {
              publication: false,
            })
            await nextTurn()
          })
        }
        writing -= 1
      }
      const seen: number[] = []
      const read = async (): Promise<void> => {
        for (let done = false; !done; ) {
          done = writing === 0
          const rows = await store.database.all<{ seq: number }>(
            'select seq from change_event where seq > $1 order by seq',
            [seen.at(-1) ?? 0],
          )
          seen.push(...rows.map((row) => row.seq))
          await nextTurn()
        }
      }
      const names = Array.from({ length: writers }, (_, index) => `writer-${index}-`)
      await Promise.all([...names.map((name, index) => write(index % 2 === 0 ? store.database : second, name)), read()])
      assert.deepEqual(
        seen,
        Array.from({ length: writers * eachWrites * 2 }, (_, index) => index + 1),
      )
      const times = (await feedOf(store.database)).map((row) => row.created_at)
      assert.deepEqual(
        times,
        times.toSorted((left, right) => left - right),
      )
    } finally {
      await second.close()
    }
  })
}
