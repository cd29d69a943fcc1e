/** How the asking for filed accounts stands, for whoever runs the service. */
import type { Reads } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import { workStanding } from './filed-account-store.ts'

export const waitingCountMax = 10_000

export type AccountsStanding = {
  /** Companies that wait to be asked for, up to `waitingCountMax`. */
  waiting: number
  /** The last attempt that failed of those whose rows are there; null when none did, or something was fetched since. */
  failure: { fault: string; at: Instant } | null
}

export async function accountsStanding(reads: Reads): Promise<AccountsStanding> {
  const { waiting, failure, fetchedAt } = await workStanding(reads, waitingCountMax)
  const isOver = failure !== null && fetchedAt !== null && fetchedAt > failure.at
  return { waiting, failure: isOver ? null : failure }
}
