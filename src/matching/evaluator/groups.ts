/**
 * From marks to statuses: the whole catalogue at once, 32 measures an operation. What comes out says for each measure in
 * which group of the order it stands, and which part its status has in the score.
 */
import { type Bits, bitsFor, countBits, countCommon } from '../../search/sets/bitset.ts'
import type { MatchStatus } from '../../values/vocabularies.ts'
import type { OpenProperty, QuestionCount } from '../verdict/questions.ts'
import type { AnswerColumns } from './columns/answer-columns.ts'
import type { Marks } from './columns/marks.ts'
import type { Masks } from './measure-table.ts'

export type Grouped = {
  counts: Record<MatchStatus, number>
  /** Measures, not refused, whose topic fit is 0. */
  otherTopic: number
  questions: QuestionCount[]
}

export class Groups {
  likely: Bits = bitsFor(0)
  possibly: Bits = bitsFor(0)
  review: Bits = bitsFor(0)
  refused: Bits = bitsFor(0)
  /** Whoever's topic fit is not 0. */
  onTopic: Bits = bitsFor(0)
  /** Whoever is not refused. */
  standing: Bits = bitsFor(0)
  /** Of those who stand: who lacks something, and who lacks one thing alone. */
  #lacking: Bits = bitsFor(0)
  #lackingOne: Bits = bitsFor(0)
  /** Whom questions count: of those that stand, whom nobody has to look at anyway. */
  #counted: Bits = bitsFor(0)

  begin(words: number): void {
    // Every word is written by `sort`, so nothing has to be cleared.
    if (this.likely.length === words) return
    this.likely = new Int32Array(words)
    this.possibly = new Int32Array(words)
    this.review = new Int32Array(words)
    this.refused = new Int32Array(words)
    this.onTopic = new Int32Array(words)
    this.standing = new Int32Array(words)
    this.#lacking = new Int32Array(words)
    this.#lackingOne = new Int32Array(words)
    this.#counted = new Int32Array(words)
  }

  /**
   * Sorts every measure into its group, and counts groups and questions. `sharing`: measures with a topic that is the same
   * as, or related to, one of the project; null where it names none.
   */
  sort(masks: Masks, marks: Marks, answers: AnswerColumns, sharing: Bits | null): Grouped {
    const { live, blind, notOpen, namesTopics } = masks
    const { refused, weak, answered, lackingAnswers } = marks
    const [standing, shutOut, onTopic, counted] = [this.standing, this.refused, this.onTopic, this.#counted]
    for (let word = 0; word < standing.length; word += 1) {
      const [shown, fails] = [live[word] ?? 0, refused[word] ?? 0]
      const elsewhere = sharing === null ? 0 : (namesTopics[word] ?? 0) & ~(sharing[word] ?? 0)
      standing[word] = shown & ~fails
      shutOut[word] = shown & fails
      onTopic[word] = ~elsewhere
      counted[word] = shown & ~fails & ~(notOpen[word] ?? 0) & ~(weak[word] ?? 0) & ~elsewhere
    }
    this.#gatherLacking(marks.lacking)
    answers.gather(standing, marks)
    const { likely, possibly, review } = this
    const [lacking, lackingOne] = [this.#lacking, this.#lackingOne]
    for (let word = 0; word < standing.length; word += 1) {
      const asks = lackingAnswers[word] ?? 0
      const lacks = (lacking[word] ?? 0) | asks
      const decided = (counted[word] ?? 0) & (~(blind[word] ?? 0) | (answered[word] ?? 0))
      review[word] = (standing[word] ?? 0) & ~decided
      possibly[word] = decided & lacks
      likely[word] = decided & ~lacks
      // From here on: whom the one fact would decide.
      lackingOne[word] = (lackingOne[word] ?? 0) & (counted[word] ?? 0) & ~asks
    }
    const counts = {
      likely_eligible: countBits(likely),
      possibly_eligible: countBits(possibly),
      needs_review: countBits(review),
      not_eligible: countBits(shutOut),
    }
    return {
      counts,
      otherTopic: countBits(standing) - countCommon(standing, onTopic),
      questions: [
        ...marks.lacked.map((field, at) => this.#questionCount(field, marks.lacking[at])),
        ...answers.questions(counted, marks, lacking),
      ],
    }
  }

  /** Finds who of those that stand lacks something, and who lacks one thing alone; of others nobody asks what they lack. */
  #gatherLacking(properties: readonly Bits[]): void {
    const [standing, lacking, lackingOne] = [this.standing, this.#lacking, this.#lackingOne]
    lacking.fill(0)
    // Until the end those that lack several things.
    lackingOne.fill(0)
    for (const bits of properties) {
      for (let word = 0; word < standing.length; word += 1) {
        const having = (bits[word] ?? 0) & (standing[word] ?? 0)
        const before = lacking[word] ?? 0
        bits[word] = having
        lackingOne[word] = (lackingOne[word] ?? 0) | (before & having)
        lacking[word] = before | having
      }
    }
    for (let word = 0; word < lacking.length; word += 1) {
      lackingOne[word] = (lacking[word] ?? 0) & ~(lackingOne[word] ?? 0)
    }
  }

  #questionCount(field: OpenProperty, bits: Bits | undefined): QuestionCount {
    if (bits === undefined) throw new Error(`nobody lacks ${field}`)
    return { field, settles: countCommon(bits, this.#lackingOne), appearsIn: countCommon(bits, this.#counted) }
  }
}
