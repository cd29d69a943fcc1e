/**
 * The account's customer at the provider: one, however often it is asked for, whoever dies over it. Before it is asked for, it is
 * written that it is; who finds that looks first whether one was made. It is asked for under a key under which the provider makes one
 * only, and another key is used only when it has said that it made none.
 */
import type { Account } from '../../accounts/account.ts'
import type { Clock } from '../../platform/clock.ts'
import { insertEnding, updateCustomer } from '../billing-store.ts'
import { forgetCustomer, isOfDeleted } from '../fetched.ts'
import { type BillingMeans, type Held, HoldLost } from '../hold.ts'
import { ProviderFault } from '../provider/provider.ts'

/** The customer of the held account, made where there is none, written to where the account is. Throws as `Held.ask` and `commit`. */
export async function customerOf(means: BillingMeans, held: Held, account: Account): Promise<string> {
  const { email, language } = account
  const known = await ensureCustomer(means, held)
  try {
    await held.ask((provider) => provider.writeTo(known, email, language))
    return known
  } catch (fault) {
    if (!(await isOfDeleted(held, known, fault))) throw fault
  }
  await held.commit((transaction) => forgetCustomer(transaction, held))
  const made = await ensureCustomer(means, held)
  await held.ask((provider) => provider.writeTo(made, email, language))
  return made
}

async function ensureCustomer(means: BillingMeans, held: Held): Promise<string> {
  const { accountId, row } = held
  if (row.customerId !== null) return row.customerId
  const before = row.customerAskedAt
  if (before === null) await noteAsked(means.clock, held)
  const found = before === null ? null : await held.ask((provider) => provider.findCustomer(accountId, before))
  const customerId = found ?? (await makeCustomer(held))
  try {
    await held.commit((transaction) => updateCustomer(transaction, accountId, { ...row, customerId }))
  } catch (fault) {
    // Deleted while it was made: nobody would know of it.
    if (fault instanceof HoldLost) await insertEnding(means.database, customerId, means.clock.now())
    throw fault
  }
  row.customerId = customerId
  return customerId
}

async function noteAsked(clock: Clock, held: Held): Promise<void> {
  const { accountId, row } = held
  row.customerAskedAt = clock.now()
  await held.commit((transaction) => updateCustomer(transaction, accountId, row))
}

async function makeCustomer(held: Held): Promise<string> {
  const { accountId, row } = held
  try {
    return await held.ask((provider) => provider.makeCustomer(accountId, `customer-${accountId}-${row.customerTries}`))
  } catch (fault) {
    // An answer is kept by the provider with its key: the same key would be answered the same for a day.
    if (fault instanceof ProviderFault && fault.isAnswered) {
      row.customerTries += 1
      await held.commit((transaction) => updateCustomer(transaction, accountId, row))
    }
    throw fault
  }
}
