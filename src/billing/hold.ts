/**
 * One at a time speaks with the provider for an account, in whatever process: what one fetched is written before the next fetches,
 * so that an older word never comes after a newer one, and nothing is made twice. It is a hold on the account's row for a while and no
 * transaction: the provider may be silent for seconds, and a transaction would keep everybody else from writing that long. What
 * is found out is written under a lock on the account, and only by who has the hold still.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Account } from '../accounts/account.ts'
import { lockedAccount } from '../accounts/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import { requireRightClock } from '../platform/database/transaction-clock.ts'
import type { Observer } from '../platform/observer.ts'
import { type BillingRow, billingRow, hasHold, insertBilling, releaseHold, takeHold } from './billing-store.ts'
import { type Provider, ProviderFault } from './provider/provider.ts'

/** What billing works with. */
export type BillingMeans = {
  /** Not that of one request: what was begun at the provider is written whether or not its caller waits. */
  database: Database
  clock: Clock
  observer: Observer
  /** Null: billing is not configured here. */
  provider: Provider | null
  /** Of the service's own pages, to which the provider's lead back. */
  baseUrl: string
}

export type Held = {
  accountId: string
  /** As it stood when the hold was taken. */
  row: BillingRow
  /** Asks the provider. Refuses `billing_unavailable` by itself once too much of the hold has passed. */
  ask<T>(call: (provider: Provider) => Promise<T>): Promise<T>
  /** Writes under a lock on the account. Throws `HoldLost` when another has the hold, or the account is gone. */
  commit<T>(work: (transaction: Sql, account: Account) => Promise<T>): Promise<T>
}

/** What was found out must not be written: the account is gone, or somebody else knows better. */
export class HoldLost extends Error {}

/** How long a hold lasts: calls are begun in its first part only, and each ends within the rest. */
const holdMs = 40_000
const callsBeginWithinMs = 12_000
/** How long is waited for somebody else's, and how often is looked. */
const waitMs = 8_000
const lookEveryMs = 50

/**
 * Does `work` with the hold on the account's row, which is made where there is none. Refuses `billing_unavailable` where billing is
 * not configured, or another has it for too long (not `isPatient`: at all), and `not_found` where there is no such account.
 */
export async function withHold<T>(
  means: BillingMeans,
  accountId: string,
  work: (held: Held) => Promise<T>,
  { isPatient = true }: { isPatient?: boolean } = {},
): Promise<T> {
  const { database, clock, provider } = means
  if (provider === null) throw notConfigured()
  await database.transaction(async (transaction) => {
    // Holds, days of grace and looks at the provider last by this clock; the provider tells again, and another process may do it.
    await requireRightClock(transaction)
    await lockedAccount(transaction, database.dialect, accountId)
    await insertBilling(transaction, accountId, clock.now())
  })
  const holder = randomUUID()
  const giveUpAt = performance.now() + (isPatient ? waitMs : 0)
  for (;;) {
    const now = clock.now()
    if (await takeHold(database, accountId, { holder, now, until: now + holdMs })) break
    if (performance.now() >= giveUpAt) throw unavailable('Another request of this account is under way. Try again.')
    await pause(lookEveryMs)
  }
  try {
    const row = await billingRow(database, accountId)
    if (row === null) throw new HoldLost(`${accountId} is gone`)
    const callsEndAt = performance.now() + callsBeginWithinMs
    return await work({
      accountId,
      row,
      ask(call) {
        if (performance.now() >= callsEndAt) throw unavailable('The payment provider is too slow at the moment.')
        return call(provider)
      },
      commit: (write) =>
        database.transaction(async (transaction) => {
          const account = await stillThere(transaction, database, accountId)
          if (!(await hasHold(transaction, accountId, holder, clock.now())))
            throw new HoldLost(`the hold on ${accountId} was lost`)
          return write(transaction, account)
        }),
    })
  } finally {
    await releaseHold(database, accountId, holder)
  }
}

async function stillThere(transaction: Sql, { dialect }: Database, accountId: string): Promise<Account> {
  try {
    return await lockedAccount(transaction, dialect, accountId)
  } catch (fault) {
    if (fault instanceof Refusal && fault.code === 'not_found') throw new HoldLost(`${accountId} is gone`)
    throw fault
  }
}

/** 503: what failed because of the provider, in words for whoever asked. */
export function unavailable(message: string): Refusal {
  return new Refusal('billing_unavailable', message)
}

export function notConfigured(): Refusal {
  return unavailable('Plans cannot be paid by card here. Ask who runs this service for a plan.')
}

/** Runs `work`; what failed because the provider did, or because somebody else was ahead, is refused 503. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    if (fault instanceof ProviderFault)
      throw unavailable('The payment provider did not answer. Nothing was charged; try again in a moment.')
    if (fault instanceof HoldLost) throw unavailable('The account changed meanwhile. Try again.')
    throw fault
  }
}
