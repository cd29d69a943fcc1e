import type { Eraser } from '../accounts/erasure.ts'
import { rowsExporter } from '../accounts/exporter.ts'
import { leaveBilling } from './ending.ts'

/** What a deleted account paid ends with it. */
export const billingEraser: Eraser = {
  tables: ['billing', 'billing_event'],
  erase: ({ database, accountId, clock }) => leaveBilling(database, accountId, clock.now()),
}

/** What is known here of what is paid: the rest is the payment provider's, and shown in its portal. */
export const billingExporter = rowsExporter({
  billing: {
    table: 'billing',
    columns: {
      ...{ customer_id: 'plain', subscription_id: 'plain', status: 'plain', plan: 'plain', period: 'plain' },
      ...{ period_ends_at: 'moment', ends_at: 'moment', past_due_since: 'moment', plan_until: 'moment' },
      ...{ fetched_at: 'moment' },
    },
    order: ['account_id'],
  },
  billing_events: {
    table: 'billing_event',
    columns: { id: 'plain', kind: 'plain', taken_at: 'moment' },
    order: ['id'],
  },
})
