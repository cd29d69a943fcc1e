import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { randomInputs } from '../../../tests/harness/random-measures.ts'
import type { InputRecord } from '../../../tests/harness/sample-measures.ts'
import { fullInput, resolvedOf, sampleSource, smallInput } from '../../../tests/harness/sample-measures.ts'
import { parseInstant } from '../../values/brussels.ts'
import type { LicenceMode } from '../../values/vocabularies.ts'
import { languages } from '../../values/vocabularies.ts'
import type { SourceSettings } from './record.ts'
import { compactSubsidySchema, subsidySchema } from './record-schema.ts'
import type { RenderContext, StoredMeasure } from './render.ts'
import { instantTexts, renderCompact, renderFull } from './render.ts'
import { ruleSchema } from './schema-parts.ts'

const created = parseInstant('2026-01-10T08:00:00.250+01:00') ?? 0
const updated = parseInstant('2026-02-10T08:00:00+01:00') ?? 0
const april = parseInstant('2026-04-01T12:00:00+02:00') ?? 0

function contextOf(source: SourceSettings = sampleSource, at = april): RenderContext {
  return { source, baseUrl: 'http://127.0.0.1:8080', at, textOf: instantTexts() }
}

function measureOf(input: InputRecord, changes: Partial<StoredMeasure> = {}, source = sampleSource): StoredMeasure {
  const record = resolvedOf(input, source)
  return {
    record,
    slug: 'green-premium',
    version: 3,
    created_at: created,
    updated_at: updated,
    withdrawn_at: null,
    last_checked_at: updated,
    ages_at: null,
    merged_from: [],
    excluded_by: [],
    replaces: [],
    licence: record.licence,
    ...changes,
  }
}

test('the compact row has the fields of the contract, in its order', () => {
  assert.deepEqual(Object.entries(renderCompact(measureOf(fullInput()), 'fr', contextOf())), [
    ['id', 'fa:green-2026'],
    ['slug', 'green-premium'],
    ['title', 'Prime verte'],
    ['summary', 'Support for green investment.'],
    ['status', 'open'],
    ['instrument_type', 'grant'],
    ['government_level', 'region'],
    ['scope', 'regional'],
    ['regions', ['flanders']],
    ['topics', ['energy_efficiency', 'investment']],
    ['applicant_types', ['company', 'self_employed']],
    ['company_sizes', ['micro', 'small', 'medium']],
    ['issuer', { id: 'vlaio', name: 'Agentschap Innoveren en Ondernemen' }],
    ['amount', { min: 1000, max: 50_000.5, rate_max: 0.4, currency: 'EUR', per: null }],
    ['closes_at', '2026-05-31T17:00:00+02:00'],
    ['source_id', 'flemish-aid'],
    ['url', 'https://example.be/vert'],
    ['version', 3],
    ['updated_at', '2026-02-10T08:00:00+01:00'],
    ['withdrawn_at', null],
    ['last_checked_on', '2026-02-01'],
  ])
})

test('the full record has the fields of the contract, in its order', () => {
  const full = renderFull(measureOf(fullInput({ licence: {} })), 'nl', contextOf())
  const compact = renderCompact(measureOf(fullInput()), 'nl', contextOf())
  assert.deepEqual(Object.keys(full), [
    ...Object.keys(compact),
    ...['description', 'languages', 'content_language', 'provinces', 'area_codes', 'administrator', 'nace'],
    ...['legal_forms', 'cost_types', 'programme', 'application_window', 'state_aid', 'rules', 'application'],
    ...['conditions', 'condition_coverage', 'related', 'legal_basis', 'application_url', 'links', 'source', 'licence'],
    'created_at',
  ])
  assert.equal(full.description, 'Wie investeert in energie, krijgt een deel terug.')
  assert.deepEqual(full.languages, ['nl', 'fr', 'en'])
  assert.equal(full.content_language, 'nl')
  assert.deepEqual(full.issuer, {
    id: 'vlaio',
    name: 'Agentschap Innoveren en Ondernemen',
    url: 'https://www.vlaio.be',
    government_level: 'region',
  })
  assert.deepEqual(full.nace, { include: ['47', '6201'], exclude: ['62010'], version: 2008 })
  assert.deepEqual(full.application_window, {
    opens_at: '2026-03-01T00:00:00+01:00',
    closes_at: '2026-05-31T17:00:00+02:00',
    precision: 'day',
    cut_offs: ['2026-05-31T17:00:00+02:00', '2026-09-30T23:59:59.999+02:00'],
    recurrence: 'recurring',
    note: 'Tweede ronde in het najaar.',
  })
  assert.deepEqual(full.application, {
    steps: ['Vraag aan in het loket.', 'Dien de facturen in.'],
    documents: ['Offerte'],
    contact: {
      name: 'Groendesk',
      url: 'https://example.be/desk',
      email: 'groen@example.be',
      phone: '+32 2 123 45 67',
    },
    decision_days: 90,
    payment: 'after_proof',
    note: 'De termijn loopt vanaf een volledig dossier.',
  })
  assert.deepEqual(full.conditions, [
    {
      id: 'c-size',
      text: 'Kmo volgens de Europese definitie.',
      kind: 'eligibility',
      defines: false,
      point: null,
      expects: null,
      rule_ids: ['company_sizes', 'staff'],
    },
    {
      id: 'c-sound',
      text: 'Niet in moeilijkheden.',
      kind: 'eligibility',
      defines: false,
      point: 'in_difficulty',
      expects: false,
      rule_ids: [],
    },
    {
      id: 'c-rank',
      text: 'Rangschikking op punten.',
      kind: 'assessment',
      defines: false,
      point: null,
      expects: null,
      rule_ids: [],
    },
  ])
  assert.deepEqual(full.condition_coverage, { conditions: 2, evaluated: 1, points: 1 })
  assert.deepEqual(full.links, {
    api: 'http://127.0.0.1:8080/v1/subsidies/fa:green-2026',
    versions: 'http://127.0.0.1:8080/v1/subsidies/fa:green-2026/versions',
  })
  assert.deepEqual(full.source, {
    id: 'flemish-aid',
    record_url: 'https://example.be/data/green-2026',
    last_checked_at: '2026-02-10T08:00:00+01:00',
    checked: { on: '2026-02-01', url: 'https://example.be/data/green-2026', by: 'authority' },
    first_seen_at: '2026-01-10T08:00:00.250+01:00',
    last_changed_at: '2026-02-10T08:00:00+01:00',
  })
  assert.deepEqual(full.licence, { default: 'attribution', fields: {}, attribution: 'Bron: Agentschap Voorbeeld' })
  assert.equal(full.created_at, full.source.first_seen_at)
})

test('a rule of a tier is served as any other', () => {
  const { amount } = renderFull(measureOf(fullInput()), 'nl', contextOf())
  assert.deepEqual(amount?.tiers[0]?.when, [
    {
      id: 'tier-micro',
      field: 'company.size',
      operator: 'is',
      value: 'micro',
      any: null,
      all: null,
      condition_id: null,
      confidence: 0.95,
      provenance: {
        source_id: 'flemish-aid',
        url: 'https://example.be/data/green-2026',
        method: 'curated',
        checked_at: '2026-02-10T08:00:00+01:00',
        excerpt: null,
      },
    },
  ])
})

test('each text falls back by itself: the asked language, else en, nl, fr, de', () => {
  const title = { nl: 'Titel', de: 'Titel (de)' }
  const summary = { fr: 'Résumé', de: 'Kurz' }
  const measure = measureOf(smallInput({ title, summary, description: { de: 'Lang' } }))
  const full = renderFull(measure, 'en', contextOf())
  assert.deepEqual([full.title, full.summary, full.description], ['Titel', 'Résumé', 'Lang'])
  assert.equal(full.content_language, 'nl')
  assert.deepEqual(full.languages, ['nl', 'de'])
})

test('status and deadline are those of the instant asked', () => {
  const autumn = parseInstant('2026-10-01T00:00:00+02:00') ?? 0
  const row = renderCompact(measureOf(fullInput()), 'nl', contextOf(sampleSource, autumn))
  assert.deepEqual([row.status, row.closes_at], ['closed', '2026-09-30T23:59:59.999+02:00'])
})

test('a single deadline stands in closes_at alone', () => {
  const { application_window } = renderFull(
    measureOf(smallInput({ application_window: { cut_offs: ['2026-05-31'] } })),
    'nl',
    contextOf(),
  )
  assert.equal(application_window.closes_at, '2026-05-31T23:59:59.999+02:00')
  assert.deepEqual(application_window.cut_offs, [])
})

test('an exclusion and a replacement are shown on both sides, each once', () => {
  const input = fullInput()
  const measure = measureOf(
    { ...input, related: { excludes: ['fa:other'], requires: ['eu:first'], replaced_by: ['fa:next'] } },
    { excluded_by: ['fa:z', 'fa:other', 'eu:a'], replaces: ['fa:y', 'eu:b'], merged_from: ['eu:old'] },
  )
  assert.deepEqual(renderFull(measure, 'nl', contextOf()).related, {
    excludes: ['fa:other', 'eu:a', 'fa:z'],
    requires: ['eu:first'],
    variant_of: null,
    replaced_by: ['fa:next'],
    replaces: ['eu:b', 'fa:y'],
    merged_from: ['eu:old'],
  })
})

test('each text of how to apply falls back by itself, and what is not given is null or empty', () => {
  const of = (input: InputRecord) => renderFull(measureOf(input), 'fr', contextOf()).application
  const full = of(fullInput())
  assert.deepEqual(full?.steps, ['Demandez au guichet.', 'Dien de facturen in.'])
  assert.deepEqual([full?.contact?.name, full?.contact?.url], ['Guichet vert', 'https://example.be/guichet'])
  assert.deepEqual(of(smallInput({ application: { contact: { phone: '1700' } } })), {
    steps: [],
    documents: [],
    contact: { name: null, url: null, email: null, phone: '1700' },
    decision_days: null,
    payment: null,
    note: null,
  })
  assert.equal(of(smallInput()), null)
})

test('how to apply is withheld whole, by the source or by the record itself, and facts_only serves it', () => {
  const of = (mode: LicenceMode, licence: InputRecord) => {
    const source = { ...sampleSource, reuse_mode: mode }
    return renderFull(measureOf(fullInput({ licence }), {}, source), 'nl', contextOf(source)).application
  }
  assert.equal(of('link_only', {}), null)
  assert.equal(of('open', { application: 'link_only' }), null)
  assert.equal(of('link_only', { application: 'open' })?.decision_days, 90)
  assert.equal(of('facts_only', {})?.steps.length, 2)
})

test('a source-wide link_only withholds every text but title and names, and the links stand', () => {
  const source = { ...sampleSource, reuse_mode: 'link_only' as const }
  const full = renderFull(measureOf(fullInput({ licence: {} }), {}, source), 'nl', contextOf(source))
  assert.deepEqual(
    [full.summary, full.description, full.application_window.note, full.amount?.note, full.state_aid?.note],
    [null, null, null, null, null],
  )
  assert.deepEqual(
    full.conditions.map((condition) => [condition.id, condition.text]),
    [
      ['c-size', null],
      ['c-sound', null],
      ['c-rank', null],
    ],
  )
  assert.deepEqual(full.legal_basis, [{ title: null, url: 'https://example.be/decreet' }])
  assert.equal(JSON.stringify(full).includes('start na aanvraag'), false)
  assert.deepEqual([full.title, full.url, full.status], ['Groene premie', 'https://example.be/groen', 'open'])
  assert.equal(full.amount?.max, 50_000.5)
  assert.deepEqual(full.condition_coverage, { conditions: 2, evaluated: 1, points: 1 })
})

test('the mode of now holds for an old version, whatever that version said of itself', () => {
  const old = measureOf(fullInput({ licence: { summary: 'link_only' } }), { licence: { amount: 'link_only' } })
  const full = renderFull(old, 'nl', contextOf())
  assert.equal(full.summary, 'Steun voor groene investeringen.')
  assert.equal(full.amount, null)
  assert.equal(renderCompact(old, 'nl', contextOf()).amount, null)
  assert.deepEqual(full.licence.fields, { amount: 'link_only' })
})

test('excerpts are served under open and attribution, and not under facts_only', () => {
  const excerptOf = (mode: string) =>
    renderFull(measureOf(fullInput({ licence: { rules: mode } })), 'nl', contextOf()).rules[1]?.any?.[1]?.provenance
      .excerpt
  assert.deepEqual(['open', 'attribution', 'facts_only', 'link_only'].map(excerptOf), [
    'start na aanvraag',
    'start na aanvraag',
    null,
    null,
  ])
})

test('whatever a record holds, what is served is what the schemas say, in the order of their keys', () => {
  const rows = Compile({ Rule: ruleSchema }, compactSubsidySchema)
  const records = Compile({ Rule: ruleSchema }, subsidySchema)
  for (const input of [smallInput(), fullInput(), ...randomInputs(100)]) {
    for (const language of languages) {
      const measure = measureOf(input)
      const row = renderCompact(measure, language, contextOf())
      const record = renderFull(measure, language, contextOf())
      assert.deepEqual(rows.Errors(row), [])
      assert.deepEqual(records.Errors(record), [])
      assert.deepEqual(Object.keys(row), Object.keys(compactSubsidySchema.properties))
      assert.deepEqual(Object.keys(record), Object.keys(subsidySchema.properties))
    }
  }
})

test('the schemas refuse what is not served so: another word, a missing key, a broken member of a group', () => {
  const records = Compile({ Rule: ruleSchema }, subsidySchema)
  const record = renderFull(measureOf(fullInput()), 'nl', contextOf())
  const { created_at, ...withoutOne } = record
  const [staff, start] = record.rules
  const member = { ...start?.any?.[0], confidence: 2 }
  for (const broken of [
    { ...record, status: 'Open' },
    { ...record, extra: created_at },
    withoutOne,
    { ...record, rules: [{ ...staff, value: {} }] },
    { ...record, rules: [{ ...start, any: [member] }] },
  ]) {
    assert.notDeepEqual(records.Errors(broken), [])
  }
})

test('an instant is written the same whether it is remembered or not', () => {
  const textOf = instantTexts()
  assert.equal(textOf(updated), '2026-02-10T08:00:00+01:00')
  for (let instant = 0; instant < 20_000; instant += 1) textOf(instant)
  assert.equal(textOf(updated), '2026-02-10T08:00:00+01:00')
})
