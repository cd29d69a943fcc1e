import type { Eraser } from '../accounts/erasure.ts'
import type { Exporter } from '../accounts/exporter.ts'
import type { Database } from '../platform/database/database.ts'
import { ownRows } from '../platform/database/own-rows.ts'
import { formatInstant, type Instant } from '../values/brussels.ts'
import { filterOf, type RequestPlace, type RequestsAsked, requestsOf } from './requests/requests.ts'
import { eraseUsage } from './retention/retention.ts'

/** What a deleted account has asked for, and the figures of its use, go with it. */
export const requestEraser: Eraser = {
  tables: ['request_page', 'usage_day'],
  erase: ({ database, accountId, signal }) => eraseUsage(database, accountId, signal),
}

const requestsPerPage = 500

async function* loggedRequests(database: Database, accountId: string, now: Instant): AsyncGenerator<readonly object[]> {
  for (let before: RequestPlace | null = null; ; ) {
    const asked: RequestsAsked = { limit: requestsPerPage, before, filter: filterOf({}) }
    const { requests, next } = await requestsOf(database, accountId, now, asked)
    yield requests.map(({ at, ...more }) => ({ at: formatInstant(at), ...more }))
    if (next === null) return
    before = next
  }
}

/** The requests of the last days, and the figures of use by day. */
export const usageExporter: Exporter = {
  tables: ['request_page', 'usage_day'],
  files: ({ database, accountId, now }) => [
    {
      name: 'request_log',
      rows: loggedRequests(database, accountId, now),
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
