/** The status of a match and why it needs review (contract 5, status): the first that holds decides. */
import type { MatchStatus, ReviewReason, Status } from '../../values/vocabularies.ts'

export type StatusGrounds = {
  /** A required rule fails, and surely, or an answer is not the one that a condition expects. */
  strongFail: boolean
  /** A required rule fails, less surely. */
  weakFail: boolean
  /** A required rule is undecided, or a condition of access is neither evaluated nor answered. */
  unknown: boolean
  /** A rule looks at more of the applicant than the place, or a condition of access is answered. */
  looksAtApplicant: boolean
  /** See `isNotOpen`. */
  notOpen: boolean
  /** 0: the project is about something else. */
  topicFit: number
}

/** Statuses in which nobody can apply now, while the measure may return. */
const notOpenStatuses: readonly Status[] = ['closed', 'paused', 'budget_exhausted']
/** The same of a measure that opens for rounds: while no round is known to run, nobody can apply either. */
export const notOpenStatusesWithRounds: readonly Status[] = [...notOpenStatuses, 'unknown']

/** Whether nobody is known to be able to apply, so that a person must look (contract 5, `not_open`). */
export function isNotOpen({ status, hasRounds }: { status: Status; hasRounds: boolean }): boolean {
  return (hasRounds ? notOpenStatusesWithRounds : notOpenStatuses).includes(status)
}

export function matchStatus(grounds: StatusGrounds): { status: MatchStatus; reviewReasons: ReviewReason[] } {
  if (grounds.strongFail) return { status: 'not_eligible', reviewReasons: [] }
  const reviewReasons: ReviewReason[] = []
  if (!grounds.looksAtApplicant) reviewReasons.push('no_rule')
  if (grounds.weakFail) reviewReasons.push('weak_fail')
  if (grounds.notOpen) reviewReasons.push('not_open')
  if (grounds.topicFit === 0) reviewReasons.push('other_topic')
  if (reviewReasons.length > 0) return { status: 'needs_review', reviewReasons }
  return { status: grounds.unknown ? 'possibly_eligible' : 'likely_eligible', reviewReasons: [] }
}
