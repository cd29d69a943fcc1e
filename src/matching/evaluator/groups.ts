/**
 * From marks to statuses: the whole catalogue at once, 32 measures an operation. What comes out says for each measure in
 * which group of the order it stands, and which part its status has in the score.
 */
import { type Bits, bitsFor, countBits, countCommon } from '../../search/sets/bitset.ts'
import type { AskedProperty } from '../../values/questions.ts'
import type { MatchStatus } from '../../values/vocabularies.ts'
import type { QuestionCount } from '../verdict/questions.ts'
import type { Marks } from './columns/marks.ts'
import type { Masks } from './measure-table.ts'

export class Groups {
  likely: Bits = bitsFor(0)
  possibly: Bits = bitsFor(0)
  /** Those under review for `conditions` alone, and all others under review. */
  conditionsAlone: Bits = bitsFor(0)
  otherReview: Bits = bitsFor(0)
  refused: Bits = bitsFor(0)
  /** Whoever is not refused. */
  standing: Bits = bitsFor(0)
  /** Of those who stand: who lacks something, and who lacks one thing alone. */
  #lacking: Bits = bitsFor(0)
  #lackingOne: Bits = bitsFor(0)

  begin(words: number): void {
    // Every word is written by `sort`, so nothing has to be cleared.
    if (this.likely.length === words) return
    this.likely = new Int32Array(words)
    this.possibly = new Int32Array(words)
    this.otherReview = new Int32Array(words)
    this.conditionsAlone = new Int32Array(words)
    this.refused = new Int32Array(words)
    this.standing = new Int32Array(words)
    this.#lacking = new Int32Array(words)
    this.#lackingOne = new Int32Array(words)
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
    const { live, blind, notOpen, openConditions, namesTopics } = masks
    const { refused, weak } = marks
    const [standing, shutOut] = [this.standing, this.refused]
    for (let word = 0; word < standing.length; word += 1) {
      const [shown, fails] = [live[word] ?? 0, refused[word] ?? 0]
      standing[word] = shown & ~fails
      shutOut[word] = shown & fails
    }
    this.#gatherLacking(marks.lacking)
    const { likely, possibly, conditionsAlone, otherReview } = this
    const lacking = this.#lacking
    for (let word = 0; word < standing.length; word += 1) {
      const stands = standing[word] ?? 0
      const lacks = lacking[word] ?? 0
      const otherTopic = sharing === null ? 0 : (namesTopics[word] ?? 0) & ~(sharing[word] ?? 0)
      const asksReview = (blind[word] ?? 0) | (notOpen[word] ?? 0) | (weak[word] ?? 0) | otherTopic
      const decided = stands & ~asksReview
      const passes = decided & ~lacks
      const open = openConditions[word] ?? 0
      otherReview[word] = stands & asksReview
      possibly[word] = decided & lacks
      conditionsAlone[word] = passes & open
      likely[word] = passes & ~open
    }
    const counts = {
      likely_eligible: countBits(this.likely),
      possibly_eligible: countBits(this.possibly),
      needs_review: countBits(this.otherReview) + countBits(this.conditionsAlone),
      not_eligible: countBits(this.refused),
    }
    return { counts, questions: marks.lacked.map((field, at) => this.#questionCount(field, marks.lacking[at])) }
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

  #questionCount(field: AskedProperty, bits: Bits | undefined): QuestionCount {
    if (bits === undefined) throw new Error(`nobody lacks ${field}`)
    return { field, settles: countCommon(bits, this.#lackingOne), appearsIn: countBits(bits) }
  }
}
