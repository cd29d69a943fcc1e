/** How long figures are kept (contract 13), and the job that deletes them afterwards. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Job } from '../../platform/jobs.ts'
import type { Instant } from '../../values/brussels.ts'
import { deleteBefore } from './filed-account-store.ts'

const keptMs = 35 * 24 * 3_600_000
/** Rows deleted in one transaction. */
const deletedAtOnce = 500
const everyMs = 3_600_000

/** What was fetched after this instant holds at `now`; what was fetched at it or before is used no more. */
export function keptAfter(now: Instant): Instant {
  return now - keptMs
}

/**
 * Deletes rows that were fetched, or wanted in vain, 35 days ago. It works where no key is set too: what is kept goes when its time is
 * over.
 */
export const forgetAccountsJob: Job = {
  name: 'filed-accounts-retention',
  everyMs,
  run: async ({ database, clock, signal }) => {
    const before = keptAfter(clock.now())
    while (!signal.aborted) {
      const deleted = await database.transaction((transaction) => deleteBefore(transaction, before, deletedAtOnce))
      if (deleted < deletedAtOnce) return
      await nextTurn()
    }
  },
}
