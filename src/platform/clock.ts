/** All time goes through one clock, so that a test can move it. */
import type { Instant } from '../values/brussels.ts'

export type Clock = { now(): Instant }

/** Clocks are set back by so little all the time: by less none was set back. */
export const wobbleMs = 2_000

export const systemClock: Clock = { now: () => Date.now() }

/** Milliseconds of a clock that nobody sets back or forward, to measure how long something takes; a test's own goes by its time. */
export function elapsedMs(clock: Clock): number {
  return clock === systemClock ? performance.now() : clock.now()
}
