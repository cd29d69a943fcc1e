/** Signing in and out, as routes and screens do it: the session with its cookie. */
import { showAccount } from '../accounts/operations.ts'
import type { Call, Headers, QueryParameters, Reply } from '../contract/call.ts'
import { Refusal } from '../contract/refusals.ts'
import { languageFor } from '../pages/asked-language.ts'
import type { Database } from '../platform/database/database.ts'
import type { Newcomer } from '../sign_in/access.ts'
import { endedCookies, nonceCookieName, sessionCookie } from '../sign_in/cookies.ts'
import { type GoogleMeans, signInWithGoogle } from '../sign_in/google/google-sign-in.ts'
import { spendLink } from '../sign_in/links/links.ts'
import { requestLink } from '../sign_in/links/request-link.ts'
import { rememberNetwork } from '../sign_in/networks/known-networks.ts'
import { type PasswordMeans, signInWithPassword } from '../sign_in/passwords/password-sign-in.ts'
import { browserNamed, type Session, type SignedIn } from '../sign_in/session.ts'
import { type BegunSession, endOtherSessions, endSession, listSessions, showSession } from '../sign_in/sessions.ts'
import { signedInObject } from './objects.ts'

export type SignInNeeds = {
  database: Database
  baseUrl: string
  signIn: {
    /** Null: Google is not set up here. */
    google: GoogleMeans | null
    password: PasswordMeans
    /** Whether mail is sent here: else nobody is sent a link. */
    sendsMail: boolean
  }
}

export type SigningIn = Pick<
  Call<SignInNeeds, QueryParameters, unknown, Newcomer>,
  'needs' | 'now' | 'caller' | 'cookies' | 'header'
>

const browserOf = (call: SigningIn): string => browserNamed(call.header('user-agent'))

/** Somebody has signed in from there: the account knows the network from now on. */
async function known(call: SigningIn, begun: Promise<BegunSession>): Promise<BegunSession> {
  const { needs, now, caller } = call
  const started = await begun
  const { accountId } = started.session
  await rememberNetwork(needs.database, now, { accountId, address: caller.address }, needs.signIn.password.digest)
  return started
}

async function beginWithGoogle(call: SigningIn, credential: string): Promise<BegunSession> {
  const { needs, now, caller, cookies } = call
  const { google } = needs.signIn
  if (google === null) throw new Refusal('google_sign_in_failed', 'Signing in with Google is not set up here.')
  const begun = signInWithGoogle(needs.database, google, now, {
    ...{ credential, cookie: cookies[nonceCookieName(needs.baseUrl)] },
    ...{ browser: browserOf(call), replaces: caller.signedIn, language: languageFor(call.header('accept-language')) },
  })
  return known(call, begun)
}

export function beginWithPassword(call: SigningIn, given: { email: string; password: string }): Promise<BegunSession> {
  const { needs, now, caller } = call
  const { password } = needs.signIn
  const parts = { ...given, browser: browserOf(call), address: caller.address, replaces: caller.signedIn }
  return known(call, signInWithPassword(needs.database, password, now, parts))
}

export function beginWithLink(call: SigningIn, token: string): Promise<BegunSession> {
  const { needs, now, caller } = call
  return known(call, spendLink(needs.database, now, { token, browser: browserOf(call), replaces: caller.signedIn }))
}

/** Sends a link to the account of that address, if it may have one; whoever asks is told nothing of it. */
export async function askForLink(call: SigningIn, email: string): Promise<void> {
  const { needs, now, caller } = call
  await requestLink(needs.database, now, { email, address: caller.address }, needs.signIn.password.digest)
}

export async function enterWithGoogle(call: SigningIn, credential: string): Promise<Reply> {
  return entered(call.needs, await beginWithGoogle(call, credential))
}

export async function enterWithPassword(call: SigningIn, given: { email: string; password: string }): Promise<Reply> {
  return entered(call.needs, await beginWithPassword(call, given))
}

export async function enterWithLink(call: SigningIn, token: string): Promise<Reply> {
  return entered(call.needs, await beginWithLink(call, token))
}

async function entered({ database, baseUrl }: SignInNeeds, { session, token }: BegunSession): Promise<Reply> {
  const account = await showAccount(database, session.accountId)
  return { headers: { 'set-cookie': sessionCookie(token, baseUrl) }, data: signedInObject(session, account) }
}

export async function shownSession({ database }: SignInNeeds, who: SignedIn) {
  const session = await showSession(database, who)
  return signedInObject(session, await showAccount(database, who.accountId))
}

/** Ends the session that asks; answers the header that takes its cookies away. */
export async function signOut({ database, baseUrl }: SignInNeeds, who: SignedIn): Promise<Headers> {
  await endSession(database, who, who.sessionId)
  return { 'set-cookie': endedCookies(baseUrl) }
}

export function allSessions({ database }: SignInNeeds, who: SignedIn): Promise<Session[]> {
  return listSessions(database, who.accountId, who.at)
}

export function endOne({ database }: SignInNeeds, who: SignedIn, sessionId: string): Promise<void> {
  return endSession(database, who, sessionId)
}

export function endAllOthers({ database }: SignInNeeds, who: SignedIn): Promise<number> {
  return endOtherSessions(database, who)
}
