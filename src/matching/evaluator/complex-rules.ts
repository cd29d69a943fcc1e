/**
 * Rules that no column took, judged one by one: groups, and leaves beyond the first of a kind. Only of measures that
 * nothing has refused yet, which are few.
 */
import { addBit, hasBit, lowestOf } from '../../search/sets/bitset.ts'
import type { Facts } from '../request/facts.ts'
import { waitingNaceRules } from '../verdict/judge-measure.ts'
import { missingProperty } from '../verdict/judge-predicate.ts'
import { judgeRule, strongConfidence } from '../verdict/judge-rule.ts'
import type { NaceWaiting } from '../verdict/questions.ts'
import type { Marks } from './columns/marks.ts'
import type { MeasureTable } from './measure-table.ts'
import { doubtsOf, lacking, type RulePrograms, refused, weak } from './rule-programs.ts'

export class ComplexRules {
  readonly #table: MeasureTable
  /** The complex rules of the measures in `masks.complex`. */
  readonly #programs: RulePrograms

  constructor(table: MeasureTable, programs: RulePrograms) {
    this.#table = table
    this.#programs = programs
  }

  /** Marks what they say, and adds to `waiting` the undecided NACE rules among them. */
  mark(facts: Facts, marks: Marks, waiting: NaceWaiting): void {
    const { refused: refusedBits } = marks
    const { live, complex } = this.#table.masks
    const doubted = doubtsOf(facts)
    for (let word = 0; word < refusedBits.length; word += 1) {
      let left = (complex[word] ?? 0) & (live[word] ?? 0) & ~(refusedBits[word] ?? 0)
      for (; left !== 0; left &= left - 1) {
        const ordinal = word * 32 + lowestOf(left)
        if (doubted !== 0 && (this.#programs.looksAt(ordinal) & doubted) !== 0) {
          this.#markVerdicts(ordinal, facts, marks, waiting)
        } else this.#markMeasure(ordinal, facts, marks, waiting)
      }
    }
  }

  #markMeasure(ordinal: number, facts: Facts, marks: Marks, waiting: NaceWaiting): void {
    const found = this.#programs.run(ordinal)
    if ((found & refused) !== 0) {
      addBit(marks.refused, ordinal)
      return
    }
    if ((found & weak) !== 0) addBit(marks.weak, ordinal)
    if ((found & lacking) === 0) return
    this.#programs.eachUndecided(ordinal, ({ field }) => {
      addBit(marks.lackingFor(missingProperty(field, facts)), ordinal)
      if (field === 'company.nace') this.#addWaiting(ordinal, 1, waiting)
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
    if (!hasBit(marks.refused, ordinal)) this.#addWaiting(ordinal, waitingNaceRules(verdicts), waiting)
  }

  /** Adds that many rules to those that wait for a code of the version that the measure names, if it names one. */
  #addWaiting(ordinal: number, rules: number, waiting: NaceWaiting): void {
    const { nace2008, nace2025 } = this.#table.masks
    if (hasBit(nace2008, ordinal)) waiting[2008] += rules
    else if (hasBit(nace2025, ordinal)) waiting[2025] += rules
  }
}
