/** Looks every few seconds for deadlines that come near, and for measures whose deadline has become known. */
import type { Job } from '../../platform/jobs.ts'
import { type Look, type ReminderMeans, remindOfDeadlines } from './closing-soon.ts'

/** A look at which nothing changed is one small read. */
const everyMs = 10_000

export function closingSoonJob(means: Omit<ReminderMeans, 'database' | 'clock' | 'signal'>): Job {
  let last: Look | null = null
  return {
    name: 'closing-soon',
    everyMs,
    run: async ({ database, clock, signal }) => {
      const { look } = await remindOfDeadlines({ ...means, database: database.forBulk(), clock, signal }, last)
      last = look
    },
  }
}
