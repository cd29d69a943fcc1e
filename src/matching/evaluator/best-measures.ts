/**
 * The best few of many measures, kept in order while they are met one by one (contract 5, order within a group). Where many
 * are wanted they are put in order when there is no more room, or at the end: until then nothing depends on their order.
 */
import { byMeasureId } from '../verdict/match-order.ts'
import type { MeasureTable } from './measure-table.ts'

/** More than so many are put in order at once and not one by one. */
const orderedSinglyMax = 128

export class BestMeasures {
  readonly #table: MeasureTable
  #max = 0
  /** Slots of those kept, the best first; and by slot what they are ordered by. */
  #order = new Int32Array(0)
  #ordinals = new Int32Array(0)
  #tenths = new Int32Array(0)
  #closesAt = new Float64Array(0)
  #count = 0
  #isOrdered = true
  #least = 0
  #leastAtAll = 0

  constructor(table: MeasureTable) {
    this.#table = table
  }

  /** Begins anew; keeps at most `max`, which is at least 1, and none with a score below `least`, in tenths. */
  begin(max: number, least: number): void {
    this.#max = Math.min(max, this.#table.size)
    this.#count = 0
    this.#isOrdered = this.#max <= orderedSinglyMax
    this.#least = least
    this.#leastAtAll = least
    if (this.#ordinals.length >= this.#max) return
    this.#order = new Int32Array(this.#max)
    this.#ordinals = new Int32Array(this.#max)
    this.#tenths = new Int32Array(this.#max)
    this.#closesAt = new Float64Array(this.#max)
  }

  /** The least score that can still be among them, in tenths. */
  get least(): number {
    return this.#least
  }

  /** How many more there is room for. */
  get room(): number {
    return this.#max - this.#count
  }

  /** Enters a measure that was not entered before, with its score in tenths. */
  consider(ordinal: number, tenths: number): void {
    const order = this.#order
    const closesAt = this.#table.closesAt[ordinal] ?? 0
    let place = this.#count
    let slot = place
    if (place < this.#max) this.#count += 1
    else {
      place -= 1
      slot = order[place] ?? 0
      // Its slot is the last one's, who goes.
      if (!this.#isBefore(ordinal, tenths, closesAt, slot)) return
    }
    if (this.#isOrdered) {
      if (this.#max > orderedSinglyMax) {
        const from = this.#firstAfter(place, ordinal, tenths, closesAt)
        order.copyWithin(from + 1, from, place)
        place = from
      } else {
        for (; place > 0; place -= 1) {
          const other = order[place - 1] ?? 0
          if (!this.#isBefore(ordinal, tenths, closesAt, other)) break
          order[place] = other
        }
      }
    }
    order[place] = slot
    this.#ordinals[slot] = ordinal
    this.#tenths[slot] = tenths
    this.#closesAt[slot] = closesAt
    if (this.#count < this.#max) return
    this.#putInOrder()
    this.#least = Math.max(this.#leastAtAll, this.#tenths[order[this.#max - 1] ?? 0] ?? 0)
  }

  /** Visits them, the best first. */
  each(visit: (ordinal: number, tenths: number) => void): void {
    this.#putInOrder()
    for (let place = 0; place < this.#count; place += 1) {
      const slot = this.#order[place] ?? 0
      visit(this.#ordinals[slot] ?? 0, this.#tenths[slot] ?? 0)
    }
  }

  #putInOrder(): void {
    if (this.#isOrdered) return
    this.#isOrdered = true
    this.#order.subarray(0, this.#count).sort((left, right) => {
      const [ordinal, tenths] = [this.#ordinals[left] ?? 0, this.#tenths[left] ?? 0]
      return this.#isBefore(ordinal, tenths, this.#closesAt[left] ?? 0, right) ? -1 : 1
    })
  }

  /** The first of the places up to `end` whose measure the one given stands before; `end` where there is none. */
  #firstAfter(end: number, ordinal: number, tenths: number, closesAt: number): number {
    let [low, high] = [0, end]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#isBefore(ordinal, tenths, closesAt, this.#order[middle] ?? 0)) high = middle
      else low = middle + 1
    }
    return low
  }

  /** Whether a measure stands before the one in a slot. */
  #isBefore(ordinal: number, tenths: number, closesAt: number, slot: number): boolean {
    const theirs = this.#tenths[slot] ?? 0
    if (tenths !== theirs) return tenths > theirs
    const theirDeadline = this.#closesAt[slot] ?? 0
    if (closesAt !== theirDeadline) return closesAt < theirDeadline
    const { ids } = this.#table
    return byMeasureId(ids[ordinal] ?? '', ids[this.#ordinals[slot] ?? 0] ?? '') < 0
  }
}
