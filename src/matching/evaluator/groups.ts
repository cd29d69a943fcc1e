/**
 * Turns marks into statuses, 32 measures in one operation. The result says for each measure to which group of the order it belongs;
 * the score uses the same group.
 */

import { type Bits, countBits, countCommon } from '../../search/sets/bitset.ts'
import type { MatchStatus } from '../../values/vocabularies.ts'
import type { AnswerColumns } from './columns/answer-columns.ts'
import type { Marks } from './columns/marks.ts'
import type { Masks } from './measure-table.ts'
import type { AskedCounts } from './question-ranking.ts'
import { emptySet } from './sets/measure-sets.ts'

export type Grouped = {
  counts: Record<MatchStatus, number>
  /** Measures, not refused, whose topic fit is 0. */
  otherTopic: number
}

export class Groups {
  likely = emptySet(0)
  possibly = emptySet(0)
  review = emptySet(0)
  /** Measures that are shown and refused. */
  shutOut = emptySet(0)
  /** Measures whose topic fit is not 0. */
  onTopic = emptySet(0)
  /** Measures that are not refused. */
  standing = emptySet(0)
  /** Of those that stand: which lack something, and which lack one thing alone. */
  lacking = emptySet(0)
  lackingOne = emptySet(0)
  /** Measures whose questions are counted: those that stand, unless something else than an open question sends them to review. */
  counted = emptySet(0)

  begin(words: number): void {
    // Every word is written by `sort`, so nothing has to be cleared.
    if (this.likely.length === words) return
    this.likely = emptySet(words)
    this.possibly = emptySet(words)
    this.review = emptySet(words)
    this.shutOut = emptySet(words)
    this.onTopic = emptySet(words)
    this.standing = emptySet(words)
    this.lacking = emptySet(words)
    this.lackingOne = emptySet(words)
    this.counted = emptySet(words)
  }

  /**
   * Sorts every measure into its group, and counts the groups. `sharing`: measures with a topic that is the same
   * as, or related to, one of the project; null where it names none.
   */
  sort(masks: Masks, marks: Marks, answers: AnswerColumns, sharing: Bits | null): Grouped {
    this.#sortStanding(masks, marks, sharing ?? masks.namesTopics)
    this.#gatherLacking(marks)
    answers.gather(this.standing, marks)
    this.#sortStatuses(masks.blind, marks)
    const counts = {
      likely_eligible: countBits(this.likely),
      possibly_eligible: countBits(this.possibly),
      needs_review: countBits(this.review),
      not_eligible: countBits(this.shutOut),
    }
    return { counts, otherTopic: countBits(this.standing) - countCommon(this.standing, this.onTopic) }
  }

  /** Counts how many of the counted measures ask each question of rules, and of how many it is the only one; in the order of the marks. */
  countAsked({ asking }: Marks): AskedCounts {
    return {
      settles: asking.map((set) => countCommon(this.lackingOne, set)),
      appearsIn: asking.map((set) => countCommon(this.counted, set)),
    }
  }

  #sortStanding({ live, notOpen, namesTopics }: Masks, { refused, weak }: Marks, sharing: Bits): void {
    const { standing, shutOut, onTopic, counted } = this
    for (let word = 0; word < standing.length; word += 1) {
      const shown = live[word] ?? 0
      const fails = refused[word] ?? 0
      const topical = ~((namesTopics[word] ?? 0) & ~(sharing[word] ?? 0))
      const stands = shown & ~fails
      standing[word] = stands
      shutOut[word] = shown & fails
      onTopic[word] = topical
      counted[word] = stands & topical & ~(notOpen[word] ?? 0) & ~(weak[word] ?? 0)
    }
  }

  /** Keeps of those that lack each property the ones that stand. */
  #gatherLacking(marks: Marks): void {
    const { standing, lacking, lackingOne } = this
    const { found, lacking: kept } = marks
    for (let at = 0; at < found.length; at += 1) {
      const [from, into] = [found[at], kept[at]]
      if (from === undefined || into === undefined) continue
      for (let word = 0; word < standing.length; word += 1) into[word] = (from[word] ?? 0) & (standing[word] ?? 0)
    }
    marks.gatherAsked()
    lacking.fill(0)
    // Until the end: those that lack several.
    lackingOne.fill(0)
    for (const asking of marks.asking) {
      for (let word = 0; word < standing.length; word += 1) {
        const having = asking[word] ?? 0
        lackingOne[word] = (lackingOne[word] ?? 0) | ((lacking[word] ?? 0) & having)
        lacking[word] = (lacking[word] ?? 0) | having
      }
    }
    for (let word = 0; word < standing.length; word += 1)
      lackingOne[word] = (lacking[word] ?? 0) & ~(lackingOne[word] ?? 0)
  }

  /**
   * Of those that stand, which are likely, possible or to be reviewed: a counted measure that looks at the applicant, or was
   * answered something, is decided by what is lacking or asked alone.
   */
  #sortStatuses(blind: Bits, { answered, lackingAnswers }: Marks): void {
    const { standing, counted, lacking, lackingOne, likely, possibly, review } = this
    for (let word = 0; word < standing.length; word += 1) {
      const asks = lackingAnswers[word] ?? 0
      const lacks = asks | (lacking[word] ?? 0)
      const free = counted[word] ?? 0
      const decided = free & (~(blind[word] ?? 0) | (answered[word] ?? 0))
      review[word] = (standing[word] ?? 0) & ~decided
      possibly[word] = decided & lacks
      likely[word] = decided & ~lacks
      lackingOne[word] = (lackingOne[word] ?? 0) & free & ~asks
    }
  }
}
