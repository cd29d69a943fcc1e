/**
 * Synthetic input records, the same on every machine: the texts and facets of the search bench, and around them what a
 * well described measure has (window, amount, rules, conditions, areas). A stored record is about 5 KB.
 */

import type { InputRecord } from '../../tests/harness/sample-measures.ts'
import { entryOf } from '../search/catalogue.ts'

const codes = ['01', '10.71', '25.62', '41', '43.22', '47', '55.1', '62', '62.01', '71.12', '85', '96.02']
const forms = ['014', '015', '610']
const areas = ['11002', '21004', '44021', '62063', '92094', 'BE2', 'BE3']

export function localIdOf(number: number): string {
  return `m${String(number).padStart(7, '0')}`
}

/** Record `number`; the next `edition` of it is the same measure with other texts and another amount. */
export function recordInput(number: number, edition = 0): InputRecord {
  const entry = entryOf(number, edition)
  const [nl, fr, en] = [entry.titles.nl, entry.titles.fr, entry.titles.en]
  const { summary, description } = entry.words
  const text = summary.flatMap((short, language) => [short, description[language]])
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10)
  const code = (step: number): string => codes[(number + step) % codes.length] ?? '62'
  return {
    local_id: localIdOf(number),
    title: { nl, fr, en },
    summary: { nl: text[0], fr: text[2], en: text[4] },
    description: {
      nl: `${text[1]}. ${text[0]}. ${nl}`,
      fr: `${text[3]}. ${text[2]}. ${fr}`,
      en: `${text[5]}. ${text[4]}. ${en}`,
    },
    status: entry.status,
    instrument_type: entry.instrument_type,
    government_level: entry.government_level,
    scope: entry.scope,
    regions: entry.regions,
    area_codes: number % 5 === 0 ? [areas[number % areas.length]] : [],
    topics: entry.topics,
    applicant_types: ['company', 'self_employed'],
    company_sizes: entry.company_sizes,
    nace: entry.nace.include.length > 0 ? { include: [code(0), code(5)], exclude: [], version: 2008 } : null,
    legal_forms: number % 4 === 0 ? forms.slice(number % 2) : [],
    cost_types: ['equipment'],
    programme: entry.programme,
    issuer: { id: entry.issuer_id, name: `Agency ${entry.issuer_id}`, url: 'https://agency.example' },
    application_window: {
      opens_at: day((entry.closes_at ?? entry.updated_at) - 120 * 86_400_000),
      closes_at: entry.closes_at === null ? null : day(entry.closes_at),
      note: { nl: text[0], en: text[4] },
    },
    amount: {
      currency: 'EUR',
      min: 1_000,
      max: 50_000 + number + edition,
      rate_min: 0.2,
      rate_max: 0.4,
      basis: 'eligible_costs',
      note: { nl: text[0], en: text[4] },
      tiers: [
        {
          when: [{ id: 'tier-small', field: 'company.size', operator: 'is', value: 'small' }],
          rate: 0.3,
          min: null,
          max: 20_000,
        },
      ],
    },
    state_aid: { regime: 'de_minimis', note: text[2] },
    rules: [
      { id: 'staff', field: 'company.employees', operator: 'at_most', value: 10 + (number % 240) },
      { id: 'age', field: 'company.age_months', operator: 'between', value: [0, 60 + (number % 60)], confidence: 0.8 },
      {
        id: 'start',
        field: 'project.planned_start',
        operator: 'after',
        value: 'today',
        confidence: 0.6,
        provenance: { method: 'derived', url: 'https://agency.example/rules', excerpt: text[1] },
      },
    ],
    conditions: [
      { id: 'c-size', text: { nl: text[0], fr: text[2], en: text[4] }, rule_ids: ['staff'] },
      { id: 'c-rank', text: { nl: text[1], fr: text[3], en: text[5] }, kind: 'assessment' },
    ],
    legal_basis: [{ title: nl, url: 'https://agency.example/law' }],
    url: { nl: `https://agency.example/nl/${number}`, fr: `https://agency.example/fr/${number}` },
    application_url: `https://agency.example/apply/${number}`,
  }
}
