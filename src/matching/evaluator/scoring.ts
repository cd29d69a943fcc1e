/**
 * The score of a measure by ordinal for the company of one evaluation: the sum of `score.ts`, from plain numbers of which
 * most are added up beforehand.
 */
import { hasBit, lowestOf, onesIn } from '../../search/sets/bitset.ts'
import type { MatchStatus } from '../../values/vocabularies.ts'
import type { Facts } from '../request/facts.ts'
import { canBeDoubted, judgeRule } from '../verdict/judge-rule.ts'
import { confidencePart, questionsMax, ruleWithoutWeight, scoreTenths, statusPart, weights } from '../verdict/score.ts'
import { meanFit, neutralFit } from '../verdict/topic-fit.ts'
import type { BestMeasures } from './best-measures.ts'
import type { AnswerColumns } from './columns/answer-columns.ts'
import type { Marks } from './columns/marks.ts'
import { type MeasureTable, topicWords } from './measure-table.ts'
import type { KernelBits } from './sets/kernel.ts'

/** By more than this no score is shown higher than its sum. */
const shownMore = 0.1

/** Statuses in which a measure has open questions. */
const askingStatuses: readonly MatchStatus[] = ['possibly_eligible', 'needs_review']

export class Scoring {
  readonly #table: MeasureTable
  readonly #answers: AnswerColumns
  readonly #marks: Marks
  readonly #facts: Facts
  readonly #fixed: Float64Array
  readonly #topics: readonly [low: number, high: number]
  /** By twice the likenesses of the project's topics; null where it names none. */
  readonly #fits: Float64Array | null

  constructor(table: MeasureTable, marks: Marks, answers: AnswerColumns, facts: Facts) {
    this.#table = table
    this.#answers = answers
    this.#marks = marks
    this.#facts = facts
    this.#fixed = table.fixedScore(facts.place.region)
    this.#topics = topicWords(facts.topics ?? [])
    const count = onesIn(this.#topics[0]) + onesIn(this.#topics[1])
    this.#fits = count === 0 ? null : fitsOver(count)
  }

  /** Enters the measures of a set, which all have that status, among the best. */
  consider(best: BestMeasures, bits: KernelBits, status: MatchStatus): void {
    const fixed = this.#fixed
    const ofStatus = weights.status * statusPart[status]
    // The best that topics could make of it: most measures get no further.
    const most = ofStatus + weights.topics * (this.#fits === null ? neutralFit : 1) + shownMore
    const asks = askingStatuses.includes(status)
    let { least } = best
    let leastFixed = least / 10 - most
    for (let word = 0; word < bits.length; word += 1) {
      for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
        const ordinal = word * 32 + lowestOf(left)
        const ofMeasure = fixed[ordinal] ?? 0
        if (ofMeasure < leastFixed) continue
        const sum = ofStatus + ofMeasure + weights.topics * this.topicFit(ordinal) + this.#doubt(ordinal)
        let tenths = scoreTenths(sum)
        if (tenths < least) continue
        if (asks) {
          tenths = scoreTenths(sum - weights.question * Math.min(this.#questions(ordinal), questionsMax))
          if (tenths < least) continue
        }
        best.consider(ordinal, tenths)
        least = best.least
        leastFixed = least / 10 - most
      }
    }
  }

  /** See `topicFit` in verdict/topic-fit.ts: a topic of the project that the measure has counts twice one that is related. */
  topicFit(ordinal: number): number {
    const { topicWords: words, relatedWords } = this.#table
    const [first, second] = [words[ordinal * 2] ?? 0, words[ordinal * 2 + 1] ?? 0]
    if (this.#fits === null || (first | second) === 0) return neutralFit
    const [low, high] = this.#topics
    const same = onesIn(first & low) + onesIn(second & high)
    const related =
      onesIn((relatedWords[ordinal * 2] ?? 0) & low & ~first) +
      onesIn((relatedWords[ordinal * 2 + 1] ?? 0) & high & ~second)
    return this.#fits[2 * same + related] ?? 0
  }

  #questions(ordinal: number): number {
    let count = 0
    for (const bits of this.#marks.lacking.sets) if (hasBit(bits, ordinal)) count += 1
    return count + this.#answers.openOf(ordinal)
  }

  /** What the score has less, or more, because the facts make rules less sure than they are by themselves. */
  #doubt(ordinal: number): number {
    if (!this.#isDoubtful(ordinal)) return 0
    return weights.confidence * (this.#confidenceByFacts(ordinal) - (this.#table.confidence[ordinal] ?? 0))
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

/** The mean of so many likenesses, by twice their sum. */
function fitsOver(count: number): Float64Array {
  return Float64Array.from({ length: 2 * count + 1 }, (_, halves) => meanFit(halves, count))
}
