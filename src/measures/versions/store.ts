/** SQL of the measures: `measure` (the newest version of each) and `measure_version` (every version ever). */

import type { Parameter, Row, Sql } from '../../platform/database/database.ts'
import { valuesIn } from '../../platform/database/lists.ts'
import { pagesOf } from '../../platform/database/pages.ts'
import type { Instant } from '../../values/brussels.ts'
import type { EventType, Severity, Status } from '../../values/vocabularies.ts'
import { parseCanonical } from '../record/canonical.ts'
import type { MeasureRecord } from '../record/record.ts'
import { recordOf } from './record-store.ts'

/** A measure as stored: what its newest version says, and where it stands with its source. */
export type StoredMeasure = {
  id: string
  sourceId: string
  localId: string
  slug: string
  version: number
  record: MeasureRecord
  /** Where the record is written; it stays while the record does. */
  recordId: string
  /** The record's canonical text, and its digest: two records with one digest are the same. */
  recordText: string
  digest: string
  /** Every id that leads here, in the order of the merges. */
  mergedFrom: readonly string[]
  /** As of the newest version; what holds now follows from the record and the time. */
  status: Status
  closesAt: Instant | null
  nextClockAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
  withdrawnAt: Instant | null
  operatorWithdrawn: boolean
  /** Succeeded runs in a row that did not list it; `missedRunsMax` stands for all above. */
  missedRuns: number
  /** When it was last seen, while the source's last success did not see it; else null. */
  lastCheckedAt: Instant | null
  mergedInto: string | null
  publication: number
}

/** The columns of `measure`. */
export const measureColumns = [
  'id',
  'source_id',
  'local_id',
  'slug',
  'version',
  'record_id',
  'digest',
  'merged_from',
  'status',
  'closes_at',
  'next_clock_at',
  'created_at',
  'updated_at',
  'withdrawn_at',
  'operator_withdrawn',
  'missed_runs',
  'last_checked_at',
  'merged_into',
  'publication',
] as const
/** What a statement reads of a measure: its columns, and what it says. */
export const measureList = `${measureColumns.join(', ')}, ${recordOf('measure')}`

export type FactsRow = Row & {
  id: string
  source_id: string
  local_id: string
  slug: string
  version: number
  record_id: string
  digest: string
  merged_from: string
  status: Status
  closes_at: number | null
  next_clock_at: number | null
  created_at: number
  updated_at: number
  withdrawn_at: number | null
  operator_withdrawn: number
  missed_runs: number
  last_checked_at: number | null
  merged_into: string | null
  publication: number
}

export type MeasureRow = FactsRow & { record: string }

/** What the store knows of a measure beside its record. */
export type MeasureFacts = Omit<StoredMeasure, 'record' | 'recordId' | 'recordText' | 'digest'>

export function measureOf(row: MeasureRow): StoredMeasure {
  const { record_id: recordId, record: recordText, digest } = row
  return { ...factsOf(row), record: parseCanonical(recordText, row.id), recordId, recordText, digest }
}

export function factsOf(row: FactsRow): MeasureFacts {
  return {
    id: row.id,
    sourceId: row.source_id,
    localId: row.local_id,
    slug: row.slug,
    version: row.version,
    mergedFrom: JSON.parse(row.merged_from) as string[],
    status: row.status,
    closesAt: row.closes_at,
    nextClockAt: row.next_clock_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    withdrawnAt: row.withdrawn_at,
    operatorWithdrawn: row.operator_withdrawn === 1,
    missedRuns: row.missed_runs,
    lastCheckedAt: row.last_checked_at,
    mergedInto: row.merged_into,
    publication: row.publication,
  }
}

/** Most ids that one statement names. */
export const idsPerStatement = 500

/** The measures of those ids, in no order; ids without a measure are left out. */
export async function measuresByIds(sql: Sql, ids: readonly string[]): Promise<StoredMeasure[]> {
  const measures: StoredMeasure[] = []
  for (let from = 0; from < ids.length; from += idsPerStatement) {
    const some = ids.slice(from, from + idsPerStatement)
    const { places, values } = valuesIn(some, 1)
    const rows = await sql.all<MeasureRow>(`select ${measureList} from measure where id in (${places})`, values)
    measures.push(...rows.map(measureOf))
  }
  return measures
}

/** The measure of that id or slug; merged and withdrawn ones too. */
export async function measureByIdOrSlug(sql: Sql, idOrSlug: string): Promise<StoredMeasure | null> {
  const row = await sql.one<MeasureRow>(`select ${measureList} from measure where id = $1 or slug = $1`, [idOrSlug])
  return row === null ? null : measureOf(row)
}

/** The slugs of those of the measures that are there, by id. */
export async function slugsOfMeasures(sql: Sql, ids: readonly string[]): Promise<Map<string, string>> {
  const slugs = new Map<string, string>()
  for (let from = 0; from < ids.length; from += idsPerStatement) {
    const some = ids.slice(from, from + idsPerStatement)
    type Named = { id: string; slug: string }
    const { places, values } = valuesIn(some, 1)
    for (const row of await sql.all<Named>(`select id, slug from measure where id in (${places})`, values)) {
      slugs.set(row.id, row.slug)
    }
  }
  return slugs
}

/** Ids of those given that a measure has. */
export async function takenIds(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  const taken = new Set<string>()
  for (let from = 0; from < ids.length; from += idsPerStatement) {
    const some = ids.slice(from, from + idsPerStatement)
    const { places, values } = valuesIn(some, 1)
    for (const row of await sql.all<{ id: string }>(`select id from measure where id in (${places})`, values)) {
      taken.add(row.id)
    }
  }
  return taken
}

const slugsPerPage = 5_000

/** Every slug that was ever given. Exact only while the head of the feed is locked: whoever gives one has locked it. */
export async function givenSlugs(sql: Sql): Promise<Set<string>> {
  const slugs = new Set<string>()
  const pages = pagesOf({
    first: '',
    rowsPerPage: slugsPerPage,
    read: (after) =>
      sql.all<{ slug: string }>('select slug from measure where slug > $1 order by slug limit $2', [
        after,
        slugsPerPage,
      ]),
    placeOf: ({ slug }) => slug,
  })
  for await (const page of pages) for (const { slug } of page) slugs.add(slug)
  return slugs
}

/**
 * Inserts measures, or puts them in the place of the rows with their ids. Their records are written already. The caller
 * has locked their sources.
 */
export async function putMeasures(transaction: Sql, measures: readonly StoredMeasure[]): Promise<void> {
  const rows = measures.map((measure): Parameter[] => [
    measure.id,
    measure.sourceId,
    measure.localId,
    measure.slug,
    measure.version,
    measure.recordId,
    measure.digest,
    JSON.stringify(measure.mergedFrom),
    measure.status,
    measure.closesAt,
    measure.nextClockAt,
    measure.createdAt,
    measure.updatedAt,
    measure.withdrawnAt,
    measure.operatorWithdrawn ? 1 : 0,
    measure.missedRuns,
    measure.lastCheckedAt,
    measure.mergedInto,
    measure.publication,
  ])
  const replaced = measureColumns.filter((column) => column !== 'id').map((column) => `${column} = excluded.${column}`)
  await transaction.insertMany('measure', measureColumns, rows, `on conflict (id) do update set ${replaced.join(', ')}`)
}

export type NewVersion = {
  measure: StoredMeasure
  eventId: string
  type: EventType
  categories: readonly EventType[]
  severity: Severity
  diff: Readonly<Record<string, { from: unknown; to: unknown }>>
}

/** Writes versions: what the measures now say, from their `updatedAt` on. Their records are written already. */
export async function insertVersions(transaction: Sql, versions: readonly NewVersion[]): Promise<void> {
  const rows = versions.map((version): Parameter[] => [
    version.measure.id,
    version.measure.version,
    version.measure.updatedAt,
    version.eventId,
    version.type,
    JSON.stringify(version.categories),
    version.severity,
    JSON.stringify(version.diff),
    version.measure.recordId,
    JSON.stringify(version.measure.mergedFrom),
    version.measure.status,
    version.measure.closesAt,
    version.measure.withdrawnAt,
  ])
  await transaction.insertMany('measure_version', versionColumns, rows)
}

const versionColumns = [
  'measure_id',
  'version',
  'valid_from',
  'event_id',
  'type',
  'categories',
  'severity',
  'diff',
  'record_id',
  'merged_from',
  'status',
  'closes_at',
  'withdrawn_at',
] as const

/** Lets everything that led to `duplicateId`, and itself, lead to `survivorId`. The caller has locked the head of the feed. */
export async function putMerged(
  transaction: Sql,
  duplicateId: string,
  survivorId: string,
  publication: number,
): Promise<void> {
  await transaction.run('update measure set merged_into = $2, publication = $3 where id = $1 or merged_into = $1', [
    duplicateId,
    survivorId,
    publication,
  ])
}
