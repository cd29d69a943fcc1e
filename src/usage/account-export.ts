/** The requests of the last days, and the figures of use by day. */
import type { Exporter } from '../accounts/exporter.ts'
import { ownRows } from '../platform/database/own-rows.ts'
import { pagesOf } from '../platform/database/pages.ts'
import { formatInstant } from '../values/brussels.ts'
import { filterOf, requestsOf } from './requests/requests.ts'

const requestsPerPage = 500

export const usageExporter: Exporter = {
  tables: ['request_page', 'usage_day'],
  files: ({ database, accountId, now }) => [
    {
      name: 'request_log',
      rows: (async function* () {
        const pages = pagesOf({
          first: null as string | null,
          rowsPerPage: requestsPerPage,
          read: async (before) => {
            const asked = { limit: requestsPerPage, before, filter: filterOf({}) }
            return (await requestsOf(database, accountId, now, asked)).requests
          },
          placeOf: ({ requestId }): string | null => requestId,
        })
        for await (const requests of pages)
          yield requests.map(({ at, ...more }) => ({ at: formatInstant(at), ...more }))
      })(),
    },
    {
      name: 'usage_by_day',
      rows: ownRows(
        database,
        {
          table: 'usage_day',
          columns: {
            ...{ day: 'plain', key_id: 'plain', method: 'plain', route: 'plain', outcome: 'plain', code: 'plain' },
            ...{ requests: 'plain', evaluations: 'plain', first_at: 'moment', last_at: 'moment' },
          },
          order: ['day', 'key_id', 'method', 'route', 'outcome', 'code'],
        },
        accountId,
      ),
    },
  ],
}
