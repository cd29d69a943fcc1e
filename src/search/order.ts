/** One order of all rows, dead ones included: by a number or a text, then by id. */

import { type Column, compareValues, type Rows } from './rows.ts'
import { type Bits, hasBit } from './sets/bitset.ts'
import { firstPlace } from './sets/halving.ts'

export class Order {
  /** What it goes by first; null: by the id alone. */
  readonly column: Column | null
  /** The first `count` are in order; there is room for every row to come. */
  readonly ordinals: Int32Array
  count: number
  readonly #rows: Rows

  constructor(rows: Rows, column: Column | null, inOrder: Int32Array) {
    this.#rows = rows
    this.column = column
    this.ordinals = new Int32Array(rows.capacity)
    this.ordinals.set(inOrder)
    this.count = inOrder.length
  }

  /** Puts a new row in its place. */
  insert(ordinal: number): void {
    const value = this.column?.values[ordinal] ?? ''
    const place = this.after(value, this.#rows.ids[ordinal] ?? '')
    this.ordinals.copyWithin(place + 1, place, this.count)
    this.ordinals[place] = ordinal
    this.count += 1
  }

  /** The place behind the row of that value and id, whether it is still there or not. */
  after(value: number | string, id: string): number {
    const { column, ordinals } = this
    const { ids } = this.#rows
    return firstPlace(0, this.count, (place) => {
      const ordinal = ordinals[place] ?? 0
      return (column?.compare(column.values[ordinal] ?? '', value) || compareValues(ids[ordinal] ?? '', id)) <= 0
    })
  }

  /** The first place whose number is above `bound`. */
  above(bound: number): number {
    const values = this.column?.values ?? []
    return firstPlace(0, this.count, (place) => Number(values[this.ordinals[place] ?? 0]) <= bound)
  }

  /** The places of the hits, of which there are `total`; the first `most` from a place on. */
  placesOf(hits: Bits, total: number, from = 0, most = total): Int32Array {
    const places = new Int32Array(Math.min(total, most))
    let found = 0
    for (let place = from; place < this.count && found < places.length; place += 1) {
      if (!hasBit(hits, this.ordinals[place] ?? 0)) continue
      places[found] = place
      found += 1
    }
    return places.subarray(0, found)
  }
}
