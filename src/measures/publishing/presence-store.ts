/** SQL of `measure` as far as it concerns its source and the clock: which are seen and missed, and which are due. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from '../../platform/database/database.ts'
import { valuesIn } from '../../platform/database/lists.ts'
import { pagesOf } from '../../platform/database/pages.ts'
import type { Instant } from '../../values/brussels.ts'
import { idsPerStatement, type MeasureRow, measureList, measureOf, type StoredMeasure } from '../versions/store.ts'
import type { Presence } from './presence.ts'

const presencesPerPage = 1_000
const presenceColumns =
  'id, local_id, digest, withdrawn_at, operator_withdrawn, missed_runs, last_checked_at, merged_into'

function presenceOf(row: MeasureRow): Presence {
  return {
    id: row.id,
    localId: row.local_id,
    digest: row.digest,
    withdrawn: row.withdrawn_at !== null,
    operatorWithdrawn: row.operator_withdrawn === 1,
    missedRuns: row.missed_runs,
    lastCheckedAt: row.last_checked_at,
    merged: row.merged_into !== null,
  }
}

/** The presence of every measure of a source, merged ones too, by local id. */
export async function presencesOf(sql: Sql, sourceId: string): Promise<Map<string, Presence>> {
  const presences = new Map<string, Presence>()
  const pages = pagesOf({
    first: '',
    rowsPerPage: presencesPerPage,
    read: (after) =>
      sql.all<MeasureRow>(
        `select ${presenceColumns} from measure where source_id = $1 and local_id > $2
         order by local_id limit ${presencesPerPage}`,
        [sourceId, after],
      ),
    placeOf: (row) => row.local_id,
  })
  for await (const rows of pages) for (const row of rows) presences.set(row.local_id, presenceOf(row))
  return presences
}

/** How many measures of each source its last succeeded run did not list, and are not withdrawn for it yet; a source without any is left out. */
export async function missedCounts(sql: Sql): Promise<Map<string, number>> {
  const rows = await sql.all<{ source_id: string; missed: number }>(
    `select source_id, count(*) as missed from measure
     where missed_runs > 0 and withdrawn_at is null and merged_into is null group by source_id`,
  )
  return new Map(rows.map((row) => [row.source_id, row.missed]))
}

/** The presences of these measures, in no order. */
export async function presencesByIds(sql: Sql, ids: readonly string[]): Promise<Presence[]> {
  const presences: Presence[] = []
  for (let from = 0; from < ids.length; from += idsPerStatement) {
    const some = ids.slice(from, from + idsPerStatement)
    const { places, values } = valuesIn(some, 1)
    const text = `select ${presenceColumns} from measure where id in (${places})`
    presences.push(...(await sql.all<MeasureRow>(text, values)).map(presenceOf))
  }
  return presences
}

/** Sources that have a measure whose next change by the clock lies at or before `at`. */
export async function sourcesWithDueMeasures(sql: Sql, at: Instant): Promise<string[]> {
  const rows = await sql.all<{ source_id: string }>(
    `select distinct source_id from measure
     where next_clock_at is not null and next_clock_at <= $1 and merged_into is null order by source_id`,
    [at],
  )
  return rows.map((row) => row.source_id)
}

/** Measures of a source whose next change by the clock lies at or before `at`, the earliest first. */
export async function dueMeasures(sql: Sql, sourceId: string, at: Instant, limit: number): Promise<StoredMeasure[]> {
  const rows = await sql.all<MeasureRow>(
    `select ${measureList} from measure
     where next_clock_at is not null and next_clock_at <= $2 and merged_into is null and source_id = $1
     order by next_clock_at, id limit $3`,
    [sourceId, at, limit],
  )
  return rows.map(measureOf)
}

/**
 * Measures of a source, after the id `after`, that say "one can apply" or "not now" without a date, and for which the clock has
 * nothing ahead.
 */
export async function undatedMeasures(
  sql: Sql,
  sourceId: string,
  after: string,
  limit: number,
): Promise<StoredMeasure[]> {
  const rows = await sql.all<MeasureRow>(
    `select ${measureList} from measure
     where source_id = $1 and id > $2 and next_clock_at is null and closes_at is null and merged_into is null
       and status in ('open', 'continuous', 'forthcoming', 'paused')
     order by id limit $3`,
    [sourceId, after, limit],
  )
  return rows.map(measureOf)
}

/** Writes when the clock next changes these measures. Nothing that is served changes by it. */
export async function putNextClock(transaction: Sql, ids: readonly string[], at: Instant): Promise<void> {
  const { places, values } = valuesIn(ids, 2)
  await transaction.run(`update measure set next_clock_at = $1 where id in (${places})`, [at, ...values])
}

/** What a run leaves on measures that it does not change otherwise. */
export type Seen = { missedRuns: number; lastCheckedAt: Instant | null }

/** Writes the presence of measures with their source, for many that are alike. The caller has locked their source. */
export async function putSeen(
  transaction: Sql,
  ids: readonly string[],
  seen: Seen,
  publication: number,
): Promise<void> {
  for (let from = 0; from < ids.length; from += idsPerStatement) {
    const some = ids.slice(from, from + idsPerStatement)
    const { places, values } = valuesIn(some, 4)
    await transaction.run(
      `update measure set missed_runs = $1, last_checked_at = $2, publication = $3 where id in (${places})`,
      [seen.missedRuns, seen.lastCheckedAt, publication, ...values],
    )
    await nextTurn()
  }
}
