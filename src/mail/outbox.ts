/**
 * The outbox: a mail is a row, written in the transaction of what it is about, so that there is one exactly where that has
 * happened; workers send it (`mailer.ts`). Of one kind and cause there is one mail, whoever asks for it how often.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import { newId } from '../platform/new-id.ts'
import type { Instant } from '../values/brussels.ts'
import type { MailError } from './mail-error.ts'
import {
  causesWithMail,
  deleteMailBefore,
  dueMails,
  insertMail,
  type MailParameters,
  newestTrouble,
  standingMails,
  waitingMails,
} from './mail-store.ts'

/** Longer than a month, so that what is told once a month is not told again in its last days. */
const keptMs = 35 * 24 * 3_600_000
/** Mails forgotten in one transaction. */
const forgottenAtOnce = 500

export type QueuedMail = {
  accountId: string
  /** Which mail: one of the kinds that the process was put together with. */
  kind: string
  /** What it is about, unique within its kind for as long as mails are kept. */
  cause: string
  /** What its text is made from when it is sent. Never a secret, never a token. */
  parameters: MailParameters
  /** No attempt begins after it. Not given: as long as there are attempts. */
  until?: Instant
}

/**
 * Puts a mail into the outbox, in the transaction of its cause. False, and nothing is written, where the cause has one
 * already. It is sent within seconds of the commit, to the address that the account then has.
 */
export function queueMail(transaction: Sql, now: Instant, mail: QueuedMail): Promise<boolean> {
  return insertMail(transaction, { ...mail, id: newId('mail', now), createdAt: now, until: mail.until ?? null })
}

/** Those of the causes that have a mail of that kind already: what is looked at again and again need not write to know. */
export function causesTold(sql: Sql, kind: string, causes: readonly string[]): Promise<ReadonlySet<string>> {
  return causesWithMail(sql, kind, causes)
}

/** The newest mail that could not be brought to an account. */
export type MailTrouble = {
  kind: string
  /** When it was given up. */
  at: Instant
  /** Of the address that it was for: what stands behind the `@`. Null: it came to no attempt. */
  host: string | null
  error: MailError
  /** The code that the mail server answered; null where it answered none. */
  reply: number | null
}

/** What the dashboard says of mail that does not arrive; null: nothing failed since the last that did. */
export async function mailTroubleOf(sql: Sql, accountId: string): Promise<MailTrouble | null> {
  const row = await newestTrouble(sql, accountId)
  if (row === null) return null
  // A release that is older than the row shows its error by the name it has.
  const error = (row.last_error ?? 'lost') as MailError
  return { kind: row.kind, at: row.ended_at, host: row.host, error, reply: row.last_reply }
}

/** Forgets mails whose time is over; answers how many. */
export async function forgetMail(database: Database, clock: Clock, signal: AbortSignal): Promise<number> {
  const before = clock.now() - keptMs
  for (let forgotten = 0; ; ) {
    const deleted = await database.transaction((transaction) => deleteMailBefore(transaction, before, forgottenAtOnce))
    forgotten += deleted
    if (deleted < forgottenAtOnce || signal.aborted) return forgotten
    await nextTurn()
  }
}

/** Those of the mails that are forgotten: their time was over, or their account is erased. */
export async function forgottenOf(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const forgotten: string[] = []
  for (let from = 0; from < ids.length; from += forgottenAtOnce) {
    const some = ids.slice(from, from + forgottenAtOnce)
    const standing = await standingMails(sql, some)
    forgotten.push(...some.filter((id) => !standing.has(id)))
  }
  return forgotten
}

const waitingCountMax = 10_000

/** Mails that should be on their way: up to 10,000 of them, and for how long the oldest is due (null: none is). */
export function mailsDue(database: Database): Promise<{ due: number; oldestMs: number | null }> {
  return dueMails(database, database.dialect, waitingCountMax)
}

/** Mails that wait to be sent: up to 10,000 of them, and since when the oldest does (null: none waits). */
export function mailsWaiting(sql: Sql): Promise<{ waiting: number; since: Instant | null }> {
  return waitingMails(sql, waitingCountMax)
}
