/** Google's public keys: asked for when one is needed that is not known, kept for a day at most, never asked for twice in a minute. */
import { createLocalJWKSet, type JSONWebKeySet, type JWK, type JWTVerifyGetKey } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import type { OutboundFetch } from '../../platform/outbound/outbound.ts'
import type { Instant } from '../../values/brussels.ts'

const keyBounds = {
  /** Contract 10. */
  keptMs: 86_400_000,
  askAgainMs: 60_000,
  keysMax: 20,
} as const

/** One try, and no longer than somebody waits at a sign-in. */
const limits = {
  attemptsMax: 1,
  exchangeTimeoutMs: 5_000,
  bodyBytesMax: 100_000,
  redirectsMax: 0,
}

type KeyMeans = { fetch: OutboundFetch; clock: Clock; url: string }

/** Gives the key that a token's header names; throws where there is none, or none can be had. */
export function googleKeys({ fetch, clock, url }: KeyMeans): JWTVerifyGetKey {
  let known: { keys: JSONWebKeySet; at: Instant } | null = null
  let askedAt: Instant | null = null
  let asking: Promise<void> | null = null

  const ask = async (): Promise<void> => {
    const keys = await fetchGoogleKeys(fetch, url)
    known = { keys, at: clock.now() }
  }
  const current = (): JSONWebKeySet | null =>
    known !== null && clock.now() - known.at < keyBounds.keptMs ? known.keys : null
  const hasKey = (kid: string): boolean => current()?.keys.some((key) => key.kid === kid) === true

  return async (header, token) => {
    const { kid } = header
    if (typeof kid !== 'string' || kid === '') throw new Error('the token names no key')
    const mayAsk = askedAt === null || Math.abs(clock.now() - askedAt) >= keyBounds.askAgainMs
    if (!hasKey(kid) && asking === null && mayAsk) {
      askedAt = clock.now()
      asking = ask().finally(() => {
        asking = null
      })
    }
    // Whoever comes while they are asked for waits for the same answer.
    if (!hasKey(kid) && asking !== null) await asking
    const keys = current()
    if (keys === null) throw new Error('there are no keys')
    return createLocalJWKSet(keys)(header, token)
  }
}

/** The document as it is now; throws where it cannot be had, or has no key that can be used. */
export async function fetchGoogleKeys(fetch: OutboundFetch, url: string): Promise<JSONWebKeySet> {
  const { status, body } = await fetch({ method: 'GET', url, limits, headers: { accept: 'application/json' } })
  if (status !== 200) throw new Error(`the keys were answered with ${status}`)
  return readKeys(body)
}

/**
 * The RSA keys of the document that can be used. Throws where it has none, so that those that are known stay known: a document that
 * cannot be read keeps nobody out for a day.
 */
function readKeys(body: Buffer): JSONWebKeySet {
  const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  const listed: unknown = typeof read === 'object' && read !== null && 'keys' in read ? read.keys : null
  if (!Array.isArray(listed) || listed.length > keyBounds.keysMax) throw new Error('these are no keys')
  const keys = listed.map(usableKey).filter((key) => key !== null)
  if (keys.length === 0) throw new Error('none of these keys can be used')
  return { keys }
}

/** What is needed of a key to verify RS256 with it (RFC 7517, RFC 7518 section 6.3.1); null where it is none. */
function usableKey(given: unknown): JWK | null {
  if (typeof given !== 'object' || given === null) return null
  const { kty, kid, n, e, use } = given as Record<string, unknown>
  if (kty !== 'RSA' || typeof kid !== 'string' || typeof n !== 'string' || typeof e !== 'string') return null
  if (use !== undefined && use !== 'sig') return null
  return kid === '' ? null : { kty, kid, n, e, alg: 'RS256' }
}
