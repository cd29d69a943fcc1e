/**
 * How long `follow` waits between two turns. A turn that finds nothing new is one request of the month, and the month is the
 * customer's: so the plan's allowance decides, by what the answers say of it.
 */
import type { Quota } from '../quota.ts'

/**
 * Why a wait is as long as it is. `interval`: as named, or the shortest. `idle`: the feed had nothing new. `allowance`: the
 * month's requests would not last otherwise. `month_used`: they are used, until the reset. `failure`: the service asks for it.
 */
export type WaitReason = 'interval' | 'idle' | 'allowance' | 'month_used' | 'failure'

export type FollowWait = { seconds: number; reason: WaitReason }

/** The shortest wait where the caller names none. */
const shortestSeconds = 60
/** Of the month's requests, how much turns may take: where the caller names no interval, and where one is named. */
const allowanceShare = { unnamed: 0.2, named: 0.9 }
/** A wait doubles with each idle turn up to so many times, while it is no longer than this. */
const idleTimesMax = 4
const idleSecondsMax = 3_600
/** No wait for the sake of the allowance is longer: a plan may become larger before the reset. */
export const allowanceSecondsMax = 86_400
const monthSecondsMax = 31 * 86_400
/** Put on a wait for the reset, at most, so that those who wait for it do not come together. */
const resetSpreadSeconds = 60

export type Standing = {
  /** Null where the caller names none. */
  everySeconds: number | null
  /** How many turns in a row found nothing new. */
  idleTurns: number
  /** Null where no answer has said how the month stands. */
  quota: Quota | null
  now: Date
  /** From 0 to 1. */
  chance: number
}

/** The wait after a turn that came to its end. */
export function waitAfterTurn({ everySeconds, idleTurns, quota, now, chance }: Standing): FollowWait {
  const resetSeconds = quota === null ? 0 : secondsToReset(quota, now)
  if (quota?.remaining === 0 && resetSeconds > 0) return waitForReset(resetSeconds, chance)
  const interval = everySeconds ?? shortestSeconds
  const share = everySeconds === null ? allowanceShare.unnamed : allowanceShare.named
  const allowed = quota === null ? 0 : secondsForRequest(quota, resetSeconds) / share
  const paced = Math.max(interval, Math.ceil(Math.min(allowed, allowanceSecondsMax)))
  const slowed = paced * Math.min(2 ** idleTurns, idleTimesMax)
  if (everySeconds === null && idleTurns > 0 && paced < idleSecondsMax) {
    return { seconds: Math.min(slowed, idleSecondsMax), reason: 'idle' }
  }
  return { seconds: paced, reason: paced > interval ? 'allowance' : 'interval' }
}

/** The wait for the next month, of which so many seconds are missing. */
export function waitForReset(resetSeconds: number, chance: number): FollowWait {
  const seconds = Math.min(resetSeconds + chance * resetSpreadSeconds, allowanceSecondsMax)
  return { seconds: Math.ceil(seconds), reason: 'month_used' }
}

/** 0 where the month has passed since it was said. */
const secondsToReset = ({ resetSeconds, at }: Quota, now: Date): number =>
  Math.max(0, resetSeconds - Math.max(0, (now.getTime() - at.getTime()) / 1_000))

/** How far apart requests are that spend the month evenly, and what is left of it; 0 on a plan without a limit. */
function secondsForRequest({ limit, remaining }: Quota, resetSeconds: number): number {
  if (limit === null) return 0
  const ofMonth = monthSecondsMax / Math.max(limit, 1)
  return remaining === null || remaining === 0 ? ofMonth : Math.max(ofMonth, resetSeconds / remaining)
}
