/**
 * Leaves on NACE codes. Codes are read by prefix: for each code that rules list the measures that list it, and for each
 * code above those the measures that list something below it. A company's code then costs a look at its levels, once for
 * each version of NACE-BEL that rules speak of, and for each code that it is read as there (reference/nace-reading.ts);
 * what comes of it is kept.
 */

import { type NaceVersion, naceVersions } from '../../../reference/nace.ts'
import type { NaceList, NaceReading } from '../../../reference/nace-reading.ts'
import { type Bits, intersect, subtract } from '../../../search/sets/bitset.ts'
import { type Facts, isKnownNone } from '../../request/facts.ts'
import { type NaceCode, readIn, standInFor } from '../../request/nace-codes.ts'
import type { MatchLeaf } from '../../verdict/prepared-measure.ts'
import { emptySet, unite, uniteWithin } from '../sets/measure-sets.ts'
import { OrdinalSet } from '../sets/ordinal-set.ts'
import { type Column, entryOf } from './column.ts'
import type { Marks } from './marks.ts'
import { OneEach } from './one-each.ts'

const field = 'company.nace'
const versions = [...naceVersions, null] as const

export class NaceColumn implements Column {
  readonly #covers: Lists
  readonly #notCovers: Lists

  constructor() {
    this.#covers = new Lists()
    this.#notCovers = new Lists()
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
    const codes = facts.nace
    const [main] = codes ?? []
    if (codes === null || main === undefined) {
      this.#covers.measures.having.lack(field, marks)
      this.#notCovers.measures.having.lack(field, marks)
      return
    }
    this.#markAny(codes, marks)
    this.#markMain(main, codes, marks)
  }

  #markAny(codes: readonly NaceCode[], marks: Marks): void {
    const [covered, above] = [marks.scratch(0), marks.undecidedNace[0]]
    for (const code of codes) {
      const found = this.#covers.found(code, marks.refused.length)
      found.covered.uniteInto(covered)
      found.touched.uniteInto(above)
    }
    subtract(above, covered)
    unite(marks.lackingFor(field), above)
    unite(covered, above)
    this.#covers.measures.having.failExcept(marks, covered)
  }

  #markMain(main: NaceCode, codes: readonly NaceCode[], marks: Marks): void {
    const [covered, undecided] = [marks.scratch(0), marks.undecidedNace[1]]
    const found = this.#notCovers.found(main, marks.refused.length)
    found.covered.uniteInto(covered)
    found.touched.uniteInto(undecided)
    subtract(undecided, covered)
    this.#notCovers.measures.having.failWithin(marks, covered)
    for (const version of this.#notCovers.versions) {
      const standIn = readIn(main, version).translated ? standInFor(codes, version) : undefined
      if (standIn !== undefined) this.#markStandIn(readIn(standIn, version), version, undecided, marks)
    }
    unite(marks.lackingFor(field), undecided)
  }

  /** The main activity leaves some measures of this version undecided. The stand-in decides most of them; the rest stay undecided. */
  #markStandIn(reading: NaceReading, version: NaceVersion | null, undecided: Bits, marks: Marks): void {
    const [covered, touched, ofVersion] = [marks.scratch(0), marks.scratch(1), marks.scratch(2)]
    this.#notCovers.look(reading, version, covered, touched)
    this.#notCovers.ofVersion(version, ofVersion)
    intersect(ofVersion, undecided)
    uniteWithin(marks.weak, covered, ofVersion)
    uniteWithin(marks.doubtful, covered, ofVersion)
    subtract(undecided, ofVersion)
    subtract(touched, covered)
    uniteWithin(undecided, touched, ofVersion)
  }

  #of(leaf: MatchLeaf): Lists {
    const { test } = leaf.predicate
    if (test.kind !== 'nace') throw new Error(`${field} is a set of NACE codes`)
    return test.negative ? this.#notCovers : this.#covers
  }
}

/** Codes kept per kind of leaf; beyond that all are forgotten, and those in use come back. */
const foundMax = 1_024

/** The measures that cover a code, and those that list something of it; the former may be among the latter. */
type Found = { covered: OrdinalSet; touched: OrdinalSet }

type SetsOfVersion = {
  listing: Map<string, OrdinalSet>
  below: Map<string, OrdinalSet>
  all: OrdinalSet
}

/** The lists of one kind of leaf. */
class Lists {
  readonly measures: OneEach
  /** By version: measures that list a code, those that list one below it, and all. */
  readonly #byVersion: ReadonlyMap<NaceVersion | null, SetsOfVersion>
  readonly #counts = new Map<NaceVersion | null, number>()
  readonly #found = new Map<NaceCode, Found>()

  constructor() {
    this.measures = new OneEach()
    this.#byVersion = new Map(
      versions.map((version) => [version, { listing: new Map(), below: new Map(), all: new OrdinalSet() }]),
    )
  }

  add(ordinal: number, leaf: MatchLeaf): boolean {
    if (!this.measures.add(ordinal, leaf)) return false
    this.#forget()
    const list = listOf(leaf)
    this.#count(list.version, 1)
    const { listing, below, all } = this.#sets(list.version)
    all.add(ordinal)
    for (const code of list.codes) {
      entryOf(listing, code, () => new OrdinalSet()).add(ordinal)
      for (const above of levelsAbove(code)) entryOf(below, above, () => new OrdinalSet()).add(ordinal)
    }
    return true
  }

  drop(ordinal: number, leaf: MatchLeaf): void {
    this.#forget()
    this.measures.drop(ordinal, leaf)
    const list = listOf(leaf)
    this.#count(list.version, -1)
    const { listing, below, all } = this.#sets(list.version)
    all.drop(ordinal)
    for (const code of list.codes) {
      listing.get(code)?.drop(ordinal)
      for (const above of levelsAbove(code)) below.get(above)?.drop(ordinal)
    }
  }

  /** Versions of which there are lists. */
  get versions(): Iterable<NaceVersion | null> {
    return this.#counts.keys()
  }

  #count(version: NaceVersion | null, change: number): void {
    const count = (this.#counts.get(version) ?? 0) + change
    if (count > 0) this.#counts.set(version, count)
    else this.#counts.delete(version)
  }

  /** What lists of any version say of a code, worked out when it is first met and kept until a list changes. */
  found(code: NaceCode, words: number): Found {
    const before = this.#found.get(code)
    if (before !== undefined) return before
    const [covered, touched] = [emptySet(words), emptySet(words)]
    for (const version of this.versions) this.look(readIn(code, version), version, covered, touched)
    if (this.#found.size >= foundMax) this.#forget()
    const found = { covered: new OrdinalSet(), touched: new OrdinalSet() }
    found.covered.adopt(covered)
    found.touched.adopt(touched)
    this.#found.set(code, found)
    return found
  }

  #forget(): void {
    this.#found.clear()
  }

  /**
   * Adds to `covered` the measures of that version that cover every code of the reading, and to `touched` those that list a part of
   * one. A reading without codes may be anything, so it touches every measure.
   */
  look({ codes }: NaceReading, version: NaceVersion | null, covered: Bits, touched: Bits): void {
    const [only] = codes
    if (only === undefined) this.#sets(version).all.uniteInto(touched)
    else if (codes.length === 1) this.#lookAtOne(only, version, covered, touched)
    else this.#lookAtAll(codes, version, covered, touched)
  }

  #lookAtOne(code: string, version: NaceVersion | null, covered: Bits, touched: Bits): void {
    const { listing, below } = this.#sets(version)
    for (const level of levelsTo(code)) listing.get(level)?.uniteInto(covered)
    below.get(code)?.uniteInto(touched)
  }

  #lookAtAll(codes: readonly string[], version: NaceVersion | null, covered: Bits, touched: Bits): void {
    const [coveringOne, coveringAll] = [emptySet(covered.length), emptySet(covered.length)]
    this.#sets(version).all.uniteInto(coveringAll)
    for (const code of codes) {
      coveringOne.fill(0)
      this.#lookAtOne(code, version, coveringOne, touched)
      unite(touched, coveringOne)
      intersect(coveringAll, coveringOne)
    }
    unite(covered, coveringAll)
  }

  /** Adds the measures of that version. */
  ofVersion(version: NaceVersion | null, into: Bits): void {
    this.#sets(version).all.uniteInto(into)
  }

  #sets(version: NaceVersion | null): SetsOfVersion {
    const sets = this.#byVersion.get(version)
    if (sets === undefined) throw new Error(`${version} is no version of NACE-BEL`)
    return sets
  }
}

function listOf(leaf: MatchLeaf): NaceList {
  const { test } = leaf.predicate
  if (test.kind !== 'nace') throw new Error(`${field} is a set of NACE codes`)
  return test.list
}

/** The code and those above it, from the division down: a list that has one of them covers it. */
function levelsTo(code: string): string[] {
  return Array.from({ length: code.length - 1 }, (_, index) => code.slice(0, index + 2))
}

function levelsAbove(code: string): string[] {
  return levelsTo(code).slice(0, -1)
}
