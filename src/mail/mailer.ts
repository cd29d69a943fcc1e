/**
 * Sends what is in the outbox: any number of processes, each row by one of them at a time. A crash between the server's word
 * and our note of it has the mail sent again, under the same `Message-ID`; nothing that was queued is lost.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { type Account, showAccount } from '../accounts/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import { type ClaimedRow, endClaim, handBack, renewClaim, type WorkTable } from '../platform/claims.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { valuesIn } from '../platform/database/lists.ts'
import { StoreError } from '../platform/database/store-error.ts'
import type { ClockWatch } from '../platform/faults/clock-watch.ts'
import type { Observer } from '../platform/observer.ts'
import { makeWorkers, type Workers } from '../platform/workers.ts'
import { attemptsMax, nextAttemptAt } from '../values/retry-steps.ts'
import { messageOf } from './letter/message.ts'
import type { MailError } from './mail-error.ts'
import type { Composed, MailKinds } from './mail-kind.ts'
import { type MailParameters, type MailRow, noteEnd, storeNow } from './mail-store.ts'
import { type Handed, handTo, type MailOutlet } from './outlet.ts'

export type MailerSettings = {
  database: Database
  clock: Clock
  observer: Observer
  outlet: MailOutlet
  /** A mail of another kind is left to a process that knows it: releases stand side by side for a while. */
  kinds: MailKinds
  baseUrl: string
  clockWatch?: ClockWatch
  /** From 0 to 1, spreads what failed together. */
  chance(): number
  /** How long a claim holds; only tests, which lose processes, name another. */
  claimMs?: number
}

/** Renewed while an attempt lasts; what a process lost is to be made again within 30 s. */
const claimMsDefault = 20_000
/** Mails sent at once by this process. */
const slots = 2
const everyMs = 1_000
/** How long, and how often, the end of an attempt is written again while the store is away. */
const endWithinMs = 600_000
const endAgainMs = 1_000

type Row = MailRow & ClaimedRow

/** What came of an attempt. */
type Attempted =
  | { outcome: 'sent'; host: string }
  | { outcome: 'failed'; host: string | null; error: MailError; reply: number | null; fault?: unknown }
  | { outcome: 'dropped'; error: MailError | null }
  /** Nothing was begun. */
  | { outcome: 'withheld' }

/** Workers that have not begun yet. */
export function makeMailer(settings: MailerSettings): Workers {
  const { observer, kinds, claimMs = claimMsDefault } = settings
  const table: WorkTable = { name: 'mail', claimMs }
  // A claim or an end that waits for its turn is better than one that is lost.
  const database = settings.database.forTurns()
  const names = Object.keys(kinds)
  return makeWorkers<MailRow>({
    ...{ name: 'mail', database, table, observer, slots, everyMs, clockWatch: settings.clockWatch },
    claimable: () => ({
      text: (first) => `work.kind in (${valuesIn(names, first).places})`,
      parameters: valuesIn(names, 1).values,
    }),
    work: async (row, signal) => {
      const attempted = await attempt(settings, row, () => isOurs(database, table, row, signal))
      if (attempted.outcome === 'withheld') await handBack(database, table, row)
      else await whenAnswered(() => end({ ...settings, database, table }, row, attempted), signal)
    },
  })
}

/** Makes a mail and hands it over. */
async function attempt(settings: MailerSettings, row: Row, mayBegin: () => Promise<boolean>): Promise<Attempted> {
  const { database, clock, kinds, outlet, baseUrl } = settings
  if (outlet.kind === 'off') return { outcome: 'dropped', error: 'off' }
  // Claims counted it, and no attempt of them came to an end.
  if (row.attempts > attemptsMax) return { outcome: 'failed', host: null, error: 'lost', reply: null }
  const now = clock.now()
  if (isLate(row, now)) return lateOf(row)
  const account = await standingAccount(database, row.account_id)
  const kind = kinds[row.kind]
  if (account === null || kind === undefined) return { outcome: 'dropped', error: null }
  let composed: Composed | null
  let message: Buffer
  let to: string | null
  try {
    const parameters = JSON.parse(row.parameters) as MailParameters
    composed = await kind.compose({ ...{ database, account, parameters, queuedAt: row.created_at, now, baseUrl } })
    if (composed === null) return { outcome: 'dropped', error: null }
    to = composed.to ?? (account.emailVerified ? account.email : null)
    if (to === null) return { outcome: 'dropped', error: null }
    const { letter, unsubscribeUrl = null } = composed
    message = await messageOf({ ...{ id: row.id, from: outlet.from, to, letter, unsubscribeUrl, at: now } })
  } catch (fault) {
    return { outcome: 'failed', host: null, error: 'unready', reply: null, fault }
  }
  // The claim was lost meanwhile, or the process ends: somebody else begins anew.
  if (!(await mayBegin())) return { outcome: 'withheld' }
  const handed: Handed = await handTo(outlet, { id: row.id, to, message })
  const host = to.slice(to.lastIndexOf('@') + 1)
  return handed.error === null ? { outcome: 'sent', host } : { outcome: 'failed', host, ...handed }
}

/**
 * Whether the mail may leave: a process that stood still finds that another has it by now, and may have sent it. So it may where the
 * process stood still after it had asked, and the answer is an old one.
 */
async function isOurs(database: Database, table: WorkTable, row: Row, signal: AbortSignal): Promise<boolean> {
  const askedMs = performance.now()
  const isRenewed = !signal.aborted && (await renewClaim(database, table, row))
  return isRenewed && !signal.aborted && performance.now() - askedMs < table.claimMs / 2
}

const isLate = ({ until_at }: MailRow, at: number): boolean => until_at !== null && at > until_at

/** Its time is over: it failed where it was tried in vain, and says nothing of the address where it never was. */
function lateOf({ last_error, last_reply, host }: MailRow): Attempted {
  if (last_error === null) return { outcome: 'dropped', error: 'late' }
  return { outcome: 'failed', host, error: last_error as MailError, reply: last_reply }
}

/** Null: it was deleted since. */
async function standingAccount(database: Database, id: string): Promise<Account | null> {
  try {
    return await showAccount(database, id)
  } catch (fault) {
    if (fault instanceof Refusal) return null
    throw fault
  }
}

/** Writes again while the store is away, as long as the claim may be ours: an end that is thrown away is a mail that is sent again. */
async function whenAnswered(write: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const giveUpAt = performance.now() + endWithinMs
  for (;;) {
    try {
      return await write()
    } catch (fault) {
      const isAway = fault instanceof StoreError && fault.fault === 'unavailable'
      if (!isAway || signal.aborted || performance.now() >= giveUpAt) throw fault
    }
    await pause(endAgainMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Writes what came of an attempt, and when there is another. */
async function end(
  { database, clock, observer, chance, table }: MailerSettings & { table: WorkTable },
  row: Row,
  attempted: Exclude<Attempted, { outcome: 'withheld' }>,
): Promise<void> {
  const now = clock.now()
  const waitMs = attempted.outcome === 'failed' ? waitFor(row, attempted.error, now, chance()) : null
  const error = attempted.outcome === 'sent' ? null : attempted.error
  const reply = attempted.outcome === 'failed' ? attempted.reply : null
  const host = attempted.outcome === 'dropped' ? null : attempted.host
  await database.transaction(async (transaction) => {
    const dueAt = waitMs === null ? null : (await storeNow(transaction, database.dialect)) + waitMs
    if (!(await endClaim(transaction, table, row, dueAt))) throw new Error(`the claim of ${row.id} was lost`)
    await noteEnd(transaction, row.id, {
      ended: dueAt === null ? attempted.outcome : null,
      host,
      error,
      reply,
      at: now,
    })
  })
  const { fault } = { fault: undefined, ...attempted }
  observer.tell({
    name: 'mail_attempt',
    labels: { kind: row.kind, outcome: waitMs === null ? attempted.outcome : 'put_off', error },
    about: { id: row.id, reply },
    // What a server answered may name the reader.
    ...(reply === null && fault !== undefined ? { fault } : {}),
  })
}

/** How long after this attempt the next one is made; null: there is none. */
function waitFor(row: Row, error: MailError, now: number, chance: number): number | null {
  if (error === 'bounced' || isLate(row, now)) return null
  const next = nextAttemptAt(row.attempts, now, chance)
  return next === null || isLate(row, next) ? null : next - now
}
