/** What was written to a deleted account goes with it. */
import type { Eraser } from '../../accounts/erasure.ts'
import { deleteMailOf } from '../mail-store.ts'

export const mailEraser: Eraser = {
  tables: ['mail'],
  erase: ({ database, accountId }) => deleteMailOf(database, accountId),
}
