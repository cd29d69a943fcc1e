/** When what the service sends to others is tried again: deliveries and mails alike (contract 8 and 10). */
import type { Instant } from './brussels.ts'

const minute = 60_000
const hour = 60 * minute

/** From the end of an attempt that failed to the next one; a sixth attempt is the last. */
const stepsMs = [minute, 5 * minute, 30 * minute, 2 * hour, 12 * hour]
/** Of its step, at most: what failed together does not come back together. */
const jitterShare = 0.1

export const attemptsMax = stepsMs.length + 1

/** When that is tried again whose attempt of that number (from 1) failed; null: it was the last. `chance`: 0 to 1. */
export function nextAttemptAt(attempt: number, failedAt: Instant, chance: number): Instant | null {
  return nextAttemptBy(stepsMs, attempt, failedAt, chance)
}

/** The same by steps of one's own, in milliseconds. */
export function nextAttemptBy(
  stepsMs: readonly number[],
  attempt: number,
  failedAt: Instant,
  chance: number,
): Instant | null {
  const step = stepsMs[attempt - 1]
  return step === undefined ? null : failedAt + Math.round(step * (1 + jitterShare * chance))
}
