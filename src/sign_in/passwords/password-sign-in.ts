/**
 * Signing in with a password, where the operator offers it. An attempt is counted before it is judged, in the store, by e-mail address
 * and client network: however many processes and connections guess at once, each attempt of a network at an address waits longer than
 * the one before. All networks together that are strange to the account have a bound of their own, far higher; who comes from a
 * network or in a browser that is signed in to it passes that (docs/decisions/0064). Whether anybody has the address is told neither
 * by the answer nor by how long it takes.
 */

import { noteAudit } from '../../accounts/audit/audit.ts'
import { foldedEmail } from '../../accounts/email.ts'
import { holdAccount } from '../../accounts/operations.ts'
import { accountByEmail } from '../../accounts/profile.ts'
import { invalidBody, Refusal } from '../../contract/refusals.ts'
import { tellSecurity } from '../../mail/security/tell-security.ts'
import type { Database } from '../../platform/database/database.ts'
import { storeTime } from '../../platform/database/transaction-clock.ts'
import type { Instant } from '../../values/brussels.ts'
import { addressGroup } from '../../values/network-address.ts'
import { characterCount } from '../../values/texts/character-count.ts'
import { countedRequest } from '../links/link-store.ts'
import { isKnownNetwork } from '../networks/known-networks.ts'
import type { SignedIn } from '../session.ts'
import { deleteSessions } from '../session-store.ts'
import { type BegunSession, beginSession, requireRecent } from '../sessions.ts'
import type { SubjectDigest } from '../subjects.ts'
import { hashPassword, isPassword } from './argon2.ts'
import { deleteDelay, heldDelay, keepDelay, keepPassword, passwordOf } from './password-store.ts'

export const passwordBounds = { charactersMin: 12, charactersMax: 256 } as const
/** How long after so many attempts in a row the next one waits, in seconds; the last holds from there on. */
export const delaysSeconds = [0, 0, 0, 1, 2, 4, 8, 15, 30, 60, 120, 300, 900] as const
/** Attempts at one address in an hour by all strangers together, from however many networks. */
export const strangersPerHour = 100
const millisecondsPerSecond = 1_000
const hourMs = 3_600_000

export type PasswordMeans = { isOffered: boolean; digest: SubjectDigest }

/** `address`: of the client. `replaces`: the session of this browser; null: it has none. */
type GivenPassword = { email: string; password: string; browser: string; address: string; replaces: SignedIn | null }

/**
 * `password_sign_in_disabled` where it is not offered; `unauthorized` for a wrong password and an unknown address alike;
 * `rate_limit_exceeded`, with when, where the network waits, or strangers have tried too often.
 */
export async function signInWithPassword(
  database: Database,
  { isOffered, digest }: PasswordMeans,
  now: Instant,
  { email, password, browser, address, replaces }: GivenPassword,
): Promise<BegunSession> {
  if (!isOffered) throw notOffered()
  const network = addressGroup(address)
  const account = await accountByEmail(database, email)
  // Asked for in any case: an address that nobody has takes as many questions.
  const asked = { accountId: account?.id ?? '', address }
  const isKnown = (await isKnownNetwork(database, now, asked, digest)) || replaces?.accountId === asked.accountId
  const subject = digest('attempts', `${network} ${foldedEmail(email)}`)
  await countAttempt(database, now, subject, isKnown ? null : digest('strangers', foldedEmail(email)))
  const kept = await passwordOf(database, asked.accountId)
  if (!(await isPassword(password, kept, network)) || account === null) throw wrong()
  return database.transaction(async (transaction) => {
    const accountId = account.id
    await holdAccount(transaction, database.dialect, accountId)
    // It may have been given another meanwhile, which ended the sessions of this one.
    if ((await passwordOf(transaction, accountId)) !== kept) throw wrong()
    await deleteDelay(transaction, subject)
    return beginSession(transaction, database, now, { accountId, method: 'password', browser, replaces })
  })
}

/** Refuses `rate_limit_exceeded` where the attempt must wait. `strangers`: whom it counts among; null: it is of nobody strange. */
async function countAttempt(
  database: Database,
  now: Instant,
  subject: string,
  strangers: string | null,
): Promise<void> {
  const waitMs = await database.transaction(async (transaction) => {
    const { attempts, nextAt } = await heldDelay(transaction, database.dialect, subject)
    const at = await storeTime(transaction, now)
    if (nextAt > at) return nextAt - at
    if (strangers !== null) {
      const { requests, since } = await countedRequest(transaction, strangers, at, hourMs)
      if (requests > strangersPerHour) return Math.max(millisecondsPerSecond, since + hourMs - at)
    }
    const seconds = delaysSeconds[Math.min(attempts + 1, delaysSeconds.length - 1)] ?? 0
    await keepDelay(transaction, subject, { attempts: attempts + 1, nextAt: at + seconds * millisecondsPerSecond })
    return 0
  })
  if (waitMs === 0) return
  const seconds = String(Math.ceil(waitMs / millisecondsPerSecond))
  const message = 'Too many attempts at this address. Try again after Retry-After, or ask for a link by mail.'
  throw new Refusal('rate_limit_exceeded', message, {}, { 'retry-after': seconds })
}

/** Refuses what no new password may be, as `setPassword` does, and changes nothing. */
export function requirePassword({ isOffered }: PasswordMeans, who: SignedIn, password: string): void {
  if (!isOffered) throw notOffered()
  requireRecent(who)
  const { charactersMin, charactersMax } = passwordBounds
  const length = characterCount(password)
  if (length < charactersMin || length > charactersMax)
    throw invalidBody('password', `A password has ${charactersMin} to ${charactersMax} characters.`)
}

/**
 * Gives the account a password, for who signed in lately. Every other session ends: whoever knew the one before is out.
 * `password_sign_in_disabled` where it is not offered, `invalid_body` for one that is too short or too long.
 */
export async function setPassword(
  database: Database,
  means: PasswordMeans,
  who: SignedIn,
  password: string,
): Promise<void> {
  requirePassword(means, who, password)
  const { accountId, sessionId, at } = who
  const phc = await hashPassword(password, accountId)
  await database.transaction(async (transaction) => {
    await holdAccount(transaction, database.dialect, accountId)
    await keepPassword(transaction, accountId, phc, at)
    await deleteSessions(transaction, accountId, sessionId)
    await noteAudit(transaction, at, { accountId, actor: { kind: 'session' }, action: 'password_set' })
    await tellSecurity(transaction, at, { accountId }, { what: 'password_changed' })
  })
}

function wrong(): Refusal {
  return new Refusal('unauthorized', 'The e-mail address or the password is wrong.')
}

function notOffered(): Refusal {
  return new Refusal('password_sign_in_disabled', 'Signing in with a password is not offered here.')
}
