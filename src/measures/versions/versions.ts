/**
 * The one way in which a measure changes: a version that says what it became, the event that announces it, and the row
 * of the measure itself, in one transaction, with one time. Ingestion, the operator and the clock all come through here.
 */

import type { LockedFeed } from '../../changes/append.ts'
import type { EventDraft } from '../../changes/event/event.ts'
import type { Sql } from '../../platform/database/database.ts'
import { newId } from '../../platform/new-id.ts'
import type { Instant } from '../../values/brussels.ts'
import { classify } from '../diff/classify.ts'
import { diffMeasures } from '../diff/diff.ts'
import { measureSummary } from '../diff/event-summary.ts'
import { contentAt, type Settings } from '../record/content.ts'
import type { KeptRecord } from '../record/kept-record.ts'
import type { ReferenceLookups } from '../record/lookups.ts'
import type { MeasureContent } from '../record/record.ts'
import { measureLinks } from '../record/render.ts'
import { agesAt, nextClockChange, statusAt, versionAgesAt } from '../record/status.ts'
import { openRegions } from '../rules/open-regions.ts'
import { deleteUnsaid, insertRecords, type RecordOfMeasure } from './record-store.ts'
import { insertVersions, type NewVersion, putMeasures, type StoredMeasure } from './store.ts'

/** What every change of a measure needs to know of the service. */
export type VersionMeans = {
  lookups: ReferenceLookups
  /** Without a slash at its end; stands in the links of events. */
  baseUrl: string
}

/** What a measure becomes. What follows from it (status, version, times) is decided when it is written. */
export type Becoming = KeptRecord & {
  withdrawn: boolean
  operatorWithdrawn: boolean
  missedRuns: number
  lastCheckedAt: StoredMeasure['lastCheckedAt']
  mergedFrom: readonly string[]
}

export type Transition =
  | { before: StoredMeasure; after: Becoming }
  | { before: null; named: { id: string; localId: string; slug: string }; after: Becoming }

/** A measure as it stands, to be changed in some respects. */
export function becoming(before: StoredMeasure, changes: Partial<Becoming>): Transition {
  const { record, recordText, digest, operatorWithdrawn, missedRuns, lastCheckedAt, mergedFrom } = before
  const withdrawn = before.withdrawnAt !== null
  return {
    before,
    after: {
      ...{ record, recordText, digest, withdrawn, operatorWithdrawn, missedRuns, lastCheckedAt, mergedFrom },
      ...changes,
    },
  }
}

/**
 * Carries out transitions of measures of one source, whose row the caller has locked. What changes nothing that a version
 * shows is written without one. A change of the clock that had not been noticed yet is part of the version. Answers how
 * many versions were made.
 */
export async function writeTransitions(
  transaction: Sql,
  feed: LockedFeed,
  means: VersionMeans,
  source: Settings['source'],
  transitions: readonly Transition[],
): Promise<number> {
  const settings = { source, lookups: means.lookups }
  const measures: StoredMeasure[] = []
  const versions: NewVersion[] = []
  const events: EventDraft[] = []
  const records: StoredMeasure[] = []
  const formerRecords: RecordOfMeasure[] = []
  for (const transition of transitions) {
    const { measure, content, version } = written(transition, settings, feed.createdAt, feed.newEventId)
    measures.push({ ...measure, publication: feed.publication })
    const { before } = transition
    if (before?.recordId !== measure.recordId) {
      records.push(measure)
      if (before !== null) formerRecords.push({ measureId: before.id, recordId: before.recordId })
    }
    if (version === null) continue
    versions.push(version)
    events.push(announcing(version, content, settings.source, means.baseUrl))
  }
  await insertRecords(transaction, records)
  await putMeasures(transaction, measures)
  await insertVersions(transaction, versions)
  await deleteUnsaid(transaction, formerRecords)
  await feed.append(events)
  return versions.length
}

/**
 * The measure after a write that no version tells of: when a record was checked, a word that its dates overrule. Status
 * and deadline stay as the newest version says them; a change of the clock that is due stays due, for the clock to make
 * its own version. Its publication is that of before.
 */
export function touched(
  before: StoredMeasure,
  after: Becoming,
  source: Settings['source'],
  at: Instant,
): StoredMeasure {
  const { record, recordText, digest, missedRuns, lastCheckedAt } = after
  const overdue = before.nextClockAt !== null && before.nextClockAt <= at
  const nextClockAt = overdue
    ? before.nextClockAt
    : nextClockChange(record, agesAt(record, source, before.createdAt), at)
  const recordId = recordIdFor(before, digest, at)
  return { ...before, record, recordId, recordText, digest, missedRuns, lastCheckedAt, nextClockAt }
}

/** A record that says what it said stays where it is written. */
function recordIdFor(before: StoredMeasure | null, digest: string, at: Instant): string {
  return before?.digest === digest ? before.recordId : newId('rec', at)
}

/**
 * What a transition comes to at `at`: the measure (with the publication of before), what it then says, and its version;
 * null where nothing changed that a version shows.
 */
export function written(
  transition: Transition,
  settings: Settings,
  at: Instant,
  newEventId: () => string,
): { measure: StoredMeasure; content: MeasureContent; version: NewVersion | null } {
  const { before, after } = transition
  const withdrawnAt = after.withdrawn ? (before?.withdrawnAt ?? at) : null
  const firstSeenAt = before?.createdAt ?? at
  const said = { withdrawn_at: withdrawnAt, merged_from: after.mergedFrom, firstSeenAt }
  const content = contentAt(after.record, settings, at, said)
  const diff = before === null ? {} : diffMeasures(contentOf(before, settings), content, settings.source)
  const isVersion = before === null || Object.keys(diff).length > 0
  const ages = agesAt(after.record, settings.source, firstSeenAt)
  const named = before === null ? transition.named : before
  const measure: StoredMeasure = {
    id: named.id,
    sourceId: settings.source.id,
    localId: named.localId,
    slug: named.slug,
    version: (before?.version ?? 0) + (isVersion ? 1 : 0),
    record: after.record,
    recordId: recordIdFor(before, after.digest, at),
    recordText: after.recordText,
    digest: after.digest,
    mergedFrom: after.mergedFrom,
    status: content.status,
    closesAt: content.closes_at,
    nextClockAt: nextClockChange(after.record, ages, at),
    createdAt: firstSeenAt,
    updatedAt: before === null || isVersion ? at : before.updatedAt,
    withdrawnAt,
    operatorWithdrawn: after.operatorWithdrawn,
    missedRuns: after.missedRuns,
    lastCheckedAt: after.lastCheckedAt,
    mergedInto: before?.mergedInto ?? null,
    publication: before?.publication ?? 0,
  }
  const version = isVersion
    ? { measure, eventId: newEventId(), diff, ...classify(diff, before !== null && isOfAge(before, after, at)) }
    : null
  return { measure, content, version }
}

/** Whether the status that the newest version says would be that of `after` at `at`, if no word ever aged. */
function isOfAge({ record, status, updatedAt }: StoredMeasure, after: Becoming, at: Instant): boolean {
  const wasAged = versionAgesAt(record, status, updatedAt) !== null
  const said = wasAged ? statusAt(record, null, updatedAt) : status
  return statusAt(after.record, null, at) === said
}

/** What the newest version says: its status and deadline are those of its own time. */
function contentOf(measure: StoredMeasure, settings: Settings): MeasureContent {
  const rest = { withdrawn_at: measure.withdrawnAt, merged_from: measure.mergedFrom, firstSeenAt: measure.createdAt }
  const content = contentAt(measure.record, settings, measure.updatedAt, rest)
  return { ...content, status: measure.status, closes_at: measure.closesAt }
}

/** The event that announces a version. */
export function announcing(
  version: NewVersion,
  content: MeasureContent,
  source: Settings['source'],
  baseUrl: string,
): EventDraft {
  const { measure } = version
  return {
    id: version.eventId,
    event: version.type,
    subject: 'subsidy',
    subjectId: measure.id,
    version: measure.version,
    sourceId: source.id,
    accountId: null,
    causedBy: null,
    categories: version.categories,
    regions: openRegions(content.record),
    topics: content.record.topics,
    diff: version.diff,
    summary: measureSummary(content, source),
    links: measureLinks(baseUrl, measure.id),
  }
}
