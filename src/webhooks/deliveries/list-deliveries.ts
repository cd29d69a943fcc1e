/** What was sent to an endpoint lately, and how it stands. */
import type { Sql } from '../../platform/database/database.ts'
import { webhookNamed } from '../endpoints.ts'
import { webhookBounds } from '../webhook.ts'
import { shownDelivery } from './delivery.ts'
import { newestDeliveries } from './delivery-list-store.ts'

/** The newest deliveries to an endpoint, the newest first. Refuses `webhook_not_found`. */
export async function listDeliveries(database: Sql, accountId: string, id: string) {
  const { heldUntil } = await webhookNamed(database, accountId, id)
  const deliveries = await newestDeliveries(database, id, webhookBounds.listedMax)
  return deliveries.map((delivery) => shownDelivery(delivery, heldUntil))
}
