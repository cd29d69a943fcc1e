/** What endpoints and accounts that are deleted leave of webhooks, and how it is erased; and what an account takes along. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Eraser } from '../accounts/erasure.ts'
import { rowsExporter } from '../accounts/exporter.ts'
import type { Database } from '../platform/database/database.ts'
import { ItemFaults } from '../platform/faults/item-faults.ts'
import type { Job } from '../platform/jobs.ts'
import { deleteDeliveries } from './deliveries/delivery-list-store.ts'
import { deletedAfter, deleteWebhook, noteAllDeleted } from './webhook-store.ts'

/** Deliveries that are erased in one transaction. */
export const erasedAtOnce = 1_000

/**
 * Erases what was to be sent to endpoints that were deleted, and then these, a few rows in each transaction; answers how many
 * endpoints. Ends early, between two transactions, when the signal aborts. `accountId`: those of that account alone. Throws
 * `ItemsFailed` when all were tried and some failed.
 */
export async function eraseDeletedWebhooks(
  database: Database,
  signal: AbortSignal,
  accountId: string | null = null,
): Promise<number> {
  const faults = new ItemFaults()
  const next = (after: string): Promise<string | null> => deletedAfter(database, after, accountId)
  let erased = 0
  for (let id = await next(''); id !== null; id = await next(id)) {
    const webhook = id
    if (await faults.attempt(webhook, () => eraseWebhook(database, signal, webhook), signal)) erased += 1
    if (signal.aborted) return erased
  }
  faults.throwIfAny()
  return erased
}

/** False: it was cut short. */
async function eraseWebhook(database: Database, signal: AbortSignal, webhook: string): Promise<boolean> {
  for (let deleted = erasedAtOnce; deleted === erasedAtOnce; ) {
    if (signal.aborted) return false
    deleted = await database.longTransaction((transaction) =>
      deleteDeliveries(transaction, database.dialect, webhook, erasedAtOnce),
    )
    await nextTurn()
  }
  await deleteWebhook(database, webhook)
  return true
}

const everyMs = 5_000

/** Erases what was sent to endpoints that were deleted with many deliveries: for everybody they are gone already. */
export const eraseWebhooksJob: Job = {
  name: 'webhook-erasure',
  everyMs,
  run: async ({ database, signal }) => {
    await eraseDeletedWebhooks(database, signal)
  },
}

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
