/** The best few of many measures, kept in order while they are met one by one (contract 5, order within a group). */
import { firstPlace } from '../../search/sets/halving.ts'
import { byMeasureId } from '../verdict/match-order.ts'
import type { MeasureTable } from './measure-table.ts'

export class BestMeasures {
  readonly #table: MeasureTable
  #max = 0
  #ordinals = new Int32Array(0)
  #scores = new Float64Array(0)
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
  }

  /** The least score that can still be among them. */
  get least(): number {
    return this.#least
  }

  consider(ordinal: number, score: number): void {
    const [ordinals, scores] = [this.#ordinals, this.#scores]
    const last = this.#max - 1
    if (this.#count > last && !this.#isBefore(ordinal, score, last)) return
    const place = firstPlace(0, Math.min(this.#count, last), (at) => !this.#isBefore(ordinal, score, at))
    if (this.#count <= last) this.#count += 1
    for (let at = this.#count - 1; at > place; at -= 1) {
      ordinals[at] = ordinals[at - 1] ?? 0
      scores[at] = scores[at - 1] ?? 0
    }
    ordinals[place] = ordinal
    scores[place] = score
    if (this.#count > last) this.#least = scores[last] ?? 0
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
