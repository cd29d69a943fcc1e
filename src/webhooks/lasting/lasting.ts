/** What of webhooks outlasts a restore: a delivery that has arrived is not sent again. */
import type { Lasting } from '../../platform/database/lasting.ts'
import { deliveredAfter, endThose } from './lasting-store.ts'

export const arrivedDeliveries: Lasting = {
  word: 'delivered',
  // What waited in a backup has been sent, or given up, within a day.
  toldDays: 7,
  tables: ['webhook_delivery'],
  form: ['text', 'integer'],
  tell: deliveredAfter,
  honour: endThose,
}
