/** What only the operator can see to: accounts that are charged twice, and what the provider has not been told or asked for long. */
import type { Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import { chargedTwice, waitingSince } from './billing-store.ts'

export type BillingCheck = {
  /** At most `listedMax` of them. */
  chargedTwice: { accountId: string; subscriptions: string[] }[]
  /** Accounts whose payment was to be looked at more than an hour ago. */
  accounts: number
  /** Deleted accounts whose payment was to end more than an hour ago. */
  endings: number
}

const listedMax = 20
const lateMs = 60 * 60_000

export async function checkBilling(sql: Sql, now: Instant): Promise<BillingCheck> {
  return { chargedTwice: await chargedTwice(sql, listedMax), ...(await waitingSince(sql, now - lateMs)) }
}
