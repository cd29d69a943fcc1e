/** The score of a measure by ordinal for the company of one evaluation: the same sum as everywhere, from plain numbers. */
import { type Bits, hasBit } from '../../../measures/core/index/bitset.ts'
import type { Facts } from '../facts.ts'
import { judgeRule } from '../judge-rule.ts'
import type { MatchRule } from '../prepared-measure.ts'
import { confidencePart, ruleWithoutWeight, scoreOf, topicsPart } from '../score.ts'
import { onesIn } from './each-bit.ts'
import type { Marks } from './marks.ts'
import { type MeasureTable, topicWords } from './measure-table.ts'

export class Scoring {
  readonly #table: MeasureTable
  readonly #marks: Marks
  readonly #facts: Facts
  readonly #lacking: readonly Bits[]
  readonly #closeness: Float64Array
  readonly #topics: readonly [low: number, high: number]
  readonly #topicCount: number

  constructor(table: MeasureTable, marks: Marks, facts: Facts) {
    this.#table = table
    this.#marks = marks
    this.#facts = facts
    this.#lacking = marks.lacked.map((property) => marks.lacking(property))
    this.#closeness = table.closeness(facts.place.region)
    this.#topics = topicWords(facts.topics ?? [])
    this.#topicCount = onesIn(this.#topics[0]) + onesIn(this.#topics[1])
  }

  /** `status`: the part that the status has in the score. */
  score(ordinal: number, status: number): number {
    return scoreOf({
      status,
      topics: this.#topicsPart(ordinal),
      confidence: this.#confidence(ordinal),
      standing: this.#table.standing[ordinal] ?? 0,
      closeness: this.#closeness[ordinal] ?? 0,
      // Who is not eligible has no open question.
      questions: hasBit(this.#marks.refused, ordinal) ? 0 : this.#questions(ordinal),
    })
  }

  #topicsPart(ordinal: number): number {
    const { topicWords: words, topicCount } = this.#table
    const [low, high] = this.#topics
    const common = onesIn((words[ordinal * 2] ?? 0) & low) + onesIn((words[ordinal * 2 + 1] ?? 0) & high)
    return topicsPart(common, this.#topicCount, topicCount[ordinal] ?? 0)
  }

  #questions(ordinal: number): number {
    let count = 0
    for (const bits of this.#lacking) if (hasBit(bits, ordinal)) count += 1
    return count
  }

  #confidence(ordinal: number): number {
    const { doubtful, refused } = this.#marks
    // Groups of a measure that is refused anyway were not judged, so nobody knows whether one of them is in doubt.
    const isKnown =
      !hasBit(doubtful, ordinal) && !(hasBit(refused, ordinal) && hasBit(this.#table.masks.complex, ordinal))
    return isKnown ? (this.#table.confidence[ordinal] ?? 0) : this.#confidenceByFacts(ordinal)
  }

  #confidenceByFacts(ordinal: number): number {
    let [sum, count] = [0, 0]
    for (const rule of this.#table.measures[ordinal]?.rules ?? []) {
      if (rule.id === ruleWithoutWeight) continue
      sum += canBeDoubted(rule) ? judgeRule(rule, this.#facts).confidence : rule.confidence
      count += 1
    }
    return confidencePart(sum, count)
  }
}

function canBeDoubted(rule: MatchRule): boolean {
  if (rule.kind === 'group') return true
  const { field } = rule.predicate
  return field === 'company.size' || field === 'company.nace'
}
