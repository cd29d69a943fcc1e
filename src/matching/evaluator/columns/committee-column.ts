/** Leaves on joint committees, two levels deep: 330 covers 330.01, and a company's 330 leaves a rule on 330.01 undecided. */

import { type Bits, subtract } from '../../../search/sets/bitset.ts'
import { type Facts, isKnownNone } from '../../request/facts.ts'
import type { MatchLeaf } from '../../verdict/prepared-measure.ts'
import { unite } from '../sets/measure-sets.ts'
import { OrdinalSet } from '../sets/ordinal-set.ts'
import { type Column, entryOf } from './column.ts'
import type { Marks } from './marks.ts'
import { OneEach } from './one-each.ts'

const field = 'company.joint_committees'

export class CommitteeColumn implements Column {
  readonly #covers: Committees
  readonly #notCovers: Committees

  constructor() {
    this.#covers = new Committees()
    this.#notCovers = new Committees()
  }

  add(ordinal: number, leaf: MatchLeaf): boolean {
    return this.#of(leaf).add(ordinal, leaf)
  }

  drop(ordinal: number, leaf: MatchLeaf): void {
    this.#of(leaf).drop(ordinal, leaf)
  }

  mark(facts: Facts, marks: Marks): void {
    if (isKnownNone(field, facts)) {
      this.#covers.measures.having.fail(marks)
      return
    }
    const committees = facts.jointCommittees
    if (committees === null) {
      this.#covers.measures.having.lack(field, marks)
      this.#notCovers.measures.having.lack(field, marks)
      return
    }
    const [covered, above] = [marks.scratch(0), marks.scratch(1)]
    this.#covers.find(committees, covered, above)
    unite(marks.lackingFor(field), above)
    unite(covered, above)
    this.#covers.measures.having.failExcept(marks, covered)
    const [excluded, undecided] = [marks.scratch(0), marks.scratch(1)]
    this.#notCovers.find(committees, excluded, undecided)
    unite(marks.lackingFor(field), undecided)
    this.#notCovers.measures.having.failWithin(marks, excluded)
  }

  #of(leaf: MatchLeaf): Committees {
    const { test } = leaf.predicate
    if (test.kind !== 'committees') throw new Error(`${field} is a set of joint committees`)
    return test.negative ? this.#notCovers : this.#covers
  }
}

class Committees {
  readonly measures: OneEach
  readonly #listing = new Map<string, OrdinalSet>()
  readonly #below = new Map<string, OrdinalSet>()

  constructor() {
    this.measures = new OneEach()
  }

  add(ordinal: number, leaf: MatchLeaf): boolean {
    if (!this.measures.add(ordinal, leaf)) return false
    for (const code of codesOf(leaf)) {
      entryOf(this.#listing, code, () => new OrdinalSet()).add(ordinal)
      const above = aboveOf(code)
      if (above !== null) entryOf(this.#below, above, () => new OrdinalSet()).add(ordinal)
    }
    return true
  }

  drop(ordinal: number, leaf: MatchLeaf): void {
    this.measures.drop(ordinal, leaf)
    for (const code of codesOf(leaf)) {
      this.#listing.get(code)?.drop(ordinal)
      const above = aboveOf(code)
      if (above !== null) this.#below.get(above)?.drop(ordinal)
    }
  }

  /** Adds the measures that cover a committee to `covered`, and those that only list something below one to `above`. */
  find(committees: readonly string[], covered: Bits, above: Bits): void {
    for (const committee of committees) {
      this.#listing.get(committee)?.uniteInto(covered)
      const parent = aboveOf(committee)
      if (parent !== null) this.#listing.get(parent)?.uniteInto(covered)
      this.#below.get(committee)?.uniteInto(above)
    }
    subtract(above, covered)
  }
}

function codesOf(leaf: MatchLeaf): readonly string[] {
  const { test } = leaf.predicate
  return test.kind === 'committees' ? test.codes : []
}

/** The committee of a subcommittee: 330 of 330.01; null for a committee. */
function aboveOf(code: string): string | null {
  const dot = code.indexOf('.')
  return dot === -1 ? null : code.slice(0, dot)
}
