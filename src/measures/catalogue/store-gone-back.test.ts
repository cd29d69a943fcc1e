/** A store that comes back with less than it had, as a server has it that was promoted before everything had reached it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { withFollowed } from '../../../tests/harness/followed.ts'
import { input } from '../../../tests/harness/ingestion.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Query } from '../finding/query.ts'
import type { FollowedCatalogue } from './follow.ts'
import { CatalogueNotRead } from './follow.ts'

const everything: Query = { words: [], filters: {}, sort: 'deadline', after: null, limit: 1_000 }
const shown = (followed: FollowedCatalogue): readonly string[] =>
  followed.readNow((catalogue) => catalogue.index.search(everything).ids.toSorted())

type Head = { publication: number; last_seq: number }
const headOf = async (database: Database): Promise<Head> => {
  const head = await database.one<Head>('select publication, last_seq from feed_head')
  assert.ok(head)
  return head
}

/** Takes back everything that was published since: the measures that came, and their events. */
async function goBack(database: Database, to: Head): Promise<void> {
  const since = [to.publication]
  for (const statement of [
    'delete from measure_version where measure_id in (select id from measure where publication > $1)',
    'delete from measure where publication > $1',
  ])
    await database.run(statement, since)
  await database.run('delete from change_event where seq > $1', [to.last_seq])
  await database.run('update feed_head set publication = $1, last_seq = $2', [to.publication, to.last_seq])
}

for (const engine of engines) {
  test(`${engine.name}: what a store that has gone back does not have any more is not answered, from the moment that it is noticed`, async () => {
    await using store = await engine.open()
    const { database } = store
    await withFollowed(database, async ({ publish, another }) => {
      let told = 0
      const { followed } = another({ onGoneBack: () => (told += 1) })
      await publish([input('a')])
      const before = await headOf(database)
      await publish([input('a'), input('b')])
      await followed.catchUp()
      assert.equal(shown(followed).length, 2)
      await goBack(database, before)
      // As the admission of a request tells: of a publication that is not the one shown.
      const reached = followed.reach(before.publication, 10_000)
      assert.equal(await reached, true)
      assert.equal(shown(followed).length, 1)
      assert.equal(told, 1)
      // And goes on as ever.
      await publish([input('a'), input('c')])
      await followed.catchUp()
      assert.equal(shown(followed).length, 2)
      assert.equal(told, 1)
    })
  })

  test(`${engine.name}: a store that has gone back and made the same publications again is known by its events`, async () => {
    await using store = await engine.open()
    const { database } = store
    await withFollowed(database, async ({ publish, another }) => {
      const { followed } = another()
      await publish([input('a')])
      const before = await headOf(database)
      await publish([input('a'), input('b')])
      const reached = await headOf(database)
      await followed.catchUp()
      await followed.catchUp()
      await goBack(database, before)
      await publish([input('a'), input('c')])
      assert.deepEqual(await headOf(database), reached)
      await followed.catchUp()
      const titles = followed.readNow((catalogue) =>
        catalogue.index.search(everything).ids.map((id) => catalogue.row('compact', id, 'en').toString()),
      )
      assert.equal(titles.length, 2)
      assert.ok(
        titles.every((row) => !row.includes(':b"')),
        titles.join(),
      )
    })
  })

  test(`${engine.name}: an event that is erased with its account, or with its time, is no sign of another life`, async () => {
    await using store = await engine.open()
    const { database } = store
    await withFollowed(database, async ({ publish, another }) => {
      let told = 0
      const { followed } = another({ onGoneBack: () => (told += 1) })
      await publish([input('a')])
      await followed.catchUp()
      await followed.catchUp()
      const { last_seq } = await headOf(database)
      await database.run('delete from change_event where seq = $1', [last_seq])
      for (let looks = 0; looks < 3; looks += 1) await followed.catchUp()
      assert.equal(told, 0)
      assert.equal(followed.isLoaded, true)
      await publish([input('a'), input('b')])
      await followed.catchUp()
      assert.equal(shown(followed).length, 2)
      assert.equal(told, 0)
    })
  })

  test(`${engine.name}: while the store of now is read, nobody is answered from the one of before`, async () => {
    await using store = await engine.open()
    const { database } = store
    await withFollowed(database, async ({ publish, another }) => {
      let fails = false
      const failing: Database = {
        ...database,
        withSignal: (signal) => ({ ...database.withSignal(signal), snapshot: (work) => failing.snapshot(work) }),
        snapshot: (work) => (fails ? Promise.reject(new Error('not now')) : database.snapshot(work)),
      }
      const { followed } = another({ database: failing })
      await publish([input('a')])
      const before = await headOf(database)
      await publish([input('a'), input('b')])
      await followed.catchUp()
      await goBack(database, before)
      fails = true
      await assert.rejects(followed.catchUp())
      assert.equal(followed.isLoaded, false)
      assert.throws(() => shown(followed), CatalogueNotRead)
      fails = false
      await followed.catchUp()
      assert.equal(shown(followed).length, 1)
    })
  })

  const moments: [moment: string, disturb: 'before' | 'after'][] = [
    ['after everything was read, before the next look', 'after'],
    ['after a look that told of something new, before that is read', 'before'],
  ]
  for (const [moment, disturb] of moments)
    test(`${engine.name}: a store that goes back ${moment}, and makes the same publications again, is known by its events`, async () => {
      await using store = await engine.open()
      const { database } = store
      await withFollowed(database, async ({ publish, another }) => {
        let told = 0
        let happens: (() => Promise<void>) | null = null
        const happened = async (): Promise<void> => {
          const now = happens
          happens = null
          await now?.()
        }
        const disturbed: Database = {
          ...database,
          withSignal: (signal) => ({ ...database.withSignal(signal), snapshot: (work) => disturbed.snapshot(work) }),
          snapshot: async (work) => {
            if (disturb === 'before') await happened()
            const read = await database.snapshot(work)
            if (disturb === 'after') await happened()
            return read
          },
        }
        const { followed } = another({ database: disturbed, onGoneBack: () => (told += 1) })
        await publish([input('a')])
        const before = await headOf(database)
        await publish([input('a'), input('b')])
        if (disturb === 'before') {
          await followed.catchUp()
          await publish([input('a'), input('b'), input('d')])
        }
        const reached = await headOf(database)
        happens = async () => {
          await goBack(database, before)
          await publish([input('a'), input('c')])
          if (disturb === 'before') await publish([input('a'), input('c'), input('e')])
          assert.deepEqual(await headOf(database), reached)
        }
        for (let looks = 0; looks < 3; looks += 1) await followed.catchUp()
        assert.equal(happens, null)
        const titles = followed.readNow((catalogue) =>
          catalogue.index.search(everything).ids.map((id) => catalogue.row('compact', id, 'en').toString()),
        )
        assert.equal(titles.length, disturb === 'before' ? 3 : 2)
        for (const gone of [':b"', ':d"']) assert.ok(!titles.some((row) => row.includes(gone)), titles.join())
        assert.equal(told, 1)
      })
    })
}
