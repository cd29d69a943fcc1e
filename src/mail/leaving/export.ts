/** Which mails were made for the account, and what became of each. */
import { rowsExporter } from '../../accounts/exporter.ts'

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
