/** Measures by how surely a rule of theirs speaks: a strong fail shuts a measure out, a weak one asks for a review. */

import type { Bits } from '../../../search/sets/bitset.ts'
import type { AskedProperty } from '../../../values/questions.ts'
import { strongConfidence } from '../../verdict/judge-rule.ts'
import type { MatchLeaf } from '../../verdict/prepared-measure.ts'
import { OrdinalSet } from '../sets/ordinal-set.ts'
import type { Marks } from './marks.ts'

export class StrengthSets {
  readonly #strong: OrdinalSet
  readonly #weak: OrdinalSet

  constructor() {
    this.#strong = new OrdinalSet()
    this.#weak = new OrdinalSet()
  }

  add(ordinal: number, leaf: MatchLeaf): void {
    this.#of(leaf).add(ordinal)
  }

  drop(ordinal: number, leaf: MatchLeaf): void {
    this.#of(leaf).drop(ordinal)
  }

  /** Every measure of the sets fails. */
  fail(marks: Pick<Marks, 'refused' | 'weak'>): void {
    this.#strong.uniteInto(marks.refused)
    this.#weak.uniteInto(marks.weak)
  }

  failExcept(marks: Marks, except: Bits): void {
    this.#strong.uniteIntoExcept(marks.refused, except)
    this.#weak.uniteIntoExcept(marks.weak, except)
  }

  failWithin(marks: Marks, within: Bits): void {
    this.#strong.uniteIntoWithin(marks.refused, within)
    this.#weak.uniteIntoWithin(marks.weak, within)
  }

  /** Every measure of the sets fails, doubtfully: however sure the rule is, the facts are not. */
  failDoubtfully(marks: Marks): void {
    for (const set of [this.#strong, this.#weak]) {
      set.uniteInto(marks.weak)
      set.uniteInto(marks.doubtful)
    }
  }

  /** Every measure of the sets lacks the property. */
  lack(property: AskedProperty, marks: Marks): void {
    marks.lack(property, this.#strong)
    marks.lack(property, this.#weak)
  }

  #of(leaf: MatchLeaf): OrdinalSet {
    return leaf.confidence >= strongConfidence ? this.#strong : this.#weak
  }
}
