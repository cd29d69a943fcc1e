import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { engines } from '../../../tests/harness/databases.ts'
import { happenings, withFollowed } from '../../../tests/harness/followed.ts'
import { input } from '../../../tests/harness/ingestion.ts'
import { ingest } from '../../ingestion/ingest.ts'
import type { Database, Reads } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { FileSlab } from '../../platform/files/file-slab.ts'
import { inTurns } from '../../platform/in-turns.ts'
import { Segment } from '../../search/segment.ts'
import type { Query } from '../finding/query.ts'
import { TextThread } from '../finding/text-thread.ts'
import type { FollowedCatalogue } from './follow.ts'
import { CatalogueNotRead } from './follow.ts'

const everything: Query = { words: [], filters: {}, sort: 'deadline', after: null, limit: 1_000 }
const numbered = (count: number, changes: (number: number) => Record<string, unknown> = () => ({})) =>
  Array.from({ length: count }, (_, number) => input(`m${String(number).padStart(4, '0')}`, changes(number)))

const summariesOf = (followed: FollowedCatalogue): Set<string> =>
  followed.readNow((catalogue) => {
    const { ids } = catalogue.index.search(everything)
    return new Set(
      ids.map((id) => (JSON.parse(catalogue.row('compact', id, 'en').toString()) as { summary: string }).summary),
    )
  })

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

test('before a catalogue was read nothing is answered as though there were nothing: 10 s later it is an error', async () => {
  await using store = await embedded.open()
  await withFollowed(store.database, async ({ another }) => {
    const silence = Promise.withResolvers<Reads>()
    const silent = readThrough(store.database, () => silence.promise)
    const { followed } = another({ database: silent })
    assert.throws(() => followed.readNow(() => 'something'), CatalogueNotRead)
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      let isSettled = false
      const read = assert.rejects(
        followed
          .read(() => 'something')
          .finally(() => {
            isSettled = true
          }),
        CatalogueNotRead,
      )
      mock.timers.tick(9_999)
      await nextTurn()
      assert.equal(isSettled, false)
      mock.timers.tick(1)
      await read
    } finally {
      mock.timers.reset()
      silence.reject(new Error('the store has gone'))
    }
  })
})

test('what was made ready for a deadline is only shown at its instant, however much that leaves to be tidied', async () => {
  await using store = await embedded.open()
  await withFollowed(store.database, async ({ followed, publish, clock }) => {
    const deadline = Date.parse('2026-03-03T10:00:05+01:00')
    // More than half of the room for changes, so that a compaction is due.
    await publish(numbered(1_200, () => ({ application_window: { closes_at: '2026-03-03T10:00:05+01:00' } })))
    await followed.catchUp()
    const catalogue = followed.readNow((current) => current)
    await inTurns(catalogue.readyUntil(deadline + 1_000))
    await inTurns(catalogue.tidy())
    clock.advance({ seconds: 6 })
    const put = mock.method(Segment.prototype, 'stage')
    await inTurns(catalogue.advance(clock.now()))
    put.mock.restore()
    assert.equal(put.mock.callCount(), 0)
    assert.equal(catalogue.index.search({ ...everything, filters: { status: ['closed'] } }).total, 1_200)
    await inTurns(catalogue.tidy())
    assert.equal(catalogue.index.search({ ...everything, filters: { status: ['closed'] } }).total, 1_200)
  })
})

for (const engine of engines) {
  test(`${engine.name}: a store without a measure is a catalogue too, and whoever waited for it is answered`, async () => {
    await using store = await engine.open()
    await withFollowed(store.database, async ({ followed }) => {
      const waited = followed.read((catalogue) => catalogue.index.search(everything).total)
      await followed.catchUp()
      assert.equal(await waited, 0)
    })
  })

  test(`${engine.name}: what was admitted before the first reading is answered of its publication or a later one`, async () => {
    await using store = await engine.open()
    await withFollowed(store.database, async ({ publish, another }) => {
      await publish(numbered(3))
      const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const slow = readThrough(store.database, async (reads) => {
        await reads.one('select publication from feed_head')
        begun.resolve()
        await go.promise
        return reads
      })
      const { followed } = another({ database: slow })
      const reading = followed.catchUp()
      await begun.promise
      await publish(numbered(4))
      followed.expect(await publicationOf(store.database))
      const total = followed.read((catalogue) => catalogue.index.search(everything).total)
      go.resolve()
      await reading
      assert.equal(await total, 4)
    })
  })

  for (const { name, happen } of happenings) {
    test(`${engine.name}: what is pinned reads the same after ${name}, and its file is closed only after that`, async () => {
      await using store = await engine.open()
      await withFollowed(store.database, async (scene) => {
        const { followed, publish } = scene
        await publish([input('read', { title: 'As it was', related: { excludes: ['al:other'] } }), input('other')])
        await followed.catchUp()
        const pin = await followed.pin()
        const before = { full: pin.row('full', 'al:read', 'en'), all: [...pin.state.all()].map(({ id }) => id).sort() }
        await happen(scene)
        await followed.catchUp()
        const now = await followed.read(({ state }) => state)
        assert.notEqual(now, pin.state)
        assert.equal(pin.row('full', 'al:read', 'en').toString(), before.full.toString())
        assert.deepEqual([...pin.state.all()].map(({ id }) => id).sort(), before.all)
        assert.equal(pin.state.resolveId('al:read'), 'al:read')
        // Nobody else keeps what the pin reads: neither a stop nor anything before it closes the file under it.
        await followed.stop()
        assert.equal(pin.row('full', 'al:read', 'en').toString(), before.full.toString())
        const { slab } = pin.state
        pin.release()
        pin.release()
        assert.throws(() => pin.state, /let go/)
        assert.throws(() => slab.keep(), /let go/)
      })
    })
  }

  test(`${engine.name}: a reading is of one state of the store, whatever is published while it goes on`, async () => {
    await using store = await engine.open()
    await withFollowed(store.database, async ({ publish, another, means, sources }) => {
      await publish(numbered(150, () => ({ summary: 'Before' })))
      const other = await openDatabase(store.settings)
      try {
        let hasPublished = false
        const meddled = readThrough(store.database, async (reads) => {
          const all: Reads['all'] = async (text, parameters) => {
            const rows = await reads.all(text, parameters)
            if (text.includes('order by id limit') && !hasPublished) {
              hasPublished = true
              sources.lists('alpha', { items: numbered(160, () => ({ summary: 'After' })) })
              await ingest({ ...means, database: other }, ['alpha'])
            }
            return rows as never
          }
          return { ...reads, all }
        })
        const [publication, position] = [await publicationOf(store.database), await positionOf(store.database)]
        const { followed } = another({ database: meddled })
        await followed.catchUp()
        assert.equal(hasPublished, true)
        assert.deepEqual(summariesOf(followed), new Set(['Before']))
        const { state } = await followed.pin()
        assert.deepEqual([state.size, state.publication, state.position], [150, publication, position])
        await followed.catchUp()
        assert.deepEqual(summariesOf(followed), new Set(['After']))
        assert.equal(await followed.read((catalogue) => catalogue.state.position), await positionOf(store.database))
      } finally {
        await other.close()
      }
    })
  })

  test(`${engine.name}: of a change taken in by slices nobody sees a part, and others have their turns meanwhile`, async () => {
    await using store = await engine.open()
    await withFollowed(store.database, async ({ followed, publish }) => {
      await publish(numbered(300, () => ({ summary: 'Before' })))
      await followed.catchUp()
      await publish(numbered(300, () => ({ summary: 'After' })))
      let isDone = false
      const change = followed.catchUp().finally(() => {
        isDone = true
      })
      const seen: string[] = []
      let turns = 0
      while (!isDone) {
        seen.push([...summariesOf(followed)].join(' and '))
        turns += 1
        await nextTurn()
      }
      await change
      assert.deepEqual(summariesOf(followed), new Set(['After']))
      assert.deepEqual(
        seen.filter((summaries) => summaries !== 'Before' && summaries !== 'After'),
        [],
      )
      assert.ok(turns > 3, `${turns} turns`)
    })
  })

  test(`${engine.name}: a deadline that hundreds share passes for all of them at once, made ready before or not`, async () => {
    for (const isReady of [false, true]) {
      await using store = await engine.open()
      await withFollowed(store.database, async ({ followed, publish, clock }) => {
        const closes_at = '2026-03-03T10:00:05+01:00'
        await publish(numbered(300, () => ({ application_window: { opens_at: '2026-01-01', closes_at } })))
        await followed.catchUp()
        const openNow = (): number =>
          followed.readNow(
            (catalogue) => catalogue.index.search({ ...everything, filters: { status: ['open'] } }).total,
          )
        assert.equal(openNow(), 300)
        if (isReady) {
          followed.start()
          await followed.catchUp()
          await nextTurn()
        }
        clock.advance({ seconds: 6 })
        const seen = new Set<number>()
        let isDone = false
        const reading = followed
          .read((catalogue) => {
            const { ids } = catalogue.index.search(everything)
            return ids.map(
              (id) => (JSON.parse(catalogue.row('full', id, 'nl').toString()) as { status: string }).status,
            )
          })
          .finally(() => {
            isDone = true
          })
        while (!isDone) {
          seen.add(openNow())
          await nextTurn()
        }
        assert.deepEqual(new Set(await reading), new Set(['closed']))
        assert.deepEqual(
          [...seen].filter((open) => open !== 300 && open !== 0),
          [],
        )
      })
    }
  })

  test(`${engine.name}: when records cannot be kept the old state stays whole and served, and no space is lost`, async () => {
    await using store = await engine.open()
    await withFollowed(store.database, async ({ followed, publish, changeSettings }) => {
      await publish(numbered(130, () => ({ summary: 'Before' })))
      await followed.catchUp()
      const { slab } = await followed.read(({ state }) => state)
      const size = slab.size
      const append = slab.append.bind(slab)
      for (const isBuilt of [false, true]) {
        if (isBuilt) await changeSettings('Another line')
        await publish(numbered(130, () => ({ summary: `After, ${isBuilt}` })))
        let appended = 0
        const full = mock.method(FileSlab.prototype, 'append', (bytes: Uint8Array) => {
          appended += 1
          if (appended > 1) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
          return append(bytes)
        })
        await assert.rejects(followed.catchUp(), /no space left/)
        full.mock.restore()
        // The records of one page were kept already.
        assert.equal(appended, 2)
        assert.equal(slab.size, size)
        assert.deepEqual(summariesOf(followed), new Set(['Before']))
        assert.equal(await followed.read(({ state }) => [...state.all()].length), 130)
      }
      await followed.catchUp()
      assert.deepEqual(summariesOf(followed), new Set(['After, true']))
    })
  })

  test(`${engine.name}: records that stayed are not written once more when everything is read anew`, async () => {
    await using store = await engine.open()
    await withFollowed(store.database, async ({ followed, publish, changeSettings }) => {
      await publish(numbered(50))
      await followed.catchUp()
      const { slab } = await followed.read(({ state }) => state)
      const size = slab.size
      await changeSettings('Another line')
      await followed.catchUp()
      const state = await followed.read((catalogue) => catalogue.state)
      assert.equal(state.slab, slab)
      assert.equal(slab.size, size)
      assert.deepEqual(state.attributionsOf(['al:m0001']), ['Another line'])
    })
  })
}

/** The store, with what reads one state of it put between. */
function readThrough(database: Database, between: (reads: Reads) => Promise<Reads>): Database {
  const through: Database = {
    ...database,
    withSignal: () => through,
    snapshot: (work) => database.snapshot(async (reads) => work(await between(reads))),
  }
  return through
}

async function publicationOf(database: Database): Promise<number> {
  return Number((await database.one('select publication from feed_head'))?.publication)
}

async function positionOf(database: Database): Promise<number> {
  return Number((await database.one('select last_seq from feed_head'))?.last_seq)
}

test('many measures have their texts read beside, and when that thread dies the next reading needs none', async () => {
  await using store = await embedded.open()
  await withFollowed(store.database, async ({ followed, another, publish }) => {
    await publish(numbered(2_100, (number) => ({ title: `Title ${number}` })))
    const end = mock.method(TextThread.prototype, 'end', function (this: TextThread) {
      this.stop()
    })
    try {
      await assert.rejects(followed.catchUp(), /has ended/)
      assert.equal(followed.isLoaded, false)
      await followed.catchUp()
      assert.equal(end.mock.callCount(), 1)
    } finally {
      end.mock.restore()
    }
    const beside = another().followed
    await beside.catchUp()
    const query: Query = { ...everything, words: ['title'], sort: 'title:en', limit: 2_100 }
    const idsOf = (one: FollowedCatalogue): string[] => one.readNow((catalogue) => catalogue.index.search(query).ids)
    assert.equal(idsOf(followed).length, 2_100)
    assert.deepEqual(idsOf(beside), idsOf(followed))
  })
})

test('a catalogue that nobody searches is made without an index, follows changes and the clock, and refuses a search', async () => {
  await using store = await embedded.open()
  await withFollowed(store.database, async ({ another, publish, clock }) => {
    const stage = mock.method(Segment.prototype, 'stage')
    const deadline = '2026-03-03T10:00:05+01:00'
    await publish(numbered(3, () => ({ application_window: { closes_at: deadline } })))
    const { followed } = another({ naceCover: null })
    await followed.catchUp()
    await publish(numbered(4, () => ({ application_window: { closes_at: deadline }, title: 'Changed' })))
    await followed.catchUp()
    const rowOf = (id: string): Promise<{ status: string; title: string }> =>
      followed.read((catalogue) => JSON.parse(catalogue.row('compact', id, 'en').toString()))
    assert.deepEqual([(await rowOf('al:m0003')).title, (await rowOf('al:m0000')).status], ['Changed', 'unknown'])
    clock.advance({ seconds: 6 })
    assert.equal((await rowOf('al:m0000')).status, 'closed')
    assert.throws(() => followed.readNow((catalogue) => catalogue.index.search(everything)), /not searched/)
    assert.equal(stage.mock.callCount(), 0)
    stage.mock.restore()
  })
})
