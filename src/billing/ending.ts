/**
 * Ending at the provider what deleted accounts pay. What is known of the account becomes a row that names the customer alone, in one
 * transaction, and stays until the provider has taken it: the account itself is erased without waiting for that.
 */
import { listDeletedAccounts } from '../accounts/operations.ts'
import type { Database } from '../platform/database/database.ts'
import { pagesOf } from '../platform/database/pages.ts'
import { ItemFaults } from '../platform/faults/item-faults.ts'
import type { Instant } from '../values/brussels.ts'
import { deleteBilling, deleteEnding, dueEndings, type Ending, knownAmong, putOffEnding } from './billing-store.ts'
import type { BillingMeans } from './hold.ts'
import { type Provider, ProviderFault } from './provider/provider.ts'

/** Deleted accounts and customers taken in one turn. */
const atOnce = 100
/** Until the provider is told again: a minute, then longer each time. */
const [firstWaitMs, longestWaitMs] = [60_000, 60 * 60_000]

/** Forgets what is kept of an account that is gone; its customer, where it has one, is to be ended. */
export function leaveBilling(database: Database, accountId: string, now: Instant): Promise<void> {
  return database.transaction((transaction) => deleteBilling(transaction, accountId, now))
}

/**
 * Ends what accounts pay that were deleted. Answers how many customers were ended; what is put off is tried again. Throws `ItemsFailed`
 * when all were tried and some failed by a fault of ours.
 */
export async function endPayments(means: BillingMeans, signal: AbortSignal): Promise<number> {
  const { database, clock, provider } = means
  const faults = new ItemFaults()
  const deleted = pagesOf({
    first: '',
    rowsPerPage: atOnce,
    read: (after) => listDeletedAccounts(database, after, atOnce),
    placeOf: (id) => id,
  })
  for await (const accountIds of deleted) {
    for (const accountId of await knownAmong(database, accountIds))
      await faults.attempt(accountId, () => leaveBilling(database, accountId, clock.now()), signal)
  }
  let ended = 0
  for (const ending of provider === null ? [] : await dueEndings(database, clock.now(), atOnce)) {
    if (signal.aborted) return ended
    if (await faults.attempt(ending.customerId, () => endOrPutOff(means, ending), signal)) ended += 1
  }
  faults.throwIfAny()
  return ended
}

/** Answers whether the customer was ended. One that was not, for whatever reason, is put off, so that it holds no place of others. */
async function endOrPutOff({ database, clock, provider }: BillingMeans, ending: Ending): Promise<boolean> {
  const { customerId, attempts } = ending
  if (provider === null) return false
  try {
    await endCustomer(provider, customerId)
    await deleteEnding(database, customerId)
    return true
  } catch (fault) {
    const waitMs = Math.min(firstWaitMs * 2 ** attempts, longestWaitMs)
    await putOffEnding(database, customerId, clock.now() + waitMs)
    if (!(fault instanceof ProviderFault)) throw fault
    return false
  }
}

/** First what could still be paid, then all that is. */
async function endCustomer(provider: Provider, customerId: string): Promise<void> {
  try {
    for (const { id } of await provider.openCheckouts(customerId)) await provider.endCheckout(id)
    await provider.endCustomer(customerId)
  } catch (fault) {
    // Where it is gone already, there is nothing to end; one that was never there is of another key, under which it goes on paying.
    const isMissing = fault instanceof ProviderFault && fault.kind === 'missing'
    if (!isMissing || !(await provider.isDeleted(customerId))) throw fault
  }
}
