/** What predicates say of the company that is being judged: each is asked once, and not before a rule needs it. */
import type { Facts } from '../request/facts.ts'
import { saidOf } from '../verdict/said.ts'
import type { PredicatePool } from './predicate-pool.ts'

/** What the predicate of a place in the pool says (see `said`). */
export type Judgements = { of(place: number): number }

const notAsked = 0

/** Judgements of one company, given as facts. */
export class FactJudgements implements Judgements {
  readonly #pool: PredicatePool
  /** By place of the predicate. */
  #said = new Uint8Array(0)
  #facts: Facts | null = null

  constructor(pool: PredicatePool) {
    this.#pool = pool
  }

  /** Predicates are asked of these facts from here on. */
  begin(facts: Facts): void {
    this.#facts = facts
    const { places } = this.#pool
    if (this.#said.length < places) this.#said = new Uint8Array(places * 2)
    else this.#said.fill(notAsked)
  }

  of(place: number): number {
    const before = this.#said[place] ?? notAsked
    if (before !== notAsked) return before
    if (this.#facts === null) throw new Error('predicates are asked of facts')
    const says = saidOf(this.#pool.at(place), this.#facts)
    this.#said[place] = says
    return says
  }
}
