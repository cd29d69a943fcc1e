/** Keeps the feed to its time. What is past it is not served either way; this gives the room back. */
import type { Job } from '../platform/jobs.ts'
import { purgeFeed } from './purge.ts'

const everyMs = 15 * 60_000

export const purgeFeedJob: Job = {
  name: 'feed-purge',
  everyMs,
  run: async ({ database, clock, signal }) => {
    await purgeFeed(database.forBulk(), clock, signal)
  },
}
