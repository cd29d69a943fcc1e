/**
 * What the predicates of the pool say of one company: each is asked once, however many rules share it, and not before a
 * rule needs it.
 */
import type { Facts } from '../request/facts.ts'
import { judge } from '../verdict/judge-predicate.ts'
import { said } from '../verdict/said.ts'
import type { PredicatePool } from './predicate-pool.ts'

const notAsked = 0
const saidBy = {
  pass: said.passes,
  fail: said.fails,
  weak_fail: said.failsDoubtfully,
  unknown: said.undecided,
} as const

export class Judgements {
  readonly #pool: PredicatePool
  /** By place of the predicate. */
  #said = new Uint8Array(0)
  #facts: Facts | null = null

  constructor(pool: PredicatePool) {
    this.#pool = pool
  }

  /** The company of whom predicates are asked from here on; null before the first. */
  get facts(): Facts | null {
    return this.#facts
  }

  /** Predicates are asked of these facts from here on. */
  begin(facts: Facts): void {
    this.#facts = facts
    const { places } = this.#pool
    if (this.#said.length < places) this.#said = new Uint8Array(places * 2)
    else this.#said.fill(notAsked)
  }

  /** What the predicate of that place says (see `said`). */
  of(place: number): number {
    const before = this.#said[place] ?? notAsked
    if (before !== notAsked) return before
    if (this.#facts === null) throw new Error('predicates are asked of facts')
    const says = saidBy[judge(this.#pool.at(place), this.#facts)]
    this.#said[place] = says
    return says
  }
}
