/**
 * From marks to statuses: the whole catalogue at once, 128 measures an operation. What comes out says for each measure in
 * which group of the order it stands, and which part its status has in the score.
 */

import { askedProperties } from '../../values/questions.ts'
import type { MatchStatus } from '../../values/vocabularies.ts'
import type { AnswerColumns } from './columns/answer-columns.ts'
import type { Marks } from './columns/marks.ts'
import type { Masks } from './measure-table.ts'
import type { QuestionRanking } from './question-ranking.ts'
import { type KernelBits, ordinalsPerWord } from './sets/kernel.ts'
import type { SetMemory } from './sets/set-memory.ts'

export type Grouped = {
  counts: Record<MatchStatus, number>
  /** Measures, not refused, whose topic fit is 0. */
  otherTopic: number
}

export class Groups {
  readonly #memory: SetMemory
  likely: KernelBits
  possibly: KernelBits
  review: KernelBits
  /** Whoever is shown and refused. */
  shutOut: KernelBits
  /** Whoever's topic fit is not 0. */
  onTopic: KernelBits
  /** Whoever is not refused. */
  standing: KernelBits
  /** Of those who stand: who lacks something, and who lacks one thing alone. */
  lacking: KernelBits
  lackingOne: KernelBits
  /** Whom questions count: of those that stand, whom nobody has to look at anyway. */
  counted: KernelBits
  /** By property, in the order of the marks. */
  readonly #settles: KernelBits
  readonly #appearsIn: KernelBits

  constructor(memory: SetMemory) {
    this.#memory = memory
    this.likely = memory.take(0)
    this.possibly = memory.take(0)
    this.review = memory.take(0)
    this.shutOut = memory.take(0)
    this.onTopic = memory.take(0)
    this.standing = memory.take(0)
    this.lacking = memory.take(0)
    this.lackingOne = memory.take(0)
    this.counted = memory.take(0)
    this.#settles = memory.forOrdinals(askedProperties.length * ordinalsPerWord)
    this.#appearsIn = memory.forOrdinals(askedProperties.length * ordinalsPerWord)
  }

  begin(words: number): void {
    // Every word is written by `sort`, so nothing has to be cleared.
    if (this.likely.length === words) return
    const anew = (before: KernelBits): KernelBits => this.#memory.anew(before, words)
    this.likely = anew(this.likely)
    this.possibly = anew(this.possibly)
    this.review = anew(this.review)
    this.shutOut = anew(this.shutOut)
    this.onTopic = anew(this.onTopic)
    this.standing = anew(this.standing)
    this.lacking = anew(this.lacking)
    this.lackingOne = anew(this.lackingOne)
    this.counted = anew(this.counted)
  }

  /**
   * Sorts every measure into its group, and counts the groups. `sharing`: measures with a topic that is the same
   * as, or related to, one of the project; null where it names none.
   */
  sort(masks: Masks, marks: Marks, answers: AnswerColumns, sharing: KernelBits | null): Grouped {
    const { kernel } = this.#memory
    const { live, blind, notOpen, namesTopics } = masks
    const { refused, weak, answered, lackingAnswers } = marks
    const { standing, counted, lacking } = this
    kernel.sortStanding({ live, refused, weak, notOpen, namesTopics, sharing: sharing ?? namesTopics }, this)
    kernel.gatherWithin(marks.found, standing, marks.lacking, { any: lacking, one: this.lackingOne })
    answers.gather(standing, marks)
    kernel.sortGroups({ standing, counted, blind, answered, lacking, asking: lackingAnswers }, this)
    const counts = {
      likely_eligible: kernel.count(this.likely),
      possibly_eligible: kernel.count(this.possibly),
      needs_review: kernel.count(this.review),
      not_eligible: kernel.count(this.shutOut),
    }
    return { counts, otherTopic: kernel.count(standing) - kernel.countCommon(standing, this.onTopic) }
  }

  /** Adds to the questions what the rules lack of those that nobody has to look at anyway. */
  addQuestions({ lacked, lacking }: Marks, ranking: QuestionRanking): void {
    const [settles, appearsIn] = [this.#settles, this.#appearsIn]
    this.#memory.kernel.countEachWithin(lacking, [this.lackingOne, this.counted], [settles, appearsIn])
    ranking.addLacked(lacked, settles, appearsIn)
  }
}
