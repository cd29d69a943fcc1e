import type { Eraser } from '../accounts/erasure.ts'
import { rowsExporter } from '../accounts/exporter.ts'
import { deleteDigestsOf } from './digest-store.ts'
import { deleteSearchesOf } from './search-store.ts'

/** A deleted account's searches go with it, and what it was told of by mail. */
export const digestEraser: Eraser = {
  tables: ['saved_search', 'digest'],
  erase: async ({ database, accountId }) => {
    await deleteDigestsOf(database, accountId)
    await deleteSearchesOf(database, accountId)
  },
}

/** Searches that were kept, and which lists and searches have a digest. */
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
