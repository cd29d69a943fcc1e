/**
 * Erasing what deleted accounts left. Each capability erases its own rows; the account itself goes last, so that whoever
 * is cut short anywhere begins with it again.
 */
import type { Clock } from '../platform/clock.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import { pagesOf } from '../platform/database/pages.ts'
import { ItemFaults } from '../platform/faults/item-faults.ts'
import type { Job } from '../platform/jobs.ts'
import type { Instant } from '../values/brussels.ts'
import { deletedAfter, deleteErased, oldestDeletion } from './store.ts'

/** Erases an account's rows of some tables, a few in each transaction; ends early when the signal aborts. */
export type Eraser = {
  /** The personal tables that it erases rows of. */
  tables: readonly string[]
  erase(account: { database: Database; accountId: string; clock: Clock; signal: AbortSignal }): Promise<void>
}

/** By then every request has ended that was let in before the account was deleted: it writes nothing any more. */
const restMs = 60_000

const accountsPerPage = 100

type Context = { database: Database; clock: Clock; signal: AbortSignal }

/**
 * Erases the accounts that were deleted a minute ago or more; answers how many were. An account that cannot be erased keeps none of
 * the others waiting: throws `ItemsFailed`, which names it, when all of them were tried. It is tried again at the next turn.
 */
export async function eraseDeletedAccounts(context: Context, erasers: readonly Eraser[]): Promise<number> {
  const { database, clock, signal } = context
  const until = clock.now() - restMs
  const faults = new ItemFaults()
  let erased = 0
  const pages = pagesOf({
    first: '',
    rowsPerPage: accountsPerPage,
    read: (after) => deletedAfter(database, until, after, accountsPerPage),
    placeOf: (id) => id,
  })
  for await (const accountIds of pages) {
    for (const accountId of accountIds) {
      if (await eraseAccount(context, erasers, accountId, faults)) erased += 1
      if (signal.aborted) return erased
    }
  }
  faults.throwIfAny()
  return erased
}

/** Erases what each eraser can; the account itself goes when nothing is left of it, in rows or in the store's files. Answers whether it is gone. */
async function eraseAccount(
  { database, clock, signal }: Context,
  erasers: readonly Eraser[],
  accountId: string,
  faults: ItemFaults,
): Promise<boolean> {
  const failedBefore = faults.failed
  for (const { erase } of erasers) {
    await faults.attempt(accountId, () => erase({ database, accountId, clock, signal }), signal)
    if (signal.aborted) return false
  }
  if (faults.failed > failedBefore) return false
  // The account goes when its words have left the files, too; while somebody reads an earlier state they cannot.
  if ((await faults.attempt(accountId, () => database.scrubFiles(), signal)) !== true) return false
  return (await faults.attempt(accountId, () => deleteErased(database, accountId), signal)) !== null
}

/** For how long the account that was deleted first waits to be erased, in milliseconds; 0: every one is erased. */
export async function oldestErasureMs(sql: Sql, now: Instant): Promise<number> {
  const deletedAt = await oldestDeletion(sql)
  return deletedAt === null ? 0 : Math.max(0, now - deletedAt)
}

const everyMs = 10_000

/** Erases what deleted accounts left: for everybody they are gone already. */
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
