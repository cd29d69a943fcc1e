import type { Eraser } from '../accounts/erasure.ts'
import { rowsExporter } from '../accounts/exporter.ts'
import { removeFiles } from './mail-folder.ts'
import { deleteMailOf, mailsOf } from './mail-store.ts'

/** What was written to a deleted account goes with it. */
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

/** Which mails were made for the account, and what became of each. */
export const mailExporter = rowsExporter({
  mails: {
    table: 'mail',
    columns: {
      ...{ id: 'plain', kind: 'plain', parameters: 'json', state: 'plain', attempts: 'plain', host: 'plain' },
      ...{ created_at: 'moment', ended_at: 'moment', last_error: 'plain', last_reply: 'plain' },
    },
    order: ['id'],
  },
})
