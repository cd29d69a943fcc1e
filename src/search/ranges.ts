/**
 * The rows up to a bound (a deadline, an instant of change) as a set. Bounds are not tokens, there are too many; so a
 * set is kept for the values at 63 evenly spaced places of the order, and one for any other bound is the nearest of
 * them plus a walk of at most a 64th of the order.
 */

import type { Order, Start } from './order.ts'
import { addBit, type Bits, bitsFor, dropBit } from './sets/bitset.ts'
import type { Extent } from './sets/extent.ts'
import { firstAbove, firstAtLeast, firstPlace } from './sets/halving.ts'

const shares = 64

export class Ranges {
  readonly order: Order
  readonly values: Float64Array
  readonly #extent: Extent
  /** The values of the base in order, so that a bound is found without a look at its rows. */
  readonly #sorted: Float64Array
  /** Of each boundary: its value, the place of the first row that has it, and the rows below it. */
  readonly #bounds: Float64Array
  readonly #places: Int32Array
  readonly #below: Bits[] = []

  constructor(order: Order, values: Float64Array, extent: Extent) {
    this.order = order
    this.values = values
    this.#extent = extent
    this.#sorted = Float64Array.from(order.base, (ordinal) => values[ordinal] ?? 0)
    this.#bounds = new Float64Array(shares)
    this.#places = new Int32Array(shares)
    const count = order.base.length
    let place = 0
    for (let share = 1; share < shares; share += 1) {
      const bound = this.#sorted[Math.floor((share * count) / shares)] ?? 0
      const next = firstAtLeast(this.#sorted, bound, place, count)
      if (next === place) continue
      const below = this.#below.at(-1)?.slice() ?? bitsFor(extent.capacity)
      for (let at = place; at < next; at += 1) addBit(below, order.base[at] ?? 0)
      this.#bounds[this.#below.length] = bound
      this.#places[this.#below.length] = next
      this.#below.push(below)
      place = next
    }
  }

  /** Takes in a new ordinal. */
  add(ordinal: number): void {
    const value = this.values[ordinal] ?? 0
    for (let at = this.#below.length - 1; at >= 0 && value < (this.#bounds[at] ?? 0); at -= 1) {
      const below = this.#below[at]
      if (below !== undefined) addBit(below, ordinal)
    }
  }

  /** The first rows of the order whose value is above `bound`. */
  above(bound: number): Start {
    const { order } = this
    const passed = firstAbove(this.#bounds, bound, 0, this.#below.length)
    const from = passed === 0 ? 0 : (this.#places[passed - 1] ?? 0)
    const to = passed === this.#below.length ? order.base.length : (this.#places[passed] ?? 0)
    return {
      base: firstAbove(this.#sorted, bound, from, to),
      tail: firstPlace(0, order.tailCount, (place) => (this.values[order.tail[place] ?? 0] ?? 0) <= bound),
    }
  }

  /** The rows before `end`, lent by the extent. `end` must stand between two values, as `above` gives it. */
  before(end: Start): Bits {
    const { order } = this
    const nearest = this.#nearest(end.base)
    const below = this.#below[nearest]
    const bits = below === undefined ? this.#extent.lend() : this.#extent.lendCopy(below)
    const place = below === undefined ? 0 : (this.#places[nearest] ?? 0)
    for (let at = place; at < end.base; at += 1) addBit(bits, order.base[at] ?? 0)
    for (let at = end.base; at < place; at += 1) dropBit(bits, order.base[at] ?? 0)
    if (order.tailCount === 0) return bits
    const tailPlace = below === undefined ? 0 : this.#tailBelow(this.#bounds[nearest] ?? 0)
    for (let at = tailPlace; at < end.tail; at += 1) addBit(bits, order.tail[at] ?? 0)
    for (let at = end.tail; at < tailPlace; at += 1) dropBit(bits, order.tail[at] ?? 0)
    return bits
  }

  /** The number of the boundary that is nearest to a place in the base; -1 when the beginning is nearer. */
  #nearest(place: number): number {
    const next = firstPlace(0, this.#below.length, (at) => (this.#places[at] ?? 0) < place)
    const before = next === 0 ? 0 : (this.#places[next - 1] ?? 0)
    const isNextNearer = next < this.#below.length && (this.#places[next] ?? 0) - place < place - before
    return isNextNearer ? next : next - 1
  }

  #tailBelow(value: number): number {
    const { order } = this
    return firstPlace(0, order.tailCount, (place) => (this.values[order.tail[place] ?? 0] ?? 0) < value)
  }
}
