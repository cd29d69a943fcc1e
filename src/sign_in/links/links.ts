/**
 * One-time links: whoever has one is let in to an account once, within 15 minutes, by pressing a button; opening it spends
 * nothing, because mail is opened by machines too (contract 10). One that was mailed shows that the address is theirs.
 */

import { createHmac, hkdfSync } from 'node:crypto'
import { noteAudit } from '../../accounts/audit/audit.ts'
import { foldedEmail } from '../../accounts/email.ts'
import { showAccount } from '../../accounts/operations.ts'
import { accountByEmail, setVerifiedEmail } from '../../accounts/profile.ts'
import { Refusal } from '../../contract/refusals.ts'
import { tellSecurity } from '../../mail/security/tell-security.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { storeTime } from '../../platform/database/transaction-clock.ts'
import type { Instant } from '../../values/brussels.ts'
import { addressGroup } from '../../values/network-address.ts'
import type { SignedIn } from '../session.ts'
import { type BegunSession, beginSession } from '../sessions.ts'
import type { SubjectDigest } from '../subjects.ts'
import { newToken, tokenDigest } from '../tokens.ts'
import { linkBounds } from './link-bounds.ts'
import { countRequest, deleteLinks, insertLink, isStanding, newestStanding, spend } from './link-store.ts'

const hourMs = 3_600_000
const keyBytes = 32

/** Where the button is that spends a link. */
function linkPath(token: string): string {
  return `/dashboard/sign-in/link/${token}`
}

/**
 * Makes a link into the account; answers its path, which is kept nowhere. `email`: where it is sent, which is then theirs;
 * null: it is handed over by the operator, and shows nothing of an address.
 */
export async function makeLink(sql: Sql, now: Instant, accountId: string, email: string | null): Promise<string> {
  const token = newToken()
  await insertLink(sql, { accountId, email, seed: null }, digestOf(token), now, now + linkBounds.validMs)
  return linkPath(token)
}

/** Gives the token of a seed: only who has the installation's secret can tell one from the other. */
export type LinkTokens = (seed: string) => string

/** The tokens of links that can be sent again, by HKDF (RFC 5869) from the installation's secret. */
export function linkTokens(secretKey: Buffer): LinkTokens {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'sign-in link', keyBytes))
  return (seed) => createHmac('sha256', key).update(seed).digest('base64url')
}

type Mailed = { accountId: string; email: string }

/**
 * A link for a mail to that address of the account: its path, and for how long it holds in milliseconds. `again`: the newest one that still
 * holds, where there is one (and the secret is the one that it was made under). Else a new one.
 */
export async function linkToMail(
  sql: Sql,
  now: Instant,
  { accountId, email, tokens, again }: Mailed & { tokens: LinkTokens; again: boolean },
): Promise<{ path: string; validMs: number }> {
  const standing = again ? await newestStanding(sql, { accountId, email }, now) : null
  if (standing !== null && digestOf(tokens(standing.seed)) === standing.digest)
    return { path: linkPath(tokens(standing.seed)), validMs: standing.expiresAt - now }
  const seed = newToken()
  const token = tokens(seed)
  await insertLink(sql, { accountId, email, seed }, digestOf(token), now, now + linkBounds.validMs)
  return { path: linkPath(token), validMs: linkBounds.validMs }
}

function digestOf(token: string): string {
  const digest = tokenDigest(token)
  if (digest === null) throw new Error('a new token is none')
  return digest
}

/** The same for the operator to hand over; its maker is noted, and the account sees that there was one. */
export function makeLinkToHandOver(database: Database, now: Instant, accountId: string): Promise<string> {
  return database.transaction(async (transaction) => {
    const path = await makeLink(transaction, await storeTime(transaction, now), accountId, null)
    await noteAudit(transaction, now, { accountId, actor: { kind: 'operator' }, action: 'sign_in_link_made' })
    return path
  })
}

/** Whether the link could be spent now: for the page with the button. */
export async function standsLink(sql: Sql, token: string, now: Instant): Promise<boolean> {
  const digest = tokenDigest(token)
  return digest !== null && isStanding(sql, digest, now)
}

type Spending = { token: string; browser: string; replaces: SignedIn | null }

/**
 * Spends a link, and begins a session. Where the link was sent to another address than the account's, that becomes the
 * account's: then it must be spent in a browser that is signed in to it, because whoever else got the mail is a stranger.
 * Refuses `unauthorized` for what is no link, spent, expired, or of an account that is gone.
 */
export async function spendLink(
  database: Database,
  now: Instant,
  { token, browser, replaces }: Spending,
): Promise<BegunSession> {
  const digest = tokenDigest(token)
  if (digest === null) throw spentLink()
  return database.transaction(async (transaction) => {
    const link = await spend(transaction, digest, now)
    if (link === null) throw spentLink()
    const { accountId, email } = link
    const begun = await beginSession(transaction, database, now, { accountId, method: 'link', browser, replaces })
    if (email === null) return begun
    const account = await showAccount(transaction, accountId)
    if (account.email !== email && replaces?.accountId !== accountId) {
      const message = 'This link changes an address: open it in the browser in which you are signed in.'
      throw new Refusal('unauthorized', message)
    }
    // What was sent to the address before would change it back.
    if (account.email !== email) await deleteLinks(transaction, accountId)
    if (account.email !== email || !account.emailVerified) {
      await setVerifiedEmail(transaction, accountId, email)
      await noteAudit(transaction, now, { accountId, actor: { kind: 'session' }, action: 'email_changed' })
    }
    if (account.email !== email) {
      const event = { what: 'email_changed' } as const
      await tellSecurity(transaction, now, { accountId }, event)
      // Whoever had the address before is told, too: they may be the owner, and the new one a stranger.
      if (account.emailVerified) await tellSecurity(transaction, now, { accountId, to: account.email }, event)
    }
    return begun
  })
}

/**
 * Which account is to be sent a link, when somebody asks for one; null where none is: nobody has the address, it was never
 * shown to be theirs (an operator's may be sent as a file, which its mail decides), or the client's network has asked for it often enough. `again`: all networks together have asked often enough, so
 * that the newest link that still holds is sent again. Who asks is told the same of all, and every address takes as many questions.
 */
export async function accountForLink(
  sql: Sql,
  now: Instant,
  { email, address }: { email: string; address: string },
  digest: SubjectDigest,
): Promise<{ id: string; again: boolean } | null> {
  const folded = foldedEmail(email)
  const pair = digest('link', `${addressGroup(address)} ${folded}`)
  const ofNetwork = await countRequest(sql, pair, now, hourMs)
  // It counts no more at the address either: one network would spend what all others may ask.
  if (ofNetwork > linkBounds.perNetworkAndHour) return null
  const ofAll = await countRequest(sql, digest('link_member', folded), now, hourMs)
  const account = await accountByEmail(sql, email)
  if (account === null || !(account.emailVerified || account.isOperator)) return null
  return { id: account.id, again: ofAll > linkBounds.perHour }
}

function spentLink(): Refusal {
  return new Refusal('unauthorized', 'This link has been used, or is older than 15 minutes. Ask for another one.')
}
