/** Watchlists and the companies on them, with the facts and answers that were given. */
import { rowsExporter } from '../../accounts/exporter.ts'

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
