/**
 * The token bucket: a rate per second, a burst of one second's allowance. Tokens are counted in thousandths of a
 * request, so that at `rps` requests a second exactly `rps` of them flow in every millisecond, and all is integers.
 *
 * The shared buckets of accounts go by it on SQLite (`embedded-meter-store.ts`); on PostgreSQL they are the same arithmetic in SQL
 * (`store.ts`), and a test holds the two together.
 */
import type { Instant } from '../values/brussels.ts'

export type Bucket = { tokens: number; refilledAt: Instant }

/** What one request takes. */
export const requestTokens = 1_000

/** What a full bucket holds: an account's, a second of requests. */
export function fullBucket(burst: number): number {
  return burst * requestTokens
}

/**
 * A clock that is behind by up to this is taken to stand: requests are decided side by side, a little out of order. One
 * that is further behind was set back, and the bucket goes on from there: to wait for the old time would refuse an account
 * for as long as the clock was ahead. Either way it loses or gains at most one second's allowance.
 */
export const standsMs = 1_000

/** The tokens there at `now`: never more than a full bucket (of `burst` requests), and none for a time that runs back. */
export function tokensAt(bucket: Bucket, rps: number, now: Instant, burst: number = rps): number {
  const elapsedMs = Math.max(0, now - bucket.refilledAt)
  return Math.min(fullBucket(burst), bucket.tokens + elapsedMs * rps)
}

/** The bucket after a request at `now`: it takes its token, or none when there is not a whole one. */
export function afterRequest(
  bucket: Bucket,
  rps: number,
  now: Instant,
  burst: number = rps,
): { bucket: Bucket; taken: boolean } {
  const tokens = tokensAt(bucket, rps, now, burst)
  const taken = tokens >= requestTokens
  return {
    bucket: { tokens: taken ? tokens - requestTokens : tokens, refilledAt: refilledAfter(bucket, now) },
    taken,
  }
}

function refilledAfter({ refilledAt }: Bucket, now: Instant): Instant {
  return refilledAt - now > standsMs ? now : Math.max(now, refilledAt)
}
