/** Searches that were kept, and which lists and searches have a digest. */
import { rowsExporter } from '../../accounts/exporter.ts'

export const digestExporter = rowsExporter({
  saved_searches: {
    table: 'saved_search',
    columns: {
      ...{ id: 'plain', name: 'plain', parameters: 'json', language: 'plain' },
      ...{ created_at: 'moment', updated_at: 'moment' },
    },
    order: ['id'],
  },
  digests: {
    table: 'digest',
    columns: { subject: 'plain', kind: 'plain', every: 'plain', since_at: 'moment', due_at: 'moment' },
    order: ['subject'],
  },
})
