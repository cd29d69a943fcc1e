/** What is known here of what is paid: the rest is the payment provider's, and shown in its portal. */
import { rowsExporter } from '../../accounts/exporter.ts'

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
