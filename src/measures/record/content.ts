/** What a record says at an instant, as two versions are compared. */
import type { Instant } from '../../values/brussels.ts'
import { diffMeasures } from '../diff/diff.ts'
import type { ReferenceLookups } from './lookups.ts'
import type { MeasureContent, MeasureRecord, SourceSettings } from './record.ts'
import { resolve } from './resolve.ts'
import { agesAt, servedDeadline, statusAt } from './status.ts'

/** What the settings of now make of records: their source's, and the tables of reference. */
export type Settings = { source: SourceSettings; lookups: ReferenceLookups }

/** What a record of a listed measure that is to be replaced says, what replaces it, and when the measure was first seen. */
export type Replaced = { before: MeasureRecord; after: MeasureRecord; firstSeenAt: Instant }

/** What a record says from `at` on. */
export function contentAt(
  record: MeasureRecord,
  settings: Settings,
  at: Instant,
  rest: Pick<MeasureContent, 'withdrawn_at' | 'merged_from'> & { firstSeenAt: Instant },
): MeasureContent {
  return {
    record: resolve(record, settings.source, settings.lookups),
    status: statusAt(record, agesAt(record, settings.source, rest.firstSeenAt), at),
    closes_at: servedDeadline(record.application_window, at),
    withdrawn_at: rest.withdrawn_at,
    merged_from: rest.merged_from,
  }
}

/**
 * Whether a version has to say that `after` took the place of `before`. Both are judged at the same instant: a change of
 * the clock between them is not the source's doing, and one of what is never shown (when it was checked, a word that the
 * dates overrule) is nobody's business.
 */
export function contentDiffers(
  before: MeasureRecord,
  after: MeasureRecord,
  settings: Settings & { firstSeenAt: Instant },
  at: Instant,
): boolean {
  const alike = { withdrawn_at: null, merged_from: [], firstSeenAt: settings.firstSeenAt }
  const diff = diffMeasures(
    contentAt(before, settings, at, alike),
    contentAt(after, settings, at, alike),
    settings.source,
  )
  return Object.keys(diff).length > 0
}
