/**
 * Leaves on a field of one value of a closed list (region, size, legal form, diploma ...): for each value the measures that
 * fail on it, so that a company costs one union.
 */
import { formsReadAs, legalForms } from '../../../reference/legal-forms.ts'
import { companySizes, contracts, diplomas, occupancies, provinces, regions } from '../../../values/vocabularies.ts'
import { type Facts, isKnownNone } from '../../request/facts.ts'
import { missingProperty, oneValueOf } from '../../verdict/judge-predicate.ts'
import type { Predicate } from '../../verdict/predicate.ts'
import type { MatchLeaf } from '../../verdict/prepared-measure.ts'
import { OrdinalSet } from '../sets/ordinal-set.ts'
import { type Column, entryOf } from './column.ts'
import type { Marks } from './marks.ts'
import { StrengthSets } from './strength-sets.ts'

export type ClosedField =
  | 'company.region'
  | 'company.province'
  | 'company.size'
  | 'company.legal_form'
  | 'hire.diploma'
  | 'hire.contract'
  | 'hire.region'
  | 'building.occupancy'

/** Stands for a fact known to be none, and is no value: a diploma may be `none`. */
const knownNone = '-'

/** Every value that the fact may have, with the names it goes by; in Brussels the province is `none`. */
const readings: Readonly<Record<ClosedField, ReadonlyMap<string, readonly string[]>>> = {
  'company.region': readingsOf(regions),
  'company.province': readingsOf(provinces).set('none', []),
  'company.size': readingsOf(companySizes),
  'company.legal_form': readingsOf(
    legalForms().map(({ code }) => code),
    formsReadAs,
  ),
  'hire.diploma': readingsOf(diplomas),
  'hire.contract': readingsOf(contracts),
  'hire.region': readingsOf(regions),
  'building.occupancy': readingsOf(occupancies),
}

export class ClosedColumn implements Column {
  readonly #field: ClosedField
  readonly #having: OrdinalSet
  readonly #failing = new Map<string, StrengthSets>()
  /** By predicate, of which there are few (see `PredicatePool`): the sets of the values that fail on it. */
  readonly #byPredicate = new WeakMap<Predicate, readonly StrengthSets[]>()

  constructor(field: ClosedField) {
    this.#field = field
    this.#having = new OrdinalSet()
  }

  add(ordinal: number, leaf: MatchLeaf): boolean {
    this.#having.add(ordinal)
    for (const sets of this.#setsOf(leaf.predicate)) sets.add(ordinal, leaf)
    return true
  }

  drop(ordinal: number, leaf: MatchLeaf): void {
    this.#having.drop(ordinal)
    for (const sets of this.#setsOf(leaf.predicate)) sets.drop(ordinal, leaf)
  }

  mark(facts: Facts, marks: Marks): void {
    const value = factOf(this.#field, facts)
    if (value === null) {
      marks.lack(missingProperty(this.#field, facts), this.#having)
      return
    }
    const failing = this.#failing.get(value)
    if (this.#field === 'company.size' && facts.size.highByTurnoverAlone) failing?.failDoubtfully(marks)
    else failing?.fail(marks)
  }

  #setsOf(predicate: Predicate): readonly StrengthSets[] {
    const known = this.#byPredicate.get(predicate)
    if (known !== undefined) return known
    const sets = Array.from(this.#failedBy(predicate), (value) =>
      entryOf(this.#failing, value, () => new StrengthSets()),
    )
    this.#byPredicate.set(predicate, sets)
    return sets
  }

  *#failedBy({ test }: Predicate): Iterable<string> {
    if (test.kind !== 'one') throw new Error(`${this.#field} holds one value`)
    for (const [value, names] of readings[this.#field]) {
      if (names.some((name) => test.names.has(name)) === test.negative) yield value
    }
  }
}

function factOf(field: ClosedField, facts: Facts): string | null {
  return isKnownNone(field, facts) ? knownNone : oneValueOf(field, facts)
}

function readingsOf(values: readonly string[], namesOf = (value: string): readonly string[] => [value]) {
  return new Map([[knownNone, []], ...values.map((value) => [value, namesOf(value)] as const)])
}
