/**
 * The best matches of many companies, gathered while one company after the other is judged (contract 7: in the order of
 * matches, then of references). What can not be among them any more is told to whoever judges the next company, so that of
 * most companies only a few matches are looked at.
 */
import type { JudgedTally } from '../../matching/evaluator/evaluator.ts'
import type { JudgedBest } from '../../matching/evaluator/verdicts.ts'
import { byRank, rankGroup } from '../../matching/verdict/match-order.ts'
import { rowOrder } from '../../matching/verdict/questions.ts'
import type { RankFloor } from '../../matching/verdict/tally.ts'

/** A match; `company`: where its company stands in the order of references. */
export type FoundMatch = { company: number; judged: JudgedBest; inOrder: ReturnType<typeof rowOrder> }

/** How many times the limit are kept at most before the rest is dropped. */
const keptOfLimit = 2

export class BestOfAll {
  readonly #limit: number
  readonly #found: FoundMatch[] = []
  #floor: RankFloor | undefined

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whoever stands below it is not among the best; undefined while any may be. */
  get floor(): RankFloor | undefined {
    return this.#floor
  }

  /** What there may be of matches of one company; no more than `limit` of them can matter. */
  add(company: number, { best, questions }: JudgedTally): void {
    if (best.length === 0) return
    const inOrder = rowOrder(questions)
    for (const judged of best) this.#found.push({ company, judged, inOrder })
    if (this.#found.length > this.#limit * keptOfLimit) this.#dropRest()
  }

  /** The best, in order; at most `limit`. */
  taken(): readonly FoundMatch[] {
    this.#dropRest()
    return this.#found
  }

  #dropRest(): void {
    this.#found.sort(inOrderOfMatches)
    if (this.#found.length < this.#limit) return
    this.#found.length = this.#limit
    const last = this.#found.at(-1)
    if (last === undefined) return
    const { status, score } = last.judged.verdict
    this.#floor = { group: rankGroup(status), tenths: Math.round(score * 10) }
  }
}

function inOrderOfMatches(left: FoundMatch, right: FoundMatch): number {
  return byRank(left.judged.verdict, right.judged.verdict) || left.company - right.company
}
