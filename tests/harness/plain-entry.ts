/** An entry of the index that says nothing but the given, for tests that look at few of its properties. */
import type { Entry } from '../../src/measures/finding/query.ts'
import { entryWords } from './entry-words.ts'

export function plainEntry(id: string, words: Partial<Entry['words']>, more: Partial<Entry> = {}): Entry {
  return {
    id,
    regions: [],
    scope: 'national',
    government_level: 'federal',
    topics: [],
    company_sizes: [],
    applicant_types: [],
    instrument_type: 'grant',
    status: 'open',
    source_id: 'one',
    issuer_id: 'issuer',
    programme: null,
    nace: { include: [], exclude: [], version: null, rules: [] },
    withdrawn: false,
    opens_at: null,
    closes_at: null,
    has_further_deadlines: false,
    updated_at: 0,
    titles: { nl: '', fr: '', en: '' },
    recurs: false,
    places: [],
    words: entryWords(words),
    ...more,
  }
}
