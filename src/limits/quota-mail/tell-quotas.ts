/**
 * Telling accounts that most of their month is used: the counts are made where nobody waits for a mail, and read here, account after
 * account. Of each account, month, kind and threshold there is one mail.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { plans } from '../../accounts/plans.ts'
import { causesTold, type QueuedMail, queueMail } from '../../mail/outbox.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { ItemFaults } from '../../platform/faults/item-faults.ts'
import type { Job } from '../../platform/jobs.ts'
import { type Instant, nextUtcMonth, utcMonthOf } from '../../values/brussels.ts'
import { planOf } from '../plan-figures.ts'
import { allowedOf, countedKinds, reachedOf } from './quota-letter.ts'
import { type AccountUse, usesAfter } from './use-store.ts'

/** The kind of the mail. */
export const quotaMail = 'quota_reached'
/** Accounts looked at by one statement. */
const accountsAtOnce = 500

/**
 * Puts what is to be told into the outbox; answers how many mails. Throws `ItemsFailed` when all accounts were looked at and some could not
 * be told.
 */
export async function tellQuotas({
  database,
  clock,
  signal,
}: {
  database: Database
  clock: Clock
  signal: AbortSignal
}): Promise<number> {
  const now = clock.now()
  const month = utcMonthOf(now)
  const faults = new ItemFaults()
  let told = 0
  for (let after = ''; !signal.aborted; ) {
    const uses = await usesAfter(database, after, month, accountsAtOnce)
    const work = (some: readonly AccountUse[]): Promise<number> =>
      tell(
        database,
        now,
        some.flatMap((use) => mailsOf(use, now)),
      )
    for (const queued of await faults.attemptTogether(uses, ({ id }) => id, work, signal)) told += queued
    const last = uses.at(-1)
    if (last === undefined || uses.length < accountsAtOnce) break
    after = last.id
    await nextTurn()
  }
  faults.throwIfAny()
  return told
}

/** Nearly all of them were told before: that costs a look, and nobody's turn to write. */
async function tell(database: Database, now: Instant, mails: readonly QueuedMail[]): Promise<number> {
  const known = await causesTold(
    database,
    quotaMail,
    mails.map(({ cause }) => cause),
  )
  const fresh = mails.filter(({ cause }) => !known.has(cause))
  if (fresh.length === 0) return 0
  return database.transaction(async (transaction) => {
    let told = 0
    for (const mail of fresh) if (await queueMail(transaction, now, mail)) told += 1
    return told
  })
}

function mailsOf({ id, plan, requests, evaluations }: AccountUse, now: Instant): QueuedMail[] {
  const used = { requests, evaluations }
  const month = utcMonthOf(now)
  return countedKinds.flatMap((counted) => {
    const threshold = reachedOf(used[counted], allowedOf(plans[planOf(plan)], counted))
    if (threshold === null) return []
    return [
      {
        accountId: id,
        kind: quotaMail,
        cause: `${id} ${month} ${counted} ${threshold}`,
        parameters: { month, counted, threshold },
        // Afterwards it says nothing any more.
        until: nextUtcMonth(now),
      },
    ]
  })
}

const everyMs = 60_000

/** Looks what accounts have used of their month. */
export const tellQuotasJob: Job = {
  name: 'quota-mail',
  everyMs,
  run: async (context) => {
    await tellQuotas(context)
  },
}
