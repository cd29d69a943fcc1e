/**
 * The presence of a measure with its source, without its record: seen or missed, withdrawn or not. A measure is withdrawn when its operator withdrew it, or
 * when two succeeded runs in a row did not list it (contract 4); switching its source off counts as both.
 */
import type { Instant } from '../../values/brussels.ts'

/** Succeeded runs in a row that must not list a measure before it is withdrawn. */
export const missedRunsMax = 2

export type Presence = {
  id: string
  localId: string
  /** Of the record's canonical text: two records with one digest are the same. */
  digest: string
  withdrawn: boolean
  operatorWithdrawn: boolean
  /** Succeeded runs in a row that did not list it; `missedRunsMax` stands for all above. */
  missedRuns: number
  /** When it was last seen, while the source's last success did not see it; else null. */
  lastCheckedAt: Instant | null
  merged: boolean
}
