import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines, openedTwice } from '../../../tests/harness/databases.ts'
import { sampleEvent } from '../../../tests/harness/feed-events.ts'
import { webhookScene } from '../../../tests/harness/webhook-scene.ts'

const anotherKey = Buffer.alloc(32, 3)
const minute = 60_000

for (const engine of engines) {
  test(`${engine.name}: while a secret does not open nothing is sent and no attempt is used; with its key again all goes out`, () =>
    openedTwice(engine, async (database) => {
      const scene = await webhookScene(database)
      const endpoint = await scene.endpoint(await scene.account('pro'))
      await scene.append([sampleEvent(), sampleEvent()])
      await scene.fanOut()
      const lacksKey = scene.deliverer(64, anotherKey)
      for (let look = 0; look < 10; look += 1) {
        await lacksKey.drained()
        scene.clock.advance({ ms: minute })
      }
      assert.equal(scene.sent.length, 0)
      assert.deepEqual(
        (await scene.deliveries()).map(({ status, attempts }) => [status, attempts]),
        [
          ['pending', 0],
          ['pending', 0],
        ],
      )
      const told = scene.told.filter(({ name }) => name === 'webhook_unready')
      assert.equal(told.length, 10, 'once a minute')
      assert.deepEqual([told[0]?.labels, told[0]?.about], [{ part: 'secret' }, { webhook: endpoint }])
      await scene.deliver()
      assert.deepEqual(
        (await scene.deliveries()).map(({ status, attempts }) => [status, attempts]),
        [
          ['delivered', 1],
          ['delivered', 1],
        ],
      )
    }))

  test(`${engine.name}: an endpoint whose secret does not open is in nobody's way`, () =>
    openedTwice(engine, async (database) => {
      const scene = await webhookScene(database)
      const sealedElsewhere = await scene.endpoint(await scene.account('pro'))
      const other = await scene.endpoint(await scene.account('pro'))
      await database.run(`update webhook set secret = 'AAAA' where id = $1`, [sealedElsewhere])
      await scene.append([sampleEvent()])
      await scene.fanOut()
      await scene.deliver()
      assert.deepEqual(
        scene.sent.map(({ webhook }) => webhook),
        [other],
      )
    }))

  test(`${engine.name}: an event that cannot be put into words waits, with no attempt used, and holds up no other`, () =>
    openedTwice(engine, async (database) => {
      const scene = await webhookScene(database)
      await scene.endpoint(await scene.account('pro'))
      const [faulty, sound] = [sampleEvent(), sampleEvent()]
      await scene.append([faulty, sound])
      await scene.fanOut()
      const stored = await database.one<{ categories: string }>('select categories from change_event where id = $1', [
        faulty.id,
      ])
      await database.run(`update change_event set categories = 'null' where id = $1`, [faulty.id])
      await scene.deliver()
      const start = scene.clock.now()
      assert.deepEqual(
        (await scene.deliveries()).map(({ event_id, status, attempts, due_at }) => [
          event_id,
          status,
          attempts,
          due_at === null ? null : due_at - start,
        ]),
        [
          [faulty.id, 'pending', 0, minute],
          [sound.id, 'delivered', 1, null],
        ],
      )
      assert.deepEqual(
        scene.told.filter(({ name }) => name === 'webhook_unready').map(({ about }) => about),
        [{ event: faulty.id }],
      )
      await database.run('update change_event set categories = $2 where id = $1', [faulty.id, stored?.categories ?? ''])
      scene.clock.advance({ ms: minute - 1 })
      await scene.deliver()
      assert.equal(scene.sent.length, 1)
      scene.clock.advance({ ms: 1 })
      await scene.deliver()
      assert.deepEqual(
        (await scene.deliveries()).map(({ status, attempts }) => [status, attempts]),
        [
          ['delivered', 1],
          ['delivered', 1],
        ],
      )
    }))
}
