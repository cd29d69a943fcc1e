/**
 * The lowest of many whole numbers, in a heap that never holds more of them than are wanted. One serves many searches:
 * an array made for each would cost more, in the collector, than the search.
 */
export class Lowest {
  #most = 0
  #heap = new Float64Array(256)
  #length = 0

  /** Begins anew: the `most` lowest of what is offered from now on. */
  begin(most: number): void {
    this.#most = most
    this.#length = 0
    if (most > this.#heap.length) this.#heap = new Float64Array(most * 2)
  }

  /** Whether a number above `highest` would be let go. */
  get isFull(): boolean {
    return this.#length === this.#most
  }

  /** The highest of those held. */
  get highest(): number {
    return this.#heap[0] ?? 0
  }

  offer(value: number): void {
    const heap = this.#heap
    if (this.#length < this.#most) {
      this.#length += 1
      this.#rise(this.#length - 1, value)
    } else if (value < (heap[0] ?? 0)) this.#sink(value)
  }

  /** What is held, ascending, until the next `begin`. Nothing may be offered after it. */
  ascending(): Float64Array {
    return this.#heap.subarray(0, this.#length).sort()
  }

  #rise(from: number, value: number): void {
    const heap = this.#heap
    let place = from
    while (place > 0) {
      const parent = (place - 1) >> 1
      const above = heap[parent] ?? 0
      if (above >= value) break
      heap[place] = above
      place = parent
    }
    heap[place] = value
  }

  #sink(value: number): void {
    const heap = this.#heap
    let place = 0
    for (;;) {
      let child = place * 2 + 1
      if (child >= this.#length) break
      if (child + 1 < this.#length && (heap[child + 1] ?? 0) > (heap[child] ?? 0)) child += 1
      const below = heap[child] ?? 0
      if (below <= value) break
      heap[place] = below
      place = child
    }
    heap[place] = value
  }
}
