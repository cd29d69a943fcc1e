/** What a version of a measure says to those who hold it against another: its content, as its source's settings of now make it. */
import type { Sql } from '../../platform/database/database.ts'
import { getSource } from '../../sources/registry.ts'
import { sourceSettings } from '../../sources/source/source-settings.ts'
import type { Instant } from '../../values/brussels.ts'
import { lastCheckedAt } from '../record/checked.ts'
import { contentAt } from '../record/content.ts'
import type { ReferenceLookups } from '../record/lookups.ts'
import type { MeasureContent, SourceSettings } from '../record/record.ts'
import { versionAgesAt } from '../record/status.ts'
import { type StoredVersion, sourceIdOf, versionAt, versionOf, versionRange } from './version-store.ts'

/** `content` is of the version's first instant: its status is the one that the version had. */
export type VersionContent = {
  measureId: string
  version: number
  validFrom: Instant
  content: MeasureContent
  source: SourceSettings
  lastCheckedAt: Instant | null
  /** See `versionAgesAt` in record/status.ts. */
  agesAt: Instant | null
}

/** Null: the measure has no such version. */
export async function versionContent(
  sql: Sql,
  lookups: ReferenceLookups,
  measureId: string,
  version: number,
): Promise<VersionContent | null> {
  return contentOf(sql, lookups, measureId, await versionOf(sql, measureId, version))
}

/** The version that held at `at`; null: the measure did not exist yet. */
export async function versionContentAt(
  sql: Sql,
  lookups: ReferenceLookups,
  measureId: string,
  at: Instant,
): Promise<VersionContent | null> {
  return contentOf(sql, lookups, measureId, await versionAt(sql, measureId, at))
}

async function contentOf(
  sql: Sql,
  lookups: ReferenceLookups,
  measureId: string,
  stored: StoredVersion | null,
): Promise<VersionContent | null> {
  const sourceId = stored === null ? null : await sourceIdOf(sql, measureId)
  if (stored === null || sourceId === null) return null
  const source = sourceSettings((await getSource(sql, sourceId)).definition)
  const { version, record, status, validFrom, withdrawnAt, mergedFrom } = stored
  const rest = { withdrawn_at: withdrawnAt, merged_from: mergedFrom, firstSeenAt: validFrom }
  return {
    measureId,
    version,
    validFrom,
    content: { ...contentAt(record, { source, lookups }, validFrom, rest), status },
    source,
    lastCheckedAt: lastCheckedAt(record, source, validFrom),
    agesAt: versionAgesAt(record, status, validFrom),
  }
}

/** The newest version that a measure has, whether or not it has been merged since. */
export async function newestVersionContent(
  sql: Sql,
  lookups: ReferenceLookups,
  measureId: string,
): Promise<VersionContent | null> {
  const range = await versionRange(sql, measureId)
  return range === null ? null : versionContent(sql, lookups, measureId, range.newest)
}
