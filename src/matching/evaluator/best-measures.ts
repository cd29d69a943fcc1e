/** The best few of many measures, kept in order while they are met one by one (contract 5, order within a group). */
import { byMeasureId } from '../verdict/match-order.ts'
import type { MeasureTable } from './measure-table.ts'

export class BestMeasures {
  readonly #table: MeasureTable
  #max = 0
  /** Ordinal, score and deadline by place. */
  #ordinals = new Int32Array(0)
  #scores = new Float64Array(0)
  #closesAt = new Float64Array(0)
  #count = 0
  #least = 0

  constructor(table: MeasureTable) {
    this.#table = table
  }

  /** Begins anew; keeps at most `max`, which is at least 1. */
  begin(max: number): void {
    this.#max = Math.min(max, this.#table.size)
    this.#count = 0
    this.#least = 0
    if (this.#ordinals.length >= this.#max) return
    this.#ordinals = new Int32Array(this.#max)
    this.#scores = new Float64Array(this.#max)
    this.#closesAt = new Float64Array(this.#max)
  }

  /** The least score that can still be among them. */
  get least(): number {
    return this.#least
  }

  consider(ordinal: number, score: number): void {
    const closesAt = this.#table.closesAt[ordinal] ?? 0
    const place = this.#placeFor(ordinal, score, closesAt)
    if (place >= this.#max) return
    const end = Math.min(this.#count + 1, this.#max)
    const [ordinals, scores, deadlines] = [this.#ordinals, this.#scores, this.#closesAt]
    for (let at = end - 1; at > place; at -= 1) {
      ordinals[at] = ordinals[at - 1] ?? 0
      scores[at] = scores[at - 1] ?? 0
      deadlines[at] = deadlines[at - 1] ?? 0
    }
    ordinals[place] = ordinal
    scores[place] = score
    deadlines[place] = closesAt
    this.#count = end
    if (end === this.#max) this.#least = scores[end - 1] ?? 0
  }

  /** Visits them, the best first. */
  each(visit: (ordinal: number, score: number) => void): void {
    for (let place = 0; place < this.#count; place += 1) visit(this.#ordinals[place] ?? 0, this.#scores[place] ?? 0)
  }

  /** By halving: the first place whose measure does not stand before this one. */
  #placeFor(ordinal: number, score: number, closesAt: number): number {
    const [scores, deadlines] = [this.#scores, this.#closesAt]
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >>> 1
      const [theirScore, theirDeadline] = [scores[middle] ?? 0, deadlines[middle] ?? 0]
      const isBefore =
        score !== theirScore
          ? theirScore > score
          : closesAt !== theirDeadline
            ? theirDeadline < closesAt
            : this.#isBeforeById(middle, ordinal)
      if (isBefore) low = middle + 1
      else high = middle
    }
    return low
  }

  #isBeforeById(place: number, ordinal: number): boolean {
    const { measures } = this.#table
    return byMeasureId(measures[this.#ordinals[place] ?? 0]?.id ?? '', measures[ordinal]?.id ?? '') < 0
  }
}
