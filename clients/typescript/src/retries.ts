/**
 * Which failures are tried again, and after how long. A request that may have been read is sent again only where doing it
 * twice is doing it once.
 */
import { ApiError, SubsidiesConnectionError, SubsidiesTimeoutError } from './errors.ts'

/** The first wait is drawn from 0 to this, each further one from twice as much. */
const firstWaitMs = 500
/** No wait is longer. A service that asks for more is not waited for. */
const waitMaxMs = 30_000
/** Put on what the service asks for, so that those who were refused together do not come back together. */
const spreadMs = 250

const passingStatuses = new Set([500, 502, 503, 504])

/**
 * How long to wait before trying again, in milliseconds; null: what failed is to be told. `attempt`: 0 for the first;
 * `isRepeatable`: whether a request that was read may be read again; `chance`: from 0 to 1.
 */
export function waitBefore(
  failure: unknown,
  { attempt, isRepeatable, chance }: { attempt: number; isRepeatable: boolean; chance: number },
): number | null {
  if (!mayPass(failure, isRepeatable)) return null
  const drawn = chance * Math.min(firstWaitMs * 2 ** attempt, waitMaxMs)
  const asked = failure instanceof ApiError ? failure.retryAfterSeconds : null
  if (asked === null) return drawn
  const least = asked * 1_000
  return least > waitMaxMs ? null : Math.max(least + chance * spreadMs, drawn)
}

/** Whether a failure may be gone the next time. One of a quota is gone next month. */
export function mayPass(failure: unknown, isRepeatable: boolean): boolean {
  if (failure instanceof ApiError) {
    // Refused before anything was done.
    if (failure.code === 'rate_limit_exceeded') return true
    if (failure.code === 'quota_exceeded' || failure.code === 'match_quota_exceeded') return false
    // A proxy's own refusal of that kind.
    if (failure.status === 429) return true
    return isRepeatable && passingStatuses.has(failure.status)
  }
  if (failure instanceof SubsidiesConnectionError) return isRepeatable || wasNeverSent(failure.cause)
  return failure instanceof SubsidiesTimeoutError && isRepeatable
}

const connectingCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether no connection came about, so that nobody can have read anything. A browser does not tell. */
function wasNeverSent(cause: unknown): boolean {
  const inner = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause
  return typeof inner === 'object' && inner !== null && 'code' in inner && connectingCodes.has(String(inner.code))
}
