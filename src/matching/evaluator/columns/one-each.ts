/** The measures of which a column holds a leaf of one kind: at most one each, by how surely it speaks. */
import type { MatchLeaf } from '../../verdict/prepared-measure.ts'
import { StrengthSets } from './strength-sets.ts'

const nobody = -1

export class OneEach {
  readonly having: StrengthSets
  /** The leaves of one measure come one after the other, so a second one is met while the first is the latest. */
  #latest = nobody

  constructor() {
    this.having = new StrengthSets()
  }

  /** False when it holds a leaf of the measure already. */
  add(ordinal: number, leaf: MatchLeaf): boolean {
    if (this.#latest === ordinal) return false
    this.#latest = ordinal
    this.having.add(ordinal, leaf)
    return true
  }

  drop(ordinal: number, leaf: MatchLeaf): void {
    if (this.#latest === ordinal) this.#latest = nobody
    this.having.drop(ordinal, leaf)
  }
}
