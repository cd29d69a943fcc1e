/**
 * Rules that no column took, judged one by one: groups, and leaves beyond the first of a kind. Only of measures that
 * nothing has refused yet, which are few.
 */
import { addBit, type Bits, bitsFor, hasBit } from '../../../measures/core/index/bitset.ts'
import type { Facts } from '../facts.ts'
import { waitingNaceRules } from '../judge-measure.ts'
import { canBeDoubted, judgeRule, outcomeOf, type RuleVerdict, strongConfidence } from '../judge-rule.ts'
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
    const { refused } = marks
    const { complex } = this.#table.masks
    if (this.#todo.length !== refused.length) this.#todo = new Int32Array(refused.length)
    for (let word = 0; word < refused.length; word += 1) this.#todo[word] = (complex[word] ?? 0) & ~(refused[word] ?? 0)
    eachBit(this.#todo, (ordinal) => {
      const undecided: RuleVerdict[] = []
      for (const rule of this.#table.complexRules[ordinal] ?? []) {
        // Where its outcome may not be all, the whole verdict is needed.
        const outcome = canBeDoubted(rule, facts) ? 'unknown' : outcomeOf(rule, facts)
        if (outcome === 'unknown') undecided.push(judgeRule(rule, facts))
        else if (outcome === 'fail') markFail(ordinal, rule.confidence, marks)
      }
      for (const verdict of undecided) markVerdict(ordinal, verdict, marks)
      const version = this.#table.measures[ordinal]?.naceVersion ?? null
      if (version !== null && !hasBit(marks.refused, ordinal)) waiting[version] += waitingNaceRules(undecided)
    })
  }
}

function markFail(ordinal: number, confidence: number, marks: Marks): void {
  addBit(confidence >= strongConfidence ? marks.refused : marks.weak, ordinal)
}

function markVerdict(ordinal: number, verdict: RuleVerdict, marks: Marks): void {
  if (verdict.outcome === 'fail') markFail(ordinal, verdict.confidence, marks)
  for (const property of verdict.lacks) addBit(marks.lackingFor(property), ordinal)
  if (verdict.confidence !== verdict.rule.confidence) addBit(marks.doubtful, ordinal)
}
