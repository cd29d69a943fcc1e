import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InputRecord } from '../../../tests/harness/sample-measures.ts'
import {
  fullInput,
  inputWith,
  reasonOf,
  recordOf,
  sampleLookups,
  sampleSource,
  smallInput,
} from '../../../tests/harness/sample-measures.ts'
import { endOfDay, startOfDay } from '../../values/brussels.ts'
import { resolve } from '../record/resolve.ts'
import { inputBounds } from './input-bounds.ts'
import { localIdOf, readInputRecord } from './read-input.ts'

test('a record with every property in use is read', () => {
  assert.equal(reasonOf(fullInput()), 'accepted')
})

test('only local_id, title and url are required, and everything else has its default', () => {
  assert.deepEqual(recordOf(smallInput()), {
    local_id: 'small',
    title: { nl: 'Kleine steun', fr: null, en: null, de: null },
    summary: null,
    description: null,
    status: null,
    instrument_type: 'other',
    government_level: null,
    scope: null,
    regions: null,
    provinces: [],
    area_codes: [],
    topics: [],
    applicant_types: [],
    company_sizes: [],
    nace: { include: [], exclude: [], version: null },
    legal_forms: [],
    cost_types: [],
    programme: null,
    issuer: null,
    administrator: null,
    application_window: { opens_at: null, deadlines: [], precision: 'unknown', recurrence: null, note: null },
    amount: null,
    state_aid: null,
    rules: [],
    conditions: [],
    related: { excludes: [], requires: [], variant_of: null, replaced_by: [] },
    legal_basis: [],
    keywords: null,
    url: { nl: 'https://example.be/klein', fr: null, en: null, de: null },
    application_url: null,
    record_url: null,
    licence: {},
    checked: null,
    checked_at: null,
  })
})

test('null reads as absent in every property', () => {
  const nulls = Object.fromEntries(Object.keys(fullInput()).map((name) => [name, null]))
  assert.deepEqual(recordOf({ ...nulls, ...smallInput() }), recordOf(smallInput()))
})

test('a plain day is the start of the Brussels day where it opens and its end where it closes', () => {
  const window = recordOf(
    smallInput({
      application_window: { opens_at: '2026-03-29', closes_at: '2026-10-25', cut_offs: ['2026-06-30', '2026-10-25'] },
    }),
  ).application_window
  assert.equal(window.opens_at, startOfDay('2026-03-29'))
  assert.deepEqual(window.deadlines, [endOfDay('2026-06-30'), endOfDay('2026-10-25')])
})

const precisionRows: [window: InputRecord, precision: string][] = [
  [{ closes_at: '2026-05-31' }, 'day'],
  [{ closes_at: '2026-05-31T17:00:00+02:00' }, 'instant'],
  [{ opens_at: '2026-03-01' }, 'day'],
  [{ opens_at: '2026-03-01', closes_at: '2026-05-31T17:00:00+02:00' }, 'instant'],
  [{ opens_at: '2026-03-01T09:00:00Z', closes_at: '2026-05-31' }, 'day'],
  [{ cut_offs: ['2026-05-31T17:00:00+02:00', '2026-06-30'] }, 'day'],
  [{ note: 'Later dit jaar.' }, 'unknown'],
  [{ closes_at: '2026-05-31', precision: 'month' }, 'month'],
]
for (const [window, precision] of precisionRows) {
  test(`the precision of ${JSON.stringify(window)} is ${precision}`, () => {
    assert.equal(recordOf(smallInput({ application_window: window })).application_window.precision, precision)
  })
}

test('the deadlines of closes_at and cut_offs are kept once each, earliest first', () => {
  const closes_at = '2026-06-30T12:00:00+02:00'
  const cut_offs = ['2026-09-30', '2026-06-30T10:00:00Z', '2026-05-31']
  const { deadlines } = recordOf(smallInput({ application_window: { closes_at, cut_offs } })).application_window
  assert.deepEqual(deadlines, [endOfDay('2026-05-31'), Date.UTC(2026, 5, 30, 10), endOfDay('2026-09-30')])
})

test('all three regions are no restriction and stored as empty; given regions stand, none included', () => {
  assert.deepEqual(recordOf(smallInput({ regions: ['wallonia', 'flanders', 'brussels'] })).regions, [])
  assert.deepEqual(recordOf(smallInput({ regions: [] })).regions, [])
  assert.deepEqual(recordOf(smallInput({ regions: ['wallonia', 'brussels'] })).regions, ['brussels', 'wallonia'])
})

test("a string counts as the source's language, and an object of nulls as no text", () => {
  const record = recordOf(smallInput({ summary: 'Kort.', description: { nl: null, fr: null } }))
  assert.deepEqual(record.summary, { nl: 'Kort.', fr: null, en: null, de: null })
  assert.equal(record.description, null)
})

test('a condition that is given no id has one of its text in the language of the source, the same every time', () => {
  const idOf = (text: InputRecord['text']) => recordOf(smallInput({ conditions: [{ text }] })).conditions[0]?.id
  // printf '%s' 'Niet begonnen.' | sha256sum
  assert.equal(idOf('Niet begonnen.'), 'c-ffb196880c')
  assert.equal(idOf({ nl: 'Niet begonnen.', fr: 'Pas commencé.' }), 'c-ffb196880c')
  assert.notEqual(idOf({ fr: 'Pas commencé.' }), idOf('Niet begonnen.'))
  const twice = smallInput({ conditions: [{ text: 'Niet begonnen.' }, { text: 'Niet begonnen.' }] })
  assert.equal(reasonOf(twice), 'conditions[1].id: "c-ffb196880c" is the id of another condition')
})

test('a condition names a point and what it expects, or neither', () => {
  const [sound, other] = recordOf(
    smallInput({ conditions: [{ text: 'A.', point: 'in_difficulty', expects: false }, { text: 'B.' }] }),
  ).conditions
  assert.deepEqual([sound?.point, sound?.expects], ['in_difficulty', false])
  assert.deepEqual([other?.point, other?.expects], [null, null])
})

test('a record that was kept before there were points and definitions has conditions without them', () => {
  const record = recordOf(smallInput({ conditions: [{ id: 'c', text: 'A.' }] }))
  const [{ point: _point, expects: _expects, defines: _defines, ...before } = assert.fail()] = record.conditions
  const kept = { ...record, conditions: [before] } as typeof record
  assert.deepEqual(resolve(kept, sampleSource, sampleLookups), resolve(record, sampleSource, sampleLookups))
})

test('how to apply has texts by language or in that of the source, and what is not given of it is null or empty', () => {
  const { application } = recordOf(
    smallInput({
      application: {
        steps: ['Bel.', { fr: 'Demandez.' }],
        contact: { name: { nl: 'Loket' }, url: 'https://example.be' },
        decision_days: 0,
      },
    }),
  )
  const none = { nl: null, fr: null, en: null, de: null }
  assert.deepEqual(application, {
    steps: [
      { ...none, nl: 'Bel.' },
      { ...none, fr: 'Demandez.' },
    ],
    documents: [],
    contact: { name: { ...none, nl: 'Loket' }, url: { ...none, nl: 'https://example.be' }, email: null, phone: null },
    decision_days: 0,
    payment: null,
    note: null,
  })
  assert.equal(recordOf(smallInput({ application: { decision_days: 0 } })).application?.decision_days, 0)
})

test('the desk has any mail address or number of telephone that is one', () => {
  for (const email of ['info@vlaio.be', 'o.e-o_1+x@a.b-c.brussels', "d'info@forem.be"])
    assert.equal(recordOf(smallInput({ application: { contact: { email } } })).application?.contact?.email, email)
  for (const phone of ['1700', '107', '0800 20 555', '+32 2 225 38 00', '02/123.45.67', '(02) 123-45-67'])
    assert.equal(recordOf(smallInput({ application: { contact: { phone } } })).application?.contact?.phone, phone)
})

test('how to apply that says nothing is none', () => {
  for (const application of [{}, { steps: [], documents: [], contact: null, note: null }])
    assert.equal(recordOf(smallInput({ application })).application, undefined)
})

test('keywords are lists of words by language, kept as they are given', () => {
  const keywords = { nl: ['zonnepaneel', 'groene stroom'], fr: ['panneau solaire'] }
  assert.deepEqual(recordOf(smallInput({ keywords })).keywords, { ...keywords, en: [], de: [] })
  assert.equal(recordOf(smallInput({ keywords: { nl: [], en: null } })).keywords, null)
})

test('a record that was kept before there were keywords has none', () => {
  const record = recordOf(smallInput())
  const { keywords: _keywords, ...before } = record
  const kept = before as typeof record
  assert.deepEqual(resolve(kept, sampleSource, sampleLookups), resolve(record, sampleSource, sampleLookups))
})

test('NACE codes are kept without dots', () => {
  const record = recordOf(smallInput({ nace: { include: ['62.01', '62.01.0'] } }))
  assert.deepEqual(record.nace.include, ['6201', '62010'])
})

test('an issuer named without an id is the authority of that name', () => {
  assert.equal(recordOf(smallInput({ issuer: { name: 'Agentschap Innoveren en Ondernemen' } })).issuer?.id, 'vlaio')
})

type Rejection = [path: string, value: unknown, reason: string | RegExp]
const rejections: Rejection[] = [
  // Required, and of the right form.
  ['local_id', null, 'local_id: missing'],
  ['local_id', 'with space', /^local_id: "with space" is not of letters/],
  ['local_id', '-x', /^local_id: /],
  ['local_id', 7, 'local_id: not a string'],
  ['local_id', 'x'.repeat(inputBounds.localIdMax + 1), /^local_id: longer than 200/],
  ['title', null, 'title: missing'],
  ['title', {}, 'title: missing'],
  ['title', { nl: null }, 'title: missing'],
  ['title', '  ', /^title: empty text/],
  ['title', { nl: '' }, /^title\.nl: empty text/],
  ['title', ['x'], /^title: neither a string/],
  ['title', 'half \ud800', /^title: holds half a character/],
  ['url', null, 'url: missing'],
  // Unknown properties, at any depth.
  ['extra', 1, 'extra: unknown property'],
  ['id', 'fa:x', 'id: unknown property'],
  ['toString', 'x', 'toString: unknown property'],
  ['title.es', 'x', 'title.es: unknown property'],
  ['amount.tiers.0.foo', 1, 'amount.tiers[0].foo: unknown property'],
  ['rules.1.any.0.provenance', { by: 'me' }, 'rules[1].any[0].provenance.by: unknown property'],
  ['application_window.deadline', '2026-01-01', 'application_window.deadline: unknown property'],
  // A licence mode only where one withholds something.
  ...[
    'id',
    'local_id',
    'slug',
    'title',
    'url',
    'status',
    'issuer',
    'administrator',
    'programme',
    'regions',
    'nace',
    'related',
    'application_url',
    'nothing',
  ].map((field): Rejection => [`licence.${field}`, 'link_only', `licence.${field}: no licence mode withholds it`]),
  // Vocabularies, exactly as they are spelt; nothing is coerced.
  ['status', 'Open', /^status: "Open" is none of forthcoming, open/],
  ['instrument_type', 'subsidy', /^instrument_type: /],
  ['regions.0', 'Flanders', /^regions\[0\]: "Flanders" is none of flanders, brussels, wallonia$/],
  ['regions', 'flanders', 'regions: not a list'],
  ['topics.0', 'energie', /^topics\[0\]: "energie" is not in the vocabulary$/],
  ['topics', ['investment', 'investment'], 'topics[1]: "investment" stands twice'],
  ['topics', [null], 'topics[0]: null is no entry'],
  ['company_sizes.0', 1, 'company_sizes[0]: not a string'],
  ['application_window.recurrence', 'yearly', /^application_window\.recurrence: /],
  ['conditions.0.kind', 'other', /^conditions\[0\]\.kind: /],
  ['conditions.0.id', 'c size', /^conditions\[0\]\.id: "c size" is not an id of letters, digits, \. _ -$/],
  ['conditions.0.id', 'c'.repeat(81), 'conditions[0].id: longer than 80 characters'],
  ['conditions.0.id', 'c-sound', 'conditions[1].id: "c-sound" is the id of another condition'],
  ['conditions.1.point', 'no_such_point', 'conditions[1].point: "no_such_point" is no point'],
  ['conditions.1.point', null, 'conditions[1].point: missing'],
  ['conditions.1.expects', null, 'conditions[1].expects: missing'],
  ['conditions.0.defines', 'true', 'conditions[0].defines: neither true nor false'],
  ['conditions.1.expects', 'false', 'conditions[1].expects: neither true nor false'],
  ['state_aid.regime', 'gber', /^state_aid\.regime: /],
  ['licence.summary', 'closed', /^licence\.summary: /],
  ['nace.version', '2008', 'nace.version: neither 2008 nor 2025'],
  ['nace.include.0', 'C', /^nace\.include\[0\]: "C" is not a NACE code/],
  ['nace.include.0', '6', /^nace\.include\[0\]: /],
  ['nace.include.0', '6210', /^nace\.include\[0\]: "6210" is no code of NACE-BEL 2008$/],
  ['area_codes.0', '99999', /^area_codes\[0\]: /],
  ['legal_forms.0', 'NV', /^legal_forms\[0\]: /],
  ['issuer', { name: 'Onbekend' }, /^issuer\.id: missing/],
  ['issuer', { id: 'a, b' }, /^issuer\.id: /],
  ['related.excludes.0', 'other', /^related\.excludes\[0\]: "other" is not a measure id/],
  ['related.replaced_by', ['other'], /^related\.replaced_by\[0\]: "other" is not a measure id/],
  ['related.replaces', ['fa:x'], 'related.replaces: follows from replaced_by of the others'],
  ['related.merged_from', ['fa:x'], 'related.merged_from: follows from merges alone'],
  ['legal_basis.0', {}, 'legal_basis[0]: neither a title nor a url'],
  // How to apply.
  ['application', 'online', 'application: not an object'],
  ['application.step', 'Bel.', 'application.step: unknown property'],
  ['application.steps', 'Bel.', 'application.steps: not a list'],
  ['application.steps.1', ' ', /^application\.steps\[1\]: empty text/],
  ['application.steps.0', {}, 'application.steps[0]: missing'],
  ['application.steps.0', ['x'], /^application\.steps\[0\]: neither a string/],
  ['application.steps.0.es', 'x', 'application.steps[0].es: unknown property'],
  ['application.steps', Array(31).fill('x'), 'application.steps: more than 30 entries'],
  ['application.documents.0', null, 'application.documents[0]: null is no entry'],
  ['application.documents.0', 'x'.repeat(10_001), 'application.documents[0]: longer than 10000 characters'],
  ['application.contact', 'info@example.be', 'application.contact: not an object'],
  ['application.contact', {}, 'application.contact: neither a name, a url, an email nor a phone'],
  ['application.contact.url', 'example.be', 'application.contact.url: not an http or https address'],
  ['application.contact.url.nl', 'mailto:a@b.be', 'application.contact.url.nl: not an http or https address'],
  ...['info', 'info@example', 'mailto:info@example.be', 'a b@example.be', 'a@b.be, c@d.be', 'a@@b.be', '<a@b.be>'].map(
    (email): Rejection => [
      'application.contact.email',
      email,
      `application.contact.email: ${JSON.stringify(email)} is not an e-mail address such as info@agency.be`,
    ],
  ),
  ...[
    'tel:1700',
    '+',
    '12',
    '02 123 ext 4',
    'zie website',
    '+32 2 123 45 6+',
    '02 123 45 67 / 02 123 45 68',
    '+32 2 123 45 67 - 9',
    '1234567890123456',
  ].map(
    (phone): Rejection => [
      'application.contact.phone',
      phone,
      `application.contact.phone: ${JSON.stringify(phone)} is not a phone number such as +32 2 123 45 67 or 1700`,
    ],
  ),
  ...['90', 45.5, true, Number.NaN].map(
    (days): Rejection => [
      'application.decision_days',
      days,
      'application.decision_days: not a whole number of calendar days, such as 90',
    ],
  ),
  ['application.decision_days', -1, 'application.decision_days: below 0'],
  ['application.decision_days', 3_651, 'application.decision_days: above 3650'],
  [
    'application.payment',
    'later',
    'application.payment: "later" is none of advance, instalments, after_proof, continuous',
  ],
  // Links.
  ['url', 'ftp://example.be', 'url: not an http or https address'],
  ['url', 'www.example.be', 'url: not an http or https address'],
  ['url', 'https://', 'url: not an http or https address'],
  ['url.nl', 'https://exa mple.be', 'url.nl: not an http or https address'],
  ['application_url', 'javascript:alert(1)', 'application_url: not an http or https address'],
  ['legal_basis.0.url', 'https:/\\example.be', 'legal_basis[0].url: not an http or https address'],
  // Money and rates.
  ['amount.min', -1, 'amount.min: below 0'],
  ['amount.max', 10.005, 'amount.max: more than 2 decimals'],
  ['amount.max', 0.1 + 0.2, 'amount.max: more than 2 decimals'],
  ['amount.max', 1e-7, 'amount.max: more than 2 decimals'],
  ['amount.max', 1e300, /^amount\.max: above /],
  ['amount.max', '5', 'amount.max: not a number'],
  ['amount.max', Number.NaN, 'amount.max: not a number'],
  ['amount.min', 60_000, 'amount.min: above max'],
  ['amount.rate_max', 40, 'amount.rate_max: above 1'],
  ['amount.rate_min', -0.1, 'amount.rate_min: below 0'],
  ['amount.rate_min', 0.5, 'amount.rate_min: above rate_max'],
  ['amount.tiers.0.rate', 1.1, 'amount.tiers[0].rate: above 1'],
  ['amount.currency', 'USD', 'amount.currency: "USD" is none of EUR'],
  ['amount.basis', 'costs', /^amount\.basis: /],
  ['amount', [], 'amount: not an object'],
  // Dates.
  ['application_window.closes_at', '2026-02-30', /^application_window\.closes_at: "2026-02-30" is neither/],
  ['application_window.closes_at', '30/09/2026', /^application_window\.closes_at: /],
  ['application_window.opens_at', '2026-03-01T09:00', /^application_window\.opens_at: /],
  ['application_window.opens_at', 1_772_319_600_000, 'application_window.opens_at: not a string'],
  ['application_window', { opens_at: '2026-03-02', closes_at: '2026-03-01' }, /\.closes_at: lies before the opening/],
  [
    'application_window',
    { opens_at: '2026-03-02', cut_offs: ['2026-03-01'] },
    /\.cut_offs\[0\]: lies before the opening/,
  ],
  [
    'application_window',
    { opens_at: '2026-03-02', closes_at: '2026-06-01', cut_offs: ['2026-05-01', '2026-03-01'] },
    /^application_window\.cut_offs\[1\]: lies before the opening \(opens_at\)$/,
  ],
  ['checked_at', 'yesterday', /^checked_at: /],
  ['keywords', ['premie'], /^keywords: /],
  ['keywords.nl', 'premie', /^keywords\.nl: /],
  ['keywords.nl.0', ' ', /^keywords\.nl\[0\]: /],
  ['keywords.nl.0', 'x'.repeat(101), 'keywords.nl[0]: longer than 100 characters'],
  ['keywords.es', ['premio'], /^keywords\.es: /],
]
for (const [path, value, reason] of rejections) {
  test(`${path} = ${JSON.stringify(value)?.slice(0, 90)} is rejected with a reason that names it`, () => {
    const told = reasonOf(inputWith(path, value))
    if (typeof reason === 'string') assert.equal(told, reason)
    else assert.match(told, reason)
  })
}

test('a reason tells of several faults at once, up to a bound, and keeps the local id for the report', () => {
  const outcome = readInputRecord(smallInput({ topics: ['a', 'b', 'c', 'd', 'e', 'f'] }), sampleSource, sampleLookups)
  assert.ok('reason' in outcome)
  assert.equal(outcome.reason.split('; ').length, inputBounds.faultsMax)
  assert.equal(outcome.localId, 'small')
})

for (const [json, localId] of [
  [null, null],
  ['text', null],
  [[], null],
  [{ local_id: 5 }, null],
  [{ local_id: 'a b' }, null],
  [{ local_id: 'a', title: 1 }, 'a'],
] as const) {
  test(`the rejected ${JSON.stringify(json)} is attributed to ${localId ?? 'no measure'}`, () => {
    const outcome = readInputRecord(json, sampleSource, sampleLookups)
    assert.ok('reason' in outcome)
    assert.equal(outcome.localId, localId)
    assert.equal(localIdOf(json), localId)
  })
}
