/**
 * Leaves that compare a number or a day. The ends of all ranges cut the line into stretches on which every leaf says the
 * same; what fails on a stretch is worked out when a company first falls on it, and kept until a leaf changes.
 */

import { type Bits, countBits } from '../../../search/sets/bitset.ts'
import { firstPlace } from '../../../search/sets/halving.ts'
import type { Day } from '../../../values/brussels.ts'
import type { RuleField } from '../../../values/vocabularies.ts'
import { type Facts, isKnownNone } from '../../request/facts.ts'
import { comparableOf, endOf, missingProperty, rangeHolds } from '../../verdict/judge-predicate.ts'
import type { RangeTest } from '../../verdict/predicate.ts'
import type { MatchLeaf } from '../../verdict/prepared-measure.ts'
import { emptySet, unite } from '../sets/measure-sets.ts'
import { OrdinalSet } from '../sets/ordinal-set.ts'
import { type Column, entryOf } from './column.ts'
import type { Marks } from './marks.ts'
import { StrengthSets } from './strength-sets.ts'

/** Stretches kept per field; beyond that all are forgotten, and those in use come back. */
const stretchesMax = 256

type Point = number | Day
type Leaves = { test: RangeTest; measures: StrengthSets; uses: number }
/** `weak`: null where nobody fails less surely, which is nearly always. */
type Failing = { refused: Bits; weak: Bits | null }

export class RangeColumn implements Column {
  readonly #field: RuleField
  readonly #having: OrdinalSet
  readonly #all: StrengthSets
  /** By the tests themselves: those that judge alike are one (see `PredicatePool`). */
  readonly #leaves = new Map<RangeTest, Leaves>()
  readonly #stretches = new Map<number, Failing>()
  #points: Point[] | null = null
  /** The day of which points and stretches are, where leaves name today. */
  #today: Day = ''

  constructor(field: RuleField) {
    this.#field = field
    this.#having = new OrdinalSet()
    this.#all = new StrengthSets()
  }

  add(ordinal: number, leaf: MatchLeaf): boolean {
    this.#forget()
    this.#having.add(ordinal)
    this.#all.add(ordinal, leaf)
    const test = testOf(leaf)
    const leaves = entryOf(this.#leaves, test, () => ({
      test,
      measures: new StrengthSets(),
      uses: 0,
    }))
    leaves.measures.add(ordinal, leaf)
    leaves.uses += 1
    return true
  }

  drop(ordinal: number, leaf: MatchLeaf): void {
    this.#forget()
    this.#having.drop(ordinal)
    this.#all.drop(ordinal, leaf)
    const test = testOf(leaf)
    const leaves = this.#leaves.get(test)
    if (leaves === undefined) return
    leaves.measures.drop(ordinal, leaf)
    leaves.uses -= 1
    if (leaves.uses > 0) return
    this.#leaves.delete(test)
  }

  mark(facts: Facts, marks: Marks): void {
    if (isKnownNone(this.#field, facts)) {
      // Nothing compares with what is not there.
      this.#all.fail(marks)
      return
    }
    const fact = comparableOf(this.#field, facts)
    if (fact === null) {
      marks.lack(missingProperty(this.#field, facts), this.#having)
      return
    }
    const failing = this.#failingAt(fact, facts.today, marks.refused.length)
    unite(marks.refused, failing.refused)
    if (failing.weak !== null) unite(marks.weak, failing.weak)
  }

  #failingAt(fact: Point, today: Day, words: number): Failing {
    if (this.#today !== today && this.#namesToday()) this.#forget()
    this.#today = today
    const stretch = stretchOf(this.#pointsOf(today), fact)
    const before = this.#stretches.get(stretch)
    if (before !== undefined && before.refused.length === words) return before
    if (before === undefined && this.#stretches.size >= stretchesMax) this.#forgetStretches()
    const failing = this.#failingOn(fact, today, words)
    this.#stretches.set(stretch, failing)
    return failing
  }

  #failingOn(fact: Point, today: Day, words: number): Failing {
    const [refused, weak] = [emptySet(words), emptySet(words)]
    for (const { test, measures } of this.#leaves.values()) {
      if (!rangeHolds(test, fact, today)) measures.fail({ refused, weak })
    }
    return { refused, weak: countBits(weak) > 0 ? weak : null }
  }

  #pointsOf(today: Day): Point[] {
    this.#points ??= [...new Set(this.#ends().map((edge) => endOf(edge, today)))].sort((left, right) =>
      left < right ? -1 : 1,
    )
    return this.#points
  }

  #ends() {
    return [...this.#leaves.values()].flatMap(({ test }) => [test.low, test.high]).filter((edge) => edge !== null)
  }

  #namesToday(): boolean {
    return this.#ends().some((edge) => edge.value === 'today')
  }

  #forget(): void {
    this.#points = null
    this.#forgetStretches()
  }

  #forgetStretches(): void {
    this.#stretches.clear()
  }
}

function testOf(leaf: MatchLeaf): RangeTest {
  const { test, field } = leaf.predicate
  if (test.kind !== 'range') throw new Error(`${field} is compared`)
  return test
}

/** The stretch on which a value lies: even numbers lie between points, odd ones are the points themselves. */
function stretchOf(points: readonly Point[], value: Point): number {
  const place = firstPlace(0, points.length, (at) => (points[at] ?? 0) < value)
  return place * 2 + (points[place] === value ? 1 : 0)
}
