/** The events that the account alone was told, as the feed tells them. */
import type { Exporter } from '../../accounts/exporter.ts'
import type { Database } from '../../platform/database/database.ts'
import { pagesOf } from '../../platform/database/pages.ts'
import { formatInstant } from '../../values/brussels.ts'
import { renderEvent } from '../event/render-event.ts'
import { eventsAt, kindsOfAccount, seqsOfKinds } from '../feed-store.ts'

const eventsPerPage = 200

async function* ownEvents(database: Database, accountId: string): AsyncGenerator<readonly object[]> {
  const kinds = (await kindsOfAccount(database, accountId)).map(({ id }) => id)
  const pages = pagesOf<number, number>({
    first: 0,
    rowsPerPage: eventsPerPage,
    read: (after) => seqsOfKinds(database, kinds, { after, upTo: Number.MAX_SAFE_INTEGER }, eventsPerPage),
    placeOf: (seq) => seq,
  })
  for await (const seqs of pages) {
    const events = seqs.length === 0 ? [] : await eventsAt(database, seqs)
    yield events.map((event) => renderEvent(event, event.diff, formatInstant))
  }
}

export const eventExporter: Exporter = {
  tables: ['change_event', 'event_kind'],
  files: ({ database, accountId }) => [{ name: 'events', rows: ownEvents(database, accountId) }],
}
