/** Sessions: begun when somebody has shown who they are, looked up at every request, ended by them, by time or with the account. */
import { noteAudit } from '../accounts/audit/audit.ts'
import { holdAccount, showAccount } from '../accounts/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import { storeTime } from '../platform/database/transaction-clock.ts'
import { newId } from '../platform/new-id.ts'
import type { Instant } from '../values/brussels.ts'
import { isRecent, type Session, type SignedIn, type SignInMethod, sessionBounds } from './session.ts'
import {
  deleteSession,
  deleteSessions,
  deleteSurplus,
  insertSession,
  noteSeen,
  sessionByDigest,
  sessionsOf,
} from './session-store.ts'
import { newToken, tokenDigest } from './tokens.ts'

/** `token`: for the cookie, told here once. */
export type BegunSession = { session: Session; token: string }

type Beginning = {
  accountId: string
  method: SignInMethod
  browser: string
  /** The session of the same browser, which ends with this one. */
  replaces: SignedIn | null
}

/**
 * Begins a session for an account, in the transaction that found out whose it is. The one that the browser had ends, so that
 * none is left behind. Refuses `unauthorized` where the account is gone.
 */
export async function beginSession(
  transaction: Sql,
  database: Pick<Database, 'dialect'>,
  now: Instant,
  { accountId, method, browser, replaces }: Beginning,
): Promise<BegunSession> {
  await holdAccount(transaction, database.dialect, accountId)
  if (replaces !== null) await deleteSession(transaction, replaces.accountId, replaces.sessionId)
  const at = await storeTime(transaction, now)
  const token = newToken()
  const digest = tokenDigest(token)
  if (digest === null) throw new Error('a new token is none')
  const session: Session = {
    ...{ id: newId('ses', now), accountId, method, browser },
    ...{ createdAt: at, signedInAt: at, seenAt: at },
  }
  await insertSession(transaction, session, digest)
  await deleteSurplus(transaction, accountId, sessionBounds.sessionsMax)
  const about = { method, browser }
  await noteAudit(transaction, now, {
    ...{ accountId, actor: { kind: 'session' }, action: 'signed_in', subject: session.id, about },
  })
  return { session, token }
}

/** Who has that cookie, and what their account may do now; null where nobody has. Notes the visit once a minute. */
export async function signedInAs(
  database: Database,
  token: string | undefined,
  now: Instant,
): Promise<SignedIn | null> {
  const digest = tokenDigest(token)
  if (digest === null) return null
  const session = await sessionByDigest(database, digest, now)
  if (session === null) return null
  const account = await showAccount(database, session.accountId).catch((fault: unknown) => {
    if (fault instanceof Refusal) return null
    throw fault
  })
  if (account === null) return null
  if (now - session.seenAt >= sessionBounds.noteMs) await noteSeen(database, session.id, now)
  const { id: accountId, email, plan, language, isOperator } = account
  return {
    ...{ accountId, email, plan, language, isOperator },
    ...{ sessionId: session.id, signedInAt: session.signedInAt, at: now },
  }
}

/** The session that asks. */
export async function showSession(sql: Sql, who: SignedIn): Promise<Session> {
  const session = (await sessionsOf(sql, who.accountId, who.at)).find(({ id }) => id === who.sessionId)
  if (session === undefined) throw new Refusal('unauthorized', 'The session has ended. Sign in again.')
  return session
}

/** Sessions of the account that have not ended, newest first. */
export function listSessions(sql: Sql, accountId: string, now: Instant): Promise<Session[]> {
  return sessionsOf(sql, accountId, now)
}

/** Ends one session, of whichever browser. `not_found` where the account has none of that id. */
export async function endSession(database: Database, who: SignedIn, sessionId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await deleteSession(transaction, who.accountId, sessionId)))
      throw new Refusal('not_found', `There is no session ${sessionId}.`)
    const { accountId, at } = who
    await noteAudit(transaction, at, {
      ...{ accountId, actor: { kind: 'session' }, action: 'session_ended', subject: sessionId },
    })
  })
}

/** Ends every session but the one that asks; answers how many. */
export async function endOtherSessions(database: Database, who: SignedIn): Promise<number> {
  return database.transaction(async (transaction) => {
    const ended = await deleteSessions(transaction, who.accountId, who.sessionId)
    const { accountId, at } = who
    if (ended > 0) await noteAudit(transaction, at, { accountId, actor: { kind: 'session' }, action: 'sessions_ended' })
    return ended
  })
}

/** Refuses `unauthorized` where who asks signed in more than 15 minutes ago: for what cannot be undone, or lasts. */
export function requireRecent(who: SignedIn): void {
  if (isRecent(who)) return
  throw new Refusal('unauthorized', 'This needs a sign-in of the last 15 minutes. Sign in again, and repeat it.')
}
