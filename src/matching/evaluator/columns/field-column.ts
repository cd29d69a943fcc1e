/**
 * Leaves on a field that names values: for each predicate the measures that have it. A predicate is asked once of a fact, however many measures
 * have it, and what all of them say of the fact is kept: companies share most facts.
 */
import { type Bits, countBits } from '../../../search/sets/bitset.ts'
import type { RuleField } from '../../../values/vocabularies.ts'
import type { Facts } from '../../request/facts.ts'
import { factText, judge, missingProperty } from '../../verdict/judge-predicate.ts'
import type { Predicate } from '../../verdict/predicate.ts'
import type { MatchLeaf } from '../../verdict/prepared-measure.ts'
import { emptySet, unite } from '../sets/measure-sets.ts'
import { OrdinalSet } from '../sets/ordinal-set.ts'
import { type Column, entryOf } from './column.ts'
import type { Marks } from './marks.ts'
import { StrengthSets } from './strength-sets.ts'

/** Facts kept per field; beyond that all are forgotten, and those in use come back. */
const factsMax = 512

type Having = { measures: StrengthSets; leaves: number }
/** Measures by what they say of a fact; null where none does, which is nearly always. */
type Found = { refused: Bits; weak: Bits | null; doubtful: Bits | null; lacking: Bits | null }

export class FieldColumn implements Column {
  readonly #field: RuleField
  readonly #all = new OrdinalSet()
  /** By the pool's own predicates: those that judge alike are one (see `PredicatePool`). */
  readonly #byPredicate = new Map<Predicate, Having>()
  /** By the text of the fact. */
  readonly #found = new Map<string, Found>()

  constructor(field: RuleField) {
    this.#field = field
  }

  add(ordinal: number, leaf: MatchLeaf): boolean {
    this.#found.clear()
    this.#all.add(ordinal)
    const having = entryOf(this.#byPredicate, leaf.predicate, () => ({ measures: new StrengthSets(), leaves: 0 }))
    having.measures.add(ordinal, leaf)
    having.leaves += 1
    return true
  }

  drop(ordinal: number, leaf: MatchLeaf): void {
    this.#found.clear()
    this.#all.drop(ordinal)
    const having = this.#byPredicate.get(leaf.predicate)
    if (having === undefined) return
    having.measures.drop(ordinal, leaf)
    having.leaves -= 1
    if (having.leaves === 0) this.#byPredicate.delete(leaf.predicate)
  }

  mark(facts: Facts, marks: Marks): void {
    const text = factText(this.#field, facts)
    if (text === null) {
      marks.lack(missingProperty(this.#field, facts), this.#all)
      return
    }
    const { refused, weak, doubtful, lacking } = this.#foundFor(text, facts, marks)
    unite(marks.refused, refused)
    if (weak !== null) unite(marks.weak, weak)
    if (doubtful !== null) unite(marks.doubtful, doubtful)
    if (lacking !== null) unite(marks.lackingFor(missingProperty(this.#field, facts)), lacking)
  }

  #foundFor(text: string, facts: Facts, marks: Marks): Found {
    const words = marks.refused.length
    const before = this.#found.get(text)
    if (before !== undefined && before.refused.length === words) return before
    if (this.#found.size >= factsMax) this.#found.clear()
    const refused = emptySet(words)
    const [weak, doubtful, lacking] = [marks.scratch(0), marks.scratch(1), marks.scratch(2)]
    for (const [predicate, { measures }] of this.#byPredicate) {
      const judgement = judge(predicate, facts)
      if (judgement === 'fail') measures.fail({ refused, weak })
      else if (judgement === 'weak_fail') measures.failDoubtfully({ weak, doubtful })
      else if (judgement === 'unknown') measures.uniteInto(lacking)
    }
    const found = { refused, weak: copyOf(weak), doubtful: copyOf(doubtful), lacking: copyOf(lacking) }
    this.#found.set(text, found)
    return found
  }
}

/** Null where there is nothing in it. */
function copyOf(bits: Bits): Bits | null {
  return countBits(bits) > 0 ? bits.slice() : null
}
