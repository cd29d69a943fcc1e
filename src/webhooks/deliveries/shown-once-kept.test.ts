/** A delivery that is shown as delivered is never sent again: it is shown when the disk has it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { webhookScene } from '../../../tests/harness/webhook-scene.ts'
import { putDeliveries } from '../../../tests/harness/webhooks.ts'
import type { Database } from '../../platform/database/database.ts'
import { listDeliveries } from './list-deliveries.ts'
import { showDelivery } from './show-delivery.ts'

for (const engine of engines) {
  test(`${engine.name}: deliveries are shown when what was read of them is on the disk, in a list and alone`, async () => {
    await using store = await engine.open()
    const scene = await webhookScene(store.database)
    const accountId = await scene.account('pro')
    const webhookId = await scene.endpoint(accountId)
    const row = { status: 'delivered', created_at: 1, delivered_at: 2 } as const
    const [deliveryId = ''] = await putDeliveries(store.database, webhookId, accountId, [row])
    const told: string[] = []
    const disk = Promise.withResolvers<void>()
    const database: Database = {
      ...store.database,
      keepSeen: () => {
        told.push('the disk is waited for')
        return disk.promise
      },
    }
    const showing = [
      listDeliveries(database, accountId, webhookId).then(() => told.push('shown')),
      showDelivery(database, { accountId, webhookId, deliveryId, userAgent: 'x' }).then(() => told.push('shown')),
    ]
    while (told.length < 2) await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(told, ['the disk is waited for', 'the disk is waited for'])
    disk.resolve()
    await Promise.all(showing)
    assert.deepEqual(told.slice(2), ['shown', 'shown'])
  })
}
