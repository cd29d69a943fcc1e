import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Eraser } from '../accounts/erasure.ts'
import { rowsExporter } from '../accounts/exporter.ts'
import { forgetOldest } from './idempotency-store.ts'
import { deleteUsage } from './store.ts'

/** Requests forgotten in one transaction. */
const requestsAtOnce = 1_000

/** What a deleted account has used goes with it, and what is remembered of its requests. */
export const usageEraser: Eraser = {
  tables: ['idempotency_key', 'match_usage', 'meter'],
  erase: async ({ database, accountId, signal }) => {
    while (await database.longTransaction((transaction) => forgetOldest(transaction, accountId, requestsAtOnce))) {
      if (signal.aborted) return
      await nextTurn()
    }
    await deleteUsage(database, accountId)
  },
}

/** What the account has counted by month, and which requests are remembered for being sent again. */
export const countsExporter = rowsExporter({
  requests_by_month: { table: 'meter', columns: { month: 'plain', requests: 'plain' }, order: ['month'] },
  evaluations_by_month: { table: 'match_usage', columns: { month: 'plain', evaluations: 'plain' }, order: ['month'] },
  idempotency_keys: {
    table: 'idempotency_key',
    columns: { route: 'plain', key: 'plain', created_at: 'moment' },
    order: ['route', 'key'],
  },
})
