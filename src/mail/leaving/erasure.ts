/** What was written to a deleted account goes with it. */
import type { Eraser } from '../../accounts/erasure.ts'
import { removeFiles } from '../mail-folder.ts'
import { deleteMailOf, mailsOf } from '../mail-store.ts'

export const mailEraser: Eraser = {
  tables: ['mail'],
  erase: ({ database, accountId }) => deleteMailOf(database, accountId),
}

/** Its mails that were written as files go before the rows that name them. `folder`: where mails are written as files. */
export function mailFileEraser(folder: string): Eraser {
  return {
    tables: [],
    erase: async ({ database, accountId }) => removeFiles(folder, await mailsOf(database, accountId)),
  }
}
