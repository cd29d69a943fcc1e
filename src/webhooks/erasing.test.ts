import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines, openedTwice } from '../../tests/harness/databases.ts'
import { sampleEvent } from '../../tests/harness/feed-events.ts'
import { webhookScene } from '../../tests/harness/webhook-scene.ts'
import { deleteDeliveries } from './deliveries/delivery-list-store.ts'
import { eraseDeletedWebhooks } from './leaving.ts'

for (const engine of engines) {
  test(`${engine.name}: two that erase at once leave nothing, and neither takes what the other is deleting for the rest`, () =>
    openedTwice(engine, async (first, second) => {
      const scene = await webhookScene(first)
      const endpoint = await scene.endpoint(await scene.account('pro'))
      await scene.append(Array.from({ length: 60 }, () => sampleEvent()))
      await scene.fanOut()
      if (engine.name === 'postgres') {
        await first.transaction(async (transaction) => {
          assert.equal(await deleteDeliveries(transaction, first.dialect, endpoint, 25), 25)
          const deletedBeside = second.transaction((other) => deleteDeliveries(other, second.dialect, endpoint, 25))
          assert.equal(await deletedBeside, 25)
        })
      }
      await first.run('update webhook set deleted_at = 1, due_at = null where id = $1', [endpoint])
      const { signal } = new AbortController()
      await Promise.all([eraseDeletedWebhooks(first, signal), eraseDeletedWebhooks(second, signal)])
      assert.deepEqual(await scene.deliveries(), [])
      assert.equal(await first.one('select id from webhook'), null)
    }))
}
