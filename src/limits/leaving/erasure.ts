/** What a deleted account has used goes with it, and what is remembered of its requests. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Eraser } from '../../accounts/erasure.ts'
import { forgetOldest } from '../idempotency-store.ts'
import { deleteUsage } from '../store.ts'

/** Requests forgotten in one transaction. */
const requestsAtOnce = 1_000

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
