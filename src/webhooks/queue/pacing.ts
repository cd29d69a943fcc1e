/** How an endpoint is paced: what may be sent to it now, when to look at it again, and what attempts make of it (contract 8). */
import type { Instant } from '../../values/brussels.ts'
import { failuresMax, heldUntil, mayBeUnderWay, underWayMax } from '../retry.ts'

/** What is queued for an endpoint and under way to it. */
export type Pace = {
  consecutiveFailures: number
  heldUntil: Instant
  /** Deliveries that somebody has claimed, and has not lost. */
  underWay: number
  /** When the first of these claims runs out; null: there is none. */
  runsOutAt: Instant | null
  /** When the first claim ran out that nobody ended; null: there is none. */
  lostAt: Instant | null
  /** When the first ping, and the first other delivery, is due that nobody has claimed; null: there is none. */
  pingAt: Instant | null
  eventAt: Instant | null
}

/** How many more may be sent now: all together, and of these, other than pings. */
export function allowance(
  { consecutiveFailures, heldUntil: held, underWay }: Pick<Pace, 'consecutiveFailures' | 'heldUntil' | 'underWay'>,
  now: Instant,
): { all: number; events: number } {
  const events = now < held ? 0 : Math.max(0, mayBeUnderWay(consecutiveFailures) - underWay)
  return { all: Math.max(0, underWayMax - underWay), events }
}

/**
 * When there may next be something to do for the endpoint, `now` at the earliest: so whoever was just served stands behind
 * those who wait. Null: nothing is queued.
 */
export function dueOf(pace: Pace, now: Instant): Instant | null {
  const { consecutiveFailures, underWay, runsOutAt, lostAt, pingAt, eventAt } = pace
  const dues: Instant[] = []
  const mayPing = underWay < underWayMax
  const mayEvent = underWay < mayBeUnderWay(consecutiveFailures)
  // A claim that is ended looks at the endpoint anew; one that is lost is found when it has run out, and is queued from there on.
  // That of one which runs out first may have to wait for the others, of which nobody may be left to end any.
  if (runsOutAt !== null) dues.push(runsOutAt)
  if (lostAt !== null && mayEvent) dues.push(Math.max(lostAt, pace.heldUntil))
  if (pingAt !== null && mayPing) dues.push(pingAt)
  if (eventAt !== null && mayEvent) dues.push(Math.max(eventAt, pace.heldUntil))
  return dues.length === 0 ? null : Math.max(now, Math.min(...dues))
}

/** What attempts change of an endpoint. */
export type Standing = {
  active: boolean
  consecutiveFailures: number
  heldUntil: Instant
  lastSuccessAt: Instant | null
}

/** What the endpoint is after attempts that ended then, in their order: `true` for each that succeeded. */
export function afterAttempts(standing: Standing, successes: readonly boolean[], endedAt: Instant): Standing {
  let after = standing
  for (const isSuccess of successes) {
    // What was under way when it was switched off counts for nothing.
    if (!after.active) break
    const consecutiveFailures = isSuccess ? 0 : after.consecutiveFailures + 1
    after = {
      active: consecutiveFailures < failuresMax,
      consecutiveFailures,
      heldUntil: heldUntil(consecutiveFailures, endedAt),
      lastSuccessAt: isSuccess ? endedAt : after.lastSuccessAt,
    }
  }
  return after
}
