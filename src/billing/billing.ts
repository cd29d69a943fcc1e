/** How an account's plan and payment stand, for whoever looks at its billing. */
import type { Account } from '../accounts/account.ts'
import { plans } from '../accounts/plans.ts'
import type { Database } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import type { PlanId } from '../values/vocabularies.ts'
import { billingRow } from './billing-store.ts'
import type { BillingMeans } from './hold.ts'
import { noStanding, type ShownStanding, shownStanding } from './standing.ts'

export type ShownBilling = ShownStanding & {
  /** Whether plans can be paid by card here. */
  cardPayment: boolean
  /** Whether there is something to be changed, paid or ended in the portal. */
  hasPortal: boolean
  /** The subscription's status in the provider's words; null: there is none. */
  status: string | null
  /** Whether more than one subscription is charged. */
  isChargedTwice: boolean
}

/** Whether plans can be paid by card here. */
export function isConfigured({ provider }: Pick<BillingMeans, 'provider'>): boolean {
  return provider !== null
}

/** What is known of the account's payment at `now`; nobody is asked. */
export async function billingOf(
  { database, provider }: { database: Database } & Pick<BillingMeans, 'provider'>,
  account: Pick<Account, 'id' | 'plan' | 'planBy'>,
  now: Instant,
): Promise<ShownBilling> {
  const row = await billingRow(database, account.id)
  const standing = row?.standing ?? noStanding
  const cardPayment = isConfigured({ provider })
  return {
    ...shownStanding(standing, account, now),
    cardPayment,
    hasPortal: cardPayment && row !== null && row.customerId !== null,
    status: standing.subscription?.status ?? null,
    isChargedTwice: standing.others.length > 0,
  }
}

export type Counted = { requests: number; evaluations: number }

/** How many of a month's requests and match evaluations the plan's quotas would have refused; what the rate would have is not told from counts. */
export function refusedUnder(plan: PlanId, { requests, evaluations }: Counted): Counted {
  const { monthlyRequests, monthlyMatchEvaluations } = plans[plan]
  const over = (count: number, allowed: number | null): number => (allowed === null ? 0 : Math.max(0, count - allowed))
  return { requests: over(requests, monthlyRequests), evaluations: over(evaluations, monthlyMatchEvaluations) }
}
