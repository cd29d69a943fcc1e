/** The account, its keys without what opens the API, and what was done to it. */
import { rowsExporter } from './exporter.ts'

export const accountExporter = rowsExporter({
  account: {
    table: 'account',
    columns: {
      ...{ id: 'plain', email: 'plain', email_verified: 'flag', language: 'plain' },
      ...{ plan: 'plain', plan_by: 'plain', created_at: 'moment' },
    },
    order: ['id'],
    whose: 'id = $1',
  },
  keys: {
    table: 'api_key',
    columns: {
      ...{ id: 'plain', name: 'plain', mode: 'plain', prefix: 'plain' },
      ...{ created_at: 'moment', revoked_at: 'moment' },
    },
    order: ['id'],
  },
  plan_gains: { table: 'capability_gain', columns: { capability: 'plain' }, order: ['capability'] },
  audit: {
    table: 'audit_entry',
    columns: {
      ...{ id: 'plain', at: 'moment', actor: 'plain', key_id: 'plain' },
      ...{ action: 'plain', subject: 'plain', about: 'json' },
    },
    order: ['id'],
  },
})
