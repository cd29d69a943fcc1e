/** The best few of many measures, kept in order while they are met one by one (contract 5, order within a group). */
import { byMeasureId } from '../match-order.ts'
import type { MeasureTable } from './measure-table.ts'

export class BestMeasures {
  readonly ordinals: number[] = []
  readonly scores: number[] = []
  readonly #table: MeasureTable
  readonly #max: number

  /** Keeps at most `max`, which is at least 1. */
  constructor(table: MeasureTable, max: number) {
    this.#table = table
    this.#max = max
  }

  /** The least score that can still be among them. */
  get least(): number {
    return this.ordinals.length < this.#max ? 0 : (this.scores.at(-1) ?? 0)
  }

  consider(ordinal: number, score: number): void {
    const count = this.ordinals.length
    if (count >= this.#max) {
      if (!this.#isBefore(ordinal, score, count - 1)) return
      this.ordinals.pop()
      this.scores.pop()
    }
    let [low, high] = [0, this.ordinals.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#isBefore(ordinal, score, middle)) high = middle
      else low = middle + 1
    }
    this.ordinals.splice(low, 0, ordinal)
    this.scores.splice(low, 0, score)
  }

  #isBefore(ordinal: number, score: number, place: number): boolean {
    const theirScore = this.scores[place] ?? 0
    if (score !== theirScore) return score > theirScore
    const { closesAt, measures } = this.#table
    const other = this.ordinals[place] ?? 0
    const [mine, theirs] = [closesAt[ordinal] ?? 0, closesAt[other] ?? 0]
    if (mine !== theirs) return mine < theirs
    return byMeasureId(measures[ordinal]?.id ?? '', measures[other]?.id ?? '') < 0
  }
}
