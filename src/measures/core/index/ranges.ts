/**
 * The rows up to a bound (a deadline, an instant of change) as a set. Bounds are not tokens, there are too many; so a
 * set is kept for the values at 63 evenly spaced places of the order, and one for any other bound is the nearest of
 * them plus a walk of at most a 64th of the order.
 */
import { addBit, type Bits, bitsFor, dropBit } from './bitset.ts'
import type { Extent } from './extent.ts'
import { firstPlace } from './halving.ts'
import type { Order, Start } from './order.ts'

const shares = 64

type Boundary = { place: number; value: number; below: Bits }

export class Ranges {
  readonly order: Order
  readonly values: Float64Array
  readonly #extent: Extent
  readonly #boundaries: Boundary[] = []

  constructor(order: Order, values: Float64Array, extent: Extent) {
    this.order = order
    this.values = values
    this.#extent = extent
    const count = order.base.length
    for (let share = 1; share < shares; share += 1) {
      const value = this.#baseValue(Math.floor((share * count) / shares))
      const place = this.#firstOf(value)
      const last = this.#boundaries.at(-1)
      if (place === 0 || place === last?.place) continue
      const below = last === undefined ? bitsFor(extent.capacity) : last.below.slice()
      for (let at = last?.place ?? 0; at < place; at += 1) addBit(below, order.base[at] ?? 0)
      this.#boundaries.push({ place, value, below })
    }
  }

  /** Takes in a new ordinal. */
  add(ordinal: number): void {
    const value = this.values[ordinal] ?? 0
    for (const boundary of this.#boundaries) if (value < boundary.value) addBit(boundary.below, ordinal)
  }

  /** The rows before `end`, lent by the extent. `end` must stand between two values, as `Order.above` gives it. */
  before(end: Start): Bits {
    const { order } = this
    const nearest = this.#nearest(end.base)
    const bits = nearest === undefined ? this.#extent.lend() : this.#extent.lendCopy(nearest.below)
    const place = nearest?.place ?? 0
    for (let at = place; at < end.base; at += 1) addBit(bits, order.base[at] ?? 0)
    for (let at = end.base; at < place; at += 1) dropBit(bits, order.base[at] ?? 0)
    const tailPlace = nearest === undefined ? 0 : this.#tailBelow(nearest.value)
    for (let at = tailPlace; at < end.tail; at += 1) addBit(bits, order.tail[at] ?? 0)
    for (let at = end.tail; at < tailPlace; at += 1) dropBit(bits, order.tail[at] ?? 0)
    return bits
  }

  #nearest(place: number): Boundary | undefined {
    let nearest: Boundary | undefined
    let distance = place
    for (const boundary of this.#boundaries) {
      if (Math.abs(boundary.place - place) >= distance) continue
      nearest = boundary
      distance = Math.abs(boundary.place - place)
    }
    return nearest
  }

  #baseValue(place: number): number {
    return this.values[this.order.base[place] ?? 0] ?? 0
  }

  #firstOf(value: number): number {
    return firstPlace(0, this.order.base.length, (place) => this.#baseValue(place) < value)
  }

  #tailBelow(value: number): number {
    const { order } = this
    return firstPlace(0, order.tailCount, (place) => (this.values[order.tail[place] ?? 0] ?? 0) < value)
  }
}
