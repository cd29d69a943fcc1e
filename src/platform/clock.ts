/** All time goes through one clock, so that a test can move it. */
import type { Instant } from '../values/brussels.ts'

export type Clock = { now(): Instant }

export const systemClock: Clock = { now: () => Date.now() }
