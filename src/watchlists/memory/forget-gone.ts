/** Keeps a process from remembering companies and lists that are erased: it looks every few seconds what is gone. */
import type { Database } from '../../platform/database/database.ts'
import type { WatchedLists } from './watched-lists.ts'

const everyMs = 5_000

/** Begins to look; `stop` resolves when no look is under way any more. */
export function keepForgetting(lists: WatchedLists, database: Database): { stop(): Promise<void> } {
  let look: Promise<void> | null = null
  const timer = setInterval(() => {
    // A store that does not answer is looked at again: what is gone meanwhile is gone from here as soon as it does.
    look ??= lists
      .forgetGone(database)
      .catch(() => {})
      .finally(() => {
        look = null
      })
  }, everyMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await look
    },
  }
}
