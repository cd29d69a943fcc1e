/** Google's public keys: asked for when one is needed that is not known, kept for a day at most, never asked for twice in a minute. */
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
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
  connectTimeoutMs: 3_000,
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
    const { status, body } = await fetch({ method: 'GET', url, limits, headers: { accept: 'application/json' } })
    if (status !== 200) throw new Error(`the keys were answered with ${status}`)
    known = { keys: readKeys(body), at: clock.now() }
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

function readKeys(body: Buffer): JSONWebKeySet {
  const read = JSON.parse(body.toString('utf8')) as { keys?: unknown }
  if (!Array.isArray(read.keys) || read.keys.length > keyBounds.keysMax) throw new Error('these are no keys')
  return { keys: read.keys }
}
