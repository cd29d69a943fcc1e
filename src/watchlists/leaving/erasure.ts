/** What a deleted account kept on watch goes with it. */
import type { Eraser } from '../../accounts/erasure.ts'
import { eraseDeletedLists } from '../lists.ts'
import { noteAllDeleted } from '../watchlist-store.ts'

export const watchlistEraser: Eraser = {
  tables: ['watchlist'],
  erase: async ({ database, accountId, clock, signal }) => {
    await noteAllDeleted(database, accountId, clock.now())
    await eraseDeletedLists(database, signal, accountId)
  },
}
