import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { engines, openedTwice } from '../../../tests/harness/databases.ts'
import { sampleEvent } from '../../../tests/harness/feed-events.ts'
import { until } from '../../../tests/harness/started-process.ts'
import { answered, webhookScene } from '../../../tests/harness/webhook-scene.ts'

const megabyte = 1_000_000
const [accounts, endpointsEach] = [6, 8]

for (const engine of engines) {
  test(`${engine.name}: an event of two megabytes for everybody is claimed a few at a time and sent to some at once, and reaches all`, () =>
    openedTwice(engine, async (database) => {
      const scene = await webhookScene(database)
      for (let made = 0; made < accounts; made += 1) {
        const account = await scene.account('enterprise')
        for (let each = 0; each < endpointsEach; each += 1) await scene.endpoint(account)
      }
      await scene.append([sampleEvent({ summary: { message: 'x'.repeat(2 * megabyte) } })])
      await scene.fanOut()
      let release = (): void => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      scene.answer(async () => {
        await released
        return answered(200)
      })
      const deliverer = scene.deliverer(512)
      deliverer.wake()
      await until('many are under way', () => scene.sent.length >= 30, 20_000)
      await pause(100)
      deliverer.wake()
      await pause(100)
      assert.ok(scene.sent.length <= 33, `${scene.sent.length} under way`)
      const claims = await database.all<{ count: number }>(
        'select count(*) as count from webhook_delivery where claim_token is not null group by claim_token',
      )
      assert.ok(Math.max(...claims.map(({ count }) => count)) <= 2)
      release()
      await deliverer.drained()
      assert.equal(scene.sent.length, accounts * endpointsEach)
      assert.equal(
        (await scene.deliveries()).filter(({ status, attempts }) => status === 'delivered' && attempts === 1).length,
        accounts * endpointsEach,
      )
    }))

  test(`${engine.name}: a text that is longer than is claimed at once is sent all the same, and sent again`, () =>
    openedTwice(engine, async (database) => {
      const scene = await webhookScene(database)
      await scene.endpoint(await scene.account('pro'))
      await scene.append([sampleEvent({ summary: { message: 'x'.repeat(5 * megabyte) } }), sampleEvent()])
      await scene.fanOut()
      scene.answer(() => answered(scene.sent.length > 2 ? 200 : 500))
      await scene.deliver()
      scene.clock.advance({ ms: 60_000 })
      await scene.deliver()
      assert.deepEqual(
        (await scene.deliveries()).map(({ status, attempts }) => [status, attempts]),
        [
          ['delivered', 2],
          ['delivered', 2],
        ],
      )
    }))
}
