/** Sources, tables of reference and input records for tests of measures: small, invented, and right in every property. */

import { readInputRecord } from '../../src/measures/reading/read-input.ts'
import type { ReferenceLookups } from '../../src/measures/record/lookups.ts'
import type { MeasureRecord, ResolvedRecord, SourceSettings } from '../../src/measures/record/record.ts'
import { resolve } from '../../src/measures/record/resolve.ts'

export type InputRecord = Record<string, unknown>

/** A curated Flemish source. */
export const sampleSource: SourceSettings = {
  id: 'flemish-aid',
  prefix: 'fa',
  publisher: 'Agentschap Voorbeeld',
  url: 'https://example.be',
  language: 'nl',
  government_level: 'region',
  regions: ['flanders'],
  reuse_mode: 'attribution',
  attribution: 'Bron: Agentschap Voorbeeld',
  method: 'curated',
}

const flemishTowns = ['11002', '44021']
const brusselsTowns = ['21004', '21015']
const walloonTowns = ['62063', '92094']

/** As much of the tables of reference as the samples name. */
export const sampleLookups: ReferenceLookups = {
  authorityOf: (idOrAlias) =>
    ['vlaio', 'VLAIO', 'Agentschap Innoveren en Ondernemen'].includes(idOrAlias)
      ? {
          id: 'vlaio',
          name: { nl: 'VLAIO', fr: null, en: 'Flanders Innovation & Entrepreneurship', de: null },
          url: { nl: 'https://www.vlaio.be', fr: null, en: null, de: null },
          government_level: 'region',
        }
      : null,
  naceExists: (code, version) =>
    (version === 2008 ? ['62', '6201', '62010', '47'] : ['62', '6210', '47']).includes(code),
  legalFormExists: (code) => ['014', '015', '610'].includes(code),
  pointExists: (id) => ['in_difficulty', 'will_hire'].includes(id),
  municipalityExists: (nis) => [...flemishTowns, ...brusselsTowns, ...walloonTowns].includes(nis),
  areaCovers: (code) => {
    if (code === 'BE') {
      const municipalities = [...flemishTowns, ...brusselsTowns, ...walloonTowns]
      return { regions: ['flanders', 'brussels', 'wallonia'], whole: true, municipalities }
    }
    if (code === 'BE2' || code === '02000') return { regions: ['flanders'], whole: true, municipalities: flemishTowns }
    if (code === 'BE1') return { regions: ['brussels'], whole: true, municipalities: brusselsTowns }
    if (code === 'BE234') return { regions: ['flanders'], whole: false, municipalities: ['44021'] }
    if (flemishTowns.includes(code)) return { regions: ['flanders'], whole: false, municipalities: [code] }
    if (brusselsTowns.includes(code)) return { regions: ['brussels'], whole: false, municipalities: [code] }
    if (walloonTowns.includes(code)) return { regions: ['wallonia'], whole: false, municipalities: [code] }
    return null
  },
}

/** The three required properties alone, with whatever a test adds to them. */
export function smallInput(changes: InputRecord = {}): InputRecord {
  return { local_id: 'small', title: 'Kleine steun', url: 'https://example.be/klein', ...changes }
}

/** Every property of an input record in use. */
export function fullInput(changes: InputRecord = {}): InputRecord {
  return {
    local_id: 'green-2026',
    title: { nl: 'Groene premie', fr: 'Prime verte', en: 'Green premium' },
    summary: { nl: 'Steun voor groene investeringen.', en: 'Support for green investment.' },
    description: 'Wie investeert in energie, krijgt een deel terug.',
    status: 'open',
    instrument_type: 'grant',
    government_level: 'region',
    scope: 'regional',
    regions: ['flanders'],
    provinces: ['antwerp', 'east_flanders'],
    area_codes: ['11002', 'BE234'],
    topics: ['energy_efficiency', 'investment'],
    applicant_types: ['company', 'self_employed'],
    company_sizes: ['micro', 'small', 'medium'],
    nace: { include: ['62.01', '47'], exclude: ['62010'], version: 2008 },
    legal_forms: ['014', '610', 'natural_person'],
    cost_types: ['equipment', 'energy_works'],
    programme: null,
    issuer: { id: 'VLAIO', name: { nl: 'Agentschap Innoveren en Ondernemen' }, url: 'https://www.vlaio.be' },
    administrator: { id: 'bureau-x', name: 'Bureau X', government_level: 'agency' },
    application_window: {
      opens_at: '2026-03-01',
      closes_at: '2026-09-30',
      cut_offs: ['2026-05-31T17:00:00+02:00', '2026-09-30'],
      recurrence: 'recurring',
      note: 'Tweede ronde in het najaar.',
    },
    amount: {
      currency: 'EUR',
      min: 1000,
      max: 50_000.5,
      rate_min: 0.2,
      rate_max: 0.4,
      budget_total: 2_000_000,
      basis: 'eligible_costs',
      per: null,
      note: { nl: 'Meer voor kleine ondernemingen.' },
      tiers: [
        {
          when: [{ id: 'tier-micro', field: 'company.size', operator: 'is', value: 'micro' }],
          rate: 0.4,
          min: null,
          max: 20_000,
        },
      ],
    },
    state_aid: { regime: 'de_minimis', note: 'Tot 300.000 euro over drie jaar.' },
    rules: [
      { id: 'staff', field: 'company.employees', operator: 'at_most', value: 249 },
      {
        id: 'start',
        any: [
          { id: 'young', field: 'company.age_months', operator: 'between', value: [0, 60], confidence: 0.8 },
          {
            id: 'later',
            field: 'project.planned_start',
            operator: 'after',
            value: 'today',
            confidence: 0.6,
            provenance: { method: 'derived', url: 'https://example.be/reglement', excerpt: 'start na aanvraag' },
          },
        ],
      },
    ],
    application: {
      steps: [{ nl: 'Vraag aan in het loket.', fr: 'Demandez au guichet.' }, 'Dien de facturen in.'],
      documents: [{ nl: 'Offerte', fr: 'Devis' }],
      contact: {
        name: { nl: 'Groendesk', fr: 'Guichet vert' },
        url: { nl: 'https://example.be/desk', fr: 'https://example.be/guichet' },
        email: 'groen@example.be',
        phone: '+32 2 123 45 67',
      },
      decision_days: 90,
      payment: 'after_proof',
      note: 'De termijn loopt vanaf een volledig dossier.',
    },
    conditions: [
      { id: 'c-size', text: 'Kmo volgens de Europese definitie.', rule_ids: ['company_sizes', 'staff'] },
      { id: 'c-sound', text: 'Niet in moeilijkheden.', point: 'in_difficulty', expects: false },
      { id: 'c-rank', text: { nl: 'Rangschikking op punten.', fr: 'Classement.' }, kind: 'assessment' },
    ],
    related: { excludes: ['fa:other'], requires: ['eu:first'], variant_of: null },
    legal_basis: [{ title: 'Decreet van 2 mei', url: 'https://example.be/decreet' }],
    keywords: { nl: ['klimaatpremie'], fr: ['prime climat'] },
    url: { nl: 'https://example.be/groen', fr: 'https://example.be/vert' },
    application_url: 'https://example.be/aanvraag',
    record_url: 'https://example.be/data/green-2026',
    licence: { description: 'link_only' },
    checked_at: '2026-02-01T09:00:00+01:00',
    ...changes,
  }
}

/** Reads an input record that is right; throws with the reason where it is not. */
export function recordOf(input: InputRecord, source: SourceSettings = sampleSource): MeasureRecord {
  const outcome = readInputRecord(input, source, sampleLookups)
  if ('record' in outcome) return outcome.record
  throw new Error(outcome.reason)
}

export function resolvedOf(input: InputRecord, source: SourceSettings = sampleSource): ResolvedRecord {
  return resolve(recordOf(input, source), source, sampleLookups)
}

/** The full record with one value deep within it replaced, e.g. `amount.tiers.0.rate`. */
export function inputWith(path: string, value: unknown): InputRecord {
  const input = structuredClone(fullInput())
  const keys = path.split('.')
  const parent = keys.slice(0, -1).reduce((object, key) => Object(Reflect.get(object, key)), Object(input))
  Reflect.set(parent, keys.at(-1) ?? '', value)
  return input
}

/** Why an input record is rejected; `accepted` when it is not. */
export function reasonOf(input: unknown, source: SourceSettings = sampleSource): string {
  const outcome = readInputRecord(input, source, sampleLookups)
  return 'reason' in outcome ? outcome.reason : 'accepted'
}
