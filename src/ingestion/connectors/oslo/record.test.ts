import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasSavedFlemishData, noFlemishData, savedText } from '../../../../tests/harness/ipdc-products.ts'
import { readInputRecord } from '../../../measures/reading/read-input.ts'
import { referenceLookups } from '../../../measures/record/reference-lookups.ts'
import { readNTriples } from '../n-triples.ts'
import { mapOsloOffers, type OsloInputRecord, type OsloMapping } from './record.ts'

const now = Date.parse('2026-02-01T09:00:00Z')
const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
const subsidie = 'http://lblod.data.gift/vocabularies/subsidie/'
const dct = 'http://purl.org/dc/terms/'
const offer = 'http://a.example/id/offers/street-parties'

const triple = (subject: string, predicate: string, object: string): string => `<${subject}> <${predicate}> ${object} .`
const criterion = (uuid: string): string =>
  triple(offer, 'http://data.europa.eu/m8g/hasCriterion', `<http://a.example/id/criterions/${uuid}>`)

const head = [
  triple(offer, type, '<http://data.vlaanderen.be/ns/subsidie#SubsidiemaatregelAanbod>'),
  triple(offer, `${dct}title`, '"Buurt\u00ADfeesten"'),
  triple(offer, 'http://www.w3.org/2004/02/skos/core#related', '"https://vlaanderen.example/buurtfeesten"'),
]

type Step = { name?: string; start?: string; end?: string }

/** A series with its steps, and a period of its own where one is given. */
function series(name: string, steps: Step[], own?: Step): string[] {
  const id = `http://a.example/id/series/${name}`
  const periodOf = (subject: string, { start, end }: Step): string[] => [
    triple(subject, 'https://data.vlaanderen.be/ns/mobiliteit#periode', `<${subject}/period>`),
    ...(start === undefined ? [] : [triple(`${subject}/period`, 'http://data.europa.eu/m8g/startTime', `"${start}"`)]),
    ...(end === undefined ? [] : [triple(`${subject}/period`, 'http://data.europa.eu/m8g/endTime', `"${end}"`)]),
  ]
  return [
    triple(offer, `${subsidie}heeftReeks`, `<${id}>`),
    triple(id, `${dct}description`, `"<p>Reeks ${name}</p>"@nl`),
    ...(own === undefined ? [] : periodOf(id, own)),
    ...steps.flatMap((step, index) => [
      triple(id, `${subsidie}heeftSubsidieprocedurestap`, `<${id}/steps/${index}>`),
      triple(`${id}/steps/${index}`, `${dct}description`, `"${step.name ?? 'Aanvraag'}"`),
      ...(step.start === undefined && step.end === undefined ? [] : periodOf(`${id}/steps/${index}`, step)),
    ]),
  ]
}

function mappingOf(lines: string[], keepsWording = true): OsloMapping {
  const [mapping] = mapOsloOffers(readNTriples(lines.join('\n')), { now, language: 'nl', keepsWording })
  assert.ok(mapping !== undefined)
  return mapping
}

function recordOf(lines: string[] = [], keepsWording = true): OsloInputRecord {
  const mapping = mappingOf([...head, ...lines], keepsWording)
  assert.ok('record' in mapping, JSON.stringify(mapping))
  const read = readInputRecord(
    mapping.record,
    {
      id: 'flanders-subsidie',
      prefix: 'subsidie',
      publisher: 'Agentschap Binnenlands Bestuur',
      url: 'https://vlaanderen.example',
      language: 'nl',
      government_level: 'region',
      regions: ['flanders'],
      reuse_mode: 'attribution',
      attribution: null,
      method: 'structured',
    },
    referenceLookups,
  )
  assert.ok('record' in read, JSON.stringify(read))
  return mapping.record
}

test('an offer is an input record without a fault: a grant for local authorities, without a known window', () => {
  assert.deepEqual(recordOf(), {
    local_id: 'street-parties',
    title: { nl: 'Buurtfeesten' },
    description: null,
    instrument_type: 'grant',
    applicant_types: ['public_body'],
    application_window: { opens_at: null, closes_at: null, note: null },
    url: 'https://vlaanderen.example/buurtfeesten',
    record_url: offer,
  })
})

const windows: [what: string, lines: string[], opens: string | null, closes: string | null][] = [
  [
    'a step with its period',
    series('a', [{ start: '2025-09-15T22:00:00Z', end: '2026-02-16T22:59:59Z' }]),
    '2025-09-15T22:00:00Z',
    '2026-02-16T22:59:59Z',
  ],
  ['midnight UTC, a day', series('a', [{ start: '2026-01-05T00:00:00Z' }]), '2026-01-05', null],
  [
    'the open end of 2030, no end that is known',
    series('a', [{ start: '2026-01-05T00:00:00Z', end: '2030-12-31T22:59:59Z' }]),
    '2026-01-05',
    null,
  ],
  ['an end that is really in 2030', series('a', [{ end: '2030-12-30T22:59:59Z' }]), null, '2030-12-30T22:59:59Z'],
  [
    'the series` own period where no step has one',
    series('a', [{}], { end: '2026-03-01T11:00:00Z' }),
    null,
    '2026-03-01T11:00:00Z',
  ],
  [
    'the period of the first step, not of the series that ends with the last',
    series('a', [{ start: '2026-01-05T00:00:00Z', end: '2026-02-16T11:00:00Z' }], { end: '2026-12-31T11:00:00Z' }),
    '2026-01-05',
    '2026-02-16T11:00:00Z',
  ],
  [
    'the round that is open, of three',
    [
      ...series('past', [{ start: '2025-01-01T00:00:00Z', end: '2025-02-01T11:00:00Z' }]),
      ...series('next', [{ start: '2027-01-01T00:00:00Z', end: '2027-02-01T11:00:00Z' }]),
      ...series('open', [{ start: '2026-01-01T00:00:00Z', end: '2026-03-01T11:00:00Z' }]),
    ],
    '2026-01-01',
    '2026-03-01T11:00:00Z',
  ],
  [
    'the next round, where none is open',
    [
      ...series('later', [{ start: '2028-01-01T00:00:00Z', end: '2028-02-01T11:00:00Z' }]),
      ...series('past', [{ start: '2025-01-01T00:00:00Z', end: '2025-02-01T11:00:00Z' }]),
      ...series('next', [{ start: '2027-01-01T00:00:00Z', end: '2027-02-01T11:00:00Z' }]),
    ],
    '2027-01-01',
    '2027-02-01T11:00:00Z',
  ],
  [
    'the last round, where all have passed',
    [
      ...series('last', [{ start: '2025-01-01T00:00:00Z', end: '2025-02-01T11:00:00Z' }]),
      ...series('first', [{ start: '2024-01-01T00:00:00Z', end: '2024-02-01T11:00:00Z' }]),
    ],
    '2025-01-01',
    '2025-02-01T11:00:00Z',
  ],
]
for (const [what, lines, opens, closes] of windows) {
  test(`the window is that of ${what}`, () => {
    const { opens_at: opensAt, closes_at: closesAt } = recordOf(lines).application_window
    assert.deepEqual([opensAt, closesAt], [opens, closes])
  })
}

test('one enters by the first step; later ones are told and are no deadline', () => {
  const { application_window: window } = recordOf(
    series('a', [
      { name: 'Aanvraag (fase 2)', start: '2026-04-10T23:00:00Z', end: '2026-09-24T21:59:00Z' },
      { name: 'Aanvraag', start: '2026-01-05T00:00:00Z', end: '2026-02-16T11:00:00Z' },
      { name: 'Opvolgmoment', start: '2026-10-01T00:00:00Z', end: '2030-12-31T22:59:59Z' },
    ]),
  )
  assert.equal(window.closes_at, '2026-02-16T11:00:00Z')
  assert.equal(window.note?.en, 'The deadline is that of the first step. Later steps: Aanvraag (fase 2): 2026-09-24.')
})

const audiences: [what: string, lines: string[], applicants: string[]][] = [
  ['municipalities', [criterion('f5ea0615-0b0a-47db-a38c-6097ff80815d')], ['public_body']],
  ['economic actors', [criterion('28fe1648-dd25-4772-b5e9-0eed4e8f4b90')], ['company', 'self_employed', 'non_profit']],
  [
    'municipalities and economic actors',
    [criterion('28fe1648-dd25-4772-b5e9-0eed4e8f4b90'), criterion('f5ea0615-0b0a-47db-a38c-6097ff80815d')],
    ['company', 'self_employed', 'non_profit', 'public_body'],
  ],
  ['municipalities and somebody not known', [criterion('f5ea0615-0b0a-47db-a38c-6097ff80815d'), criterion('0')], []],
]
for (const [what, lines, applicants] of audiences) {
  test(`an offer for ${what} is for ${applicants.join(', ') || 'nobody in particular'}`, () => {
    assert.deepEqual(recordOf(lines).applicant_types, applicants)
  })
}

test('the description is the series`, in plain text, and is left out where only facts may be kept', () => {
  const lines = series('a', [{ end: '2026-02-16T11:00:00Z' }])
  assert.deepEqual(recordOf(lines).description, { nl: 'Reeks a' })
  assert.equal(recordOf(lines, false).description, null)
})

test('an offer without a page leads to its own address', () => {
  const mapping = mappingOf(head.slice(0, 2))
  assert.equal('record' in mapping && mapping.record.url, offer)
})

const rejected: [what: string, lines: string[], reason: RegExp][] = [
  ['without a title', head.slice(0, 1), /^dct:title: missing$/],
  ['with an end that is no date', [...head, ...series('a', [{ end: 'weldra' }])], /^endTime: weldra is no date$/],
  [
    'that ends before it begins',
    [...head, ...series('a', [{ start: '2026-03-01T00:00:00Z', end: '2026-02-01T11:00:00Z' }])],
    /^m8g:endTime: lies before m8g:startTime/,
  ],
]
for (const [what, lines, reason] of rejected) {
  test(`an offer ${what} is rejected with the property`, () => {
    const mapping = mappingOf(lines)
    assert.ok('reason' in mapping)
    assert.equal(mapping.localId, 'street-parties')
    assert.match(mapping.reason, reason)
  })
}

if (hasSavedFlemishData) {
  test('the saved offers: 22 records, six with a window, the older ones for local authorities alone', () => {
    const read = (file: string) =>
      mapOsloOffers(readNTriples(savedText(`flanders-subsidie/${file}`)), { now, language: 'nl', keepsWording: true })
    const [newer, older] = ['subsidiepunt-offers-2026-05.nt', 'subsidiedatabank-offers-2023-08.nt'].map((file) =>
      read(file).flatMap((mapping) => ('record' in mapping ? [mapping.record] : [])),
    )
    assert.equal(older?.length, 16)
    assert.deepEqual([...new Set(older?.flatMap((record) => record.applicant_types))], ['public_body'])
    assert.deepEqual(
      newer?.map(({ title, application_window: window }) => [title.nl?.slice(0, 15), window.closes_at]).toSorted(),
      [
        ['Gelijke kansen', '2024-05-31T21:59:00Z'],
        ['Gendergerelatee', '2025-05-02T10:00:00Z'],
        ['Pride-evenement', '2025-11-14T11:00:00Z'],
        ['Safe(r) spaces ', '2025-05-02T10:00:00Z'],
        ['Sociale cohesie', '2026-02-16T22:59:59Z'],
        ['Train-the-train', '2025-10-31T11:00:00Z'],
      ],
    )
  })
} else test('what the saved data of the Flemish sources show', { skip: noFlemishData })
