/**
 * The score of a measure by ordinal for the company of one evaluation: the sum of `score.ts`, from plain numbers of which
 * most are added up beforehand.
 */
import { hasBit, lowestOf, onesIn } from '../../search/sets/bitset.ts'
import type { Facts } from '../request/facts.ts'
import { canBeDoubted, judgeRule } from '../verdict/judge-rule.ts'
import { confidencePart, questionsMax, ruleWithoutWeight, shownScore, weights } from '../verdict/score.ts'
import { meanFit, neutralFit } from '../verdict/topic-fit.ts'
import type { BestMeasures } from './best-measures.ts'
import type { AnswerColumns } from './columns/answer-columns.ts'
import type { Marks } from './columns/marks.ts'
import { type MeasureTable, topicWords } from './measure-table.ts'
import type { KernelBits } from './sets/kernel.ts'

/** By more than this no score is shown higher than its sum. */
const shownMore = 0.1

export class Scoring {
  readonly #table: MeasureTable
  readonly #answers: AnswerColumns
  readonly #marks: Marks
  readonly #facts: Facts
  readonly #fixed: Float64Array
  readonly #topics: readonly [low: number, high: number]
  readonly #topicCount: number
  readonly #topicsMost: number

  constructor(table: MeasureTable, marks: Marks, answers: AnswerColumns, facts: Facts) {
    this.#table = table
    this.#answers = answers
    this.#marks = marks
    this.#facts = facts
    this.#fixed = table.fixedScore(facts.place.region)
    this.#topics = topicWords(facts.topics ?? [])
    this.#topicCount = onesIn(this.#topics[0]) + onesIn(this.#topics[1])
    this.#topicsMost = weights.topics * (this.#topicCount === 0 ? neutralFit : 1)
  }

  /** Enters the measures of a set among the best. `status`: the part that their status has in the score. */
  consider(best: BestMeasures, bits: KernelBits, status: number): void {
    const fixed = this.#fixed
    const ofStatus = weights.status * status
    // The best that topics could make of it: most measures get no further.
    const most = ofStatus + this.#topicsMost + shownMore
    let { least } = best
    for (let word = 0; word < bits.length; word += 1) {
      for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
        const ordinal = word * 32 + lowestOf(left)
        const ofMeasure = fixed[ordinal] ?? 0
        if (most + ofMeasure < least) continue
        const score = this.#score(ordinal, ofStatus + ofMeasure, least)
        if (score < least) continue
        best.consider(ordinal, score)
        least = best.least
      }
    }
  }

  /** The score, or something below `least` where the score is: what takes longer is looked at only where it can matter. */
  #score(ordinal: number, start: number, least: number): number {
    const table = this.#table
    let sum = start + weights.topics * this.topicFit(ordinal)
    if (this.#isDoubtful(ordinal)) {
      sum += weights.confidence * (this.#confidenceByFacts(ordinal) - (table.confidence[ordinal] ?? 0))
    }
    const score = shownScore(sum)
    // Who is not eligible has no open question.
    if (score < least || hasBit(this.#marks.refused, ordinal)) return score
    return shownScore(sum - weights.question * Math.min(this.#questions(ordinal), questionsMax))
  }

  /** See `topicFit` in verdict/topic-fit.ts: a topic of the project that the measure has counts twice one that is related. */
  topicFit(ordinal: number): number {
    const { topicWords: words, relatedWords } = this.#table
    const [first, second] = [words[ordinal * 2] ?? 0, words[ordinal * 2 + 1] ?? 0]
    if (this.#topicCount === 0 || (first | second) === 0) return neutralFit
    const [low, high] = this.#topics
    const same = onesIn(first & low) + onesIn(second & high)
    const related =
      onesIn((relatedWords[ordinal * 2] ?? 0) & low & ~first) +
      onesIn((relatedWords[ordinal * 2 + 1] ?? 0) & high & ~second)
    return meanFit(2 * same + related, this.#topicCount)
  }

  #questions(ordinal: number): number {
    let count = 0
    for (const bits of this.#marks.lacking.sets) if (hasBit(bits, ordinal)) count += 1
    return count + this.#answers.openOf(ordinal)
  }

  #isDoubtful(ordinal: number): boolean {
    const { doubtful, refused } = this.#marks
    if (hasBit(doubtful, ordinal)) return true
    // Groups of a measure that is refused anyway were not judged, so nobody knows whether one of them is in doubt.
    return hasBit(refused, ordinal) && hasBit(this.#table.masks.complex, ordinal)
  }

  #confidenceByFacts(ordinal: number): number {
    let [sum, count] = [0, 0]
    for (const rule of this.#table.measures[ordinal]?.rules ?? []) {
      if (rule.id === ruleWithoutWeight) continue
      sum += canBeDoubted(rule, this.#facts) ? judgeRule(rule, this.#facts).confidence : rule.confidence
      count += 1
    }
    return confidencePart(sum, count)
  }
}
