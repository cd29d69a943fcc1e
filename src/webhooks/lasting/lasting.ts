/** What of webhooks outlasts a restore: a delivery that has arrived is not sent again. */
import type { Lasting } from '../../platform/database/lasting.ts'
import { deliveredAfter, endThose } from './lasting-store.ts'

export const arrivedDeliveries: Lasting = {
  word: 'delivered',
  tables: ['webhook_delivery'],
  form: ['text', 'integer'],
  tell: deliveredAfter,
  honour: endThose,
}
