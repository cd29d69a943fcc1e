/** Erases the companies of large lists that were deleted: for everybody they are gone already. */
import type { Job } from '../platform/jobs.ts'
import { eraseDeletedLists } from './lists.ts'

const everyMs = 5_000

export const eraseListsJob: Job = {
  name: 'watchlist-erasure',
  everyMs,
  run: async ({ database, signal }) => {
    await eraseDeletedLists(database, signal)
  },
}
