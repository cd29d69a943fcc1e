/**
 * Rules that no column took, judged one by one: groups, and leaves beyond the first of a kind. Only of measures that
 * nothing has refused yet, which are few.
 */
import { addBit, hasBit, lowestOf } from '../../search/bitset.ts'
import type { Facts } from '../request/facts.ts'
import { waitingNaceRules } from '../verdict/judge-measure.ts'
import { missingProperty } from '../verdict/judge-predicate.ts'
import { judgeRule, strongConfidence } from '../verdict/judge-rule.ts'
import type { MatchRule } from '../verdict/prepared-measure.ts'
import type { NaceWaiting } from '../verdict/questions.ts'
import type { Marks } from './columns/marks.ts'
import type { MeasureTable } from './measure-table.ts'
import type { PredicatePool } from './predicate-pool.ts'
import { lacking, RulePrograms, refused, weak } from './rule-programs.ts'

/** Words of programs that are gone; beyond that, and beyond half of all, the others are written anew. */
const goneWordsMax = 4_096

export class ComplexRules {
  readonly #table: MeasureTable
  readonly #programs: RulePrograms
  /** Where the program of each measure starts, by ordinal, of those in `masks.complex`. */
  #starts = new Int32Array(0)
  #goneWords = 0

  constructor(table: MeasureTable, predicates: PredicatePool) {
    this.#table = table
    this.#programs = new RulePrograms(predicates)
  }

  /** Takes the complex rules of a measure, of which the table knows already. */
  put(ordinal: number, rules: readonly MatchRule[]): void {
    if (rules.length === 0) return
    if (this.#goneWords > goneWordsMax && this.#goneWords * 2 > this.#programs.length) this.#writeAnew()
    this.#write(ordinal, rules)
  }

  /** The measure is about to leave the table. */
  remove(ordinal: number): void {
    if (hasBit(this.#table.masks.complex, ordinal)) this.#goneWords += this.#programs.lengthOf(this.#startOf(ordinal))
  }

  /** Marks what they say, and adds to `waiting` the undecided NACE rules among them. */
  mark(facts: Facts, marks: Marks, waiting: NaceWaiting): void {
    const { refused: refusedBits } = marks
    const { complex } = this.#table.masks
    this.#programs.begin(facts)
    for (let word = 0; word < refusedBits.length; word += 1) {
      let left = (complex[word] ?? 0) & ~(refusedBits[word] ?? 0)
      for (; left !== 0; left &= left - 1) this.#markMeasure(word * 32 + lowestOf(left), facts, marks, waiting)
    }
  }

  #markMeasure(ordinal: number, facts: Facts, marks: Marks, waiting: NaceWaiting): void {
    const start = this.#startOf(ordinal)
    if (this.#programs.looksAtDoubted(start)) {
      this.#markVerdicts(ordinal, facts, marks, waiting)
      return
    }
    const found = this.#programs.run(start)
    if ((found & refused) !== 0) {
      addBit(marks.refused, ordinal)
      return
    }
    if ((found & weak) !== 0) addBit(marks.weak, ordinal)
    if ((found & lacking) === 0) return
    const version = this.#table.measures[ordinal]?.naceVersion ?? null
    this.#programs.eachUndecided(start, ({ field }) => {
      addBit(marks.lackingFor(missingProperty(field, facts)), ordinal)
      if (field === 'company.nace' && version !== null) waiting[version] += 1
    })
  }

  /** The same where the facts make a rule less sure than it is by itself: that takes whole verdicts. */
  #markVerdicts(ordinal: number, facts: Facts, marks: Marks, waiting: NaceWaiting): void {
    const verdicts = (this.#table.complexRules[ordinal] ?? []).map((rule) => judgeRule(rule, facts))
    for (const { rule, outcome, confidence, lacks } of verdicts) {
      if (outcome === 'fail') addBit(confidence >= strongConfidence ? marks.refused : marks.weak, ordinal)
      for (const property of lacks) addBit(marks.lackingFor(property), ordinal)
      if (confidence !== rule.confidence) addBit(marks.doubtful, ordinal)
    }
    const version = this.#table.measures[ordinal]?.naceVersion ?? null
    if (version !== null && !hasBit(marks.refused, ordinal)) waiting[version] += waitingNaceRules(verdicts)
  }

  #startOf(ordinal: number): number {
    return this.#starts[ordinal] ?? 0
  }

  #write(ordinal: number, rules: readonly MatchRule[]): void {
    if (ordinal >= this.#starts.length) {
      const longer = new Int32Array((ordinal + 1) * 2)
      longer.set(this.#starts)
      this.#starts = longer
    }
    this.#starts[ordinal] = this.#programs.write(rules)
  }

  #writeAnew(): void {
    this.#programs.clear()
    this.#goneWords = 0
    for (const [ordinal, rules] of this.#table.complexRules.entries()) {
      if (rules !== undefined) this.#write(ordinal, rules)
    }
  }
}
