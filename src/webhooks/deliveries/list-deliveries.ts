/** What was sent to an endpoint lately, and how it stands. */
import type { Database } from '../../platform/database/database.ts'
import { webhookNamed } from '../endpoints.ts'
import { webhookBounds } from '../webhook.ts'
import { shownDelivery } from './delivery.ts'
import { newestDeliveries } from './delivery-list-store.ts'

/**
 * The newest deliveries to an endpoint, the newest first. Refuses `webhook_not_found`. What is shown as delivered stays so,
 * whatever happens: it is never sent again.
 */
export async function listDeliveries(database: Database, accountId: string, id: string) {
  const { heldUntil } = await webhookNamed(database, accountId, id)
  const deliveries = await newestDeliveries(database, id, webhookBounds.listedMax)
  await database.keepSeen()
  return deliveries.map((delivery) => shownDelivery(delivery, heldUntil))
}
