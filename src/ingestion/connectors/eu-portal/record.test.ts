import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cascadeRow, type PortalRow, prospectRow, topicRow } from '../../../../tests/harness/portal-rows.ts'
import { type EuInputRecord, instrumentOf, mapEuRow } from './record.ts'
import { decodedLabel, labelOf } from './row.ts'
import { summaryOf } from './texts.ts'

function mapped(row: PortalRow): EuInputRecord {
  const mapping = mapEuRow(row, { language: 'en', keepsWording: true })
  if (!('record' in mapping)) throw new Error(mapping.reason)
  return mapping.record
}

const page = 'https://ec.europa.eu/info/funding-tenders/opportunities/portal/screen/opportunities'

test('a topic becomes an input record of the Union', () => {
  const record = mapped(
    topicRow({
      identifier: 'LIFE-2027-INVENTED',
      reference: '50129698TOPICSen',
      title: 'Rivers  without\nplastic',
      programme: '43252405',
      startDate: '2027-02-10T00:00:00.000+0000',
      deadlineDates: ['2027-09-21T00:00:00.000+0000'],
      metadata: {
        callIdentifier: ['LIFE-2027'],
        callTitle: ['Clean water'],
        typesOfAction: ['LIFE Project Grants'],
        descriptionByte: [
          '<p class="topicdescriptionkind">Objective:</p><p>Rivers carry plastic to the sea. Stop it.</p>',
        ],
      },
    }),
  )
  const { summary, rules, conditions, application, ...rest } = record
  assert.match(
    summary?.en ?? '',
    /^European call \(LIFE\): project grant\. Support: .* Rivers carry plastic to the sea\. Stop it\.$/,
  )
  assert.deepEqual(
    rules.map(({ id }) => id),
    ['applicants'],
  )
  assert.deepEqual(
    conditions.map(({ id }) => id),
    ['applicants', 'addressed', 'proposal', 'ranked'],
  )
  assert.equal(application.payment, 'instalments')
  assert.deepEqual(rest, {
    local_id: '50129698TOPICS',
    title: { en: 'Rivers without plastic' },
    description: {
      en: 'Objective:\n\nRivers carry plastic to the sea. Stop it.\n\nTopic: LIFE-2027-INVENTED. Call: LIFE-2027 (Clean water). Type of action: LIFE Project Grants.',
    },
    status: null,
    instrument_type: 'grant',
    government_level: 'eu',
    scope: 'eu',
    regions: [],
    topics: ['climate_environment'],
    programme: 'LIFE',
    issuer: { id: 'european-commission' },
    application_window: {
      opens_at: '2027-02-10',
      closes_at: '2027-09-21',
      precision: 'day',
      cut_offs: [],
      recurrence: null,
      note: null,
    },
    amount: {
      currency: 'EUR',
      min: null,
      max: null,
      budget_total: null,
      rate_min: 0.6,
      rate_max: 0.95,
      basis: 'eligible_costs',
      note: null,
    },
    legal_basis: [
      {
        title: {
          nl: 'Verordening (EU) 2021/783 (LIFE)',
          fr: 'Règlement (UE) 2021/783 (LIFE)',
          en: 'Regulation (EU) 2021/783 (LIFE)',
        },
        url: 'https://eur-lex.europa.eu/eli/reg/2021/783/oj',
      },
    ],
    url: `${page}/topic-details/LIFE-2027-INVENTED`,
    application_url: null,
    record_url: `${page}/topic-details/LIFE-2027-INVENTED`,
  })
})

test('what the portal files under the Defence Fund and is of another programme takes neither its regulation nor its types of action', () => {
  const metadata = { typesOfAction: ['EDF Lump Sum Grants'] }
  const found = mapped(topicRow({ identifier: 'EDF-EDIP-P-2027', programme: '44181033', metadata }))
  assert.deepEqual([found.legal_basis, found.amount], [[], null])
  const own = mapped(
    topicRow({
      identifier: 'EDF-2027-RA-1',
      programme: '44181033',
      metadata: { typesOfAction: ['EDF Research Actions'] },
    }),
  )
  assert.match(own.legal_basis[0]?.url ?? '', /2021\/697/)
  assert.ok(own.conditions.some(({ id }) => id === 'partners'))
  const disruptive = mapped(
    topicRow({
      identifier: 'EDF-2027-LS-RA-DIS-1',
      programme: '44181033',
      metadata: { typesOfAction: ['EDF Research Actions'] },
    }),
  )
  assert.ok(!disruptive.conditions.some(({ id }) => id === 'partners'))
})

test('where only facts may be served, the wording of the portal is left out', () => {
  const row = topicRow({
    identifier: 'LIFE-1',
    metadata: { descriptionByte: ['<p>Rivers carry plastic to the sea.</p>'] },
  })
  const mapping = mapEuRow(row, { language: 'en', keepsWording: false })
  assert.ok('record' in mapping)
  assert.equal(mapping.record.summary, null)
  assert.deepEqual(mapping.record.description, { en: 'Topic: LIFE-1.' })
})

test('a cascade call has its own title, and names the project and the topic that pays', () => {
  const record = mapped(
    cascadeRow({
      identifier: 'DIGITAL-2023-INVENTED',
      reference: '11143COMPETITIVE_CALLen',
      title: 'Topic that pays',
      callTitle: 'Internships offer',
      metadata: { projectName: ['Care with data'], projectAcronym: ['CAREDA'], budget: ['30500'] },
    }),
  )
  assert.equal(record.local_id, '11143COMPETITIVE_CALL')
  assert.deepEqual(record.title, { en: 'Internships offer' })
  assert.equal(
    record.description.en,
    'Project: Care with data (CAREDA). Paid from the topic: DIGITAL-2023-INVENTED (Topic that pays). Budget as the portal states it: 30500.',
  )
  assert.equal(record.amount, null)
})

test('a cascade call without a call title takes the summary of its row, without highlights', () => {
  const row = cascadeRow({ identifier: 'X-1', reference: '1COMPETITIVE_CALLen', callTitle: '' })
  assert.deepEqual(mapped({ ...row, summary: 'An <b>open</b> call' }).title, { en: 'An open call' })
})

test('fields beside metadata count where metadata has none', () => {
  const { metadata, ...row } = cascadeRow({ identifier: 'X-1', reference: '1COMPETITIVE_CALLen', callTitle: 'Own' })
  const record = mapped({ ...row, ...metadata, metadata: {} })
  assert.deepEqual(record.title, { en: 'Own' })
  assert.equal(record.application_window.closes_at, '2027-03-01')
})

const cascade = (metadata: Record<string, unknown>, url = ''): PortalRow => ({
  ...cascadeRow({ identifier: 'X-1', reference: '11143COMPETITIVE_CALLen', callTitle: 'Own', metadata }),
  url,
})
const links: [what: string, row: PortalRow, url: string][] = [
  ['a topic: by its identifier', topicRow({ identifier: 'X-2027-A b' }), `${page}/topic-details/X-2027-A%20b`],
  [
    'a topic whose row points at a data file: by its identifier',
    { ...topicRow({ identifier: 'X-1' }), url: 'https://ec.europa.eu/info/funding-tenders/data/topicDetails/X-1.json' },
    `${page}/topic-details/X-1`,
  ],
  [
    'a cascade call: by its call id',
    cascade({ callccm2Id: ['77'] }, `${page}/competitive-calls-cs/88`),
    `${page}/competitive-calls-cs/77`,
  ],
  [
    'a cascade call: by the address of its row',
    cascade({}, `${page}/competitive-calls-cs/88`),
    `${page}/competitive-calls-cs/88`,
  ],
  [
    'a cascade call whose address is elsewhere: by the number of its reference',
    cascade({}, 'https://evil.example/competitive-calls-cs/88'),
    `${page}/competitive-calls-cs/11143`,
  ],
  [
    'an external call: by the number of its reference',
    prospectRow({ identifier: 'EuropeAid/186723/DD/ACT/EG', reference: '186723PROSPECTSEN' }),
    'https://webgate.ec.europa.eu/prospect/external/publishedcalls.htm?callId=186723',
  ],
]
for (const [what, row, url] of links) test(`the page of ${what}`, () => assert.equal(mapped(row).url, url))

const submission = 'https://ec.europa.eu/research/participants/submission/manage/screen/submission/create-draft/1'
const applications: [what: string, links: unknown[], expected: string | null][] = [
  ['the one place of the Commission', [{ url: submission }, { url: submission }], submission],
  ['nothing where there are several', [{ url: submission }, { url: `${submission}2` }], null],
  ['nothing of another host', [{ url: 'https://europa.eu.example/apply' }], null],
  ['nothing without encryption', [{ url: submission.replace('https', 'http') }], null],
  ['nothing where there is none', [], null],
]
for (const [what, given, expected] of applications) {
  test(`the address to apply at is ${what}`, () => {
    const row = topicRow({ identifier: 'X-1', metadata: { links: [JSON.stringify(given)] } })
    assert.equal(mapped(row).application_url, expected)
  })
}

const localIds: [reference: string, language: string, localId: string][] = [
  ['50140738TOPICSes', 'es', '50140738TOPICS'],
  ['186723PROSPECTSEN', 'en', '186723PROSPECTS'],
  ['11143COMPETITIVE_CALLen', 'en', '11143COMPETITIVE_CALL'],
  // Without a suffix nothing is cut off: CS is Czech only where it stands for a language.
  ['50140738TOPICS', 'cs', '50140738TOPICS'],
  ['77NEWKINDfr', 'fr', '77NEWKIND'],
  ['77NEWKIND', 'fr', '77NEWKIND'],
]
for (const [reference, language, localId] of localIds) {
  test(`the local id of ${reference} is ${localId}`, () => {
    assert.equal(mapped({ ...topicRow({ identifier: 'X-1', reference }), language }).local_id, localId)
  })
}

const rejected: [what: string, row: unknown, localId: string | null, reason: RegExp][] = [
  ['a row that is no object', 'row', null, /^the row is not an object$/],
  ['a row without a reference', { metadata: {} }, null, /^reference: /],
  ['a reference that is no id', { ...topicRow({ identifier: 'X' }), reference: 'a b' }, null, /^reference: /],
  [
    'a row of another type',
    topicRow({ identifier: 'X', reference: '1TOPICSen', metadata: { type: ['6'] } }),
    '1TOPICS',
    /^type: /,
  ],
  [
    'a row without an identifier',
    topicRow({ identifier: 'X', reference: '1TOPICSen', metadata: { identifier: [] } }),
    '1TOPICS',
    /^identifier: missing$/,
  ],
  [
    'a row without a title',
    topicRow({ identifier: 'X', reference: '1TOPICSen', metadata: { title: [' <p></p> '] } }),
    '1TOPICS',
    /^title: missing$/,
  ],
  [
    'a row with a date that is none',
    topicRow({ identifier: 'X', reference: '1TOPICSen', deadlineDates: ['soon'] }),
    '1TOPICS',
    /^deadlineDate: /,
  ],
]
for (const [what, row, localId, reason] of rejected) {
  test(`${what} is rejected with its reason`, () => {
    const mapping = mapEuRow(row, { language: 'en', keepsWording: true })
    assert.ok('reason' in mapping)
    assert.equal(mapping.localId, localId)
    assert.match(mapping.reason, reason)
  })
}

const instruments: [actions: string[], type: string][] = [
  [['HORIZON Recognition Prize'], 'prize'],
  [['ERASMUS Prizes'], 'prize'],
  [['HORIZON EIC Equity Only'], 'equity'],
  [['HORIZON EIC Accelerator'], 'grant'],
  [['HORIZON Pre-commercial Procurement'], 'other'],
  [['HORIZON Public Procurement of Innovative Solutions'], 'other'],
  [['HORIZON Innovation Actions'], 'grant'],
  [['HORIZON Innovation Actions', 'HORIZON Pre-commercial Procurement'], 'grant'],
  [[], 'grant'],
]
for (const [actions, type] of instruments) {
  test(`${actions.join(' and ') || 'no type of action'} is ${type}`, () => {
    assert.equal(instrumentOf(actions).type, type)
  })
}

test('the Accelerator says in a note that equity can come with the grant', () => {
  const row = topicRow({ identifier: 'X-1', metadata: { typesOfAction: ['HORIZON EIC Accelerator'] } })
  assert.match(mapped(row).amount?.note?.en ?? '', /[Ee]quity/)
})

test('the country of a call of the external action stands in its summary', () => {
  const row = prospectRow({ identifier: 'EuropeAid/186723/DD/ACT/EG', reference: '186723PROSPECTSEN' })
  assert.equal(mapped(row).summary?.en, 'Call of the EU for external action (Egypt).')
  const several = prospectRow({ identifier: 'EuropeAid/186723/DD/ACT/Multi', reference: '186724PROSPECTSEN' })
  assert.equal(mapped(several).summary?.en, 'Call of the EU for external action.')
})

const audiences: [title: string, asksEnterprises: boolean][] = [
  ['UPC-AI4CI 1st Scholarship Call', false],
  ['METU Internships Offer', false],
  ['Grants for Master Thesis Project', false],
  ['Mobility Grants - Pilot Call', false],
  ['DigiQ Exchange Program', false],
  ['Knowledge Exchange Programme Open Call', true],
  ['Open Call for Manufacturing SMEs', true],
  ['Master School and Fellowship Open Call 2027', true],
]
for (const [callTitle, asksEnterprises] of audiences)
  test(`the cascade call "${callTitle}" is for ${asksEnterprises ? 'organisations' : 'learners'}`, () => {
    const { rules } = mapped(cascadeRow({ identifier: 'X-1', reference: '1COMPETITIVE_CALLen', callTitle }))
    assert.equal(rules.length > 0, asksEnterprises)
  })

test('the partners of a call of the Innovation Council are those of its strand', () => {
  const partnersOf = (identifier: string) =>
    mapped(topicRow({ identifier, metadata: { typesOfAction: ['HORIZON EIC Grants'] } }))
  assert.ok(partnersOf('HORIZON-EIC-2026-PATHFINDEROPEN-01').conditions.some(({ id }) => id === 'partners'))
  assert.match(partnersOf('HORIZON-EIC-2026-PATHFINDERCHALLENGES-01-02').summary?.en ?? '', /without partners too/)
})

const subjects: [what: string, row: Parameters<typeof topicRow>[0], topics: string[]][] = [
  ['a programme', { identifier: 'DIGITAL-2027-X', programme: '43152860' }, ['digitalisation']],
  [
    'a part of a programme',
    { identifier: 'HORIZON-CL5-X', metadata: { programmeDivision: ['43120835', '43121058'] } },
    ['innovation', 'research_development', 'energy'],
  ],
  ['the strand in an identifier', { identifier: 'CEF-E-2027-X', programme: '43251567' }, ['energy']],
  [
    'priorities and keywords',
    {
      identifier: 'SMP-X',
      programme: '43252476',
      metadata: { crossCuttingPriorities: ['AI'], keywords: ['Circular economy'] },
    },
    ['artificial_intelligence', 'circular_economy'],
  ],
  [
    'no programme whose strand is of another subject',
    { identifier: 'ERASMUS-SPORT-2026-X', programme: '43353764' },
    [],
  ],
  [
    'nothing, where nothing is certain',
    { identifier: 'SMP-X', programme: '43252476', metadata: { tags: ['constructor'] } },
    [],
  ],
]
for (const [what, row, topics] of subjects) {
  test(`topics follow from ${what}`, () => assert.deepEqual(mapped(topicRow(row)).topics, topics))
}

test('texts stand under the language of their row, and of the source where that is none of ours', () => {
  const row = topicRow({ identifier: 'X-1', title: 'Titre' })
  assert.deepEqual(mapped({ ...row, language: 'fr' }).title, { fr: 'Titre' })
  assert.deepEqual(mapped({ ...row, language: 'es' }).title, { en: 'Titre' })
})

const labels: [given: string, shown: string][] = [
  ['R%26I System', 'R&I System'],
  ['Sk%C5%82odowska', 'Skłodowska'],
  ['saves 50%20 of it', 'saves 50%20 of it'],
  ['broken %C5 byte', 'broken %C5 byte'],
  ['100% sure', '100% sure'],
]
for (const [given, shown] of labels)
  test(`the label ${given} reads ${shown}`, () => assert.equal(decodedLabel(given), shown))

test('a title loses the footnote marks of the portal', () => {
  assert.equal(labelOf('Robotics (IA)[[https://example.test/a_(b).pdf]]'), 'Robotics (IA)')
})

const summaries: [what: string, text: string, summary: string | null][] = [
  [
    'passes over headings and announcements',
    'Scope:\n\nResults are expected to contribute to the following outcomes:\n\n- Cleaner air in the cities of Europe;\n- More',
    'Cleaner air in the cities of Europe.',
  ],
  [
    'leaves footnote numbers out',
    'Soils are alive [1] and have to stay so [2].',
    'Soils are alive and have to stay so.',
  ],
  [
    'takes whole sentences while they fit',
    `${'A sentence of some length. '.repeat(12)}${'b'.repeat(200)}.`,
    `${'A sentence of some length. '.repeat(10)}A sentence of some length.`,
  ],
  [
    'begins with a capital',
    '- complementing programmes that train the workforce.',
    'Complementing programmes that train the workforce.',
  ],
  ['is nothing without a sentence', 'Scope:\n\nshort.', null],
]
for (const [what, text, summary] of summaries) {
  test(`a summary ${what}`, () => assert.equal(summaryOf(text, 'en'), summary))
}
