/** Deliveries as rows, made without the events that would cause them. */
import type { Database } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/new-id.ts'
import { insertDeliveries } from '../../src/webhooks/queue/delivery-store.ts'
import { setDueBy } from '../../src/webhooks/queue/endpoint-store.ts'

/** A ping, due now. */
export async function pingOn(database: Database, webhookId: string): Promise<{ id: string; atMs: number }> {
  const atMs = Date.now()
  const id = newId('whd', atMs)
  await database.transaction(async (transaction) => {
    await transaction.run(
      `insert into webhook_delivery (id, webhook_id, account_id, event_id, event_type, lane, status, body, created_at, due_at)
       select $1, id, account_id, $1, 'ping', 0, 'pending', '{}', $3, $3 from webhook where id = $2`,
      [id, webhookId, atMs],
    )
    await setDueBy(transaction, [webhookId], atMs)
  })
  return { id, atMs }
}

/** So many deliveries of one event, evenly for the endpoints, all due since a minute. */
export async function queueFor(database: Database, webhookIds: readonly string[], count: number): Promise<void> {
  const at = Date.now() - 60_000
  const bodies = JSON.stringify({ id: 'chg_0', event: 'subsidy.created', padding: 'x'.repeat(2_000) })
  for (let from = 0; from < count; from += 1_000) {
    await database.transaction(async (transaction) => {
      const rows = Array.from({ length: 1_000 }, (_, index) => ({
        id: newId('whd', at),
        webhookId: webhookIds[(from + index) % webhookIds.length] ?? '',
        accountId: 'acc_bench',
        eventId: newId('chg', at),
        eventType: 'subsidy.created' as const,
        seq: from + index,
      }))
      await insertDeliveries(transaction, rows, at)
    })
  }
  await database.run('update webhook_delivery set body = $1', [bodies])
  await setDueBy(database, webhookIds, at)
}
