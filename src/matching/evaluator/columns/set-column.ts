/**
 * Leaves on a field that is a set of names (applicant types, topics, cost types): for each name the measures that list
 * it. A measure has at most one `overlaps` and one `not_overlaps` here, so that a union of those lists says who passes.
 */
import { type Bits, subtract } from '../../../search/sets/bitset.ts'
import type { RuleField } from '../../../values/vocabularies.ts'
import type { Facts } from '../../request/facts.ts'
import { membersOf, missingProperty } from '../../verdict/judge-predicate.ts'
import type { MatchLeaf } from '../../verdict/prepared-measure.ts'
import { unite } from '../sets/measure-sets.ts'
import { OrdinalSet } from '../sets/ordinal-set.ts'
import { type Column, entryOf } from './column.ts'
import type { Marks } from './marks.ts'
import { OneEach } from './one-each.ts'

export class SetColumn implements Column {
  readonly #field: RuleField
  readonly #overlaps: Naming
  readonly #notOverlaps: Naming

  constructor(field: RuleField) {
    this.#field = field
    this.#overlaps = new Naming()
    this.#notOverlaps = new Naming()
  }

  add(ordinal: number, leaf: MatchLeaf): boolean {
    return this.#of(leaf).add(ordinal, leaf)
  }

  drop(ordinal: number, leaf: MatchLeaf): void {
    this.#of(leaf).drop(ordinal, leaf)
  }

  mark(facts: Facts, marks: Marks): void {
    const members = membersOf(this.#field, facts)
    if (members === null) {
      const lacked = missingProperty(this.#field, facts)
      this.#overlaps.measures.having.lack(lacked, marks)
      this.#notOverlaps.measures.having.lack(lacked, marks)
      return
    }
    const [named, excluded] = [marks.scratch(0), marks.scratch(1)]
    for (const member of members) {
      this.#overlaps.byName.get(member)?.uniteInto(named)
      this.#notOverlaps.byName.get(member)?.uniteInto(excluded)
    }
    if (this.#field === 'company.applicant_type' && facts.applicants?.mayBeHousehold === true) {
      this.#lackHousehold(named, excluded, facts, marks)
    }
    this.#overlaps.measures.having.failExcept(marks, named)
    this.#notOverlaps.measures.having.failWithin(marks, excluded)
  }

  /** A measure that names households, and nothing that the applicant is, waits to hear whether the applicant is one. */
  #lackHousehold(named: Bits, excluded: Bits, facts: Facts, marks: Marks): void {
    const [open, lacking] = [marks.scratch(2), marks.lackingFor(missingProperty(this.#field, facts))]
    this.#overlaps.byName.get('household')?.uniteInto(open)
    subtract(open, named)
    unite(lacking, open)
    unite(named, open)
    open.fill(0)
    this.#notOverlaps.byName.get('household')?.uniteInto(open)
    subtract(open, excluded)
    unite(lacking, open)
  }

  #of(leaf: MatchLeaf): Naming {
    const { test } = leaf.predicate
    if (test.kind !== 'set') throw new Error(`${this.#field} is a set`)
    return test.negative ? this.#notOverlaps : this.#overlaps
  }
}

/** The measures of one kind of leaf, and which of them list a name. */
class Naming {
  readonly measures: OneEach
  readonly byName = new Map<string, OrdinalSet>()

  constructor() {
    this.measures = new OneEach()
  }

  add(ordinal: number, leaf: MatchLeaf): boolean {
    if (!this.measures.add(ordinal, leaf)) return false
    for (const name of namesOf(leaf)) entryOf(this.byName, name, () => new OrdinalSet()).add(ordinal)
    return true
  }

  drop(ordinal: number, leaf: MatchLeaf): void {
    this.measures.drop(ordinal, leaf)
    for (const name of namesOf(leaf)) this.byName.get(name)?.drop(ordinal)
  }
}

function namesOf(leaf: MatchLeaf): ReadonlySet<string> {
  const { test } = leaf.predicate
  return test.kind === 'set' ? test.names : new Set()
}
