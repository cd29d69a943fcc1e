import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chance, randomInputs } from '../../../tests/harness/random-measures.ts'
import type { InputRecord } from '../../../tests/harness/sample-measures.ts'
import { fullInput, inputWith, resolvedOf, sampleSource, smallInput } from '../../../tests/harness/sample-measures.ts'
import type { Instant } from '../../values/brussels.ts'
import type { MeasureContent } from '../record/record.ts'
import { servedDeadline, statusAt } from '../record/status.ts'
import type { Diff } from './diff.ts'
import { diffMeasures } from './diff.ts'

const spring: Instant = Date.UTC(2026, 3, 1)

function contentOf(input: InputRecord, changes: Partial<MeasureContent> = {}, at: Instant = spring): MeasureContent {
  const record = resolvedOf(input)
  const window = record.application_window
  const status = statusAt(record, null, at)
  const closes_at = servedDeadline(window, at)
  return { record, status, closes_at, withdrawn_at: null, merged_from: [], ...changes }
}

function diffOf(before: InputRecord, after: InputRecord): Diff {
  return diffMeasures(contentOf(before), contentOf(after), sampleSource)
}

const noteOnly = { nl: 'Nieuw.', fr: null, en: null, de: null }

const rows: [change: string, path: string, value: unknown, diff: Diff][] = [
  ['a text in one language', 'title.fr', 'Prime durable', { 'title.fr': { from: 'Prime verte', to: 'Prime durable' } }],
  [
    'a text that goes, one path per language',
    'summary',
    null,
    {
      'summary.nl': { from: 'Steun voor groene investeringen.', to: null },
      'summary.en': { from: 'Support for green investment.', to: null },
    },
  ],
  [
    "a plain string, in the source's language",
    'application_url',
    'https://example.be/x',
    { 'application_url.nl': { from: 'https://example.be/aanvraag', to: 'https://example.be/x' } },
  ],
  [
    'a list, as a whole',
    'topics',
    ['investment'],
    { topics: { from: ['energy_efficiency', 'investment'], to: ['investment'] } },
  ],
  ['a value within an object, by its key', 'amount.max', 60_000, { 'amount.max': { from: 50_000.5, to: 60_000 } }],
  [
    'a note within an object, by language',
    'application_window.note',
    { fr: 'Bientôt.' },
    {
      'application_window.note.nl': { from: 'Tweede ronde in het najaar.', to: null },
      'application_window.note.fr': { from: null, to: 'Bientôt.' },
    },
  ],
  [
    'an object that goes, as one path',
    'state_aid',
    null,
    {
      state_aid: {
        from: { regime: 'de_minimis', note: { nl: 'Tot 300.000 euro over drie jaar.', fr: null, en: null, de: null } },
        to: null,
      },
    },
  ],
  [
    'how to apply, as one path where it appears or goes',
    'application',
    null,
    {
      application: {
        from: {
          steps: [
            { nl: 'Vraag aan in het loket.', fr: 'Demandez au guichet.', en: null, de: null },
            { nl: 'Dien de facturen in.', fr: null, en: null, de: null },
          ],
          documents: [{ nl: 'Offerte', fr: 'Devis', en: null, de: null }],
          contact: {
            name: { nl: 'Groendesk', fr: 'Guichet vert', en: null, de: null },
            url: { nl: 'https://example.be/desk', fr: 'https://example.be/guichet', en: null, de: null },
            email: 'groen@example.be',
            phone: '+32 2 123 45 67',
          },
          decision_days: 90,
          payment: 'after_proof',
          note: { nl: 'De termijn loopt vanaf een volledig dossier.', fr: null, en: null, de: null },
        },
        to: null,
      },
    },
  ],
  [
    'a step, with the list as a whole and each text by language',
    'application.steps',
    ['Nieuw.'],
    {
      'application.steps': {
        from: [
          { nl: 'Vraag aan in het loket.', fr: 'Demandez au guichet.', en: null, de: null },
          { nl: 'Dien de facturen in.', fr: null, en: null, de: null },
        ],
        to: [noteOnly],
      },
    },
  ],
  [
    'the note of how to apply, by language',
    'application.note',
    { nl: 'Nieuw.', fr: 'Bientôt.' },
    {
      'application.note.nl': { from: 'De termijn loopt vanaf een volledig dossier.', to: 'Nieuw.' },
      'application.note.fr': { from: null, to: 'Bientôt.' },
    },
  ],
  ['the days to a decision', 'application.decision_days', 30, { 'application.decision_days': { from: 90, to: 30 } }],
  [
    'a desk, by the key that changes',
    'application.contact',
    {
      name: { nl: 'Groendesk', fr: 'Guichet vert', en: 'Green desk' },
      url: { nl: 'https://example.be/desk', fr: 'https://example.be/guichet' },
      email: 'groen@example.be',
    },
    {
      'application.contact.name.en': { from: null, to: 'Green desk' },
      'application.contact.phone': { from: '+32 2 123 45 67', to: null },
    },
  ],
  [
    'an object without its note, with null in its place',
    'administrator',
    null,
    {
      administrator: {
        from: {
          id: 'bureau-x',
          name: { nl: 'Bureau X', fr: null, en: null, de: null },
          url: null,
          government_level: 'agency',
        },
        to: null,
      },
    },
  ],
  ['a NACE list', 'nace.exclude', [], { 'nace.exclude': { from: ['62010'], to: [] } }],
  ['a related measure', 'related.variant_of', 'fa:main', { 'related.variant_of': { from: null, to: 'fa:main' } }],
  [
    'the legal basis, its titles by language',
    'legal_basis',
    [{ title: 'Nieuw.' }],
    {
      legal_basis: {
        from: [{ title: { nl: 'Decreet van 2 mei', fr: null, en: null, de: null }, url: 'https://example.be/decreet' }],
        to: [{ title: noteOnly, url: null }],
      },
    },
  ],
  [
    'a licence mode',
    'licence',
    { description: 'open', summary: 'link_only' },
    {
      'licence.fields.description': { from: 'link_only', to: 'open' },
      'licence.fields.summary': { from: null, to: 'link_only' },
    },
  ],
  [
    'the opening, as a timestamp',
    'application_window.opens_at',
    '2026-03-29T04:00:00+02:00',
    {
      'application_window.opens_at': { from: '2026-03-01T00:00:00+01:00', to: '2026-03-29T04:00:00+02:00' },
    },
  ],
  [
    'the deadlines, served and all of them',
    'application_window.cut_offs',
    [],
    {
      'application_window.closes_at': { from: '2026-05-31T17:00:00+02:00', to: '2026-09-30T23:59:59.999+02:00' },
      'application_window.cut_offs': { from: ['2026-05-31T17:00:00+02:00', '2026-09-30T23:59:59.999+02:00'], to: [] },
    },
  ],
  ['when it was checked', 'checked_at', '2026-03-01', {}],
  ['where the source keeps it', 'record_url', 'https://example.be/data/other', {}],
  ['a default that is written out', 'rules.0.confidence', 0.95, {}],
  ['a provenance that is written out', 'rules.0.provenance', { method: 'curated', source_id: 'flemish-aid' }, {}],
  ['when a rule was checked', 'rules.0.provenance', { checked_at: '2026-03-01' }, {}],
  ["the source's own regions written out", 'regions', ['flanders'], {}],
]
for (const [change, path, value, diff] of rows) {
  test(`the diff shows ${change}`, () => {
    assert.deepEqual(diffOf(fullInput(), inputWith(path, value)), diff)
  })
}

test('the diff shows rules as a whole list, given ones alone, in served form', () => {
  const before = smallInput({ company_sizes: ['micro'] })
  const rule = { id: 'staff', field: 'company.employees', operator: 'at_most', value: 10 }
  const conditions = [{ id: 'c', text: 'Klein.', rule_ids: ['staff'] }]
  const diff = diffOf(before, smallInput({ company_sizes: ['micro'], rules: [rule], conditions }))
  assert.deepEqual(Object.keys(diff), ['rules', 'conditions'])
  assert.deepEqual(diff.rules, {
    from: [],
    to: [
      {
        ...rule,
        any: null,
        all: null,
        condition_id: 'c',
        confidence: 0.95,
        provenance: { source_id: 'flemish-aid', url: null, method: 'curated', checked_at: null, excerpt: null },
      },
    ],
  })
  const text = { nl: 'Klein.', fr: null, en: null, de: null }
  assert.deepEqual(diff.conditions?.to, [
    { id: 'c', text, kind: 'eligibility', point: null, expects: null, rule_ids: ['staff'] },
  ])
})

test('that a condition defines its measure is no change of the measure', () => {
  const of = (defines: boolean) => smallInput({ conditions: [{ id: 'c', text: 'Aanwerving.', defines }] })
  assert.deepEqual(diffOf(of(false), of(true)), {})
})

test('a field that generates a rule is the only path of its change', () => {
  assert.deepEqual(Object.keys(diffOf(smallInput(), smallInput({ company_sizes: ['micro'] }))), ['company_sizes'])
})

test('a window that appears is told key by key: a measure always has one', () => {
  const diff = diffOf(smallInput(), smallInput({ application_window: { closes_at: '2026-05-31' } }))
  assert.deepEqual(Object.keys(diff), ['application_window.closes_at', 'application_window.precision'])
})

test('withdrawal, merge, status and a cut-off passed by the clock are each their own path', () => {
  const before = contentOf(fullInput())
  const noon = Date.UTC(2026, 5, 1, 10)
  const passed = contentOf(fullInput(), {}, noon)
  const diff = diffMeasures(
    before,
    { ...passed, withdrawn_at: noon, merged_from: ['eu:x'], status: 'paused' },
    sampleSource,
  )
  assert.deepEqual(diff, {
    status: { from: 'open', to: 'paused' },
    withdrawn_at: { from: null, to: '2026-06-01T12:00:00+02:00' },
    'application_window.closes_at': { from: '2026-05-31T17:00:00+02:00', to: '2026-09-30T23:59:59.999+02:00' },
    'related.merged_from': { from: [], to: ['eu:x'] },
  })
})

test("a change of the source's settings is no change of its measures", () => {
  const moved = {
    ...sampleSource,
    regions: ['wallonia' as const],
    publisher: 'Elders',
    reuse_mode: 'link_only' as const,
  }
  for (const input of [smallInput(), fullInput()]) {
    const record = resolvedOf(input, moved)
    const content = { ...contentOf(input), record }
    assert.deepEqual(diffMeasures(content, { ...content, record: resolvedOf(input, moved) }, moved), {})
  }
})

test('records that are equal have no diff', () => {
  for (const input of [smallInput(), fullInput(), ...randomInputs(200)]) assert.deepEqual(diffOf(input, input), {})
})

/** Contract 6: what a diff never names. */
const never =
  /^(?:id|local_id|version|created_at|updated_at|closes_at|slug|links|source|source_id|languages|content_language|condition_coverage|checked_at|record_url)(?:\.|$)|^licence\.(?:default|attribution)/

test('whatever changes, the diff names no path that it never names, and tells each side as it is', () => {
  const next = chance(7)
  const inputs = randomInputs(300, 2)
  let changes = 0
  for (const before of inputs) {
    const after = inputs[Math.floor(next() * inputs.length)] ?? before
    const diff = diffOf(before, after)
    const back = diffOf(after, before)
    assert.deepEqual(Object.keys(diff).sort(), Object.keys(back).sort())
    for (const [path, change] of Object.entries(diff)) {
      assert.doesNotMatch(path, never)
      assert.deepEqual(change, { from: back[path]?.to, to: back[path]?.from })
      assert.notDeepEqual(change.from, change.to)
      changes += 1
    }
  }
  assert.ok(changes > 1000)
})
