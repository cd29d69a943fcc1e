/** SQL of reading `measure_version`: every version of a measure, one of them, and the one that held at an instant. */
import type { Row, Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import type { EventType, Severity, Status } from '../../values/vocabularies.ts'
import type { Diff } from '../diff/diff.ts'
import type { MeasureRecord } from '../record/record.ts'
import { recordOf } from './record-store.ts'

/** What a version is, without its record. */
export type VersionFacts = {
  version: number
  validFrom: Instant
  /** When the next version began; null: it is the newest. */
  validTo: Instant | null
  eventId: string
  type: EventType
  categories: readonly EventType[]
  severity: Severity
  diff: Diff
}

/** A version with what the measure then said. */
export type StoredVersion = VersionFacts & {
  record: MeasureRecord
  mergedFrom: readonly string[]
  /** As it was at its first instant. */
  status: Status
  withdrawnAt: Instant | null
}

type FactsRow = Row & {
  version: number
  valid_from: number
  valid_to: number | null
  event_id: string
  type: EventType
  categories: string
  severity: Severity
  diff: string
}
type VersionRow = FactsRow & { record: string; merged_from: string; status: Status; withdrawn_at: number | null }

const facts = `version, valid_from, event_id, type, categories, severity, diff,
  (select later.valid_from from measure_version later
    where later.measure_id = measure_version.measure_id and later.version = measure_version.version + 1) as valid_to`
const whole = `${facts}, ${recordOf('measure_version')}, merged_from, status, withdrawn_at`

/** Every version of a measure, newest first. */
export async function versionsOf(sql: Sql, measureId: string): Promise<VersionFacts[]> {
  const rows = await sql.all<FactsRow>(
    `select ${facts} from measure_version where measure_id = $1 order by version desc`,
    [measureId],
  )
  return rows.map(factsOf)
}

/** The newest versions of a measure, the newest first, at most `limit`. */
export async function newestVersionsOf(sql: Sql, measureId: string, limit: number): Promise<VersionFacts[]> {
  const rows = await sql.all<FactsRow>(
    `select ${facts} from measure_version where measure_id = $1 order by version desc limit $2`,
    [measureId, limit],
  )
  return rows.map(factsOf)
}

export async function versionOf(sql: Sql, measureId: string, version: number): Promise<StoredVersion | null> {
  const row = await sql.one<VersionRow>(`select ${whole} from measure_version where measure_id = $1 and version = $2`, [
    measureId,
    version,
  ])
  return row === null ? null : storedOf(row)
}

/** The version that held at `at`: the newest that began at or before it. Null: the measure did not exist yet. */
export async function versionAt(sql: Sql, measureId: string, at: Instant): Promise<StoredVersion | null> {
  const row = await sql.one<VersionRow>(
    `select ${whole} from measure_version where measure_id = $1 and valid_from <= $2
     order by valid_from desc, version desc limit 1`,
    [measureId, at],
  )
  return row === null ? null : storedOf(row)
}

/** Number of the newest version and the instant of the first. */
export async function versionRange(
  sql: Sql,
  measureId: string,
): Promise<{ newest: number; firstValidFrom: Instant } | null> {
  const row = await sql.one<{ newest: number | null; first: number | null }>(
    'select max(version) as newest, min(valid_from) as first from measure_version where measure_id = $1',
    [measureId],
  )
  return row === null || row.newest === null || row.first === null
    ? null
    : { newest: row.newest, firstValidFrom: row.first }
}

/** The source of a measure, merged or not; null: there is no such measure. */
export async function sourceIdOf(sql: Sql, measureId: string): Promise<string | null> {
  const row = await sql.one<{ source_id: string }>('select source_id from measure where id = $1', [measureId])
  return row?.source_id ?? null
}

// The JSON of these columns is written by `insertVersions` alone.
function factsOf(row: FactsRow): VersionFacts {
  return {
    version: row.version,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    eventId: row.event_id,
    type: row.type,
    categories: JSON.parse(row.categories) as EventType[],
    severity: row.severity,
    diff: JSON.parse(row.diff) as Diff,
  }
}

function storedOf(row: VersionRow): StoredVersion {
  return {
    ...factsOf(row),
    record: JSON.parse(row.record) as MeasureRecord,
    mergedFrom: JSON.parse(row.merged_from) as string[],
    status: row.status,
    withdrawnAt: row.withdrawn_at,
  }
}
