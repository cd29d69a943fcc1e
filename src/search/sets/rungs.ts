/**
 * Ascending numbers that are looked up one at a time, each time after much else: then it is not the steps that cost, but the
 * lines of memory that halving reads all over them. Of every eight numbers, a line of memory, the last is written once more
 * on a rung above, and so on up to one line; going down, each rung costs one line.
 */

import { firstAtLeast } from './halving.ts'

const lineLength = 8

export class Rungs {
  readonly #values: Float64Array
  /** The values and what stands above them, from the top. */
  readonly #rungs: readonly Float64Array[]

  constructor(values: Float64Array) {
    this.#values = values
    const rungs = [values]
    for (let below = values; below.length > lineLength; ) {
      const from = below
      const last = (line: number): number => Math.min((line + 1) * lineLength, from.length) - 1
      below = Float64Array.from({ length: Math.ceil(from.length / lineLength) }, (_, line) => from[last(line)] ?? 0)
      rungs.unshift(below)
    }
    this.#rungs = rungs
  }

  /** The first place whose value is at least `least`; their number when there is none. */
  firstAtLeast(least: number): number {
    let place = 0
    for (const rung of this.#rungs) {
      place *= lineLength
      while (place < rung.length && (rung[place] ?? 0) < least) place += 1
    }
    return Math.min(place, this.#values.length)
  }

  /** The same where it stands behind `from` and is nearer to it than to the end, as the end of a range to its beginning. */
  nextAtLeast(least: number, from: number): number {
    const values = this.#values
    let step = 1
    while (from + step < values.length && (values[from + step] ?? 0) < least) step *= 2
    return firstAtLeast(values, least, from + (step >>> 1), Math.min(values.length, from + step))
  }
}
