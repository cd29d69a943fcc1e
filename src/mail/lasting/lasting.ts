/** What of mail outlasts a restore: what was told is not told a second time. */
import type { Lasting } from '../../platform/database/lasting.ts'
import { endedAfter, endThose } from './lasting-store.ts'

export const endedMails: Lasting = {
  word: 'mailed',
  tables: ['mail'],
  form: ['text', 'text', 'text', 'text', 'text', 'integer', 'integer'],
  tell: endedAfter,
  honour: endThose,
}
