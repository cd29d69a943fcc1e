import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Eraser } from '../accounts/erasure.ts'
import type { Exporter } from '../accounts/exporter.ts'
import type { Database } from '../platform/database/database.ts'
import { pagesOf } from '../platform/database/pages.ts'
import { formatInstant } from '../values/brussels.ts'
import { renderEvent } from './event/render-event.ts'
import { eventsAt, kindsOfAccount, seqsOfKinds } from './feed-store.ts'
import { deleteEventsOf, deleteKindsOf } from './store.ts'

/** Events deleted in one transaction. */
const eventsAtOnce = 1_000

/** The events of a deleted account go with it; nobody else ever saw them. */
export const eventEraser: Eraser = {
  tables: ['change_event', 'event_kind', 'prepared_event'],
  erase: async ({ database, accountId, signal }) => {
    for (let after: number | null = 0; after !== null; ) {
      if (signal.aborted) return
      const from: number = after
      after = await database.longTransaction((transaction) =>
        deleteEventsOf(transaction, accountId, from, eventsAtOnce),
      )
      await nextTurn()
    }
    await deleteKindsOf(database, accountId)
  },
}

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

/** The events that the account alone was told, as the feed tells them. */
export const eventExporter: Exporter = {
  tables: ['change_event', 'event_kind'],
  files: ({ database, accountId }) => [{ name: 'events', rows: ownEvents(database, accountId) }],
}
