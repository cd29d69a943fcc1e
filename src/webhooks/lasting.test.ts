import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines, openedTwice } from '../../tests/harness/databases.ts'
import { sampleEvent } from '../../tests/harness/feed-events.ts'
import { webhookScene } from '../../tests/harness/webhook-scene.ts'
import { arrivedDeliveries } from './lasting-store.ts'

for (const engine of engines)
  test(`${engine.name}: of an event that arrived and waits to be fanned out again no delivery is made, nor sent; of others there is`, () =>
    openedTwice(engine, async (database) => {
      const scene = await webhookScene(database)
      const account = await scene.account('pro')
      const endpoint = await scene.endpoint(account)
      const [arrived, other] = [sampleEvent(), sampleEvent()]
      await scene.append([arrived])
      await scene.fanOut()
      await scene.deliver()
      const told = await arrivedDeliveries.tell(database, null, 0)
      assert.equal(told.length, 1)
      // As a backup has it that was taken before the fan-out.
      await database.run('delete from webhook_delivery')
      await database.run("update feed_consumer set position = 0 where name = 'webhooks'")
      const elsewhere = told.map((row) => ['whd_x', 'wh_gone', ...row.slice(2)])
      const purged = told.map((row) => ['whd_y', ...row.slice(1, 3), 'chg_gone', ...row.slice(4)])
      assert.equal(await arrivedDeliveries.honour(database, [...told, ...elsewhere, ...purged]), 1)
      assert.equal(await arrivedDeliveries.honour(database, told), 0)
      await scene.append([other])
      await scene.fanOut()
      await scene.deliver()
      const rows = (await scene.deliveries()).map(({ webhook_id, event_id, status }) => [webhook_id, event_id, status])
      assert.deepEqual(
        rows.toSorted(),
        [
          [endpoint, arrived.id, 'delivered'],
          [endpoint, other.id, 'delivered'],
        ].toSorted(),
      )
      assert.equal(scene.sent.length, 2)
    }))
