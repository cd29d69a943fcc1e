/**
 * The score of a measure by ordinal for the company of one evaluation: the sum of `score.ts`, from plain numbers of which
 * most are added up beforehand. What does not need a look at the measure is added up for all of a group at once; then
 * those are looked at that can be among the best, the most promising first.
 */

import { type Bits, hasBit, intersect, lowestOf, onesIn, subtract } from '../../search/sets/bitset.ts'
import { type MatchStatus, topics } from '../../values/vocabularies.ts'
import type { Facts } from '../request/facts.ts'
import { canBeDoubted, judgeRule } from '../verdict/judge-rule.ts'
import { notOpenStatusesWithRounds } from '../verdict/match-status.ts'
import {
  confidencePart,
  questionsMax,
  ruleWithoutWeight,
  scoreTenths,
  standingPart,
  statusPart,
  weights,
} from '../verdict/score.ts'
import { meanFit, neutralFit } from '../verdict/topic-fit.ts'
import type { BestMeasures } from './best-measures.ts'
import type { AnswerColumns } from './columns/answer-columns.ts'
import type { Marks } from './columns/marks.ts'
import type { Groups } from './groups.ts'
import { type MeasureTable, topicSetWords, topicWords } from './measure-table.ts'
import { ordinalsPerWord } from './sets/measure-sets.ts'

/** The highest score, in tenths. */
const scoresMax = 1_000
/** The highest part of the score that the status of a measure makes in which nobody can apply. */
const mostNotOpen = Math.max(...notOpenStatusesWithRounds.map(standingPart))
/** How many open questions a measure of each status has at least; null where none. */
const fewestQuestions: Readonly<Record<MatchStatus, number | null>> = {
  likely_eligible: null,
  possibly_eligible: 1,
  needs_review: 0,
  not_eligible: null,
}

export class Scoring {
  readonly #table: MeasureTable
  readonly #answers: AnswerColumns
  readonly #marks: Marks
  readonly #groups: Pick<Groups, 'onTopic'>
  #facts: Facts | null = null
  #fixed: Float64Array
  /** The topics of the project, as two words of bits. */
  #project: readonly [low: number, high: number] = [0, 0]
  /** The fit by twice the likenesses of the project's topics; null where it names none. */
  #fits: Float64Array | null = null
  /** Of a group: its ordinals, ascending, with the sum of each and its score in tenths. */
  #ordinals = new Int32Array(0)
  #sums = new Float64Array(0)
  #tenths = new Int32Array(0)
  /** How many of a group come to each score. */
  readonly #counts = new Int32Array(scoresMax + 1)

  constructor(table: MeasureTable, marks: Marks, answers: AnswerColumns, groups: Pick<Groups, 'onTopic'>) {
    this.#groups = groups
    this.#table = table
    this.#answers = answers
    this.#marks = marks
    this.#fixed = table.fixedScore(null)
  }

  /** Scores are of these facts from here on, and of the marks and the table as they are now. */
  begin(facts: Facts): void {
    this.#facts = facts
    this.#fixed = this.#table.fixedScore(facts.place.region)
    const [low, high] = topicWords(facts.topics ?? [])
    this.#project = [low, high]
    this.#fits = fitsByCount[onesIn(low) + onesIn(high)] ?? null
    const room = this.#table.words * ordinalsPerWord
    if (this.#ordinals.length === room) return
    this.#ordinals = new Int32Array(room)
    this.#sums = new Float64Array(room)
    this.#tenths = new Int32Array(room)
  }

  /** Enters the measures of a set, which all have that status, among the best. */
  consider(best: BestMeasures, bits: Bits, status: MatchStatus): void {
    if (scoreTenths(this.#mostOf(status)) < best.least) return
    if (status === 'needs_review') this.#dropHopeless(bits, best.least)
    const fewest = fewestQuestions[status]
    const start = weights.status * statusPart[status] - weights.question * (fewest ?? 0)
    const found = this.#addUp(bits, start)
    const wanted = best.room
    // Where none are wanted, or all, none is more promising than another.
    const reached = wanted === 0 || found <= wanted ? 0 : this.#reachedBy(found, wanted)
    const promising = Math.max(best.least, reached)
    this.#enter(best, found, { least: promising, below: Number.POSITIVE_INFINITY }, fewest)
    // Facts and questions only make a score lower: whoever was less promising may be better now.
    if (best.least < promising) this.#enter(best, found, { least: best.least, below: promising }, fewest)
  }

  /** Lists the measures of a set with what each starts with, what is fixed of it and what its topics add; answers how many. */
  #addUp(bits: Bits, start: number): number {
    const [ordinals, sums, tenths, fixed] = [this.#ordinals, this.#sums, this.#tenths, this.#fixed]
    let found = 0
    for (let word = 0; word < bits.length; word += 1) {
      for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
        const ordinal = word * ordinalsPerWord + lowestOf(left)
        const sum = start + (fixed[ordinal] ?? 0) + weights.topics * this.topicFit(ordinal)
        ordinals[found] = ordinal
        sums[found] = sum
        tenths[found] = scoreTenths(sum)
        found += 1
      }
    }
    return found
  }

  /** The highest score, in tenths, that at least `wanted` of the first `found` measures reach; 0 where there are fewer. */
  #reachedBy(found: number, wanted: number): number {
    const [counts, tenths] = [this.#counts.fill(0), this.#tenths]
    for (let at = 0; at < found; at += 1) {
      const score = tenths[at] ?? 0
      counts[score] = (counts[score] ?? 0) + 1
    }
    let reaching = 0
    for (let score = scoresMax; score > 0; score -= 1) {
      reaching += counts[score] ?? 0
      if (reaching >= wanted) return score
    }
    return 0
  }

  /** Drops measures under review whose reason for review alone keeps their score too low to be among the best. */
  #dropHopeless(review: Bits, least: number): void {
    const most = this.#mostOf('needs_review')
    if (scoreTenths(most - weights.standing * (1 - mostNotOpen)) < least) {
      subtract(review, this.#table.masks.notOpen)
    }
    if (scoreTenths(most - weights.topics) < least) intersect(review, this.#groups.onTopic)
  }

  /** No sum of a measure of that status is higher. */
  #mostOf(status: MatchStatus): number {
    const topicsMost = weights.topics * (this.#fits === null ? neutralFit : 1)
    return weights.status * statusPart[status] + topicsMost + weights.confidence + weights.standing + weights.closeness
  }

  /** See `topicFit` in verdict/topic-fit.ts: a topic of the project that the measure has counts twice one that is related. */
  topicFit(ordinal: number): number {
    const { topicSets } = this.#table
    const start = ordinal * topicSetWords
    const first = topicSets[start] ?? 0
    const second = topicSets[start + 1] ?? 0
    if (this.#fits === null || (first | second) === 0) return neutralFit
    const [low, high] = this.#project
    const same = onesIn(first & low) + onesIn(second & high)
    const related =
      onesIn((topicSets[start + 2] ?? 0) & low & ~first) + onesIn((topicSets[start + 3] ?? 0) & high & ~second)
    return this.#fits[2 * same + related] ?? 0
  }

  /**
   * Looks at the listed measures whose preliminary score in tenths is within `scores`. Subtracts what doubtful facts cost and what
   * questions beyond the fewest cost, and enters the measure among the best if it still can be one.
   */
  #enter(best: BestMeasures, found: number, scores: { least: number; below: number }, fewest: number | null): void {
    for (let at = 0; at < found; at += 1) {
      const score = this.#tenths[at] ?? 0
      if (score < scores.least || score >= scores.below) continue
      const ordinal = this.#ordinals[at] ?? 0
      let sum = (this.#sums[at] ?? 0) + this.#doubt(ordinal)
      if (fewest !== null) {
        const questions = this.#marks.lackedCount(ordinal) + this.#answers.openCountOf(ordinal)
        sum -= weights.question * (Math.min(questions, questionsMax) - fewest)
      }
      const tenths = scoreTenths(sum)
      if (tenths >= best.least) best.consider(ordinal, tenths)
    }
  }

  /** What the score has less because the facts make rules less sure than they are by themselves: 0 or below. */
  #doubt(ordinal: number): number {
    // Of complex measures it is not known whether one of their rules is in doubt.
    if (!hasBit(this.#marks.doubtful, ordinal) && !hasBit(this.#table.masks.complex, ordinal)) return 0
    return weights.confidence * (this.#confidenceByFacts(ordinal) - (this.#table.confidence[ordinal] ?? 0))
  }

  #confidenceByFacts(ordinal: number): number {
    const facts = this.#facts
    if (facts === null) throw new Error('a score is of facts')
    let [sum, count] = [0, 0]
    for (const rule of this.#table.measures[ordinal]?.rules ?? []) {
      if (rule.id === ruleWithoutWeight) continue
      sum += canBeDoubted(rule, facts) ? judgeRule(rule, facts).confidence : rule.confidence
      count += 1
    }
    return confidencePart(sum, count)
  }
}

/** By the number of the project's topics: the mean of so many likenesses, by twice their sum. Of none there is no mean. */
const fitsByCount: readonly (Float64Array | null)[] = Array.from({ length: topics.length + 1 }, (_, count) =>
  count === 0 ? null : Float64Array.from({ length: 2 * count + 1 }, (_each, halves) => meanFit(halves, count)),
)
