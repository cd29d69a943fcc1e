/** That an image of another life of the store, which was put back and made as many publications again, is told from one of this. */
import assert from 'node:assert/strict'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { engines } from '../../../../tests/harness/databases.ts'
import { type FollowedScene, withFollowed } from '../../../../tests/harness/followed.ts'
import { listed, sayingsOf, withImages } from '../../../../tests/harness/imaged.ts'
import { movePublication } from '../../../changes/append.ts'
import { openDatabase } from '../../../platform/database/open.ts'
import { putLinkChecks } from '../../links/link-check-store.ts'
import { withdrawMeasure } from '../../withdraw.ts'
import { type Life, lifeAt } from './life-store.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

async function check({ database, clock }: FollowedScene, measureId: string): Promise<void> {
  const url = 'https://example.org/page'
  const seen = { measureId, url, outcome: 'seen', httpStatus: 200, finalUrl: url, checkedAt: clock.now() } as const
  await database.transaction(async (transaction) =>
    putLinkChecks(transaction, [seen], await movePublication(transaction, clock.now())),
  )
}

/** What happens in both lives, each a publication, after the copy; in one of them an hour later, in the other days. */
const happenings: readonly {
  name: string
  one(scene: FollowedScene): Promise<unknown>
  other(scene: FollowedScene): Promise<unknown>
  outcomes: string[]
}[] = [
  {
    name: 'withdrew the same measure at another time',
    one: ({ means }) => withdrawMeasure(means, 'al:r1'),
    other: ({ means }) => withdrawMeasure(means, 'al:r1'),
    outcomes: [],
  },
  {
    name: 'had the same run, which changed nothing, at another time',
    one: ({ publish }) => publish(listed),
    other: ({ publish }) => publish(listed),
    outcomes: [],
  },
  {
    name: 'missed the same measures in a run at another time',
    one: ({ publish }) => publish(listed.slice(2)),
    other: ({ publish }) => publish(listed.slice(2)),
    outcomes: [],
  },
  {
    name: 'checked the page of another measure',
    one: (scene) => check(scene, 'al:r2'),
    other: (scene) => check(scene, 'al:r3'),
    // Of the measures both lives know the same; of checks and sources the store is asked.
    outcomes: ['used'],
  },
  {
    name: 'had a run where the other checked a page',
    async one(scene) {
      // A run publishes twice.
      await check(scene, 'al:r2')
      await check(scene, 'al:r2')
    },
    other: ({ publish }) => publish(listed),
    outcomes: ['used'],
  },
]

for (const { name, one, other, outcomes } of happenings) {
  test(`a store that was put back, and since ${name}, says what is true in this life`, async () => {
    await using store = await embedded.open()
    const copy = path.join(store.settings.dataDir, '..', 'copy')
    await withImages(store.database, async (scene) => {
      await scene.publish(listed)
      await cp(store.settings.dataDir, copy, { recursive: true })
      scene.clock.advance({ hours: 1 })
      await one(scene)
      const written = await scene.write()
      const put = await openDatabase({ ...store.settings, dataDir: copy })
      try {
        await withFollowed(put, async (elsewhere) => {
          elsewhere.clock.advance({ days: 5 })
          await other(elsewhere)
          const told: string[] = []
          const begun = elsewhere.another({
            image: { folder: scene.folder, isWritten: false, measuresMin: 1 },
            observer: {
              tell: ({ name: of, labels }) => {
                if (of === 'catalogue_image') told.push(labels.outcome)
              },
              end: () => {},
            },
          })
          const plain = await sayingsOf(elsewhere, elsewhere)
          assert.deepEqual(await sayingsOf(begun, elsewhere), plain)
          assert.deepEqual(
            begun.followed.readNow(({ state }) => state.sources),
            elsewhere.followed.readNow(({ state }) => state.sources),
          )
          assert.deepEqual(told, outcomes)
          // The lives have nothing else to be told by.
          assert.equal(
            written.followed.readNow(({ state }) => state.publication),
            plain.of[0],
          )
        })
      } finally {
        await put.close()
      }
    })
  })
}

for (const engine of engines) {
  test(`${engine.name}: a life is known by the event at a position and the newest run that succeeded of each source`, async () => {
    await using store = await engine.open()
    await withFollowed(store.database, async ({ database, clock, publish }) => {
      assert.deepEqual(await lifeAt(database, 0), { eventId: null, runs: [] } satisfies Life)
      await publish(listed.slice(0, 2))
      const [event] = await database.all<{ id: string }>('select id from change_event where seq = 2')
      const first = await lifeAt(database, 2)
      assert.equal(first.eventId, event?.id)
      clock.advance({ hours: 1 })
      await publish(listed.slice(0, 2))
      const [run] = await database.all<{ id: string }>('select id from run order by finished_at desc limit 1')
      const second = await lifeAt(database, 2)
      assert.deepEqual(second, { eventId: first.eventId, runs: [{ id: run?.id, finishedAt: clock.now() }] })
      assert.notEqual(second.runs[0]?.id, first.runs[0]?.id)
    })
  })
}
