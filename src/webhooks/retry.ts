/** How an endpoint that fails is paced, and when it is given up (contract 8). */
import type { Instant } from '../values/brussels.ts'

const second = 1_000
const minute = 60 * second

/** Failures in a row at which an endpoint is switched off. */
export const failuresMax = 20
/** Failures in a row from which on an endpoint is tried one delivery at a time, with a gap between. */
const heldFromFailures = 3
const gapFirstMs = second
const gapMaxMs = 10 * minute
/** Deliveries of one endpoint that are under way at once. */
export const underWayMax = 4

/** Until when nothing but pings is sent to an endpoint whose last of so many failures in a row ended then; 0: it is not held. */
export function heldUntil(consecutiveFailures: number, failedAt: Instant): Instant {
  if (consecutiveFailures < heldFromFailures) return 0
  return failedAt + Math.min(gapFirstMs * 2 ** (consecutiveFailures - heldFromFailures), gapMaxMs)
}

/** How many deliveries may be under way to an endpoint that has failed so often in a row. */
export function mayBeUnderWay(consecutiveFailures: number): number {
  return consecutiveFailures < heldFromFailures ? underWayMax : 1
}
