/** A run and what it leaves behind, as the store has it. */

import type { Listed } from '../../measures/publishing/seen-and-missed.ts'
import { type KeptRecord, keptAs } from '../../measures/record/kept-record.ts'
import { type RunRow, runColumns, runOf } from '../../sources/source/run-row.ts'
import type { Run } from '../../sources/source/source.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Losses } from '../anomalies/losses.ts'
import type { Profile } from '../anomalies/profile.ts'

/** A run, who makes it while it is under way, and when it last got on. */
export type StoredRun = Run & { holder: string | null; progressAt: Instant }

export type StoredRow = RunRow & { progress_at: Instant; holder: string | null }

export const storedColumns = `${runColumns}, progress_at, holder`

export function storedOf(row: StoredRow): StoredRun {
  return { ...runOf(row), holder: row.holder, progressAt: row.progress_at }
}

export type RunEnd = Pick<
  Run,
  'status' | 'seen' | 'created' | 'changed' | 'unchanged' | 'withdrawn' | 'rejected' | 'error'
> & {
  finishedAt: Instant
  /** What a held run needs beside its records to be published; null for every other. */
  heldPayload: string | null
  /** Null where the run did not come to its reading, or its process died. */
  profile: Profile | null
}

/** A record that a run could not take. `line` is that of an NDJSON file, elsewhere the position (from 1). */
export type RejectedRecord = { position: number; line: number | null; localId: string | null; reason: string }

/** A record that was read and that the store does not have so; `position` from 1 in the order read. */
export type StagedRecord = KeptRecord & { position: number }

/** A staged record from the text that it was staged as. */
export function stagedAs(position: number, recordText: string): StagedRecord {
  return { position, ...keptAs(recordText) }
}

/** What a reading came to, or has come to so far. */
export type Readout = {
  listed: Listed
  /** Records that were handed out, and of them those that could not be taken. */
  seen: number
  rejected: number
  /** What publishing would create and change, as far as reading could tell; for words alone. */
  intended: { created: number; changed: number }
  /** Rejected records by local id; '' for those without a readable one. */
  rejections: ReadonlyMap<string, number>
  /** How many records are rejected that the last published run did not reject. */
  newlyRejected: number
  losses: Losses
  profile: Profile
}

/** What publishing needs of it. */
export type Publishable = Pick<Readout, 'listed' | 'seen' | 'rejected' | 'rejections'>

/** What a held run needs, beside its staged records, to be published exactly as it read (`run.held_payload`). */
export type HeldPayload = {
  taken: string[]
  rejected: string[]
  unattributed: number
  /** Absent in runs that an earlier release held. */
  rejections?: [localId: string, records: number][]
}
