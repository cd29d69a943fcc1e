/** What of billing outlasts a restore: what a deleted account pays is ended, also where the account is in no backup. */
import type { Lasting } from '../../platform/database/lasting.ts'
import { endingsAfter, endThose } from './lasting-store.ts'

export const endedPayments: Lasting = {
  word: 'ending',
  mustBeKnown: false,
  toldDays: Number.POSITIVE_INFINITY,
  tables: ['billing_ending'],
  form: ['text', 'integer'],
  tell: endingsAfter,
  honour: endThose,
}
