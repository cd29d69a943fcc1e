/**
 * Account and provider agree in the end, whatever events are lost: what has not been fetched for a while is, those first that wait
 * longest. And a plan that ends by the clock ends, also where the provider is silent.
 */

import type { Account } from '../accounts/account.ts'
import { lockedAccount } from '../accounts/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Database } from '../platform/database/database.ts'
import { pagesOf } from '../platform/database/pages.ts'
import { ItemFaults } from '../platform/faults/item-faults.ts'
import type { Instant } from '../values/brussels.ts'
import {
  billingRow,
  clearPlanUntil,
  deleteEventsBefore,
  dueAccounts,
  endedAccounts,
  lookAfter,
  updateCustomer,
} from './billing-store.ts'
import { fetchStanding, givePlan } from './fetched.ts'
import { type BillingMeans, type Held, HoldLost, withHold } from './hold.ts'
import { ProviderFault } from './provider/provider.ts'

/** Accounts fetched in one turn. */
const fetchedMax = 200
/** Accounts read at once whose plan has ended. */
const endedPerPage = 500
/** Silences after which a turn asks no more. */
const silencesMax = 2
const afterRefusalMs = 60 * 60_000
/** When an account is fetched again; null: when its row says so. */
const waitsMs = {
  fetched: null,
  left: null,
  silent: 2 * 60_000,
  refused: afterRefusalMs,
  failed: afterRefusalMs,
} as const
const eventDays = 90
const dayMs = 24 * 3_600_000

/**
 * One turn: fetches what is due, then ends what has ended by the clock. Answers how many accounts were fetched. Throws `ItemsFailed`
 * when all were tried and some failed by a fault of ours.
 */
export async function reconcile(means: BillingMeans, signal: AbortSignal): Promise<number> {
  const faults = new ItemFaults()
  const fetched = means.provider === null ? 0 : await fetchDue(means, faults, signal)
  await endByClock(means, faults, signal)
  faults.throwIfAny()
  return fetched
}

async function fetchDue(means: BillingMeans, faults: ItemFaults, signal: AbortSignal): Promise<number> {
  const { database, clock } = means
  let [fetched, silences] = [0, 0]
  for (const accountId of await dueAccounts(database, clock.now(), fetchedMax)) {
    if (signal.aborted || silences >= silencesMax) break
    const outcome = (await faults.attempt(accountId, () => fetchOne(means, accountId), signal)) ?? 'failed'
    if (outcome === 'fetched') fetched += 1
    else if (outcome === 'silent') silences += 1
    const waitMs = waitsMs[outcome]
    // An account that fails is put off, too: otherwise it would hold a place among the first for ever.
    if (waitMs !== null)
      await faults.attempt(accountId, () => lookAfter(database, accountId, clock.now() + waitMs), signal)
  }
  return fetched
}

async function fetchOne(means: BillingMeans, accountId: string): Promise<'fetched' | 'silent' | 'refused' | 'left'> {
  try {
    await withHold(means, accountId, (held) => fetchHeld(means, held), { isPatient: false })
    return 'fetched'
  } catch (fault) {
    if (fault instanceof ProviderFault) return fault.kind === 'silent' ? 'silent' : 'refused'
    // Somebody else is at it, or the account is gone.
    if (fault instanceof HoldLost || fault instanceof Refusal) return 'left'
    throw fault
  }
}

/** Of an account for which a customer may have been made, it is sought first: where there is one, it may be paying. */
async function fetchHeld(means: BillingMeans, held: Held): Promise<void> {
  const { accountId, row } = held
  const askedAt = row.customerAskedAt
  if (row.customerId === null && askedAt !== null) {
    const customerId = await held.ask((provider) => provider.findCustomer(accountId, askedAt))
    const now = means.clock.now()
    if (customerId === null) {
      // A call that has not ended after a day made none: the next one is a new one.
      const isOver = now - askedAt >= dayMs
      await held.commit(async (transaction) => {
        if (isOver) await updateCustomer(transaction, accountId, { ...row, customerAskedAt: null })
        await lookAfter(transaction, accountId, now + afterRefusalMs)
      })
      return
    }
    await held.commit((transaction) => updateCustomer(transaction, accountId, { ...row, customerId }))
    row.customerId = customerId
  }
  await fetchStanding(means, held)
}

async function endByClock({ database, clock }: BillingMeans, faults: ItemFaults, signal: AbortSignal): Promise<void> {
  const now = clock.now()
  const ended = pagesOf({
    first: '',
    rowsPerPage: endedPerPage,
    read: (after) => endedAccounts(database, now, after, endedPerPage),
    placeOf: (id) => id,
  })
  for await (const accountIds of ended) {
    for (const accountId of accountIds) {
      if (signal.aborted) return
      await faults.attempt(accountId, () => settleByClock(database, accountId, now), signal)
    }
  }
}

/** Gives the account what follows, at `now`, from what was last fetched. */
async function settleByClock(database: Database, accountId: string, now: Instant): Promise<void> {
  await database.transaction(async (transaction) => {
    try {
      const account = await lockedAccount(transaction, database.dialect, accountId)
      // Read under the lock: somebody may have fetched better news meanwhile.
      const row = await billingRow(transaction, accountId)
      if (row === null || row.planUntil === null || row.planUntil > now) return
      await givePlan(transaction, account, row.standing, now)
    } catch (fault) {
      // Deleted: nobody gives it a plan any more.
      if (!(fault instanceof Refusal && fault.code === 'not_found')) throw fault
    }
    await clearPlanUntil(transaction, accountId)
  })
}

/** Gives the account back to what is paid: the operator's word on its plan holds no longer. Answers the plan that it has now. */
export async function handOver(database: Database, now: Instant, idOrEmail: string): Promise<Account> {
  return database.transaction(async (transaction) => {
    const account = await lockedAccount(transaction, database.dialect, idOrEmail)
    const row = await billingRow(transaction, account.id)
    const plan = await givePlan(transaction, account, row?.standing ?? null, now, { isHandedOver: true })
    // What was last fetched may be old.
    await lookAfter(transaction, account.id, now)
    return { ...account, plan, planBy: 'stripe' }
  })
}

/** Forgets events so old that the provider repeats them no more; answers how many. */
export function forgetOldEvents(database: Database, now: Instant): Promise<number> {
  return deleteEventsBefore(database, now - eventDays * dayMs)
}
