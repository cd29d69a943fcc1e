/** What of watchlists an account takes along, and what goes with it. */
import type { Eraser } from '../accounts/erasure.ts'
import { rowsExporter } from '../accounts/exporter.ts'
import type { Job } from '../platform/jobs.ts'
import { eraseDeletedLists } from './lists.ts'
import { noteAllDeleted } from './watchlist-store.ts'

/** Watchlists and the companies on them, with the facts and answers that were given. */
export const watchlistExporter = rowsExporter({
  watchlists: {
    table: 'watchlist',
    columns: {
      ...{ id: 'plain', name: 'plain', language: 'plain', min_severity: 'plain', muted_subsidies: 'json' },
      ...{ companies: 'plain', created_at: 'moment', updated_at: 'moment' },
    },
    order: ['id'],
    whose: 'account_id = $1 and deleted_at is null',
  },
  watched_companies: {
    table: 'watched_company',
    columns: {
      ...{ watchlist_id: 'plain', reference: 'plain', facts: 'json' },
      ...{ added_at: 'moment', updated_at: 'moment' },
    },
    order: ['watchlist_id', 'place'],
    whose: 'watchlist_id in (select id from watchlist where account_id = $1 and deleted_at is null)',
  },
})

/** What a deleted account kept on watch goes with it. */
export const watchlistEraser: Eraser = {
  tables: ['watchlist'],
  erase: async ({ database, accountId, clock, signal }) => {
    await noteAllDeleted(database, accountId, clock.now())
    await eraseDeletedLists(database, signal, accountId)
  },
}

const everyMs = 5_000

/** Erases the companies of large lists that were deleted: for everybody they are gone already. */
export const eraseListsJob: Job = {
  name: 'watchlist-erasure',
  everyMs,
  run: async ({ database, signal }) => {
    await eraseDeletedLists(database, signal)
  },
}
