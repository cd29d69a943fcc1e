/** Who is due when: ids by instant, the earliest first. Few instants stand for many measures (deadlines are days). */
import type { Instant } from '../../values/brussels.ts'

export class DueTimes {
  readonly #idsByInstant = new Map<Instant, Set<string>>()
  /** The instants of the map, latest first, so that taking the earliest is taking the last. */
  readonly #instants: Instant[] = []

  /** The earliest instant, or null when nobody is due. */
  get next(): Instant | null {
    return this.#instants.at(-1) ?? null
  }

  add(instant: Instant, id: string): void {
    const ids = this.#idsByInstant.get(instant)
    if (ids !== undefined) {
      ids.add(id)
      return
    }
    this.#idsByInstant.set(instant, new Set([id]))
    this.#instants.splice(this.#placeOf(instant), 0, instant)
  }

  remove(instant: Instant, id: string): void {
    const ids = this.#idsByInstant.get(instant)
    if (ids === undefined) return
    ids.delete(id)
    if (ids.size > 0) return
    this.#idsByInstant.delete(instant)
    this.#instants.splice(this.#placeOf(instant), 1)
  }

  /** Takes out everybody who is due at `now` or before. */
  takeDue(now: Instant): string[] {
    const due: string[] = []
    for (let next = this.next; next !== null && next <= now; next = this.next) {
      due.push(...(this.#idsByInstant.get(next) ?? []))
      this.#idsByInstant.delete(next)
      this.#instants.pop()
    }
    return due
  }

  /** Where the instant stands, or would stand. */
  #placeOf(instant: Instant): number {
    let low = 0
    let high = this.#instants.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#instants[middle] ?? 0) > instant) low = middle + 1
      else high = middle
    }
    return low
  }
}
