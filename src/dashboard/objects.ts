/** Sessions, accounts and keys as the dashboard's routes answer them: every key always there. */
import type { Account, ApiKey } from '../accounts/account.ts'
import { endOf, type Session, sessionBounds } from '../sign_in/session.ts'
import { formatInstant } from '../values/brussels.ts'

export function accountObject({ id, email, emailVerified, language, plan, createdAt }: Account) {
  return {
    id,
    email: email === '' ? null : email,
    email_verified: emailVerified,
    language,
    plan,
    created_at: formatInstant(createdAt),
  }
}

/** `current`: whether it is the one that asks. */
export function sessionObject(session: Session, current: boolean) {
  return {
    id: session.id,
    method: session.method,
    browser: session.browser,
    current,
    created_at: formatInstant(session.createdAt),
    signed_in_at: formatInstant(session.signedInAt),
    seen_at: formatInstant(session.seenAt),
    ends_at: formatInstant(endOf(session)),
  }
}

export function signedInObject(session: Session, account: Account) {
  return {
    session: sessionObject(session, true),
    account: accountObject(account),
    is_operator: account.isOperator,
    recent_until: formatInstant(session.signedInAt + sessionBounds.recentMs),
  }
}

export function keyObject({ id, name, mode, prefix, createdAt, revokedAt }: ApiKey) {
  return {
    ...{ id, name, mode, prefix },
    created_at: formatInstant(createdAt),
    revoked_at: revokedAt === null ? null : formatInstant(revokedAt),
  }
}
