/** What an evaluation of many measures comes to, before any text: both evaluators answer it, and must agree in all of it. */
import type { Instant } from '../../values/brussels.ts'
import type { MatchStatus, ReviewReason } from '../../values/vocabularies.ts'
import type { OpenProperty } from '../request/answers.ts'

/** The verdict on one measure. */
export type MeasureVerdict = {
  id: string
  status: MatchStatus
  /** Empty unless `needs_review`. */
  reviewReasons: readonly ReviewReason[]
  score: number
  closesAt: Instant | null
  topicFit: number
  /** Open questions by name; none for `not_eligible`. */
  questions: readonly OpenProperty[]
}

export type QuestionCount = {
  field: OpenProperty
  /** Measures that only open questions hold back, and whose only open question is this one. */
  settles: number
  /** Measures that only open questions hold back, and that ask this one among others. */
  appearsIn: number
}

/** Undecided rules on `company.nace`, of measures not shut out, by the version of NACE-BEL that they want. */
export type NaceWaiting = { 2008: number; 2025: number }

export type Tally = {
  evaluated: number
  counts: Record<MatchStatus, number>
  /** Measures, not `not_eligible`, whose topic fit is 0. */
  otherTopic: number
  /** The best, in order. */
  best: MeasureVerdict[]
  /** Ranked. */
  questions: QuestionCount[]
  /** Null where no NACE code was given. */
  naceWaiting: NaceWaiting | null
}

export type TallyOptions = {
  limit: number
  includeNotEligible: boolean
  /** Whether measures whose topic fit is 0 are left out of the best. */
  topicsOnly: boolean
  /** Where it is given, none is among the best that stands below it. */
  floor?: RankFloor
}

/** A place in the order of matches: a group of it (`rankGroup`), and a score in tenths. */
export type RankFloor = { group: number; tenths: number }
