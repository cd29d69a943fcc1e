/** Google's word on who somebody is: an ID token (OpenID Connect Core 1.0, section 3.1.3.7), believed when all of it holds. */
import { hash } from 'node:crypto'
import { type JWTVerifyGetKey, jwtVerify } from 'jose'
import { isEmail } from '../../accounts/email.ts'
import type { Instant } from '../../values/brussels.ts'
import { tokenDigest } from '../tokens.ts'
import type { Person } from './person-store.ts'

const issuers = ['https://accounts.google.com', 'accounts.google.com']
const leewaySeconds = 60
const tokenCharactersMax = 8_192
const subjectCharactersMax = 255
const millisecondsPerSecond = 1_000

/** What the token of this browser must name: made from what its cookie holds, which no page can read. */
export function nonceOf(cookie: string): string {
  return hash('sha256', `nonce ${cookie}`, 'base64url')
}

export type VerifiedToken = { person: Person; digest: string; expiresAt: Instant }

type Expected = { clientId: string; keys: JWTVerifyGetKey; cookie: string | undefined; now: Instant }

/** Throws, with a reason for the log alone, where anything does not hold. */
export async function verifyIdToken(token: string, { clientId, keys, cookie, now }: Expected): Promise<VerifiedToken> {
  if (token.length > tokenCharactersMax) throw new Error('the token is too long')
  if (tokenDigest(cookie) === null || cookie === undefined) throw new Error('this browser was given no nonce')
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ['RS256'],
    issuer: issuers,
    audience: clientId,
    clockTolerance: leewaySeconds,
    currentDate: new Date(now),
    requiredClaims: ['exp', 'iat', 'sub', 'nonce', 'email', 'email_verified'],
  })
  const { aud, sub = '', nonce, email, email_verified: isVerified, exp = 0 } = payload
  if (aud !== clientId) throw new Error('the token is for others too')
  if (nonce !== nonceOf(cookie)) throw new Error('the token is of another browser')
  if (sub === '' || sub.length > subjectCharactersMax) throw new Error('the token names nobody')
  if (typeof email !== 'string' || !isEmail(email) || isVerified !== true)
    throw new Error('the address is not verified')
  return {
    // One name for both spellings of the issuer: who they are does not depend on it.
    person: { issuer: 'https://accounts.google.com', subject: sub, email },
    digest: hash('sha256', token, 'hex'),
    expiresAt: (exp + leewaySeconds) * millisecondsPerSecond,
  }
}
