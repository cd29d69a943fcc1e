/**
 * Keeps a process from remembering companies and lists that are erased, or that a store which has gone back does not have:
 * it looks every few seconds what is gone.
 */
import { readNothing, standingTo } from '../../changes/store-standing.ts'
import type { Database } from '../../platform/database/database.ts'
import { paced } from '../../platform/pace/paced.ts'
import type { WatchedLists } from './watched-lists.ts'

const everyMs = 5_000

/** Begins to look; `stop` resolves when no look is under way any more. */
export function keepForgetting(lists: WatchedLists, database: Database): { stop(): Promise<void> } {
  let head = readNothing
  const forget = async (): Promise<void> => {
    const look = await standingTo(database, head)
    if (look.standing === 'gone_back') lists.forgetAll()
    head = look.head
    await lists.forgetGone(database)
  }
  let look: Promise<void> | null = null
  const timer = paced(() => {
    // A store that does not answer is looked at again: what is gone meanwhile is gone from here as soon as it does.
    look ??= forget()
      .catch(() => {})
      .finally(() => {
        look = null
      })
  }, everyMs)
  return {
    stop: async () => {
      timer.stop()
      await look
    },
  }
}
