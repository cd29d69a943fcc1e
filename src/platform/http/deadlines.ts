/**
 * Things that all have the same time, in the order in which theirs began: so the first is always the next to be late, and
 * one timer does for all of them. A timer for each request cost as much as finding its route.
 */
export class Deadlines<Thing> {
  readonly #limitMs: number
  readonly #onLate: (thing: Thing) => void
  /** When each began, by the monotonic clock. */
  readonly #sinceMs = new Map<Thing, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(limitMs: number, onLate: (thing: Thing) => void) {
    this.#limitMs = limitMs
    this.#onLate = onLate
  }

  /** Its time begins now. */
  begin(thing: Thing): void {
    this.#sinceMs.set(thing, performance.now())
    this.#timer ??= this.#look(this.#limitMs)
  }

  /** It came in time; nothing changes where it was late. */
  end(thing: Thing): void {
    this.#sinceMs.delete(thing)
  }

  #look(inMs: number): NodeJS.Timeout {
    // What waits holds the process itself.
    return setTimeout(() => this.#callLate(), inMs).unref()
  }

  #callLate(): void {
    this.#timer = null
    const nowMs = performance.now()
    for (const [thing, sinceMs] of this.#sinceMs) {
      const leftMs = this.#limitMs - (nowMs - sinceMs)
      if (leftMs > 0) {
        this.#timer = this.#look(Math.ceil(leftMs))
        return
      }
      this.#sinceMs.delete(thing)
      this.#onLate(thing)
    }
  }
}
