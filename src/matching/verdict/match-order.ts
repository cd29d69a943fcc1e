/** The order of matches: the specification's groups, then score, soonest deadline and id (contract 5, score). */
import type { Instant } from '../../values/brussels.ts'
import type { MatchStatus } from '../../values/vocabularies.ts'

export type Ranked = { id: string; status: MatchStatus; score: number; closesAt: Instant | null }

/** `possibly_eligible` and `needs_review` stand together. */
const groupOf: Readonly<Record<MatchStatus, number>> = {
  likely_eligible: 0,
  possibly_eligible: 1,
  needs_review: 1,
  not_eligible: 2,
}

/** Of the groups in which matches stand, the first being the best. */
export function rankGroup(status: MatchStatus): number {
  return groupOf[status]
}

/** Negative: `left` stands first. Scores are compared as shown; a measure without a deadline comes after those with one. */
export function byRank(left: Ranked, right: Ranked): number {
  if (groupOf[left.status] !== groupOf[right.status]) return groupOf[left.status] - groupOf[right.status]
  if (left.score !== right.score) return right.score - left.score
  const [leftCloses, rightCloses] = [left.closesAt ?? Number.MAX_VALUE, right.closesAt ?? Number.MAX_VALUE]
  if (leftCloses !== rightCloses) return leftCloses - rightCloses
  return byMeasureId(left.id, right.id)
}

/** Measure ids are ASCII, so that the order of their code units is that of their code points. */
export function byMeasureId(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1
}
