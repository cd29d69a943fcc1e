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
/** Google's are valid for an hour. A longer one would have to be remembered as spent for as long. */
const lifetimeSecondsMax = 86_400
/** OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. None of them is a control character. */
const subjectForm = /^[\x20-\x7e]{1,255}$/
const millisecondsPerSecond = 1_000

/** What the token of this browser must name: made from what its cookie holds, which no page can read. */
export function nonceOf(cookie: string): string {
  return hash('sha256', `nonce ${cookie}`, 'base64url')
}

export type VerifiedToken = { person: Person; digest: string; expiresAt: Instant }

type Expected = { clientId: string; keys: JWTVerifyGetKey; cookie: string | undefined; now: Instant }

/**
 * Throws, with a reason for the log alone, where anything does not hold. Every claim that is used has its type and range checked here:
 * a signature says who wrote a token, not that it is well made.
 */
export async function verifyIdToken(token: string, { clientId, keys, cookie, now }: Expected): Promise<VerifiedToken> {
  if (token.length > tokenCharactersMax) throw new Error('the token is too long')
  const signed = signedPart(token)
  if (tokenDigest(cookie) === null || cookie === undefined) throw new Error('this browser was given no nonce')
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ['RS256'],
    issuer: issuers,
    audience: clientId,
    clockTolerance: leewaySeconds,
    currentDate: new Date(now),
    requiredClaims: ['exp', 'iat', 'sub', 'nonce', 'email', 'email_verified'],
  })
  const { aud, azp, nonce, email, email_verified: isVerified } = payload
  if (aud !== clientId) throw new Error('the token is for others too')
  if (azp !== undefined && azp !== clientId) throw new Error('the token was made for another party')
  if (nonce !== nonceOf(cookie)) throw new Error('the token is of another browser')
  const sub: unknown = payload.sub
  if (typeof sub !== 'string' || !subjectForm.test(sub)) throw new Error('the token names nobody')
  const expiresAt = expiryOf(payload, now)
  if (typeof email !== 'string' || !isEmail(email) || isVerified !== true)
    throw new Error('the address is not verified')
  return {
    // One name for both spellings of the issuer: who they are does not depend on it.
    person: { issuer: 'https://accounts.google.com', subject: sub, email },
    digest: hash('sha256', signed, 'hex'),
    expiresAt,
  }
}

/**
 * Header and claims as they were signed, which is what a token is spent by: its signature can be spelled in several ways that decode to
 * the same bytes. Throws where any part of it is not base64url as it is written (RFC 4648, section 5, without padding, spare bits zero).
 */
function signedPart(token: string): string {
  const parts = token.split('.')
  const isSpelled = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part
  if (parts.length !== 3 || !parts.every(isSpelled)) throw new Error('the token is not spelled as tokens are')
  return parts.slice(0, 2).join('.')
}

/** When the token can be forgotten. Throws where its times are no whole seconds, lie ahead, or are too far apart. */
function expiryOf({ iat, exp }: { iat?: unknown; exp?: unknown }, now: Instant): Instant {
  const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
  if (!isTime(iat) || !isTime(exp)) throw new Error('the times of the token are no whole seconds')
  if (iat * millisecondsPerSecond > now + leewaySeconds * millisecondsPerSecond)
    throw new Error('the token was made in the future')
  if (exp - iat > lifetimeSecondsMax) throw new Error('the token is valid for too long')
  return (exp + leewaySeconds) * millisecondsPerSecond
}
