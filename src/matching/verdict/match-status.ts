/** The status of a match and why it needs review (contract 5, status): the first that holds decides. */
import type { MatchStatus, ReviewReason, Status } from '../../values/vocabularies.ts'

export type StatusGrounds = {
  /** A required rule fails, and surely. */
  strongFail: boolean
  /** A required rule fails, less surely. */
  weakFail: boolean
  /** A required rule is undecided. */
  unknown: boolean
  looksAtCompany: boolean
  /** The measure's own status at the instant. */
  standing: Status
  /** Project and measure both name topics, and share none. */
  sharesNoTopic: boolean
  hasOpenConditions: boolean
}

/** Statuses in which nobody can apply now, while the measure may return. */
export const notOpenStatuses: readonly Status[] = ['closed', 'paused', 'budget_exhausted']

export function matchStatus(grounds: StatusGrounds): { status: MatchStatus; reviewReasons: ReviewReason[] } {
  if (grounds.strongFail) return { status: 'not_eligible', reviewReasons: [] }
  const reviewReasons: ReviewReason[] = []
  if (!grounds.looksAtCompany) reviewReasons.push('no_rule')
  if (grounds.weakFail) reviewReasons.push('weak_fail')
  if (notOpenStatuses.includes(grounds.standing)) reviewReasons.push('not_open')
  if (grounds.sharesNoTopic) reviewReasons.push('other_topic')
  const everyRulePasses = !grounds.weakFail && !grounds.unknown
  if (everyRulePasses && grounds.hasOpenConditions) reviewReasons.push('conditions')
  if (reviewReasons.length > 0) return { status: 'needs_review', reviewReasons }
  return { status: grounds.unknown ? 'possibly_eligible' : 'likely_eligible', reviewReasons: [] }
}
