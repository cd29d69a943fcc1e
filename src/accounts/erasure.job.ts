/** Erases what deleted accounts left: for everybody they are gone already. */
import type { Job } from '../platform/jobs.ts'
import { type Eraser, eraseDeletedAccounts } from './erasure.ts'

const everyMs = 10_000

export function eraseAccountsJob(erasers: readonly Eraser[]): Job {
  return {
    name: 'account-erasure',
    everyMs,
    run: async (context) => {
      await eraseDeletedAccounts(context, erasers)
    },
  }
}

const scrubEveryMs = 300_000

/**
 * Has what was deleted leave the logs of the embedded store: the files have it overwritten at once, and their logs hold it until they are
 * copied and cut. By the clock and not by the deletion: so it holds for whatever personal is deleted, also by a process that was killed.
 */
export const scrubFilesJob: Job = {
  name: 'file-scrub',
  everyMs: scrubEveryMs,
  // While somebody reads an earlier state it cannot be done; the next turn tries again.
  run: async ({ database }) => void (await database.scrubFiles()),
}
