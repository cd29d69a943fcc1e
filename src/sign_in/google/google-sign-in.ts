/** Signing in with Google: a person is let in to the account they are joined to, or are joined to one by a verified address. */
import type { JWTVerifyGetKey } from 'jose'
import { createAccount, showAccount } from '../../accounts/operations.ts'
import { accountByEmail } from '../../accounts/profile.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { SignedIn } from '../session.ts'
import { type BegunSession, beginSession } from '../sessions.ts'
import { type VerifiedToken, verifyIdToken } from './id-token.ts'
import { accountOfPerson, joinPerson, type Person, spendToken } from './person-store.ts'

export type GoogleMeans = {
  clientId: string
  keys: JWTVerifyGetKey
  /** Whether somebody without an account makes one by signing in: where plans can be paid for. */
  makesAccounts: boolean
}

type GivenToken = {
  credential: string
  /** Of this browser's nonce. */
  cookie: string | undefined
  browser: string
  replaces: SignedIn | null
  /** Of an account that is made. */
  language: Language
}

/**
 * `google_sign_in_failed` for every fault of the token, a second use among them; `conflict` where no account may be joined:
 * there is none with that address, or its address was never shown to be anybody's.
 */
export async function signInWithGoogle(
  database: Database,
  google: GoogleMeans,
  now: Instant,
  given: GivenToken,
): Promise<BegunSession> {
  const verified = await verify(google, now, given)
  return database.transaction(async (transaction) => {
    if (!(await spendToken(transaction, verified.digest, verified.expiresAt))) throw failed()
    const accountId = await accountFor(transaction, google, verified.person, given.language, now)
    const { browser, replaces } = given
    return beginSession(transaction, database, now, { accountId, method: 'google', browser, replaces })
  })
}

async function verify(
  { clientId, keys }: GoogleMeans,
  now: Instant,
  { credential, cookie }: GivenToken,
): Promise<VerifiedToken> {
  try {
    return await verifyIdToken(credential, { clientId, keys, cookie, now })
  } catch {
    // The same for every fault: whoever makes tokens up learns nothing from it.
    throw failed()
  }
}

async function accountFor(
  transaction: Sql,
  { makesAccounts }: GoogleMeans,
  person: Person,
  language: Language,
  now: Instant,
): Promise<string> {
  const joined = await accountOfPerson(transaction, person, now)
  // Who deleted their account is nobody's until it is erased, and may begin anew.
  if (joined !== null && (await isThere(transaction, joined))) return joined
  const account = await accountByEmail(transaction, person.email)
  if (account !== null && !account.emailVerified) throw noAccount()
  const { id } = account ?? (await newAccount(transaction, makesAccounts, person.email, language, now))
  await joinPerson(transaction, person, id, now)
  return id
}

async function isThere(transaction: Sql, accountId: string): Promise<boolean> {
  try {
    await showAccount(transaction, accountId)
    return true
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.code === 'not_found') return false
    throw refusal
  }
}

async function newAccount(transaction: Sql, mayMake: boolean, email: string, language: Language, now: Instant) {
  if (!mayMake) throw noAccount()
  return createAccount(transaction, now, { email, language, actor: { kind: 'session' }, by: 'google' })
}

function failed(): Refusal {
  return new Refusal('google_sign_in_failed', 'The sign-in with Google could not be verified. Sign in again.')
}

function noAccount(): Refusal {
  const message = 'No account can be entered with this address. Ask the operator of this service to make one for it.'
  return new Refusal('conflict', message)
}
