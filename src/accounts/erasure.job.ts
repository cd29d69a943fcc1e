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
