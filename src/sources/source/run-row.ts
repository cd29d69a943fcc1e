/** A run as its row in the store says it, for those who show runs and those who make them. */
import type { Instant } from '../../values/brussels.ts'
import type { RunStatus } from '../../values/vocabularies.ts'
import type { Run } from './source.ts'

/** A type, not an interface: rows are records of columns. */
export type RunRow = {
  id: string
  source_id: string
  started_at: Instant
  finished_at: Instant | null
  status: RunStatus
  seen: number
  created: number
  changed: number
  unchanged: number
  withdrawn: number
  rejected: number
  error: string | null
}

export const runColumns =
  'id, source_id, started_at, finished_at, status, seen, created, changed, unchanged, withdrawn, rejected, error'

export function runOf(row: RunRow): Run {
  return {
    id: row.id,
    sourceId: row.source_id,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    status: row.status,
    seen: row.seen,
    created: row.created,
    changed: row.changed,
    unchanged: row.unchanged,
    withdrawn: row.withdrawn,
    rejected: row.rejected,
    error: row.error,
  }
}
