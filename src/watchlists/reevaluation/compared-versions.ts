/** Under which two versions a new one has companies judged: the measure's own, and those of a measure merged away by it. */
import type { VersionEvent } from '../../changes/version-consumer.ts'
import { prepare } from '../../matching/verdict/prepared-measure.ts'
import type { ReferenceLookups } from '../../measures/record/lookups.ts'
import { newestVersionContent, type VersionContent, versionContent } from '../../measures/versions/version-content.ts'
import type { Sql } from '../../platform/database/database.ts'
import { printsOf } from '../answered-texts.ts'
import type { JudgedVersion } from '../portfolio/changed-verdicts.ts'
import type { Told } from './match-event.ts'

/** A measure under two versions; null: it was, or is, not there. `muteIds`: each of these ids mutes it. */
export type Compared = {
  told: Told
  muteIds: readonly string[]
  before: JudgedVersion | null
  after: JudgedVersion | null
}

/** The measure whose version it is, and the one that was merged into it by this version, of which nothing is left. */
export async function comparedBy(sql: Sql, lookups: ReferenceLookups, event: VersionEvent): Promise<Compared[]> {
  const { subsidyId, version, seq: eventSeq } = event
  const now = await versionContent(sql, lookups, subsidyId, version)
  if (now === null) throw new Error(`version ${version} of ${subsidyId} was announced, and is not there`)
  const past = version === 1 ? null : await versionContent(sql, lookups, subsidyId, version - 1)
  const compared = [comparing(now, past, now, { version, eventSeq })]
  const mergedAway = await mergedAwayBy(sql, lookups, event)
  if (mergedAway !== null) compared.push(comparing(mergedAway, mergedAway, null, { version, eventSeq }))
  return compared
}

function comparing(
  { measureId, content, source }: VersionContent,
  before: VersionContent | null,
  after: VersionContent | null,
  caused: { version: number; eventSeq: number },
): Compared {
  return {
    told: { measureId, content, source, ...caused },
    muteIds: [measureId, ...content.merged_from],
    before: judgedOf(before),
    after: judgedOf(after),
  }
}

/** Of the ids that lead to the survivor since then, the one that led to none of the others: those went with it before. */
async function mergedAwayBy(
  sql: Sql,
  lookups: ReferenceLookups,
  { newlyMergedFrom }: VersionEvent,
): Promise<VersionContent | null> {
  const contents: VersionContent[] = []
  for (const id of newlyMergedFrom) {
    const newest = await newestVersionContent(sql, lookups, id)
    if (newest !== null) contents.push(newest)
  }
  const gone = new Set(contents.flatMap(({ content }) => content.merged_from))
  return contents.find(({ measureId }) => !gone.has(measureId)) ?? null
}

/** A version as companies are judged by it; null: a withdrawn measure is not there. */
function judgedOf(version: VersionContent | null): JudgedVersion | null {
  if (version === null || version.content.withdrawn_at !== null) return null
  const { measureId, content, source, lastCheckedAt } = version
  const { record, status, closes_at: closesAt } = content
  return {
    // What it excludes and what a licence withholds decide no status.
    measure: prepare({ id: measureId, record, source, lastCheckedAt, status, closesAt, excludes: [], licence: {} }),
    prints: printsOf(record, source.language),
  }
}
