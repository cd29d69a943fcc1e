/** What the account has counted by month, and which requests are remembered for being sent again. */
import { rowsExporter } from '../../accounts/exporter.ts'

export const countsExporter = rowsExporter({
  requests_by_month: { table: 'meter', columns: { month: 'plain', requests: 'plain' }, order: ['month'] },
  evaluations_by_month: { table: 'match_usage', columns: { month: 'plain', evaluations: 'plain' }, order: ['month'] },
  idempotency_keys: {
    table: 'idempotency_key',
    columns: { route: 'plain', key: 'plain', created_at: 'moment' },
    order: ['route', 'key'],
  },
})
