/**
 * Rules that no column took, judged one by one: groups, and leaves beyond the first of a kind. Only of measures that
 * nothing has refused yet, which are few.
 */
import { addBit, type Bits, bitsFor, hasBit, subtract } from '../../../measures/core/index/bitset.ts'
import type { Facts } from '../facts.ts'
import { waitingNaceRules } from '../judge-measure.ts'
import { judgeRule, type RuleVerdict, strongConfidence } from '../judge-rule.ts'
import type { NaceWaiting } from '../questions.ts'
import { eachBit } from './each-bit.ts'
import type { Marks } from './marks.ts'
import type { MeasureTable } from './measure-table.ts'

export class ComplexRules {
  readonly #table: MeasureTable
  #todo: Bits = bitsFor(0)

  constructor(table: MeasureTable) {
    this.#table = table
  }

  /** Marks what they say, and adds to `waiting` the undecided NACE rules among them. */
  mark(facts: Facts, marks: Marks, waiting: NaceWaiting): void {
    const { complex } = this.#table.masks
    if (this.#todo.length !== complex.length) this.#todo = new Int32Array(complex.length)
    this.#todo.set(complex)
    subtract(this.#todo, marks.refused)
    eachBit(this.#todo, (ordinal) => {
      const verdicts = (this.#table.complexRules[ordinal] ?? []).map((rule) => judgeRule(rule, facts))
      for (const verdict of verdicts) markVerdict(ordinal, verdict, marks)
      const version = this.#table.measures[ordinal]?.naceVersion ?? null
      if (version !== null && !hasBit(marks.refused, ordinal)) waiting[version] += waitingNaceRules(verdicts)
    })
  }
}

function markVerdict(ordinal: number, verdict: RuleVerdict, marks: Marks): void {
  if (verdict.outcome === 'fail') {
    addBit(verdict.confidence >= strongConfidence ? marks.refused : marks.weak, ordinal)
  }
  for (const property of verdict.lacks) addBit(marks.lacking(property), ordinal)
  if (verdict.confidence !== verdict.rule.confidence) addBit(marks.doubtful, ordinal)
}
