/** What of mail outlasts a restore: what was told is not told a second time. */
import type { Lasting } from '../../platform/database/lasting.ts'
import { endedAfter, endThose } from './lasting-store.ts'

export const endedMails: Lasting = {
  word: 'mailed',
  mustBeKnown: false,
  // As long as mails are kept: what is told once a month is told once.
  toldDays: 35,
  tables: ['mail'],
  form: ['text', 'text', 'text', 'text', 'text', 'integer', 'integer'],
  tell: endedAfter,
  honour: endThose,
}
