/** What a deleted account has asked for, and the figures of its use, go with it. */
import type { Eraser } from '../../accounts/erasure.ts'
import { eraseUsage } from '../retention/retention.ts'

export const requestEraser: Eraser = {
  tables: ['request_page', 'usage_day'],
  erase: ({ database, accountId, signal }) => eraseUsage(database, accountId, signal),
}
