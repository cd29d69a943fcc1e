/** A deleted account's searches go with it, and what it was told of by mail. */
import type { Eraser } from '../../accounts/erasure.ts'
import { deleteDigestsOf } from '../digest-store.ts'
import { deleteSearchesOf } from '../search-store.ts'

export const digestEraser: Eraser = {
  tables: ['saved_search', 'digest'],
  erase: async ({ database, accountId }) => {
    await deleteDigestsOf(database, accountId)
    await deleteSearchesOf(database, accountId)
  },
}
