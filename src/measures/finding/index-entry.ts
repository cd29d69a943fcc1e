/** A measure as the index takes it: its facets and order as of an instant, and the words it may be found by. */
import type { Instant } from '../../values/brussels.ts'
import { type LocalizedText, textIn, textsOf } from '../../values/localized-text.ts'
import type { Language } from '../../values/vocabularies.ts'
import { licenceModes, servesTexts } from '../record/licence.ts'
import type { ResolvedRecord, SourceSettings } from '../record/record.ts'
import { servedDeadline, statusAt } from '../record/status.ts'
import type { Entry } from './query.ts'

export type Identity = { id: string; sourceId: string; updatedAt: Instant; withdrawnAt: Instant | null }

export function indexEntry(measure: Identity, record: ResolvedRecord, source: SourceSettings, at: Instant): Entry {
  const title = (language: Language): string => textIn(record.title, language) ?? ''
  // What is not served is not found either.
  const modes = licenceModes(source, record.licence)
  const texts: (LocalizedText | null)[] = [
    servesTexts(modes, 'summary') ? record.summary : null,
    servesTexts(modes, 'description') ? record.description : null,
    record.issuer.name,
  ]
  return {
    id: measure.id,
    regions: record.regions,
    scope: record.scope,
    government_level: record.government_level,
    topics: record.topics,
    company_sizes: record.company_sizes,
    instrument_type: record.instrument_type,
    status: statusAt(record.status, record.application_window, at),
    source_id: measure.sourceId,
    issuer_id: record.issuer.id,
    programme: record.programme,
    nace: record.nace,
    withdrawn: measure.withdrawnAt !== null,
    closes_at: servedDeadline(record.application_window, at),
    updated_at: measure.updatedAt,
    titles: { nl: title('nl'), fr: title('fr'), en: title('en') },
    words: { title: textsOf(record.title), text: [...texts.flatMap(textsOf), record.local_id] },
  }
}
