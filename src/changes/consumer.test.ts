import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, engines, openedTwice } from '../../tests/harness/databases.ts'
import { append, sampleEvent } from '../../tests/harness/feed-events.ts'
import { testClock, testStart } from '../../tests/harness/ingestion.ts'
import type { Database } from '../platform/database/database.ts'
import { withFeed } from './append.ts'
import { type ConsumerContext, consumeFeed, type FeedConsumer } from './consumer.ts'
import { type ConsumedEvent, consumerPosition } from './consumer-store.ts'

const contextOn = (database: Database, signal = new AbortController().signal): ConsumerContext => ({
  database,
  clock: testClock(),
  signal,
})

const events = (count: number) => Array.from({ length: count }, () => sampleEvent())

/** A consumer that notes the place of each event in a table; `between` is called in its transaction. */
function noting(between: () => Promise<unknown> = async () => {}, eventsPerStep = 3): FeedConsumer<readonly number[]> {
  return {
    name: 'notes',
    eventsPerStep,
    async *portions(some) {
      yield some.map(({ seq }) => seq)
    },
    write: async (transaction, seqs) => {
      await transaction.insertMany(
        'note',
        ['seq'],
        seqs.map((seq) => [seq]),
      )
      await between()
    },
  }
}

const noted = async (database: Database): Promise<number[]> =>
  (await database.all<{ seq: number }>('select seq from note order by seq')).map(({ seq }) => seq)

const withNotes = (engine: Engine, work: (database: Database, second: Database) => Promise<void>): Promise<void> =>
  openedTwice(engine, async (database, second) => {
    await database.run('create table note (seq bigint not null)')
    await append(database, testStart, events(2))
    await consumerPosition(database, 'notes')
    await work(database, second)
  })

for (const engine of engines) {
  test(`${engine.name}: a consumer acts on every event after its beginning, in order, once`, () =>
    withNotes(engine, async (database) => {
      const context = contextOn(database)
      assert.equal(await consumeFeed(noting(), context), 0)
      await append(database, testStart, events(7))
      assert.equal(await consumeFeed(noting(), context), 7)
      await append(database, testStart, events(1))
      assert.equal(await consumeFeed(noting(), context), 1)
      assert.equal(await consumeFeed(noting(), context), 0)
      assert.deepEqual(await noted(database), [3, 4, 5, 6, 7, 8, 9, 10])
    }))

  test(`${engine.name}: what fails in the middle of a step is taken back with its position, and done at the next time`, () =>
    withNotes(engine, async (database) => {
      await append(database, testStart, events(5))
      let steps = 0
      const failing = noting(async () => {
        steps += 1
        if (steps === 2) throw new Error('the process was killed')
      })
      await assert.rejects(consumeFeed(failing, contextOn(database)), /killed/)
      assert.deepEqual(await noted(database), [3, 4, 5])
      assert.equal(await consumeFeed(noting(), contextOn(database)), 2)
      assert.deepEqual(await noted(database), [3, 4, 5, 6, 7])
    }))

  test(`${engine.name}: what some events cause is written in portions, each alone, and a crash between two writes the first again`, () =>
    withNotes(engine, async (database) => {
      await append(database, testStart, events(5))
      let portions = 0
      const inPortions = (failAt: number): FeedConsumer<readonly number[]> => ({
        ...noting(async () => {
          portions += 1
          if (portions === failAt) throw new Error('the process was killed')
        }, 10),
        async *portions(some) {
          for (const { seq } of some) yield [seq]
        },
      })
      await assert.rejects(consumeFeed(inPortions(3), contextOn(database)), /killed/)
      assert.deepEqual(await noted(database), [3, 4])
      assert.equal(await consumeFeed(inPortions(0), contextOn(database)), 5)
      assert.deepEqual(await noted(database), [3, 3, 4, 4, 5, 6, 7])
    }))

  test(`${engine.name}: a consumer that is overtaken between two portions writes no more, and events without portions are done`, () =>
    withNotes(engine, async (database, second) => {
      await append(database, testStart, events(3))
      const overtaken: FeedConsumer<readonly number[]> = {
        ...noting(undefined, 10),
        async *portions(some) {
          yield [some[0]?.seq ?? 0]
          yield [some[1]?.seq ?? 0]
          await consumeFeed({ ...noting(undefined, 10), async *portions() {} }, contextOn(second))
          yield [some[2]?.seq ?? 0]
        },
      }
      assert.equal(await consumeFeed(overtaken, contextOn(database)), 0)
      assert.deepEqual(await noted(database), [3])
      assert.equal(await consumeFeed(noting(), contextOn(database)), 0)
    }))

  test(`${engine.name}: of two processes at one consumer each event is acted on by one`, () =>
    withNotes(engine, async (database, second) => {
      await append(database, testStart, events(40))
      const counts = await Promise.all([
        consumeFeed(noting(undefined, 2), contextOn(database)),
        consumeFeed(noting(undefined, 3), contextOn(second)),
      ])
      const rest = await consumeFeed(noting(), contextOn(database))
      assert.equal(counts[0] + counts[1] + rest, 40)
      assert.deepEqual(
        await noted(database),
        Array.from({ length: 40 }, (_, index) => index + 3),
      )
    }))

  test(`${engine.name}: a step that was overtaken while it was prepared writes nothing`, () =>
    withNotes(engine, async (database, second) => {
      await append(database, testStart, events(2))
      const late: FeedConsumer<readonly number[]> = {
        ...noting(),
        async *portions(some) {
          await consumeFeed(noting(), contextOn(second))
          yield some.map(({ seq }) => seq)
        },
      }
      assert.equal(await consumeFeed(late, contextOn(database)), 0)
      assert.deepEqual(await noted(database), [3, 4])
    }))

  test(`${engine.name}: a consumer may append to the feed, and reads what it appended`, () =>
    withNotes(engine, async (database) => {
      await append(database, testStart, events(2))
      const told: ConsumedEvent[] = []
      const answering: FeedConsumer<number> = {
        name: 'notes',
        eventsPerStep: 10,
        async *portions(some) {
          told.push(...some)
          yield some.filter(({ subject }) => subject === 'subsidy').length
        },
        write: (transaction, count, { clock }) =>
          withFeed(transaction, clock.now(), { publication: false }, async (feed) => {
            const match = { event: 'match.created', subject: 'match', subjectId: 'al:a', accountId: 'acc_a' } as const
            await feed.append(Array.from({ length: count }, () => sampleEvent({ ...match, regions: ['flanders'] })))
          }),
      }
      assert.equal(await consumeFeed(answering, contextOn(database)), 4)
      assert.deepEqual(
        told.map(({ seq, accountId, sourceId, regions }) => [seq, accountId, sourceId, regions.length]),
        [
          [3, null, 'alpha', 0],
          [4, null, 'alpha', 0],
          [5, 'acc_a', null, 1],
          [6, 'acc_a', null, 1],
        ],
      )
    }))

  test(`${engine.name}: a consumer that is told to end does so after its step`, () =>
    withNotes(engine, async (database) => {
      await append(database, testStart, events(9))
      const stop = new AbortController()
      const consumer: FeedConsumer<readonly number[]> = {
        ...noting(),
        async *portions(some) {
          if (some[0]?.seq === 6) stop.abort(new Error('the process stops'))
          yield some.map(({ seq }) => seq)
        },
      }
      assert.equal(await consumeFeed(consumer, contextOn(database, stop.signal)), 3)
      assert.deepEqual(await noted(database), [3, 4, 5])
    }))
}
