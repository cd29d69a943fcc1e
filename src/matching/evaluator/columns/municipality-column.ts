/**
 * Leaves on the municipality. A place may have several candidates (a postcode across a border, or one of which the table
 * names none): a leaf is decided where all of them agree, and undecided else.
 */

import { type Bits, intersect } from '../../../search/sets/bitset.ts'
import type { Facts } from '../../request/facts.ts'
import { missingProperty } from '../../verdict/judge-predicate.ts'
import type { MatchLeaf } from '../../verdict/prepared-measure.ts'
import { unite, uniteExcept } from '../sets/measure-sets.ts'
import { OrdinalSet } from '../sets/ordinal-set.ts'
import { type Column, entryOf } from './column.ts'
import type { Marks } from './marks.ts'
import { OneEach } from './one-each.ts'

const field = 'company.municipality'

export class MunicipalityColumn implements Column {
  readonly #within: Towns
  readonly #outside: Towns

  constructor() {
    this.#within = new Towns()
    this.#outside = new Towns()
  }

  add(ordinal: number, leaf: MatchLeaf): boolean {
    return this.#of(leaf).add(ordinal, leaf)
  }

  drop(ordinal: number, leaf: MatchLeaf): void {
    this.#of(leaf).drop(ordinal, leaf)
  }

  mark(facts: Facts, marks: Marks): void {
    const { candidates } = facts.place
    if (candidates.length === 0) {
      const lacked = missingProperty(field, facts)
      this.#within.measures.having.lack(lacked, marks)
      this.#outside.measures.having.lack(lacked, marks)
      return
    }
    const [only] = candidates
    if (candidates.length === 1 && only !== undefined) {
      this.#within.measures.having.failExcept(marks, this.#within.naming(only, marks))
      this.#outside.measures.having.failWithin(marks, this.#outside.naming(only, marks))
      return
    }
    const [some, all] = [marks.scratch(0), marks.scratch(1)]
    this.#within.name(candidates, marks, some, all)
    this.#within.measures.having.failExcept(marks, some)
    this.#addUndecided(facts, marks, some, all)
    const [someOut, allOut] = [marks.scratch(0), marks.scratch(1)]
    this.#outside.name(candidates, marks, someOut, allOut)
    this.#outside.measures.having.failWithin(marks, allOut)
    this.#addUndecided(facts, marks, someOut, allOut)
  }

  /** Measures that name some of the candidates and not all lack the municipality. */
  #addUndecided(facts: Facts, marks: Marks, some: Bits, all: Bits): void {
    uniteExcept(marks.lackingFor(missingProperty(field, facts)), some, all)
  }

  #of(leaf: MatchLeaf): Towns {
    const { test } = leaf.predicate
    if (test.kind !== 'one') throw new Error(`${field} holds one value`)
    return test.negative ? this.#outside : this.#within
  }
}

class Towns {
  readonly measures: OneEach
  readonly #byTown = new Map<string, OrdinalSet>()

  constructor() {
    this.measures = new OneEach()
  }

  add(ordinal: number, leaf: MatchLeaf): boolean {
    if (!this.measures.add(ordinal, leaf)) return false
    for (const town of townsOf(leaf)) entryOf(this.#byTown, town, () => new OrdinalSet()).add(ordinal)
    return true
  }

  drop(ordinal: number, leaf: MatchLeaf): void {
    this.measures.drop(ordinal, leaf)
    for (const town of townsOf(leaf)) this.#byTown.get(town)?.drop(ordinal)
  }

  /** The measures that name the town. */
  naming(town: string, marks: Marks): Bits {
    const naming = marks.scratch(2)
    this.#byTown.get(town)?.uniteInto(naming)
    return naming
  }

  /** Pours the measures that name some of the towns into `some`, those that name all into `all`. */
  name(towns: readonly string[], marks: Marks, some: Bits, all: Bits): void {
    towns.forEach((town, index) => {
      const naming = this.naming(town, marks)
      unite(some, naming)
      if (index === 0) all.set(naming)
      else intersect(all, naming)
    })
  }
}

function townsOf(leaf: MatchLeaf): ReadonlySet<string> {
  const { test } = leaf.predicate
  return test.kind === 'one' ? test.names : new Set()
}
