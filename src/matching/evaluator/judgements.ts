/**
 * What the predicates of the pool say of one company: each is asked once, however many rules share it, and not before a
 * rule needs it.
 */

import type { RuleField } from '../../values/vocabularies.ts'
import type { Facts } from '../request/facts.ts'
import { judge, knownOf } from '../verdict/judge-predicate.ts'
import { said } from '../verdict/said.ts'
import { type PredicatePool, ruleFieldNames } from './predicate-pool.ts'

const notAsked = 0
/** What no field alone says: its predicates have to be asked. */
const byPredicate = 255
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
  /** By field (see `fieldAt` of the pool): what its predicates say, of a measure of which none fails. */
  readonly #unfailing = new Uint8Array(ruleFieldNames.length)

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
    this.#unfailing.fill(notAsked)
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

  /** The same of a predicate that does not fail, even doubtfully: then its field nearly always says it. */
  ofUnfailing(place: number): number {
    const field = this.#pool.fieldAt(place)
    let says = this.#unfailing[field] ?? notAsked
    if (says === notAsked) {
      says = this.#saidByField(ruleFieldNames[field])
      this.#unfailing[field] = says
    }
    return says === byPredicate ? this.of(place) : says
  }

  #saidByField(field: RuleField | undefined): number {
    if (this.#facts === null || field === undefined) throw new Error('predicates are asked of facts')
    switch (knownOf(field, this.#facts)) {
      case true:
        return said.passes
      case false:
        return said.undecided
      default:
        return byPredicate
    }
  }
}
