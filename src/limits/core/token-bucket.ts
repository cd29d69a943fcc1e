/**
 * The token bucket: a rate per second, a burst of one second's allowance. Tokens are counted in thousandths of a
 * request, so that at `rps` requests a second exactly `rps` of them flow in every millisecond, and all is integers.
 *
 * The shared buckets of accounts are the same arithmetic in SQL (`limits/store.ts`); a test holds the two together.
 */
import type { Instant } from '../../values/brussels.ts'

export type Bucket = { tokens: number; refilledAt: Instant }

/** What one request takes. */
export const requestTokens = 1_000

/** What a full bucket holds. */
export function fullBucket(rps: number): number {
  return rps * requestTokens
}

/** The tokens there at `now`: never more than a full bucket of this rate, and time never runs back. */
export function tokensAt(bucket: Bucket, rps: number, now: Instant): number {
  const elapsedMs = Math.max(0, now - bucket.refilledAt)
  return Math.min(fullBucket(rps), bucket.tokens + elapsedMs * rps)
}

/** The bucket after a request at `now`: it takes its token, or none when there is not a whole one. */
export function afterRequest(bucket: Bucket, rps: number, now: Instant): { bucket: Bucket; taken: boolean } {
  const tokens = tokensAt(bucket, rps, now)
  const taken = tokens >= requestTokens
  return {
    bucket: { tokens: taken ? tokens - requestTokens : tokens, refilledAt: Math.max(now, bucket.refilledAt) },
    taken,
  }
}
