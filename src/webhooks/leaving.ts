import type { Eraser } from '../accounts/erasure.ts'
import { rowsExporter } from '../accounts/exporter.ts'
import { eraseDeletedWebhooks } from './endpoints.ts'
import { noteAllDeleted } from './webhook-store.ts'

/** The endpoints of a deleted account go with it, and what was sent to them. */
export const webhookEraser: Eraser = {
  tables: ['webhook', 'webhook_delivery'],
  erase: async ({ database, accountId, clock, signal }) => {
    await database.transaction((transaction) => noteAllDeleted(transaction, database.dialect, accountId, clock.now()))
    await eraseDeletedWebhooks(database, signal, accountId)
  },
}

/** Endpoints without what their deliveries are signed with, and what was sent to them. */
export const webhookExporter = rowsExporter({
  webhooks: {
    table: 'webhook',
    columns: {
      ...{ id: 'plain', url: 'plain', filters: 'json', active: 'flag', created_at: 'moment' },
      ...{ last_success_at: 'moment', consecutive_failures: 'plain' },
    },
    order: ['id'],
    whose: 'account_id = $1 and deleted_at is null',
  },
  deliveries: {
    table: 'webhook_delivery',
    columns: {
      ...{ id: 'plain', webhook_id: 'plain', event_id: 'plain', event_type: 'plain', status: 'plain' },
      ...{ attempts: 'plain', body: 'json', last_status: 'plain', last_error: 'plain' },
      ...{ created_at: 'moment', delivered_at: 'moment' },
    },
    order: ['webhook_id', 'id'],
  },
})
