/**
 * What tells one life of a store from another: a store that is put back to an earlier state, and goes on from there, makes
 * the same publications again and gives the same places to other events. Ids of events and of runs are drawn at random: no
 * other life has them.
 */
import type { Reads } from '../../../platform/database/database.ts'
import type { Instant } from '../../../values/brussels.ts'

type EndedRun = { id: string; finishedAt: Instant }

export type Life = {
  /** Id of the event at the position asked for; null where there is none, or none any more. */
  eventId: string | null
  /** Of each source the newest run that succeeded. */
  runs: readonly EndedRun[]
}

/** What the life is known by in which the feed has reached that position. */
export async function lifeAt(reads: Reads, position: number): Promise<Life> {
  const runs = new Map<string, EndedRun>()
  for (const { sourceId, ...run } of await succeededRuns(reads)) runs.set(sourceId, run)
  return { eventId: await eventIdAt(reads, position), runs: [...runs.values()] }
}

/** Whether the store goes on from that position of that life. */
export async function goesOnFrom(reads: Reads, { eventId, runs }: Life, position: number): Promise<boolean> {
  if ((await eventIdAt(reads, position)) !== eventId) return false
  const ended = new Map((await succeededRuns(reads)).map(({ id, finishedAt }) => [id, finishedAt]))
  return runs.every(({ id, finishedAt }) => ended.get(id) === finishedAt)
}

async function eventIdAt(reads: Reads, position: number): Promise<string | null> {
  const row = await reads.one<{ id: string }>('select id from change_event where seq = $1', [position])
  return row?.id ?? null
}

/** All that the store still has, those of each source oldest first: it keeps a hundred runs of each. */
async function succeededRuns(reads: Reads): Promise<(EndedRun & { sourceId: string })[]> {
  const rows = await reads.all<{ id: string; source_id: string; finished_at: Instant }>(
    `select id, source_id, finished_at from run where status = 'succeeded' order by finished_at, id`,
  )
  return rows.map((row) => ({ id: row.id, sourceId: row.source_id, finishedAt: row.finished_at }))
}
