/** SQL of `prepared_measure`: what lies ready to be published, and its way into the measures. */

import type { Parameter, Row, Sql } from '../../platform/database/database.ts'
import { valuesIn } from '../../platform/database/lists.ts'
import type { Instant } from '../../values/brussels.ts'
import { deleteUnsaid, deleteUnsaidOfPrepared, insertRecords, recordOf } from '../versions/record-store.ts'
import { idsPerStatement, measureColumns, type NewVersion, type StoredMeasure } from '../versions/store.ts'

/**
 * Deletes at most `limit` measures of a preparation that is done, with the records that were not published; answers how
 * many measures there were.
 */
export async function sweepPreparedMeasures(transaction: Sql, preparationId: string, limit: number): Promise<number> {
  await deleteUnsaidOfPrepared(transaction, preparationId, limit)
  return transaction.run(
    `delete from prepared_measure where preparation_id = $1 and position in (
       select position from prepared_measure where preparation_id = $1 order by position limit $2)`,
    [preparationId, limit],
  )
}

/** What a run's counts call it; `touched`: a write that no version tells of. */
export type Outcome = 'created' | 'changed' | 'withdrawn' | 'touched'

/** A measure as it is to become, at its position among those of a preparation. */
export type PreparedMeasure = {
  position: number
  outcome: Outcome
  /** As it was when it was prepared; null where it is born. */
  before: StoredMeasure | null
  measure: StoredMeasure
  /** Withdrawn by this publishing, whose time it says. */
  isNewlyWithdrawn: boolean
  version: NewVersion | null
}

const columns = [
  'preparation_id',
  'position',
  'id',
  'slug',
  'outcome',
  'version',
  'status',
  'closes_at',
  'next_clock_at',
  'created_at',
  'updated_at',
  'withdrawn_at',
  'newly_withdrawn',
  'operator_withdrawn',
  'missed_runs',
  'last_checked_at',
  'merged_into',
  'merged_from',
  'source_id',
  'local_id',
  'digest',
  'event_id',
  'type',
  'categories',
  'severity',
  'diff',
  'record_id',
  'former_record_id',
] as const

export async function insertPrepared(
  transaction: Sql,
  preparationId: string,
  prepared: readonly PreparedMeasure[],
): Promise<void> {
  const rows = prepared.map(({ position, outcome, before, measure, isNewlyWithdrawn, version }): Parameter[] => [
    preparationId,
    position,
    measure.id,
    measure.slug,
    outcome,
    measure.version,
    measure.status,
    measure.closesAt,
    measure.nextClockAt,
    before === null ? null : measure.createdAt,
    version === null ? measure.updatedAt : null,
    isNewlyWithdrawn ? null : measure.withdrawnAt,
    isNewlyWithdrawn ? 1 : 0,
    measure.operatorWithdrawn ? 1 : 0,
    measure.missedRuns,
    measure.lastCheckedAt,
    measure.mergedInto,
    JSON.stringify(measure.mergedFrom),
    measure.sourceId,
    measure.localId,
    measure.digest,
    version?.eventId ?? null,
    version?.type ?? null,
    version === null ? null : JSON.stringify(version.categories),
    version?.severity ?? null,
    version === null ? null : JSON.stringify(version.diff),
    measure.recordId,
    before === null || before.recordId === measure.recordId ? null : before.recordId,
  ])
  const records = prepared.filter(({ before, measure }) => before?.recordId !== measure.recordId)
  await insertRecords(
    transaction,
    records.map(({ measure }) => measure),
  )
  await transaction.insertMany('prepared_measure', columns, rows)
}

/** What was prepared of one measure, without its record. */
export type PreparedPlace = {
  position: number
  id: string
  localId: string
  slug: string
  outcome: Outcome
  isBorn: boolean
}

type PlaceRow = Row & {
  position: number
  id: string
  local_id: string
  slug: string
  outcome: Outcome
  created_at: number | null
}

const placeColumns = 'position, id, local_id, slug, outcome, created_at'

const placeOf = (row: PlaceRow): PreparedPlace => ({
  position: row.position,
  id: row.id,
  localId: row.local_id,
  slug: row.slug,
  outcome: row.outcome,
  isBorn: row.created_at === null,
})

/** Those whose next change by the clock lies after `after` and at or before `upTo`, at most `limit`. */
export async function preparedDue(
  sql: Sql,
  preparationId: string,
  after: Instant,
  upTo: Instant,
  limit: number,
): Promise<PreparedPlace[]> {
  const rows = await sql.all<PlaceRow>(
    `select ${placeColumns} from prepared_measure
     where preparation_id = $1 and next_clock_at is not null and next_clock_at > $2 and next_clock_at <= $3 limit $4`,
    [preparationId, after, upTo, limit],
  )
  return rows.map(placeOf)
}

/** Takes back what was prepared of these measures, with their records, and answers what that was. */
export async function deletePrepared(
  transaction: Sql,
  preparationId: string,
  ids: readonly string[],
): Promise<PreparedPlace[]> {
  const gone: PreparedPlace[] = []
  for (let from = 0; from < ids.length; from += idsPerStatement) {
    const some = ids.slice(from, from + idsPerStatement)
    const { places, values } = valuesIn(some, 2)
    const rows = await transaction.all<PlaceRow & { record_id: string }>(
      `delete from prepared_measure where preparation_id = $1 and id in (${places})
       returning ${placeColumns}, record_id`,
      [preparationId, ...values],
    )
    gone.push(...rows.map(placeOf))
    await deleteUnsaid(
      transaction,
      rows.map((row) => ({ measureId: row.id, recordId: row.record_id })),
    )
  }
  return gone
}

/** Ids of the measures of a source that changed after that publication, at most `limit`. */
export async function changedAfter(
  sql: Sql,
  sourceId: string,
  publication: number,
  limit: number,
): Promise<{ id: string; localId: string }[]> {
  const rows = await sql.all<{ id: string; local_id: string }>(
    // The cast keeps SQLite from walking every measure of the source.
    'select id, local_id from measure where publication > $1 and cast(source_id as text) = $2 limit $3',
    [publication, sourceId, limit],
  )
  return rows.map((row) => ({ id: row.id, localId: row.local_id }))
}

/**
 * Measures to be born whose id or slug was given to another after that publication. (A cross join: SQLite then walks the
 * few measures that changed, and not all that were prepared.)
 */
export async function takenMeanwhile(
  sql: Sql,
  preparationId: string,
  publication: number,
): Promise<{ ids: string[]; slugs: PreparedPlace[] }> {
  const ids = await sql.all<{ id: string }>(
    `select p.id from measure m cross join prepared_measure p
     where m.publication > $2 and p.preparation_id = $1 and p.id = m.id and p.created_at is null`,
    [preparationId, publication],
  )
  const slugs = await sql.all<PlaceRow>(
    `select p.position, p.id, p.local_id, p.slug, p.outcome, p.created_at
     from measure m cross join prepared_measure p
     where m.publication > $2 and p.preparation_id = $1 and p.slug = m.slug and p.created_at is null
     order by p.position`,
    [preparationId, publication],
  )
  return { ids: ids.map(({ id }) => id), slugs: slugs.map(placeOf) }
}

/** Slugs of the measures to be born. */
export async function preparedSlugs(sql: Sql, preparationId: string): Promise<string[]> {
  const rows = await sql.all<{ slug: string }>(
    'select slug from prepared_measure where preparation_id = $1 and created_at is null',
    [preparationId],
  )
  return rows.map(({ slug }) => slug)
}

export async function preparedRecord(sql: Sql, preparationId: string, position: number): Promise<string> {
  const row = await sql.one<{ record: string }>(
    `select ${recordOf('prepared_measure')} from prepared_measure where preparation_id = $1 and position = $2`,
    [preparationId, position],
  )
  if (row === null) throw new Error(`nothing was prepared at ${position} of ${preparationId}`)
  return row.record
}

export async function putPreparedSlug(
  transaction: Sql,
  preparationId: string,
  position: number,
  slug: string,
): Promise<void> {
  await transaction.run('update prepared_measure set slug = $3 where preparation_id = $1 and position = $2', [
    preparationId,
    position,
    slug,
  ])
}

/** What the transaction gives to what it publishes: its time, as diffs say it too, and its publication. */
export type PublishedAs = { at: Instant; atText: string; publication: number }

/** What a measure was born with: it stays, whatever is published. */
const given: readonly string[] = ['id', 'source_id', 'local_id', 'slug', 'created_at']
const replaced = measureColumns.filter((column) => !given.includes(column))

/**
 * Moves what was prepared after one position and up to another to where it is read: the measures, and their versions.
 * The caller has locked the source and the head of the feed. A measure of another source is never written over: what should
 * be born in its place breaks a constraint.
 */
export async function publishPrepared(
  transaction: Sql,
  preparationId: string,
  stretch: { after: number; upTo: number },
  as: PublishedAs,
): Promise<void> {
  const which = 'p.preparation_id = $1 and p.position > $2 and p.position <= $3'
  const withdrawnAt = 'case when p.newly_withdrawn = 1 then cast($4 as bigint) else p.withdrawn_at end'
  const parameters = [preparationId, stretch.after, stretch.upTo, as.at]
  await transaction.run(
    `insert into measure (id, source_id, local_id, slug, version, record_id, digest, merged_from, status, closes_at,
       next_clock_at, created_at, updated_at, withdrawn_at, operator_withdrawn, missed_runs, last_checked_at, merged_into,
       publication)
     select p.id, p.source_id, p.local_id, p.slug, p.version, p.record_id, p.digest, p.merged_from, p.status, p.closes_at,
       p.next_clock_at, coalesce(p.created_at, cast($4 as bigint)), coalesce(p.updated_at, cast($4 as bigint)),
       ${withdrawnAt}, p.operator_withdrawn, p.missed_runs, p.last_checked_at, p.merged_into, cast($5 as bigint)
     from prepared_measure p where ${which}
     on conflict (id) do update set ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}
       where measure.source_id = excluded.source_id`,
    [...parameters, as.publication],
  )
  await transaction.run(
    `insert into measure_version (measure_id, version, valid_from, event_id, type, categories, severity, diff, record_id,
       merged_from, status, closes_at, withdrawn_at)
     select p.id, p.version, cast($4 as bigint), p.event_id, p.type, p.categories, p.severity,
       case when p.newly_withdrawn = 1 then replace(p.diff, p.preparation_id, $5) else p.diff end, p.record_id,
       p.merged_from, p.status, p.closes_at, ${withdrawnAt}
     from prepared_measure p where ${which} and p.event_id is not null`,
    [...parameters, as.atText],
  )
}
