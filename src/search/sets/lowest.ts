/**
 * The lowest of many whole numbers, never more of them than are wanted. They are kept as they come, and nearly always come
 * in order and stop in time; only when one comes that is lower than another of a full number are they made a heap. One
 * serves many searches: an array made for each would cost more, in the collector, than the search.
 */
export class Lowest {
  #most = 0
  #held = new Float64Array(256)
  #length = 0
  #highest = -Infinity
  #isAscending = true
  #isHeap = false

  /** Begins anew: the `most` lowest of what is offered from now on. */
  begin(most: number): void {
    this.#most = most
    this.#length = 0
    this.#highest = -Infinity
    this.#isAscending = true
    this.#isHeap = false
    if (most > this.#held.length) this.#held = new Float64Array(most * 2)
  }

  /** Whether a number above `highest` would be let go. */
  get isFull(): boolean {
    return this.#length === this.#most
  }

  /** The highest of those held. */
  get highest(): number {
    return this.#highest
  }

  offer(value: number): void {
    if (this.#length < this.#most) {
      this.#held[this.#length] = value
      this.#length += 1
      if (value > this.#highest) this.#highest = value
      else this.#isAscending = false
    } else if (value < this.#highest) this.#replaceHighest(value)
  }

  /** What is held, ascending, until the next `begin`. Nothing may be offered after it. */
  ascending(): Float64Array {
    const held = this.#held.subarray(0, this.#length)
    return this.#isAscending ? held : held.sort()
  }

  #replaceHighest(value: number): void {
    if (!this.#isHeap) for (let place = (this.#length >>> 1) - 1; place >= 0; place -= 1) this.#sink(place)
    this.#isHeap = true
    this.#isAscending = false
    this.#held[0] = value
    this.#sink(0)
    this.#highest = this.#held[0] ?? 0
  }

  /** Moves what stands at a place of the heap down to where nothing below it is higher. */
  #sink(from: number): void {
    const held = this.#held
    const value = held[from] ?? 0
    let place = from
    for (;;) {
      let child = place * 2 + 1
      if (child >= this.#length) break
      if (child + 1 < this.#length && (held[child + 1] ?? 0) > (held[child] ?? 0)) child += 1
      const below = held[child] ?? 0
      if (below <= value) break
      held[place] = below
      place = child
    }
    held[place] = value
  }
}
