/** A measure as the index takes it: its facets and order as of an instant, and the words it may be found by. */

import { searchWordsOf } from '../../reference/search-words.ts'
import type { Instant } from '../../values/brussels.ts'
import { type LocalizedText, textIn, textsOf } from '../../values/localized-text.ts'
import type { Language } from '../../values/vocabularies.ts'
import { licenceModes, servesTexts } from '../record/licence.ts'
import type { Keywords, ResolvedRecord, SourceSettings } from '../record/record.ts'
import { servedDeadline, statusAt } from '../record/status.ts'
import { openRegions } from '../rules/open-regions.ts'
import { placesOf } from './places.ts'
import type { Entry } from './query.ts'
import { sectorRules } from './sector-rules.ts'

/** `agesAt`: from when its status word is too old to be believed (record/status.ts). */
export type Identity = {
  id: string
  sourceId: string
  updatedAt: Instant
  withdrawnAt: Instant | null
  agesAt: Instant | null
}

export function indexEntry(measure: Identity, record: ResolvedRecord, source: SourceSettings, at: Instant): Entry {
  const title = (language: Language): string => textIn(record.title, language) ?? ''
  return {
    id: measure.id,
    regions: openRegions(record),
    scope: record.scope,
    government_level: record.government_level,
    topics: record.topics,
    company_sizes: record.company_sizes,
    applicant_types: record.applicant_types,
    instrument_type: record.instrument_type,
    status: statusAt(record, measure.agesAt, at),
    source_id: measure.sourceId,
    issuer_id: record.issuer.id,
    programme: record.programme,
    nace: { ...record.nace, rules: sectorRules(record.rules) },
    withdrawn: measure.withdrawnAt !== null,
    opens_at: record.application_window.opens_at,
    closes_at: servedDeadline(record.application_window, at),
    has_further_deadlines: record.application_window.deadlines.filter((deadline) => deadline >= at).length > 1,
    updated_at: measure.updatedAt,
    titles: { nl: title('nl'), fr: title('fr'), en: title('en') },
    recurs: record.application_window.recurrence === 'recurring',
    places: placesOf(record),
    words: wordsOf(record, source),
  }
}

function wordsOf(record: ResolvedRecord, source: SourceSettings): Entry['words'] {
  // What is not served is not found either; keywords are our own.
  const modes = licenceModes(source, record.licence)
  const served = (field: 'summary' | 'description', text: LocalizedText | null): string[] =>
    servesTexts(modes, field) ? textsOf(text) : []
  return {
    title: textsOf(record.title),
    keywords: record.keywords === null ? [] : keywordsIn(record.keywords),
    local_id: [record.local_id],
    names: [...textsOf(record.issuer.name), ...textsOf(record.administrator?.name ?? null)],
    summary: served('summary', record.summary),
    called: calledOf(record),
    description: served('description', record.description),
    conditions: servesTexts(modes, 'conditions') ? record.conditions.flatMap(({ text }) => textsOf(text)) : [],
  }
}

function keywordsIn({ nl, fr, en, de }: Keywords): string[] {
  return [...nl, ...fr, ...en, ...de]
}

function calledOf(record: ResolvedRecord): string[] {
  const { programme } = record
  return [
    ...searchWordsOf('instrument_type', [record.instrument_type]),
    ...searchWordsOf('topic', record.topics),
    ...searchWordsOf('applicant_type', record.applicant_types),
    ...searchWordsOf('company_size', record.company_sizes),
    ...searchWordsOf('cost_type', record.cost_types),
    ...searchWordsOf('region', record.regions),
    ...searchWordsOf('province', record.provinces),
    ...searchWordsOf('government_level', [record.government_level]),
    ...(programme === null ? [] : searchWordsOf('programme', [programme])),
  ]
}
