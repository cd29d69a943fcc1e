/** What only the operator can see to: accounts that are charged twice, and what the provider has not been told or asked for long. */
import type { Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import { chargedTwice, waitingFor } from './billing-store.ts'

export type BillingCheck = {
  /** At most `listedMax` of them. */
  chargedTwice: { accountId: string; subscriptions: string[] }[]
  /** Accounts that pay, or did, and were not looked at for half a day; they are every six hours. */
  accounts: number
  /** Deleted accounts whose payment was to end more than an hour ago. */
  endings: number
}

const listedMax = 20
const hourMs = 60 * 60_000
const [fetchedLateMs, endingLateMs] = [12 * hourMs, hourMs]

export async function checkBilling(sql: Sql, now: Instant): Promise<BillingCheck> {
  const waiting = await waitingFor(sql, { fetchedBefore: now - fetchedLateMs, endingBefore: now - endingLateMs })
  return { chargedTwice: await chargedTwice(sql, listedMax), ...waiting }
}
