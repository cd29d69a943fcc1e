/** What a deleted account paid ends with it. */
import type { Eraser } from '../../accounts/erasure.ts'
import { leaveBilling } from '../ending/ending.ts'

export const billingEraser: Eraser = {
  tables: ['billing', 'billing_event'],
  erase: ({ database, accountId, clock }) => leaveBilling(database, accountId, clock.now()),
}
