/** Who is due when: each id at one instant, the earliest first. Few instants stand for many measures (deadlines are days). */

import { firstPlace } from '../../search/sets/halving.ts'
import type { Instant } from '../../values/brussels.ts'

export class DueTimes {
  readonly #idsByInstant = new Map<Instant, Set<string>>()
  readonly #instantOf = new Map<string, Instant>()
  /** The instants of the map, latest first, so that the earliest is the last and goes without moving the others. */
  readonly #instants: Instant[] = []

  /** The earliest instant, or null when nobody is due. */
  get next(): Instant | null {
    return this.#instants.at(-1) ?? null
  }

  /** From now on the id is due at that instant (null: never), and at no other. */
  set(id: string, instant: Instant | null): void {
    this.#forget(id)
    if (instant === null) return
    this.#instantOf.set(id, instant)
    const ids = this.#idsByInstant.get(instant)
    if (ids !== undefined) {
      ids.add(id)
      return
    }
    this.#idsByInstant.set(instant, new Set([id]))
    this.#instants.splice(this.#placeOf(instant), 0, instant)
  }

  /** Everybody who is due at `now` or before. */
  dueAt(now: Instant): string[] {
    const due: string[] = []
    for (let place = this.#instants.length - 1; place >= 0; place -= 1) {
      const instant = this.#instants[place] ?? now
      if (instant > now) break
      for (const id of this.#idsByInstant.get(instant) ?? []) due.push(id)
    }
    return due
  }

  #forget(id: string): void {
    const instant = this.#instantOf.get(id)
    if (instant === undefined) return
    this.#instantOf.delete(id)
    const ids = this.#idsByInstant.get(instant)
    ids?.delete(id)
    if (ids === undefined || ids.size > 0) return
    this.#idsByInstant.delete(instant)
    this.#instants.splice(this.#placeOf(instant), 1)
  }

  /** Where the instant stands, or would stand. */
  #placeOf(instant: Instant): number {
    return firstPlace(0, this.#instants.length, (place) => (this.#instants[place] ?? 0) > instant)
  }
}
