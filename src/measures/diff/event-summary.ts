/** What a change-feed event says of its measure (contract 6, `data.summary`), fixed when the event is made. */
import type { Instant } from '../../values/brussels.ts'
import { formatInstant } from '../../values/brussels.ts'
import type { LocalizedText } from '../../values/localized-text.ts'
import { textIn } from '../../values/localized-text.ts'
import type { InstrumentType, Region, Status, Topic } from '../../values/vocabularies.ts'
import type { MeasureContent, SourceSettings } from '../record/record.ts'

export type MeasureSummary = {
  title: LocalizedText
  status: Status
  instrument_type: InstrumentType
  issuer: { id: string; name: string }
  closes_at: string | null
  regions: Region[]
  topics: Topic[]
  url: string
  source_id: string
}

/**
 * The nine keys. `closesAt` is the deadline that the event speaks of, where that is not the served one (closing soon).
 * Names and links by language are the English ones, else nl, fr, de. No licence mode withholds any of it: a title, a
 * status and a link are always served, and the rest are codes, dates and the name of an authority.
 */
export function measureSummary(
  content: Pick<MeasureContent, 'record' | 'status' | 'closes_at'>,
  source: Pick<SourceSettings, 'id'>,
  closesAt: Instant | null = content.closes_at,
): MeasureSummary {
  const { record } = content
  return {
    title: { nl: record.title.nl, fr: record.title.fr, en: record.title.en, de: record.title.de },
    status: content.status,
    instrument_type: record.instrument_type,
    issuer: { id: record.issuer.id, name: textIn(record.issuer.name, 'en') ?? record.issuer.id },
    closes_at: closesAt === null ? null : formatInstant(closesAt),
    regions: record.regions,
    topics: record.topics,
    url: textIn(record.url, 'en') ?? '',
    source_id: source.id,
  }
}
