/** When the text of a record was last read, and on whose page (contract 3 and 4). */
import { dayOf, type Instant, monthsBefore, startOfPeriod } from '../../values/brussels.ts'
import { type LocalizedText, textsOf } from '../../values/localized-text.ts'
import type { Authority, Checked, MeasureRecord, ResolvedRecord, SourceSettings } from './record.ts'

/** First instant of the day, month or year on which the record was read; null: it does not say. */
export function checkedAt(record: Pick<MeasureRecord, 'checked' | 'checked_at'>): Instant | null {
  const { checked } = record
  return checked === null || checked === undefined ? record.checked_at : startOfPeriod(checked.on)
}

/**
 * The reading of a record as it is served. A plain `checked_at` counts as a reading of `record_url`: of the authority where
 * that page has the host of the record's own page or of its issuer's, else of a page of which it is not known whose it is.
 */
export function checkedOf(record: MeasureRecord, issuer: Pick<Authority, 'url'>): Checked | null {
  if (record.checked !== null && record.checked !== undefined) return record.checked
  if (record.checked_at === null) return null
  const url = record.record_url
  const hosts = [...hostsOf(record.url), ...hostsOf(issuer.url)]
  const isAuthoritys = url !== null && hosts.includes(hostOf(url))
  return { on: dayOf(record.checked_at), url, by: isAuthoritys ? 'authority' : null }
}

function hostsOf(urls: LocalizedText | null): string[] {
  return textsOf(urls).map(hostOf)
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? url
}

/**
 * When a record was last checked: the first instant of its own reading; else for an authority's own data the end of the last
 * succeeded run that saw it (`seenByRun`); null for a curated record that does not say.
 */
export function lastCheckedAt(
  record: Pick<MeasureRecord, 'checked' | 'checked_at'>,
  source: Pick<SourceSettings, 'method'>,
  seenByRun: Instant | null,
): Instant | null {
  return checkedAt(record) ?? (source.method === 'curated' ? null : seenByRun)
}

/** The same as the day, month or year that compact rows show. */
export function lastCheckedOn(record: Pick<ResolvedRecord, 'checked'>, lastCheckedAt: Instant | null): string | null {
  return record.checked?.on ?? (lastCheckedAt === null ? null : dayOf(lastCheckedAt))
}

/** How old a reading may be before answers that show it say so. */
const monthsUntilLongAgo = 12
/** When a reading was long ago for the answer that asked last: every row of an answer asks for the same. */
let newestLongAgo = { at: 0, before: monthsBefore(0, monthsUntilLongAgo) }

function longAgoBefore(at: Instant): Instant {
  if (newestLongAgo.at !== at) newestLongAgo = { at, before: monthsBefore(at, monthsUntilLongAgo) }
  return newestLongAgo.before
}

/**
 * What an answer that shows a record of ours warns of: `unread`: nobody has read it on a page; else the reading (`checked`) that
 * is more than a year old, or of a page that is not known to be the authority's.
 */
export type ReadingDoubt = 'unread' | Checked

/** Null: of nothing. `at` is the instant of the answer. */
export function readingDoubt(
  checked: Checked | null,
  source: Pick<SourceSettings, 'method'>,
  at: Instant,
): ReadingDoubt | null {
  if (source.method !== 'curated') return null
  if (checked === null) return 'unread'
  if (checked.by !== 'authority') return checked
  const readAt = startOfPeriod(checked.on)
  return readAt !== null && readAt < longAgoBefore(at) ? checked : null
}
