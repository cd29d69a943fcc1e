/**
 * SQL of `run_sign`: how far the runs under way have come. It stands with the counters, so that saying it waits for nobody's
 * transaction.
 */

import type { Database } from '../../platform/database/database.ts'
import { valuesIn } from '../../platform/database/lists.ts'
import type { Instant } from '../../values/brussels.ts'

/** When a run last got on, and what it had read by then. */
export type RunSign = { progressAt: Instant; seen: number; rejected: number }

export async function putSign({ counters }: Database, runId: string, sign: RunSign): Promise<void> {
  await counters.run(
    `insert into run_sign (run_id, progress_at, seen, rejected) values ($1, $2, $3, $4)
     on conflict (run_id) do update set progress_at = excluded.progress_at, seen = excluded.seen,
       rejected = excluded.rejected`,
    [runId, sign.progressAt, sign.seen, sign.rejected],
  )
}

/** What a run last said; null: nothing since it began. */
export async function signOf({ counters }: Database, runId: string): Promise<RunSign | null> {
  const row = await counters.one<{ progress_at: number; seen: number; rejected: number }>(
    'select progress_at, seen, rejected from run_sign where run_id = $1',
    [runId],
  )
  return row === null ? null : { progressAt: row.progress_at, seen: row.seen, rejected: row.rejected }
}

/** Forgets the signs of every run but these. */
export async function deleteSignsBut({ counters }: Database, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) {
    await counters.run('delete from run_sign')
    return
  }
  const { places, values } = valuesIn(runIds, 1)
  await counters.run(`delete from run_sign where run_id not in (${places})`, values)
}
