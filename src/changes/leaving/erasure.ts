/** The events of a deleted account go with it; nobody else ever saw them. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Eraser } from '../../accounts/erasure.ts'
import { deleteEventsOf, deleteKindsOf } from '../store.ts'

/** Events deleted in one transaction. */
const eventsAtOnce = 1_000

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
