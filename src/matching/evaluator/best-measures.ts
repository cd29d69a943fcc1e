/** The best few of many measures, kept in order while they are met one by one (contract 5, order within a group). */
import { byMeasureId } from '../verdict/match-order.ts'
import type { MeasureTable } from './measure-table.ts'

export class BestMeasures {
  readonly #table: MeasureTable
  #max = 0
  /** Slots of those kept, the best first; and by slot what they are ordered by. */
  #order = new Int32Array(0)
  #ordinals = new Int32Array(0)
  #tenths = new Int32Array(0)
  #closesAt = new Float64Array(0)
  #count = 0
  #least = 0
  #leastAtAll = 0

  constructor(table: MeasureTable) {
    this.#table = table
  }

  /** Begins anew; keeps at most `max`, which is at least 1, and none with a score below `least`, in tenths. */
  begin(max: number, least: number): void {
    this.#max = Math.min(max, this.#table.size)
    this.#count = 0
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
    const [order, closesAt] = [this.#order, this.#table.closesAt[ordinal] ?? 0]
    let place = this.#count
    let slot = place
    if (place < this.#max) this.#count += 1
    else {
      place -= 1
      slot = order[place] ?? 0
      // Its slot is the last one's, who goes.
      if (!this.#isBefore(ordinal, tenths, closesAt, slot)) return
    }
    for (; place > 0; place -= 1) {
      const other = order[place - 1] ?? 0
      if (!this.#isBefore(ordinal, tenths, closesAt, other)) break
      order[place] = other
    }
    order[place] = slot
    this.#ordinals[slot] = ordinal
    this.#tenths[slot] = tenths
    this.#closesAt[slot] = closesAt
    if (this.#count < this.#max) return
    this.#least = Math.max(this.#leastAtAll, this.#tenths[order[this.#max - 1] ?? 0] ?? 0)
  }

  /** Visits them, the best first. */
  each(visit: (ordinal: number, tenths: number) => void): void {
    for (let place = 0; place < this.#count; place += 1) {
      const slot = this.#order[place] ?? 0
      visit(this.#ordinals[slot] ?? 0, this.#tenths[slot] ?? 0)
    }
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
