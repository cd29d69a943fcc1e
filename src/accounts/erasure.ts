/**
 * Erasing what deleted accounts left. Each capability erases its own rows; the account itself goes last, so that whoever
 * is cut short anywhere begins with it again.
 */
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { deleteErased, firstDeletedUpTo } from './store.ts'

/** Erases an account's rows of some tables, a few in each transaction; ends early when the signal aborts. */
export type Eraser = {
  /** The personal tables that it erases rows of. */
  tables: readonly string[]
  erase(account: { database: Database; accountId: string; clock: Clock; signal: AbortSignal }): Promise<void>
}

/** By then every request has ended that was let in before the account was deleted: it writes nothing any more. */
const restMs = 60_000

/** Erases the accounts that were deleted a minute ago or more; answers how many were. */
export async function eraseDeletedAccounts(
  { database, clock, signal }: { database: Database; clock: Clock; signal: AbortSignal },
  erasers: readonly Eraser[],
): Promise<number> {
  for (let erased = 0; ; erased += 1) {
    const accountId = await firstDeletedUpTo(database, clock.now() - restMs)
    if (accountId === null) return erased
    for (const { erase } of erasers) {
      await erase({ database, accountId, clock, signal })
      if (signal.aborted) return erased
    }
    await deleteErased(database, accountId)
  }
}
