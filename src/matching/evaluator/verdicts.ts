/** What is said of a measure that is among the best, by its ordinal: its status with its reasons, and what it asks. */
import { hasBit } from '../../search/sets/bitset.ts'
import type { OpenProperty } from '../request/answers.ts'
import type { Facts } from '../request/facts.ts'
import { matchStatus } from '../verdict/match-status.ts'
import type { PreparedMeasure } from '../verdict/prepared-measure.ts'
import type { MeasureVerdict } from '../verdict/tally.ts'
import type { AnswerColumns } from './columns/answer-columns.ts'
import type { Marks } from './columns/marks.ts'
import type { Groups } from './groups.ts'
import type { MeasureTable } from './measure-table.ts'
import type { QuestionRanking } from './question-ranking.ts'
import type { Scoring } from './scoring.ts'

/** A measure that is answered. */
export type JudgedBest = { verdict: MeasureVerdict; measure: PreparedMeasure }

/** The results of one evaluation, from which every verdict is made. */
type Found = {
  table: MeasureTable
  marks: Marks
  groups: Groups
  answers: AnswerColumns
  ranking: QuestionRanking
  scoring: Scoring
}

const nothing: readonly never[] = []

export class Verdicts {
  readonly #found: Found
  /** Room for the places of what one measure asks. */
  readonly #places: number[] = []

  constructor(found: Found) {
    this.#found = found
  }

  /** The verdict on the measure of that ordinal, for the company of the evaluation. */
  of(ordinal: number, score: number, facts: Facts): JudgedBest {
    const { table, marks, groups, scoring } = this.#found
    const measure = table.at(ordinal)
    const strongFail = hasBit(marks.refused, ordinal)
    const weakFail = hasBit(marks.weak, ordinal)
    const lacksFacts = hasBit(groups.lacking, ordinal)
    const isAsked = hasBit(marks.lackingAnswers, ordinal)
    const topicFit = scoring.topicFit(ordinal)
    const { status, reviewReasons } = matchStatus({
      strongFail,
      weakFail,
      unknown: lacksFacts || isAsked,
      looksAtApplicant: !hasBit(table.masks.blind, ordinal) || hasBit(marks.answered, ordinal),
      notOpen: hasBit(table.masks.notOpen, ordinal),
      topicFit,
    })
    const { id, closesAt } = measure
    const questions = lacksFacts || isAsked ? this.#openOf(ordinal, isAsked, facts) : nothing
    const verdict = { id, status, reviewReasons, score, closesAt, topicFit, questions }
    return { verdict, measure }
  }

  #openOf(ordinal: number, isAsked: boolean, facts: Facts): OpenProperty[] {
    const { marks, ranking, answers } = this.#found
    const places = this.#places
    const lacked = marks.addAskedBy(ordinal, places, 0)
    if (!isAsked) return ranking.named(places, lacked)
    const open = ranking.named(places, answers.addOpenOf(ordinal, places, lacked))
    answers.addOwnOpenOf(ordinal, facts.answers, open)
    return open
  }
}
