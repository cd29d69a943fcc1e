/**
 * The rules of measures as numbers, side by side in one array: judging a few hundred groups then reads a few kilobytes,
 * and not thousands of objects from all over memory. What a predicate says is found once a company, however many share it.
 *
 * A program is what its rules look at, the number of words that follow, and for each rule whether a fail of it is sure,
 * then the rule: the place of its predicate, or a group (operator, number of words of its members, its members).
 */
import type { Facts } from '../request/facts.ts'
import { judge } from '../verdict/judge-predicate.ts'
import { strongConfidence } from '../verdict/judge-rule.ts'
import type { Predicate } from '../verdict/predicate.ts'
import type { MatchRule } from '../verdict/prepared-measure.ts'
import type { PredicatePool } from './predicate-pool.ts'

/** What stands for a group in the place of a predicate, which is never negative. */
const anyOf = -1
const allOf = -2
const headWords = 2
const firstWords = 1024

/** What a rule says; `notJudged`: nobody has asked yet. */
const notJudged = 0
const passes = 1
const fails = 2
const undecided = 3

/** What a program looks at that facts can make doubtful (see `canBeDoubted` in judge-rule.ts), as bits. */
const atSize = 1
const atNace = 2

/** What the rules of a program come to, as bits: a sure fail, a less sure one, something undecided. */
export const refused = 1
export const weak = 2
export const lacking = 4

export class RulePrograms {
  readonly #pool: PredicatePool
  #words = new Int32Array(firstWords)
  #length = 0
  /** By place of the predicate: what it says of the facts. */
  #said = new Uint8Array(0)
  #facts: Facts | null = null
  /** What these facts make doubtful, as bits. */
  #doubted = 0

  constructor(pool: PredicatePool) {
    this.#pool = pool
  }

  /** Words written, also of programs that nobody runs any more. */
  get length(): number {
    return this.#length
  }

  /** Writes the rules of a measure, whose predicates are the pool's. Answers where the program starts. */
  write(rules: readonly MatchRule[]): number {
    const start = this.#length
    this.#push(rules.reduce((bits, rule) => bits | doubtsOf(rule), 0))
    this.#push(0)
    for (const rule of rules) {
      this.#push(rule.confidence >= strongConfidence ? refused : weak)
      this.#pushRule(rule)
    }
    this.#words[start + 1] = this.#length - start - headWords
    return start
  }

  /** Words of a program. */
  lengthOf(start: number): number {
    return headWords + this.#word(start + 1)
  }

  /** Forgets every program. */
  clear(): void {
    this.#length = 0
  }

  /** Programs are run on these facts from here on. */
  begin(facts: Facts): void {
    this.#facts = facts
    this.#doubted = (facts.size.highByTurnoverAlone ? atSize : 0) | ((facts.nace?.length ?? 0) > 1 ? atNace : 0)
    const { places } = this.#pool
    if (this.#said.length < places) this.#said = new Uint8Array(places * 2)
    else this.#said.fill(notJudged)
  }

  /** Whether the facts can make a rule of the program less sure than it is by itself. */
  looksAtDoubted(start: number): boolean {
    return (this.#word(start) & this.#doubted) !== 0
  }

  /** What the rules come to. */
  run(start: number): number {
    const end = start + this.lengthOf(start)
    let found = 0
    for (let at = start + headWords; at < end; at += 1 + this.#wordsOf(at + 1)) {
      const said = this.#judge(at + 1)
      if (said === fails) found |= this.#word(at)
      else if (said === undecided) found |= lacking
    }
    return found
  }

  /** Visits the undecided predicates for which undecided rules wait; those of a settled group do not. */
  eachUndecided(start: number, visit: (predicate: Predicate) => void): void {
    const end = start + this.lengthOf(start)
    for (let at = start + headWords; at < end; at += 1 + this.#wordsOf(at + 1)) this.#visit(at + 1, visit)
  }

  #visit(at: number, visit: (predicate: Predicate) => void): void {
    if (this.#judge(at) !== undecided) return
    const word = this.#word(at)
    if (word >= 0) {
      visit(this.#pool.at(word))
      return
    }
    const end = at + this.#wordsOf(at)
    for (let member = at + headWords; member < end; member += this.#wordsOf(member)) this.#visit(member, visit)
  }

  #judge(at: number): number {
    const word = this.#word(at)
    if (word >= 0) return this.#judgeLeaf(word)
    const settling = word === anyOf ? passes : fails
    const end = at + this.#wordsOf(at)
    let isUndecided = false
    for (let member = at + headWords; member < end; member += this.#wordsOf(member)) {
      const said = this.#judge(member)
      if (said === settling) return settling
      if (said === undecided) isUndecided = true
    }
    if (isUndecided) return undecided
    return settling === passes ? fails : passes
  }

  #judgeLeaf(place: number): number {
    const before = this.#said[place] ?? notJudged
    if (before !== notJudged) return before
    if (this.#facts === null) throw new Error('a program is run on facts')
    const judgement = judge(this.#pool.at(place), this.#facts)
    const said = judgement === 'pass' ? passes : judgement === 'unknown' ? undecided : fails
    this.#said[place] = said
    return said
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
    this.#push(rule.operator === 'any' ? anyOf : allOf)
    const lengthAt = this.#length
    this.#push(0)
    for (const member of rule.members) this.#pushRule(member)
    this.#words[lengthAt] = this.#length - lengthAt - 1
  }

  #push(word: number): void {
    if (this.#length === this.#words.length) {
      const longer = new Int32Array(this.#length * 2)
      longer.set(this.#words)
      this.#words = longer
    }
    this.#words[this.#length] = word
    this.#length += 1
  }
}

function doubtsOf(rule: MatchRule): number {
  const [looksAtSize, looksAtNace] =
    rule.kind === 'group'
      ? [rule.looksAtSize, rule.looksAtNace]
      : [rule.predicate.field === 'company.size', rule.predicate.field === 'company.nace']
  return (looksAtSize ? atSize : 0) | (looksAtNace ? atNace : 0)
}
