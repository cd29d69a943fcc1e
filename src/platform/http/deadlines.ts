/**
 * A time that everything under way has, from when it began. What is over its time is found by looking at all of it, and a
 * look is due when the first of it would be late: so one timer does for all, and nothing is noted where nothing is late. A
 * timer for each request cost as much as finding its route.
 */
export type Timed = {
  /** When it began, by the monotonic clock. */
  readonly startedMs: number
}

export class Deadlines<Thing extends Timed> {
  readonly #limitMs: number
  readonly #underWay: Iterable<Thing>
  readonly #isPending: (thing: Thing) => boolean
  readonly #onLate: (thing: Thing) => void
  #timer: NodeJS.Timeout | null = null

  /**
   * `isPending`: whether the thing has yet to do what there is a time for. `onLate` is called for one that is over its time
   * and pending, and ends that: what is pending still is called again.
   */
  constructor(
    limitMs: number,
    underWay: Iterable<Thing>,
    isPending: (thing: Thing) => boolean,
    onLate: (thing: Thing) => void,
  ) {
    this.#limitMs = limitMs
    this.#underWay = underWay
    this.#isPending = isPending
    this.#onLate = onLate
  }

  /** Something has just begun, and is under way. */
  watch(): void {
    this.#timer ??= this.#look(this.#limitMs)
  }

  #look(inMs: number): NodeJS.Timeout {
    // What waits holds the process itself.
    return setTimeout(() => this.#callLate(), inMs).unref()
  }

  #callLate(): void {
    this.#timer = null
    const nowMs = performance.now()
    let soonestMs = Number.POSITIVE_INFINITY
    for (const thing of this.#underWay) {
      if (!this.#isPending(thing)) continue
      const leftMs = thing.startedMs + this.#limitMs - nowMs
      if (leftMs <= 0) this.#onLate(thing)
      else soonestMs = Math.min(soonestMs, leftMs)
    }
    if (soonestMs < Number.POSITIVE_INFINITY) this.#timer ??= this.#look(Math.ceil(soonestMs))
  }
}
