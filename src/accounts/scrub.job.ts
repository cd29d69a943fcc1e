/**
 * Has what was deleted leave the logs of the embedded store: the files have it overwritten at once, and their logs hold it until they are
 * copied and cut. By the clock and not by the deletion: so it holds for whatever personal is deleted, also by a process that was killed.
 */
import type { Job } from '../platform/jobs.ts'

const everyMs = 300_000

export const scrubFilesJob: Job = {
  name: 'file-scrub',
  everyMs,
  // While somebody reads an earlier state it cannot be done; the next turn tries again.
  run: async ({ database }) => void (await database.scrubFiles()),
}
