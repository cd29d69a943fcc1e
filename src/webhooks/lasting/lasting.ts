/** What of webhooks outlasts a restore: an event that has arrived at an endpoint is not sent to it again. */
import type { Lasting } from '../../platform/database/lasting.ts'
import { deliveredAfter, endThose } from './lasting-store.ts'

export const arrivedDeliveries: Lasting = {
  word: 'delivered',
  mustBeKnown: false,
  // What waited in a backup has been sent, or given up, within a day.
  toldDays: 7,
  tables: ['webhook_delivery'],
  form: [
    ...(['text', 'text', 'text', 'text', 'text'] as const),
    ...(['integer', 'integer', 'integer', 'integer', 'integer'] as const),
  ],
  tell: deliveredAfter,
  honour: endThose,
}
