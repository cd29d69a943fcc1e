import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines, openedTwice } from '../../../tests/harness/databases.ts'
import { sampleEvent } from '../../../tests/harness/feed-events.ts'
import { until } from '../../../tests/harness/started-process.ts'
import { answered, webhookScene } from '../../../tests/harness/webhook-scene.ts'

for (const engine of engines) {
  test(`${engine.name}: several attempts that a process claimed one after the other, and lost, are all made again, also to an endpoint that fails`, () =>
    openedTwice(engine, async (database) => {
      const scene = await webhookScene(database)
      const endpoint = await scene.endpoint(await scene.account('pro'))
      const gone = scene.deliverer()
      // Two that are never answered, a second apart.
      scene.answer(() => new Promise(() => {}))
      for (const sent of [1, 2]) {
        await scene.append([sampleEvent()])
        await scene.fanOut()
        gone.wake()
        await until(`${sent} are under way`, () => scene.sent.length === sent, 5_000)
        scene.clock.advance({ seconds: 1 })
      }
      // What others of it came to meanwhile: it is tried one at a time, with a gap that is over soon.
      await database.run('update webhook set consecutive_failures = 3, held_until = $1 where id = $2', [
        scene.clock.now() + 1_000,
        endpoint,
      ])
      scene.answer(() => answered(200))
      for (let second = 0; second < 30; second += 1) {
        await scene.deliver()
        scene.clock.advance({ seconds: 1 })
      }
      assert.deepEqual(
        (await scene.deliveries()).map(({ status, attempts }) => [status, attempts]),
        [
          ['delivered', 2],
          ['delivered', 2],
        ],
      )
    }))

  test(`${engine.name}: after the clock was set back by an hour what waits is sent at once, and what a lost process had when a claim of now would end`, () =>
    openedTwice(engine, async (database) => {
      const scene = await webhookScene(database)
      await scene.endpoint(await scene.account('pro'))
      const going = scene.deliverer()
      await going.drained()
      const gone = scene.deliverer()
      scene.answer(() => new Promise(() => {}))
      await scene.append([sampleEvent()])
      await scene.fanOut()
      gone.wake()
      await until('one is under way', () => scene.sent.length === 1, 5_000)
      await scene.append([sampleEvent()])
      await scene.fanOut()
      scene.answer(() => answered(200))
      scene.clock.advance({ hours: -1 })
      await going.drained()
      assert.equal(scene.sent.length, 2, 'what nobody had is sent')
      scene.clock.advance({ seconds: 19 })
      await going.drained()
      assert.equal(scene.sent.length, 2, 'its claim may be that of one who lives')
      scene.clock.advance({ seconds: 2 })
      await going.drained()
      assert.deepEqual((await scene.deliveries()).map(({ status, attempts }) => [status, attempts]).toSorted(), [
        ['delivered', 1],
        ['delivered', 2],
      ])
    }))

  test(`${engine.name}: a process that begins after the clock was set back finds what waits for a time that is not to come soon`, () =>
    openedTwice(engine, async (database) => {
      const scene = await webhookScene(database)
      await scene.endpoint(await scene.account('pro'))
      const gone = scene.deliverer()
      scene.answer(() => new Promise(() => {}))
      await scene.append([sampleEvent()])
      await scene.fanOut()
      gone.wake()
      await until('one is under way', () => scene.sent.length === 1, 5_000)
      await scene.append([sampleEvent()])
      await scene.fanOut()
      scene.answer(() => answered(200))
      scene.clock.advance({ hours: -1 })
      const begun = scene.deliverer()
      await begun.drained()
      assert.equal(scene.sent.length, 2, 'what nobody had is sent')
      scene.clock.advance({ seconds: 21 })
      await begun.drained()
      assert.equal(scene.sent.length, 3, 'and then what the lost process had')
    }))
}
