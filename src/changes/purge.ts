/** Takes out of the store what the feed no longer serves: in small transactions, so that nobody waits for it. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs.ts'
import { oldestStored } from './event/retention.ts'
import { deleteEventsUpTo, lastSeqBefore } from './store.ts'

/** Events deleted in one transaction. */
export const eventsPerPurge = 500

/**
 * Deletes every event that is past its time; answers how many there were. Versions stay: they are kept for ever. What
 * goes is always the beginning of the feed, and `first_seq` moves with it in one commit.
 */
export async function purgeFeed(database: Database, clock: Clock, signal?: AbortSignal): Promise<number> {
  const before = oldestStored(clock.now())
  let deleted = 0
  while (!signal?.aborted) {
    const seq = await lastSeqBefore(database, before, eventsPerPurge)
    if (seq === null) break
    deleted += await database.transaction((transaction) => deleteEventsUpTo(transaction, seq))
    await nextTurn()
  }
  return deleted
}

const everyMs = 15 * 60_000

/** Keeps the feed to its time. What is past it is not served either way; this gives the room back. */
export const purgeFeedJob: Job = {
  name: 'feed-purge',
  everyMs,
  run: async ({ database, clock, signal }) => {
    await purgeFeed(database.forBulk(), clock, signal)
  },
}
