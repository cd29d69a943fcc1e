/** Keeps the outbox to its time, and of the mails that are files those that stand in it. */
import type { Job } from '../platform/jobs.ts'
import { filedIds, removeFiles } from './mail-folder.ts'
import { forgetMail, forgottenOf } from './outbox.ts'

const everyMs = 3_600_000

/** `folder`: where mails are written as files. */
export function forgetMailJob(folder: string): Job {
  return {
    name: 'mail-retention',
    everyMs,
    run: async ({ database, clock, signal }) => {
      await forgetMail(database, clock, signal)
      // Nothing of an account that was deleted is left on the disk either.
      await removeFiles(folder, await forgottenOf(database, await filedIds(folder)))
    },
  }
}
