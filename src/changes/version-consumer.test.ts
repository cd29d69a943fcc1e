import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, engines, openedTwice } from '../../tests/harness/databases.ts'
import { append, sampleEvent } from '../../tests/harness/feed-events.ts'
import { testClock, testStart } from '../../tests/harness/ingestion.ts'
import type { Database } from '../platform/database/database.ts'
import { consumerPosition } from './consumer-store.ts'
import { consumeVersions, Overtaken, type VersionConsumer, type VersionEvent } from './version-consumer.ts'

const version = (number: number) => sampleEvent({ version: number })
const versions = (count: number, from = 1) => Array.from({ length: count }, (_, index) => version(from + index))
/** An event that is no version, and one of an account. */
const others = () => [sampleEvent({ version: null }), sampleEvent({ version: 9, accountId: 'acc_1' })]

/** Notes each version, in so many portions; of those that cause nothing none. */
function noting(portionsOf: (event: VersionEvent) => number = () => 1): VersionConsumer {
  return {
    name: 'notes',
    begin: async () => {},
    act: async (event, write) => {
      const portions = portionsOf(event)
      for (let portion = 1; portion <= portions; portion += 1) {
        await write(async (transaction) => {
          const noted = await transaction.all('select * from note where version = $1', [event.version])
          if (noted.length !== portion - 1) throw new Overtaken()
          await transaction.run('insert into note (version, portion) values ($1, $2)', [event.version, portion])
        }, portion === portions)
      }
    },
  }
}

const noted = async (database: Database): Promise<string[]> =>
  (await database.all<{ version: number; portion: number }>('select * from note order by version, portion')).map(
    (row) => `${row.version}.${row.portion}`,
  )

const withNotes = (engine: Engine, work: (database: Database, second: Database) => Promise<void>): Promise<void> =>
  openedTwice(engine, async (database, second) => {
    await database.run(
      'create table note (version bigint not null, portion bigint not null, primary key (version, portion))',
    )
    await append(database, testStart, versions(2, 100))
    await consumerPosition(database, 'notes')
    await work(database, second)
  })

const contextOn = (database: Database, signal = new AbortController().signal) => ({
  database,
  clock: testClock(),
  signal,
})

for (const engine of engines) {
  test(`${engine.name}: every version after its beginning is acted on in order, once; what is no version, or an account's, is passed over`, () =>
    withNotes(engine, async (database) => {
      const consumer = noting()
      assert.equal(await consumeVersions(consumer, contextOn(database)), 0)
      await append(database, testStart, [...versions(150), ...others()])
      assert.equal(await consumeVersions(consumer, contextOn(database)), 150)
      await append(database, testStart, others())
      assert.equal(await consumeVersions(consumer, contextOn(database)), 0)
      assert.equal(await consumerPosition(database, 'notes'), 156)
      await append(database, testStart, versions(1, 151))
      assert.equal(await consumeVersions(consumer, contextOn(database)), 1)
      assert.deepEqual(
        await noted(database),
        versions(151).map((_, index) => `${index + 1}.1`),
      )
    }))

  test(`${engine.name}: of a version in portions, a crash between two of them is gone on from, and no version before it is acted on again`, () =>
    withNotes(engine, async (database) => {
      await append(database, testStart, versions(3))
      const causing = (event: VersionEvent): number => (event.version === 2 ? 3 : 0)
      let left = 2
      const dying = noting(causing)
      const crashing: VersionConsumer = {
        ...dying,
        act: (event, write) =>
          dying.act(event, (work, isLast) => {
            left -= 1
            return left < 0 ? Promise.reject(new Error('the process was killed')) : write(work, isLast)
          }),
      }
      await assert.rejects(consumeVersions(crashing, contextOn(database)), /killed/)
      assert.deepEqual(await noted(database), ['2.1', '2.2'])
      assert.equal(await consumerPosition(database, 'notes'), 3, 'up to the version that is half acted on')
      const seen: number[] = []
      await consumeVersions(
        {
          ...dying,
          act: async (event, write) => {
            seen.push(event.version)
            if (event.version === 2) {
              await write((transaction) => transaction.run('insert into note values (2, 3)').then(() => {}), true)
            }
          },
        },
        contextOn(database),
      )
      assert.deepEqual(seen, [2, 3])
      assert.deepEqual(await noted(database), ['2.1', '2.2', '2.3'])
    }))

  test(`${engine.name}: of two processes at one consumer each version is acted on by one, portions and all`, () =>
    withNotes(engine, async (database, second) => {
      await append(database, testStart, versions(30))
      const portionsOf = (event: VersionEvent): number => event.version % 4
      const counts = await Promise.all(
        [database, second].map((one) => consumeVersions(noting(portionsOf), contextOn(one))),
      )
      await consumeVersions(noting(portionsOf), contextOn(database))
      assert.ok(counts.every((count) => count <= 30))
      const expected = versions(30).flatMap((_, index) =>
        Array.from({ length: (index + 1) % 4 }, (_each, portion) => `${index + 1}.${portion + 1}`),
      )
      assert.deepEqual(await noted(database), expected)
    }))

  test(`${engine.name}: a consumer that is told to stop ends without a fault, and goes on where it was`, () =>
    withNotes(engine, async (database) => {
      await append(database, testStart, versions(5))
      const stop = new AbortController()
      const stopping = noting()
      const consumer: VersionConsumer = {
        ...stopping,
        act: async (event, write) => {
          if (event.version === 3) stop.abort(new Error('the service is stopping'))
          await stopping.act(event, write)
        },
      }
      assert.equal(await consumeVersions(consumer, contextOn(database, stop.signal)), 2)
      assert.equal(await consumeVersions(noting(), contextOn(database)), 3)
      assert.deepEqual(await noted(database), ['1.1', '2.1', '3.1', '4.1', '5.1'])
    }))

  test(`${engine.name}: a merge tells which measures lead to the survivor since then`, () =>
    withNotes(engine, async (database) => {
      const diff = { 'related.merged_from': { from: ['al:a'], to: ['al:a', 'al:b'] } }
      await append(database, testStart, [sampleEvent({ version: 2, categories: ['subsidy.merged'], diff })])
      const merged: (readonly string[])[] = []
      await consumeVersions(
        { ...noting(), act: async ({ newlyMergedFrom }) => void merged.push(newlyMergedFrom) },
        contextOn(database),
      )
      assert.deepEqual(merged, [['al:b']])
    }))

  test(`${engine.name}: what others wrote between two versions is passed over a stretch at a time, and no version with it`, () =>
    withNotes(engine, async (database) => {
      await append(database, testStart, versions(2))
      // As though so many matches had been told: whoever looks at them all at once is long about it.
      await database.run('update feed_head set last_seq = last_seq + 50000')
      await append(database, testStart, versions(1, 3))
      let longest = 0
      const looking = new Proxy(database, {
        get: (target, property) => {
          const value: unknown = Reflect.get(target, property)
          if (typeof value !== 'function') return value
          return (...given: unknown[]) => {
            const [text, parameters] = given as [unknown, number[] | undefined]
            if (property === 'all' && String(text).includes('merge_diff')) {
              longest = Math.max(longest, (parameters?.[1] ?? 0) - (parameters?.[0] ?? 0))
            }
            return Reflect.apply(value, target, given)
          }
        },
      })
      assert.equal(await consumeVersions(noting(), contextOn(looking)), 3)
      assert.deepEqual(await noted(database), ['1.1', '2.1', '3.1'])
      assert.ok(longest <= 10_000, `${longest} places at once`)
    }))
}
