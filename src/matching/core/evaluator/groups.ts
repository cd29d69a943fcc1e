/**
 * From marks to statuses: the whole catalogue at once, 32 measures an operation. What comes out says for each measure in
 * which group of the order it stands, and which part its status has in the score.
 */
import { type Bits, bitsFor, onesIn } from '../../../measures/core/index/bitset.ts'
import type { AskedProperty } from '../../../values/questions.ts'
import type { MatchStatus } from '../../../values/vocabularies.ts'
import type { QuestionCount } from '../questions.ts'

import type { Marks } from './marks.ts'
import type { Masks } from './measure-table.ts'

export class Groups {
  likely: Bits = bitsFor(0)
  possibly: Bits = bitsFor(0)
  /** Those under review for `conditions` alone, and all others under review. */
  conditionsAlone: Bits = bitsFor(0)
  otherReview: Bits = bitsFor(0)
  refused: Bits = bitsFor(0)
  #settles: number[] = []
  #appears: number[] = []

  begin(words: number): void {
    // Every word is written by `sort`, so nothing has to be cleared.
    if (this.likely.length === words) return
    this.likely = new Int32Array(words)
    this.possibly = new Int32Array(words)
    this.otherReview = new Int32Array(words)
    this.conditionsAlone = new Int32Array(words)
    this.refused = new Int32Array(words)
  }

  /**
   * Sorts every measure into its group, and counts groups and questions. `sharing`: measures that share a topic with the
   * project; null where it names none.
   */
  sort(
    masks: Masks,
    marks: Marks,
    sharing: Bits | null,
  ): { counts: Record<MatchStatus, number>; questions: QuestionCount[] } {
    const counts = { likely_eligible: 0, possibly_eligible: 0, needs_review: 0, not_eligible: 0 }
    const { lacked, lacking } = marks
    this.#settles = lacked.map(() => 0)
    this.#appears = lacked.map(() => 0)
    const { live, blind, notOpen, openConditions, namesTopics } = masks
    const { refused, weak } = marks
    for (let word = 0; word < refused.length; word += 1) {
      const all = live[word] ?? 0
      const standing = all & ~(refused[word] ?? 0)
      this.refused[word] = all & ~standing
      if (standing === 0) {
        this.likely[word] = 0
        this.possibly[word] = 0
        this.otherReview[word] = 0
        this.conditionsAlone[word] = 0
        counts.not_eligible += onesIn(all)
        continue
      }
      const unknown = this.#countQuestions(lacking, word, standing)
      const otherTopic = sharing === null ? 0 : (namesTopics[word] ?? 0) & ~(sharing[word] ?? 0)
      const weakly = weak[word] ?? 0
      const reviewed = standing & ((blind[word] ?? 0) | (notOpen[word] ?? 0) | otherTopic | weakly)
      const conditions = standing & (openConditions[word] ?? 0) & ~unknown & ~weakly
      const review = reviewed | conditions
      const decided = standing & ~review
      this.otherReview[word] = reviewed
      this.conditionsAlone[word] = conditions & ~reviewed
      this.possibly[word] = decided & unknown
      this.likely[word] = decided & ~unknown
      counts.not_eligible += onesIn(all & ~standing)
      counts.needs_review += onesIn(review)
      counts.possibly_eligible += onesIn(decided & unknown)
      counts.likely_eligible += onesIn(decided & ~unknown)
    }
    return { counts, questions: lacked.map((field, index) => this.#questionCount(field, index)) }
  }

  /** Counts the questions of a word's measures; answers those that have any. */
  #countQuestions(lacking: readonly Bits[], word: number, standing: number): number {
    let [one, several] = [0, 0]
    for (let index = 0; index < lacking.length; index += 1) {
      const having = (lacking[index]?.[word] ?? 0) & standing
      several |= one & having
      one |= having
    }
    if (one === 0) return 0
    for (let index = 0; index < lacking.length; index += 1) {
      const having = (lacking[index]?.[word] ?? 0) & standing
      this.#appears[index] = (this.#appears[index] ?? 0) + onesIn(having)
      this.#settles[index] = (this.#settles[index] ?? 0) + onesIn(having & ~several)
    }
    return one
  }

  #questionCount(field: AskedProperty, index: number): QuestionCount {
    return { field, settles: this.#settles[index] ?? 0, appearsIn: this.#appears[index] ?? 0 }
  }
}
