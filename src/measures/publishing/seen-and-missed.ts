/**
 * What a reading of a source means for the measures that it listed and for those that it did not (contract 4). Facts in,
 * verdict out: the publishing transaction asks again with what the store then says.
 *
 * `missedRuns` counts for withdrawn measures too: it says what becomes of one when the operator's word is taken back.
 */
import type { Instant } from '../../values/brussels.ts'
import { missedRunsMax, type Presence } from './presence.ts'

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
  /** Of those: neither taken nor rejected by local id. */
  notListed: number
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
export function judge(presences: Iterable<Presence>, listed: Listed, lastSuccessAt: Instant | null): Judgement {
  const verdict: Judgement = { listedBefore: 0, notListed: 0, withdraw: [], reinstate: [], seenAgain: [], missed: [] }
  for (const presence of presences) {
    if (presence.merged) continue
    if (!presence.withdrawn) verdict.listedBefore += 1
    if (listed.taken.has(presence.localId)) judgeTaken(presence, verdict)
    else if (listed.rejected.has(presence.localId)) judgeRejected(presence, verdict)
    else judgeMissing(presence, verdict, lastSuccessAt, listed.unattributed === 0 ? 1 : 0)
  }
  return verdict
}

/** Judges the measures of a source that is switched off: none is listed any more, whatever was missed before. */
export function judgeSwitchedOff(presences: Iterable<Presence>, lastSuccessAt: Instant | null): Judgement {
  const verdict: Judgement = { listedBefore: 0, notListed: 0, withdraw: [], reinstate: [], seenAgain: [], missed: [] }
  for (const { id, merged, withdrawn, missedRuns, lastCheckedAt } of presences) {
    if (merged) continue
    if (!withdrawn) {
      verdict.listedBefore += 1
      verdict.notListed += 1
      verdict.withdraw.push(id)
    } else if (missedRuns < missedRunsMax) {
      verdict.missed.push({ id, missedRuns: missedRunsMax, lastCheckedAt: lastCheckedAt ?? lastSuccessAt })
    }
  }
  return verdict
}

function judgeTaken(presence: Presence, verdict: Judgement): void {
  if (presence.withdrawn && !presence.operatorWithdrawn) verdict.reinstate.push(presence.id)
  else if (presence.missedRuns > 0 || presence.lastCheckedAt !== null) verdict.seenAgain.push(presence.id)
}

function judgeRejected(presence: Presence, verdict: Judgement): void {
  if (presence.withdrawn && presence.missedRuns >= missedRunsMax) return
  if (presence.missedRuns > 0 || presence.lastCheckedAt !== null) verdict.seenAgain.push(presence.id)
}

function judgeMissing(presence: Presence, verdict: Judgement, lastSuccessAt: Instant | null, more: 0 | 1): void {
  if (!presence.withdrawn) verdict.notListed += 1
  const missedRuns = Math.min(missedRunsMax, presence.missedRuns + more)
  const lastCheckedAt = presence.lastCheckedAt ?? lastSuccessAt
  if (!presence.withdrawn && missedRuns >= missedRunsMax) verdict.withdraw.push(presence.id)
  else if (missedRuns !== presence.missedRuns || lastCheckedAt !== presence.lastCheckedAt) {
    verdict.missed.push({ id: presence.id, missedRuns, lastCheckedAt })
  }
}
