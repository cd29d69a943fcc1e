/**
 * The rules of measures as numbers, side by side in one array: judging a few hundred groups then reads a few kilobytes, and not
 * thousands of objects from all over memory.
 *
 * A program is the number of its words, and for each rule whether a fail of it is sure, then the rule: the place of its
 * predicate, or a group (its kind, the number of words of its members, its members).
 */
import { strongConfidence } from '../verdict/judge-rule.ts'
import type { Predicate } from '../verdict/predicate.ts'
import type { MatchGroup, MatchRule } from '../verdict/prepared-measure.ts'
import { said } from '../verdict/said.ts'
import type { Judgements } from './judgements.ts'
import type { PredicatePool } from './predicate-pool.ts'
import { longer } from './sets/measure-sets.ts'

/** The kind of a group stands in the place of a predicate, which is never negative: all bits but these are set. */
const kindBase = -4
const isAll = 1
const isOwnConfidence = 2
/** Of a group before its members. */
const headWords = 2

/** Words of programs that are gone; beyond that, and beyond half of all, the others are moved together. */
const goneWordsMax = 4_096
const firstWords = 1_024
const nowhere = -1

/** What the rules of a program come to, as bits: a sure fail, a less sure one, something undecided. */
export const refused = 1
export const weak = 2
export const lacking = 4

export class RulePrograms {
  readonly #pool: PredicatePool
  readonly #judgements: Judgements
  #words = new Int32Array(firstWords)
  #length = 0
  #goneWords = 0
  /** Where the program of a measure starts, by ordinal. */
  #starts = new Int32Array(0)

  constructor(pool: PredicatePool, judgements: Judgements) {
    this.#pool = pool
    this.#judgements = judgements
  }

  /** Writes the rules of a measure that has no program; their predicates are the pool's. */
  put(ordinal: number, rules: readonly MatchRule[]): void {
    if (this.#goneWords > goneWordsMax && this.#goneWords * 2 > this.#length) this.#moveTogether()
    this.#reach(ordinal)
    const start = this.#length
    this.#starts[ordinal] = start
    this.#push(0)
    for (const rule of rules) {
      this.#push(rule.confidence >= strongConfidence ? refused : weak)
      this.#pushRule(rule)
    }
    this.#words[start] = this.#length - start
  }

  /** Forgets the program of a measure; one that has none is no matter. */
  remove(ordinal: number): void {
    const start = this.#startOf(ordinal)
    if (start === nowhere) return
    this.#goneWords += this.#word(start)
    this.#starts[ordinal] = nowhere
  }

  /** What the rules of the measure come to; of a measure that is refused nothing else. */
  run(ordinal: number): number {
    const start = this.#startOf(ordinal)
    const end = start + this.#word(start)
    let found = 0
    for (let at = start + 1; at < end; at += 1 + this.#wordsOf(at + 1)) {
      const says = this.#judge(at + 1)
      if (says === said.passes) continue
      if (says === said.undecided) found |= lacking
      else if (this.#word(at) === weak || this.#isDoubted(at + 1)) found |= weak
      else return refused
    }
    return found
  }

  /** Visits the undecided predicates for which undecided rules wait; those of a settled group do not. */
  eachUndecided(ordinal: number, visit: (predicate: Predicate) => void): void {
    const start = this.#startOf(ordinal)
    const end = start + this.#word(start)
    for (let at = start + 1; at < end; at += 1 + this.#wordsOf(at + 1)) this.#visit(at + 1, visit)
  }

  #visit(at: number, visit: (predicate: Predicate) => void): void {
    if (this.#judge(at) !== said.undecided) return
    const word = this.#word(at)
    if (word >= 0) visit(this.#pool.at(word))
    const end = at + this.#wordsOf(at)
    for (let member = at + headWords; member < end; member += this.#wordsOf(member)) this.#visit(member, visit)
  }

  #judge(at: number): number {
    const word = this.#word(at)
    if (word >= 0) return this.#judgements.of(word)
    const all = (word & isAll) !== 0
    const end = at + this.#wordsOf(at)
    let isUndecided = false
    for (let member = at + headWords; member < end; member += this.#wordsOf(member)) {
      const says = this.#judge(member)
      if (says === said.undecided) isUndecided = true
      else if ((says === said.passes) !== all) return all ? said.fails : said.passes
    }
    if (isUndecided) return said.undecided
    return all ? said.passes : said.fails
  }

  /** Whether the facts make a rule less sure than it is by itself: a group is as sure as its members, or says how sure it is. */
  #isDoubted(at: number): boolean {
    const word = this.#word(at)
    if (word >= 0) return this.#judgements.of(word) === said.failsDoubtfully
    if ((word & isOwnConfidence) !== 0) return false
    const end = at + this.#wordsOf(at)
    for (let member = at + headWords; member < end; member += this.#wordsOf(member)) {
      if (this.#isDoubted(member)) return true
    }
    return false
  }

  #startOf(ordinal: number): number {
    return this.#starts[ordinal] ?? nowhere
  }

  #wordsOf(at: number): number {
    return this.#word(at) >= 0 ? 1 : headWords + this.#word(at + 1)
  }

  #word(at: number): number {
    return this.#words[at] ?? 0
  }

  #pushRule(rule: MatchRule): void {
    if (rule.kind === 'leaf') {
      this.#push(this.#pool.placeOf(rule.predicate))
      return
    }
    this.#push(kindOf(rule))
    const lengthAt = this.#length
    this.#push(0)
    for (const member of rule.members) this.#pushRule(member)
    this.#words[lengthAt] = this.#length - lengthAt - 1
  }

  #push(word: number): void {
    if (this.#length === this.#words.length) this.#words = longer(this.#words, this.#length * 2)
    this.#words[this.#length] = word
    this.#length += 1
  }

  #reach(ordinal: number): void {
    const before = this.#starts.length
    if (ordinal < before) return
    this.#starts = longer(this.#starts, Math.max(firstWords, (ordinal + 1) * 2)).fill(nowhere, before)
  }

  /** Copies the programs that are left to the front of a new array. */
  #moveTogether(): void {
    const words = new Int32Array(this.#words.length)
    let length = 0
    for (const [ordinal, start] of this.#starts.entries()) {
      if (start === nowhere) continue
      const end = start + this.#word(start)
      words.set(this.#words.subarray(start, end), length)
      this.#starts[ordinal] = length
      length += end - start
    }
    this.#words = words
    this.#length = length
    this.#goneWords = 0
  }
}

function kindOf({ operator, ownConfidence }: MatchGroup): number {
  return kindBase | (operator === 'all' ? isAll : 0) | (ownConfidence ? isOwnConfidence : 0)
}
