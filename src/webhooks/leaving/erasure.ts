/** The endpoints of a deleted account go with it, and what was sent to them. */
import type { Eraser } from '../../accounts/erasure.ts'
import { eraseDeletedWebhooks } from '../endpoints.ts'
import { noteAllDeleted } from '../webhook-store.ts'

export const webhookEraser: Eraser = {
  tables: ['webhook', 'webhook_delivery'],
  erase: async ({ database, accountId, clock, signal }) => {
    await database.transaction((transaction) => noteAllDeleted(transaction, database.dialect, accountId, clock.now()))
    await eraseDeletedWebhooks(database, signal, accountId)
  },
}
