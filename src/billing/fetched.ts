/** What the provider says of an account, fetched and written: standing, plan, and when to look again, in one transaction. */

import type { Account } from '../accounts/account.ts'
import { noteAudit } from '../accounts/audit/audit.ts'
import { changePlan } from '../accounts/operations.ts'
import type { Sql } from '../platform/database/database.ts'
import type { Observer } from '../platform/observer.ts'
import type { Instant } from '../values/brussels.ts'
import type { PlanId } from '../values/vocabularies.ts'
import { insertEvent, updateCustomer, updateStanding } from './billing-store.ts'
import type { BillingMeans, Held } from './hold.ts'
import { ProviderFault } from './provider/provider.ts'
import { nextLook, noStanding, planGiven, planUntil, type Standing, type Subscription, standingOf } from './standing.ts'

/** The event that led to the fetch, if one did: written with it, so that it is taken once. */
type Cause = { id: string; kind: string } | null

/**
 * Fetches the subscriptions of the held account and writes what follows. Answers the standing. Throws `ProviderFault` where the
 * provider does not say, and `HoldLost`.
 */
export async function fetchStanding(
  { clock, observer }: Pick<BillingMeans, 'clock' | 'observer'>,
  held: Held,
  cause: Cause = null,
): Promise<Standing> {
  const { accountId, row } = held
  const { customerId } = row
  const fetched = customerId === null ? [] : await subscriptionsOf(held, customerId)
  const now = clock.now()
  const standing = standingOf(fetched ?? [], row.standing, now)
  // What came of a checkout is a subscription; of one that nobody can pay any more nothing comes.
  const isOpen = standing.subscription === null && row.checkoutUntil !== null && row.checkoutUntil > now
  const checkoutUntil = isOpen ? row.checkoutUntil : null
  await held.commit(async (transaction, account) => {
    if (cause !== null) await insertEvent(transaction, { ...cause, accountId, takenAt: now })
    // Deleted at the provider, it can never pay again: the next checkout makes another.
    if (fetched === null) await forgetCustomer(transaction, held)
    await updateStanding(transaction, accountId, {
      standing,
      planUntil: planUntil(standing, now),
      checkoutUntil,
      fetchedAt: now,
      dueAt: nextLook(standing, checkoutUntil, now),
    })
    if (isOther(standing, row.standing)) await noteSubscription(transaction, now, accountId, standing)
    await givePlan(transaction, account, standing, now)
  })
  row.standing = standing
  tellOthers(observer, accountId, standing)
  return standing
}

/** Null: the customer has been deleted at the provider. */
async function subscriptionsOf(held: Held, customerId: string): Promise<Subscription[] | null> {
  try {
    return await held.ask((provider) => provider.subscriptions(customerId))
  } catch (fault) {
    if (await isOfDeleted(held, customerId, fault)) return null
    throw fault
  }
}

/**
 * Whether a call failed because its customer has been deleted. One that was never there is another matter: the key is of another
 * account of the provider's, or of its test mode, and nothing follows for what is paid under the right one.
 */
export async function isOfDeleted(held: Held, customerId: string, fault: unknown): Promise<boolean> {
  if (!(fault instanceof ProviderFault && fault.kind === 'missing')) return false
  return held.ask((provider) => provider.isDeleted(customerId))
}

/** The next customer is asked for under another key, so that it is not this one again. */
export async function forgetCustomer(transaction: Sql, { accountId, row }: Held): Promise<void> {
  const forgotten = { customerId: null, customerAskedAt: null, customerTries: row.customerTries + 1 }
  await updateCustomer(transaction, accountId, forgotten)
  Object.assign(row, forgotten)
}

/**
 * Gives the account what its standing gives at `now` (null: it has none), and answers the plan that it then has. Where the operator has
 * said which plan that is, his word holds, unless he hands it over.
 */
export async function givePlan(
  transaction: Sql,
  account: Account,
  standing: Standing | null,
  now: Instant,
  { isHandedOver = false }: { isHandedOver?: boolean } = {},
): Promise<PlanId | null> {
  if (account.planBy === 'operator' && !isHandedOver) return account.plan
  const plan = standing === null ? null : planGiven(standing, now)
  if (plan !== account.plan || isHandedOver) await changePlan(transaction, now, account, plan, 'stripe')
  return plan
}

/** Whether a subscription is another, or another plan, or on its way to another end; a renewal alone is no change of it. */
function isOther({ subscription: now }: Standing, { subscription: before }: Standing): boolean {
  if (now === null || before === null) return now !== before
  return (['id', 'status', 'plan', 'period', 'endsAt'] as const).some((name) => now[name] !== before[name])
}

async function noteSubscription(
  transaction: Sql,
  at: Instant,
  accountId: string,
  { subscription }: Standing = noStanding,
): Promise<void> {
  const about =
    subscription === null
      ? { status: 'none' }
      : { status: subscription.status, plan: subscription.plan, period: subscription.period }
  await noteAudit(transaction, at, {
    accountId,
    actor: { kind: 'service' },
    action: 'subscription_changed',
    subject: subscription?.id ?? null,
    about,
  })
}

/** Nobody is charged twice in silence: which of them was meant, the operator finds out. */
function tellOthers(observer: Observer, accountId: string, { subscription, others }: Standing): void {
  if (others.length === 0) return
  const about = { account_id: accountId, subscriptions: [subscription?.id, ...others].join(',') }
  observer.tell({ name: 'billing_finding', labels: { kind: 'two_subscriptions' }, about })
}
