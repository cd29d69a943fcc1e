/** How fast the central balance sheet office is asked, and when it is left alone: one pace for all calls of a process. */
import { setTimeout as wait } from 'node:timers/promises'
import { type Clock, elapsedMs } from '../../platform/clock.ts'

/** At most so many calls begin in any second. */
const callsPerSecondMax = 4
/** A timer that fires a moment early, and calls that come together on the way, must not make a fifth of them in a second. */
const timerSlackMs = 10
const millisecondsPerSecond = 1_000
const betweenCallsMs = millisecondsPerSecond / callsPerSecondMax + timerSlackMs

/** Nothing is asked now: the pause that somebody else began has not ended. */
export class CallsPaused extends Error {
  constructor() {
    super('calls to the central balance sheet office are paused')
    this.name = 'CallsPaused'
  }
}

export class CallPace {
  readonly #clock: Clock
  /** By `performance.now()`. */
  #nextCallAt = 0
  /** By `elapsedMs`. */
  #pausedUntil = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get isPaused(): boolean {
    return elapsedMs(this.#clock) < this.#pausedUntil
  }

  /** No call begins for so long; a longer pause that has begun already holds. */
  pauseFor(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, elapsedMs(this.#clock) + ms)
  }

  /** Resolves when the next call may begin. Throws `CallsPaused` during a pause, and the signal's reason when it aborts. */
  async turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.isPaused) throw new CallsPaused()
    const startAt = Math.max(this.#nextCallAt, performance.now())
    this.#nextCallAt = startAt + betweenCallsMs
    const waitMs = startAt - performance.now()
    if (waitMs > 0) await wait(waitMs, undefined, { signal })
    if (this.isPaused) throw new CallsPaused()
  }
}
