/**
 * The score of a measure by ordinal for the company of one evaluation: the sum of `score.ts`, from plain numbers of which
 * most are added up beforehand. What does not need a look at the measure is added up for all of a group at once; then
 * those are looked at that can be among the best, the most promising first.
 */
import { hasBit, onesIn } from '../../search/sets/bitset.ts'
import { type MatchStatus, topics } from '../../values/vocabularies.ts'
import type { Facts } from '../request/facts.ts'
import { canBeDoubted, judgeRule } from '../verdict/judge-rule.ts'
import { notOpenStatuses } from '../verdict/match-status.ts'
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
import { type MeasureTable, topicWords } from './measure-table.ts'
import { type KernelBits, type KernelNumbers, ordinalsPerWord, wordsAtOnce } from './sets/kernel.ts'
import { type Summed, scoresRoom, sharesMax, topicSetWords } from './sets/listing-kernel.ts'
import type { SetMemory } from './sets/set-memory.ts'

/** The highest part of the score that the status of a measure makes in which nobody can apply. */
const mostNotOpen = Math.max(...notOpenStatuses.map(standingPart))
/** How many open questions a measure of each status has at least; null where none. */
const fewestQuestions: Readonly<Record<MatchStatus, number | null>> = {
  likely_eligible: null,
  possibly_eligible: 1,
  needs_review: 0,
  not_eligible: null,
}

export class Scoring {
  readonly #memory: SetMemory
  readonly #table: MeasureTable
  readonly #answers: AnswerColumns
  readonly #marks: Marks
  readonly #groups: Pick<Groups, 'onTopic'>
  #facts: Facts | null = null
  #fixed: KernelNumbers
  /** The topics of the project, as the kernel takes them. */
  readonly #project: KernelBits
  /** The fit by twice the likenesses of the project's topics; null where it names none. And what it adds to the score. */
  #fits: Float64Array | null = null
  readonly #shares: KernelNumbers
  /** Of a group, what the kernel added up; and how many come to each score. */
  #summed: Summed
  readonly #counts: KernelBits
  /** Those of them that are looked at, and how many properties each lacks and points it waits for. */
  #picked: Summed
  #lacked: KernelBits

  constructor(
    memory: SetMemory,
    table: MeasureTable,
    marks: Marks,
    answers: AnswerColumns,
    groups: Pick<Groups, 'onTopic'>,
  ) {
    this.#groups = groups
    this.#memory = memory
    this.#table = table
    this.#answers = answers
    this.#marks = marks
    this.#fixed = table.fixedScore(null)
    this.#project = memory.take(wordsAtOnce)
    this.#shares = memory.takeNumbers(sharesMax)
    this.#summed = { ordinals: memory.take(0), sums: memory.takeNumbers(0) }
    this.#picked = { ordinals: memory.take(0), sums: memory.takeNumbers(0) }
    this.#counts = memory.take(scoresRoom)
    this.#lacked = memory.take(0)
  }

  /** Scores are of these facts from here on, and of the marks and the table as they are now. */
  begin(facts: Facts): void {
    this.#facts = facts
    this.#fixed = this.#table.fixedScore(facts.place.region)
    const [low, high] = topicWords(facts.topics ?? [])
    this.#project[0] = low
    this.#project[1] = high
    const count = onesIn(low) + onesIn(high)
    this.#fits = fitsByCount[count] ?? null
    // Where the project names no topic no measure shares one, and each fits as one that names none.
    if (this.#fits === null) this.#shares[0] = weights.topics * neutralFit
    else for (const [halves, fit] of this.#fits.entries()) this.#shares[halves] = weights.topics * fit
    const room = this.#table.words * ordinalsPerWord
    if (this.#lacked.length === room) return
    this.#summed = this.#anew(this.#summed, room)
    this.#picked = this.#anew(this.#picked, room)
    this.#lacked = this.#memory.anew(this.#lacked, room)
  }

  #anew({ ordinals, sums }: Summed, room: number): Summed {
    this.#memory.giveBack(sums)
    return { ordinals: this.#memory.anew(ordinals, room), sums: this.#memory.takeNumbers(room) }
  }

  /** Enters the measures of a set, which all have that status, among the best. */
  consider(best: BestMeasures, bits: KernelBits, status: MatchStatus): void {
    if (scoreTenths(this.#mostOf(status)) < best.least) return
    if (status === 'needs_review') this.#dropHopeless(bits, best.least)
    const { topicSets } = this.#table
    const { listing } = this.#memory
    const fewest = fewestQuestions[status]
    const found = listing.addUp(
      bits,
      { numbers: this.#fixed, topics: topicSets, project: this.#project, shares: this.#shares },
      {
        neutral: weights.topics * neutralFit,
        start: weights.status * statusPart[status] - weights.question * (fewest ?? 0),
      },
      this.#summed,
    )
    const wanted = best.room
    // Where none are wanted, or all, none is more promising than another.
    const reached =
      wanted === 0 || found <= wanted ? 0 : listing.reachedBy(this.#summed.sums, found, wanted, this.#counts)
    const promising = Math.max(best.least, reached)
    this.#enter(best, found, { least: promising, below: Number.POSITIVE_INFINITY }, fewest)
    // Facts and questions only make a score lower: whoever was less promising may be better now.
    if (best.least < promising) this.#enter(best, found, { least: best.least, below: promising }, fewest)
  }

  /** Takes those out of a group that are to be reviewed because of what makes their score too low to be among the best. */
  #dropHopeless(review: KernelBits, least: number): void {
    const { kernel } = this.#memory
    const most = this.#mostOf('needs_review')
    if (scoreTenths(most - weights.standing * (1 - mostNotOpen)) < least) {
      kernel.subtract(review, this.#table.masks.notOpen)
    }
    if (scoreTenths(most - weights.topics) < least) kernel.intersect(review, this.#groups.onTopic)
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
    const low = this.#project[0] ?? 0
    const high = this.#project[1] ?? 0
    const same = onesIn(first & low) + onesIn(second & high)
    const related =
      onesIn((topicSets[start + 2] ?? 0) & low & ~first) + onesIn((topicSets[start + 3] ?? 0) & high & ~second)
    return this.#fits[2 * same + related] ?? 0
  }

  /**
   * Of what was added up, whose score in tenths lies there: takes from each sum what facts and further questions than the
   * fewest cost, and enters the measure among the best where it can be one of them.
   */
  #enter(best: BestMeasures, found: number, scores: { least: number; below: number }, fewest: number | null): void {
    const { ordinals, sums } = this.#picked
    const picked = this.#memory.listing.pick(this.#summed, found, scores, this.#picked)
    if (fewest !== null) this.#answers.countLacked(ordinals, picked, this.#marks.lacking, this.#lacked)
    for (let at = 0; at < picked; at += 1) {
      const ordinal = ordinals[at] ?? 0
      let sum = (sums[at] ?? 0) + this.#doubt(ordinal)
      if (fewest !== null) {
        const questions = (this.#lacked[at] ?? 0) + this.#answers.openOwnOf(ordinal)
        sum -= weights.question * (Math.min(questions, questionsMax) - fewest)
      }
      const tenths = scoreTenths(sum)
      if (tenths >= best.least) best.consider(ordinal, tenths)
    }
  }

  /** What the score has less because the facts make rules less sure than they are by themselves: 0 or below. */
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
