/** What an evaluation of many measures comes to, before any text: both evaluators answer it, and must agree in all of it. */
import type { Instant } from '../../values/brussels.ts'
import type { AskedProperty } from '../../values/questions.ts'
import type { MatchStatus, ReviewReason } from '../../values/vocabularies.ts'
import type { NaceWaiting, QuestionCount } from './questions.ts'

/** The verdict on one measure. */
export type MeasureVerdict = {
  id: string
  status: MatchStatus
  /** Empty unless `needs_review`. */
  reviewReasons: readonly ReviewReason[]
  score: number
  closesAt: Instant | null
  /** Open questions by name; none for `not_eligible`. */
  questions: readonly AskedProperty[]
}

export type Tally = {
  evaluated: number
  counts: Record<MatchStatus, number>
  /** The best, in order. */
  best: MeasureVerdict[]
  /** Ranked. */
  questions: QuestionCount[]
  /** Null where no NACE code was given. */
  naceWaiting: NaceWaiting | null
}

export type TallyOptions = { limit: number; includeNotEligible: boolean }
