/** The threads that judge bulks: what becomes of what they are asked when they, the store or the asker go. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mock, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Engine, engines, type TestStore } from '../../tests/harness/databases.ts'
import { withFollowed } from '../../tests/harness/followed.ts'
import { input } from '../../tests/harness/ingestion.ts'
import { feedHead } from '../measures/catalogue/catalogue-store.ts'
import { type BulkPool, makeBulkPool, type Slice, shareConnections } from './bulk-pool.ts'

const awaited = new AbortController().signal

async function withPool(
  engine: Engine,
  work: (scene: {
    pool: BulkPool
    store: TestStore
    slice: (count: number) => Slice
    publish(): Promise<void>
    /** Threads that were started since the pool was made. */
    started(): number
  }) => Promise<void>,
): Promise<void> {
  await using store = await engine.open()
  await withFollowed(store.database, async ({ publish, clock }) => {
    let listed = 3
    const more = (): Promise<void> => {
      listed += 1
      return publish(Array.from({ length: listed }, (_, number) => input(`m${number}`)))
    }
    await more()
    const pool = makeBulkPool({
      database: store.settings,
      baseUrl: 'http://127.0.0.1',
      slabFolder: tmpdir(),
      threads: 1,
    })
    let started = 0
    const count = (): void => {
      started += 1
    }
    process.on('worker', count)
    let { publication } = await feedHead(store.database)
    try {
      await work({
        pool,
        store,
        slice: (count) => ({
          entries: Array.from({ length: count }, (_, number) => ({
            entry: { reference: `c${number}` },
            lookedUp: null,
          })),
          now: clock.now(),
          publication,
          between: ',',
        }),
        async publish() {
          await more()
          publication = (await feedHead(store.database)).publication
        },
        started: () => started,
      })
    } finally {
      process.off('worker', count)
      await pool.stop()
    }
  })
}

/** Timers that the test moves, until it ends. */
function mockedTimers(): Disposable {
  mock.timers.enable({ apis: ['setTimeout'] })
  return { [Symbol.dispose]: () => mock.timers.reset() }
}

const evaluatedIn = (bytes: Buffer): number[] =>
  (JSON.parse(`[${bytes.toString()}]`) as { result: { evaluated: number } }[]).map(({ result }) => result.evaluated)

for (const engine of engines) {
  test(`${engine.name}: a slice is judged at the publication it names or a later one, and an empty one by nobody`, () =>
    withPool(engine, async ({ pool, slice, publish }) => {
      assert.equal((await pool.judge(slice(0), awaited)).bytes.length, 0)
      assert.deepEqual(evaluatedIn((await pool.judge(slice(2), awaited)).bytes), [4, 4])
      await publish()
      assert.deepEqual(evaluatedIn((await pool.judge(slice(1), awaited)).bytes), [5])
    }))
}

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

test('what a thread was asked when it died fails at once, and the next slice has a new thread', () =>
  withPool(embedded, async ({ store, slice }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pool-'))
    const dataDir = path.join(folder, 'data')
    // A store that is no folder ends the thread that opens it.
    await writeFile(dataDir, '')
    const settings = { ...store.settings, dataDir }
    const pool = makeBulkPool({
      database: settings,
      baseUrl: 'http://127.0.0.1',
      slabFolder: folder,
      threads: 1,
    })
    try {
      for (const ends of await Promise.allSettled([pool.judge(slice(1), awaited), pool.judge(slice(1), awaited)]))
        assert.equal(ends.status, 'rejected')
      await rm(dataDir)
      await symlink(store.settings.dataDir, dataDir)
      assert.deepEqual(evaluatedIn((await pool.judge(slice(1), awaited)).bytes), [4])
    } finally {
      await pool.stop()
      await rm(folder, { recursive: true })
    }
  }))

test('a slice that cannot be judged fails alone, and its thread judges the next', () =>
  withPool(embedded, async ({ pool, slice }) => {
    await assert.rejects(pool.judge({ ...slice(1), entries: null as unknown as Slice['entries'] }, awaited))
    assert.deepEqual(evaluatedIn((await pool.judge(slice(1), awaited)).bytes), [4])
  }))

test('what its asker waits for no longer is not judged, and those behind it are', () =>
  withPool(embedded, async ({ pool, slice }) => {
    const leaving = new AbortController()
    const first = [pool.judge(slice(25), awaited), pool.judge(slice(25), awaited)]
    const left = pool.judge(slice(25), leaving.signal)
    const behind = pool.judge(slice(1), awaited)
    leaving.abort()
    await assert.rejects(left, /nobody waits/)
    await Promise.all(first)
    assert.deepEqual(evaluatedIn((await behind).bytes), [4])
  }))

test('a pool that stops ends what it was asked, and takes nothing more', () =>
  withPool(embedded, async ({ pool, slice }) => {
    const asked = Array.from({ length: 5 }, () => pool.judge(slice(25), awaited))
    const ends = Promise.allSettled(asked)
    await pool.stop()
    for (const { status } of await ends) assert.equal(status, 'rejected')
    await assert.rejects(pool.judge(slice(1), awaited), /stopping/)
  }))

test('threads that were made ready for a bulk judge it, and are kept from then on', () =>
  withPool(embedded, async ({ pool, slice, started }) => {
    using _timers = mockedTimers()
    pool.expect()
    pool.expect()
    await nextTurn()
    assert.equal(started(), 1)
    assert.deepEqual(evaluatedIn((await pool.judge(slice(1), awaited)).bytes), [4])
    mock.timers.tick(11 * 60_000)
    assert.deepEqual(evaluatedIn((await pool.judge(slice(1), awaited)).bytes), [4])
    pool.expect()
    await nextTurn()
    assert.equal(started(), 1)
  }))

test('threads that no bulk came for are given up after ten minutes and not made ready again, and a bulk starts them anew', () =>
  withPool(embedded, async ({ pool, slice, started }) => {
    using _timers = mockedTimers()
    pool.expect()
    await nextTurn()
    mock.timers.tick(11 * 60_000)
    pool.expect()
    await nextTurn()
    assert.equal(started(), 1)
    assert.deepEqual(evaluatedIn((await pool.judge(slice(1), awaited)).bytes), [4])
    await nextTurn()
    assert.equal(started(), 2)
  }))

test('requests and threads together hold no more connections than DATABASE_POOL, each thread has one, and requests two', () => {
  for (let databasePool = 3; databasePool <= 200; databasePool += 1) {
    const { threads, requests } = shareConnections(databasePool)
    assert.equal(threads + requests, databasePool)
    assert.ok(threads >= 1 && requests >= Math.max(2, threads))
  }
})
