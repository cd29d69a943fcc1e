/**
 * What a reading of a source means for the measures that it listed and for those that it did not (contract 4). Facts in,
 * verdict out: the publishing transaction asks again with what the store then says.
 *
 * `missedRuns` counts for withdrawn measures too: it says what becomes of one when the operator's word is taken back.
 */
import type { Instant } from '../../values/brussels.ts'
import { missedRunsMax, type Standing } from './standing.ts'

/** What a reading handed out, by local id. */
export type Listed = {
  /** Records that were taken. */
  taken: ReadonlySet<string>
  /** Records that were rejected, and whose local id could be read: their measures stay as they are. */
  rejected: ReadonlySet<string>
  /** Rejected records that cannot be attributed; each may be of a measure that is not listed. */
  unattributed: number
}

export type Judgement = {
  /** Neither withdrawn nor merged before the run. */
  listedBefore: number
  /** Missed for the second time in a row: to be withdrawn. */
  withdraw: string[]
  /** Withdrawn for want of being listed, and listed again: to be reinstated. */
  reinstate: string[]
  /** Seen again: nothing is missed any more. */
  seenAgain: string[]
  /** Missed, but not withdrawn by it; `missedRuns` is what they have missed then. */
  missed: { id: string; missedRuns: number; lastCheckedAt: Instant | null }[]
}

/**
 * Judges every measure of a source, by id. `lastSuccessAt` is the end of the source's last success: when a measure that
 * is not seen now was last seen.
 */
export function judge(standings: Iterable<Standing>, listed: Listed, lastSuccessAt: Instant | null): Judgement {
  const verdict: Judgement = { listedBefore: 0, withdraw: [], reinstate: [], seenAgain: [], missed: [] }
  for (const standing of standings) {
    if (standing.merged) continue
    if (!standing.withdrawn) verdict.listedBefore += 1
    if (listed.taken.has(standing.localId)) judgeTaken(standing, verdict)
    else if (listed.rejected.has(standing.localId)) judgeRejected(standing, verdict)
    else judgeMissing(standing, verdict, lastSuccessAt, listed.unattributed === 0 ? 1 : 0)
  }
  return verdict
}

/** Judges the measures of a source that is switched off: none is listed any more, whatever was missed before. */
export function judgeSwitchedOff(standings: Iterable<Standing>, lastSuccessAt: Instant | null): Judgement {
  const verdict: Judgement = { listedBefore: 0, withdraw: [], reinstate: [], seenAgain: [], missed: [] }
  for (const { id, merged, withdrawn, missedRuns, lastCheckedAt } of standings) {
    if (merged) continue
    if (!withdrawn) {
      verdict.listedBefore += 1
      verdict.withdraw.push(id)
    } else if (missedRuns < missedRunsMax) {
      verdict.missed.push({ id, missedRuns: missedRunsMax, lastCheckedAt: lastCheckedAt ?? lastSuccessAt })
    }
  }
  return verdict
}

function judgeTaken(standing: Standing, verdict: Judgement): void {
  if (standing.withdrawn && !standing.operatorWithdrawn) verdict.reinstate.push(standing.id)
  else if (standing.missedRuns > 0 || standing.lastCheckedAt !== null) verdict.seenAgain.push(standing.id)
}

function judgeRejected(standing: Standing, verdict: Judgement): void {
  if (standing.withdrawn && standing.missedRuns >= missedRunsMax) return
  if (standing.missedRuns > 0 || standing.lastCheckedAt !== null) verdict.seenAgain.push(standing.id)
}

function judgeMissing(standing: Standing, verdict: Judgement, lastSuccessAt: Instant | null, more: 0 | 1): void {
  const missedRuns = Math.min(missedRunsMax, standing.missedRuns + more)
  const lastCheckedAt = standing.lastCheckedAt ?? lastSuccessAt
  if (!standing.withdrawn && missedRuns >= missedRunsMax) verdict.withdraw.push(standing.id)
  else if (missedRuns !== standing.missedRuns || lastCheckedAt !== standing.lastCheckedAt) {
    verdict.missed.push({ id: standing.id, missedRuns, lastCheckedAt })
  }
}
