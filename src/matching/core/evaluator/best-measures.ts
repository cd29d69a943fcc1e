/** The best few of many measures, kept in order while they are met one by one (contract 5, order within a group). */
import { byMeasureId } from '../match-order.ts'
import type { MeasureTable } from './measure-table.ts'

export class BestMeasures {
  readonly #table: MeasureTable
  readonly #max: number
  readonly #ordinals: Int32Array
  readonly #scores: Float64Array
  #count = 0

  /** Keeps at most `max`, which is at least 1. */
  constructor(table: MeasureTable, max: number) {
    this.#table = table
    this.#max = Math.min(max, table.size)
    this.#ordinals = new Int32Array(this.#max)
    this.#scores = new Float64Array(this.#max)
  }

  /** The least score that can still be among them. */
  get least(): number {
    return this.#count < this.#max ? 0 : (this.#scores[this.#max - 1] ?? 0)
  }

  consider(ordinal: number, score: number): void {
    const [ordinals, scores] = [this.#ordinals, this.#scores]
    let place = this.#count
    if (place >= this.#max) {
      place -= 1
      if (!this.#isBefore(ordinal, score, place)) return
    } else {
      this.#count += 1
    }
    for (; place > 0 && this.#isBefore(ordinal, score, place - 1); place -= 1) {
      ordinals[place] = ordinals[place - 1] ?? 0
      scores[place] = scores[place - 1] ?? 0
    }
    ordinals[place] = ordinal
    scores[place] = score
  }

  /** Visits them, the best first. */
  each(visit: (ordinal: number, score: number) => void): void {
    for (let place = 0; place < this.#count; place += 1) visit(this.#ordinals[place] ?? 0, this.#scores[place] ?? 0)
  }

  #isBefore(ordinal: number, score: number, place: number): boolean {
    const theirScore = this.#scores[place] ?? 0
    if (score !== theirScore) return score > theirScore
    const { closesAt, measures } = this.#table
    const other = this.#ordinals[place] ?? 0
    const [mine, theirs] = [closesAt[ordinal] ?? 0, closesAt[other] ?? 0]
    if (mine !== theirs) return mine < theirs
    return byMeasureId(measures[ordinal]?.id ?? '', measures[other]?.id ?? '') < 0
  }
}
