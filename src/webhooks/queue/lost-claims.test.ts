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
}
