import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, test } from 'node:test'
import { unobserved } from '../../../../tests/harness/observer.ts'
import {
  cascadeRow,
  changeDays,
  hasSavedAnswers,
  noSavedAnswers,
  type PortalRow,
  prospectRow,
  rowsAt,
  savedAnswer,
  snapshotRows,
  snapshots,
  topicRow,
} from '../../../../tests/harness/portal-rows.ts'
import {
  type Portal,
  type PortalFault,
  type PortalOptions,
  startPortal,
} from '../../../../tests/harness/portal-stand-in.ts'
import { readInputRecord } from '../../../measures/reading/read-input.ts'
import type { SourceSettings } from '../../../measures/record/record.ts'
import { referenceLookups } from '../../../measures/record/reference-lookups.ts'
import { statusAt } from '../../../measures/record/status.ts'
import { createOutbound, type OutboundFetch } from '../../../platform/outbound/outbound.ts'
import { recordInto } from '../../../platform/outbound/recordings.ts'
import { type Connector, ConnectorFailure, isReadFailure, type ReadItem } from '../connector.ts'
import { euFundingTenders, euFundingTendersReaching } from './eu-funding-tenders.ts'
import { type EuInputRecord, mapEuRow } from './record.ts'

const now = Date.UTC(2026, 7, 22)

let portals: Portal[] = []
afterEach(async () => {
  await Promise.all(portals.map((portal) => portal.close()))
  portals = []
})

async function portalWith(options: PortalOptions): Promise<Portal> {
  const portal = await startPortal(options)
  portals.push(portal)
  return portal
}

/** The real client, but for its waiting: it waits for nothing and is given 200 ms for an answer. */
const impatient: OutboundFetch = createOutbound({
  version: '0.0.0',
  observer: unobserved,
  clock: { now: () => now },
  sleep: async () => {},
})
const quick: OutboundFetch = (request) =>
  impatient({ ...request, limits: { ...request.limits, exchangeTimeoutMs: 200 } })

type Read = { items: ReadItem[]; announced: number | null; progress: [number, number | null][] }

async function read(
  settings: Record<string, unknown>,
  {
    connector = euFundingTenders,
    fetch = quick,
    language = 'en' as 'en' | 'fr',
    folder = '/',
    signal = new AbortController().signal,
  } = {},
): Promise<Read> {
  const progress: [number, number | null][] = []
  const reading = (connector as Connector).read({
    settings,
    source: { id: 'eu', language, reuseMode: 'attribution' },
    folder,
    signal,
    fetch,
    now,
    progress: (done, total) => void progress.push([done, total]),
    log: { info() {}, warn() {} },
  })
  const items: ReadItem[] = []
  for await (const item of reading.items) items.push(item)
  return { items, announced: reading.announced(), progress }
}

const recordsOf = ({ items }: Read): EuInputRecord[] =>
  items.flatMap((item) => (isReadFailure(item) ? [] : [item.input as EuInputRecord]))
const localIdsOf = (reading: Read): string[] => recordsOf(reading).map((record) => record.local_id)

const topics = (count: number): PortalRow[] =>
  Array.from({ length: count }, (_, index) =>
    topicRow({ identifier: `LIFE-2027-${String(index).padStart(5, '0')}`, reference: `${index + 1}TOPICSen` }),
  )

test('every call of the portal is read once, in pages of 100, and counted against its total', async () => {
  const portal = await portalWith({ rows: topics(250) })
  const reading = await read({ base_url: portal.url })
  assert.equal(new Set(localIdsOf(reading)).size, 250)
  assert.equal(reading.announced, 250)
  assert.deepEqual(
    reading.items.map(({ position }) => position),
    Array.from({ length: 250 }, (_, index) => index + 1),
  )
  assert.deepEqual(
    portal.searches.map(({ pageNumber, pageSize }) => [pageNumber, pageSize]),
    [1, 2, 3].map((page) => [page, 100]),
  )
  assert.deepEqual(reading.progress, [
    [100, 250],
    [200, 250],
    [250, 250],
  ])
})

test('the portal is asked for open and forthcoming calls of three types, in one language, by name', async () => {
  const portal = await portalWith({ rows: topics(1) })
  await read({ base_url: portal.url })
  const [search] = portal.searches
  assert.deepEqual(search?.query, {
    bool: {
      must: [
        { terms: { type: ['1', '2', '8'] } },
        { terms: { status: ['31094501', '31094502'] } },
        { term: { programmePeriod: '2021 - 2027' } },
      ],
    },
  })
  assert.deepEqual(search?.languages, ['en'])
  assert.equal(search?.userAgent, 'SubsidyMeasures/0.0.0')
  assert.ok(Array.isArray(search?.displayFields) && !search.displayFields.includes('topicConditions'))
})

test('an empty portal is read as empty', async () => {
  const portal = await portalWith({ rows: [] })
  const reading = await read({ base_url: portal.url })
  assert.deepEqual([reading.items.length, reading.announced], [0, 0])
})

test('cascade calls that share an identifier are all kept, each with its own id', async () => {
  const rows = [1, 2, 3].map((number) =>
    cascadeRow({ identifier: 'DIGITAL-1', reference: `${number}COMPETITIVE_CALLen`, callTitle: `Call ${number}` }),
  )
  const portal = await portalWith({ rows })
  const reading = await read({ base_url: portal.url })
  assert.deepEqual(localIdsOf(reading), ['1COMPETITIVE_CALL', '2COMPETITIVE_CALL', '3COMPETITIVE_CALL'])
})

const passing: PortalFault[] = [
  'http500',
  'http429',
  'hang',
  'reset',
  'truncated',
  'notjson',
  'repeated',
  'short',
  'grown',
  'empty',
]
for (const fault of passing) {
  test(`a second page that once fails so loses and doubles nothing: ${fault}`, async () => {
    const portal = await portalWith({ rows: topics(230) })
    portal.fault(fault, { after: 1 })
    const reading = await read({ base_url: portal.url })
    assert.equal(localIdsOf(reading).length, 230)
    assert.equal(new Set(localIdsOf(reading)).size, 230)
    assert.equal(reading.announced, 230)
  })
}

const lasting: [fault: PortalFault, reason: RegExp][] = [
  ['http500', /answered 500 \(4 attempts\)$/],
  ['http429', /answered 429 \(4 attempts\)$/],
  ['hang', /no complete answer within 200 ms \(4 attempts\)$/],
  ['reset', /the connection was broken off \(4 attempts\)$/],
  ['truncated', /the connection was broken off \(4 attempts\)$/],
  ['notjson', /the answer is no search result \(4 attempts\)$/],
  ['short', /announces 230 calls and 229 could be read, after 3 readings$/],
]
for (const [fault, reason] of lasting) {
  test(`a portal that keeps failing so fails the reading, with the reason: ${fault}`, async () => {
    const portal = await portalWith({ rows: topics(230) })
    portal.fault(fault, { times: 100 })
    await assert.rejects(
      read({ base_url: portal.url }),
      (error) => error instanceof ConnectorFailure && reason.test(error.message),
    )
  })
}

test('equal identifiers that change places between two pages lose no call', async () => {
  const rows = Array.from({ length: 240 }, (_, index) =>
    cascadeRow({
      identifier: `DIGITAL-${String(Math.floor(index / 7)).padStart(3, '0')}`,
      reference: `${1_000 + index}COMPETITIVE_CALLen`,
      callTitle: `Call ${index}`,
    }),
  )
  const portal = await portalWith({ rows, shufflesEqual: true })
  const reading = await read({ base_url: portal.url })
  assert.equal(new Set(localIdsOf(reading)).size, 240)
  assert.ok(portal.searches.length > 3, 'the first reading was not enough')
})

test('calls that are published while the portal is read are read too, and those that go are not', async () => {
  const rows = topics(230)
  const portal = await portalWith({ rows })
  const published = topicRow({ identifier: 'LIFE-2027-00000-new', reference: '9999TOPICSen' })
  const fetch: OutboundFetch = (request) => {
    if (portal.searches.length === 1) portal.serve([...rows, published])
    if (portal.searches.length === 4) portal.serve(rows.slice(1))
    return quick(request)
  }
  const reading = await read({ base_url: portal.url }, { fetch })
  assert.deepEqual(
    new Set(localIdsOf(reading)),
    new Set(rows.slice(1).map(({ reference }) => String(reference).slice(0, -2))),
  )
})

test('a row that the portal itself holds twice counts once, also where it lies across two pages', async () => {
  const rows = topics(230)
  const doubled = [...rows, ...rows.slice(10, 12), ...rows.slice(97, 98)]
  const portal = await portalWith({ rows: doubled })
  const reading = await read({ base_url: portal.url })
  assert.equal(new Set(localIdsOf(reading)).size, 230)
  assert.equal(reading.announced, 230)
})

test('a call that comes in several languages is handed out once, in that of the source', async () => {
  const translations = ['de', 'en', 'fr'].map((language) => ({
    ...topicRow({ identifier: 'LIFE-1', reference: `7TOPICS${language}`, title: `Title ${language}` }),
    language,
  }))
  const portal = await portalWith({ rows: translations })
  const [record, ...others] = recordsOf(await read({ base_url: portal.url }, { language: 'fr' }))
  assert.deepEqual(record?.title, { fr: 'Title fr' })
  assert.equal(others.length, 0)
})

test('a row that cannot be mapped is handed on as rejected, and the others go on', async () => {
  const nameless = topicRow({ identifier: 'LIFE-0', reference: '9TOPICSen', metadata: { title: [] } })
  const portal = await portalWith({
    rows: [...topics(2), nameless, { metadata: topicRow({ identifier: 'Z' }).metadata }],
  })
  const { items, announced } = await read({ base_url: portal.url })
  assert.deepEqual(items.filter(isReadFailure), [
    { position: 1, line: null, file: null, localId: '9TOPICS', reason: 'title: missing' },
    { position: 4, line: null, file: null, localId: null, reason: 'reference: missing, or not an id' },
  ])
  assert.deepEqual([items.length, announced], [4, 4])
})

test('more calls than one question reaches are read in slices: by type, status and programme', async () => {
  const programmes = ['43108390', '43152860', '43252405']
  const rows = [
    ...programmes.flatMap((programme, of) =>
      Array.from({ length: 150 }, (_, index) =>
        topicRow({ identifier: `P${of}-${index}`, reference: `${of}${index}1TOPICSen`, programme }),
      ),
    ),
    topicRow({ identifier: 'P9', reference: '9991TOPICSen', status: '31094501' }),
    prospectRow({ identifier: 'EuropeAid/1', reference: '1PROSPECTSEN' }),
    cascadeRow({ identifier: 'P0-1', reference: '1COMPETITIVE_CALLen', callTitle: 'Call' }),
  ]
  // One of them stands twice in the index.
  const portal = await portalWith({ rows: [...rows, ...rows.slice(0, 1)], windowRows: 200 })
  const reading = await read({ base_url: portal.url }, { connector: euFundingTendersReaching(200) })
  assert.equal(new Set(localIdsOf(reading)).size, rows.length)
  assert.equal(reading.announced, rows.length)
})

test('a slice that is too large and cannot be cut further fails the reading', async () => {
  const portal = await portalWith({ rows: topics(300), windowRows: 200 })
  await assert.rejects(
    read({ base_url: portal.url }, { connector: euFundingTendersReaching(200) }),
    /300 calls are more than one question can reach \(type 1, status 31094502, programme 43108390\)$/,
  )
})

test('calls of a programme that is not known are missed by no slice without a word', async () => {
  const rows = Array.from({ length: 300 }, (_, index) =>
    topicRow({
      identifier: `P-${index}`,
      reference: `${index + 1}TOPICSen`,
      programme: index < 150 ? '43108390' : '1',
    }),
  )
  const portal = await portalWith({ rows, windowRows: 200 })
  await assert.rejects(
    read({ base_url: portal.url }, { connector: euFundingTendersReaching(200) }),
    /announces 300 calls and 150 could be read/,
  )
})

test('a stopped reading asks no further', async () => {
  const portal = await portalWith({ rows: topics(230) })
  portal.fault('hang', { after: 1, times: 100 })
  const stop = new AbortController()
  const fetch: OutboundFetch = (request) => {
    if (portal.searches.length === 1) stop.abort()
    return quick(request)
  }
  await assert.rejects(read({ base_url: portal.url }, { fetch, signal: stop.signal }), /the run was stopped/)
})

const wrongSettings: [settings: Record<string, unknown>, reason: RegExp][] = [
  [{ base_url: 'ftp://portal.test' }, /^settings\.base_url must be an http or https origin/],
  [{ base_url: 'https://portal.test/path' }, /^settings\.base_url must be/],
  [{ base_url: 5 }, /^settings\.base_url must be string$/],
  [{ timeout_seconds: 0 }, /^settings\.timeout_seconds must be >= 1$/],
  [{ base_uri: 'https://portal.test' }, /^settings\.base_uri is not a setting of this connector$/],
]
for (const [settings, reason] of wrongSettings) {
  test(`settings ${JSON.stringify(settings)} are refused by name`, async () => {
    assert.match(euFundingTenders.settings.fault(settings) ?? '', reason)
    await assert.rejects(read(settings), ConnectorFailure)
  })
}

test('a source can be read from recorded exchanges in place of the network', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-'))
  try {
    const portal = await portalWith({ rows: topics(130) })
    await read({ base_url: portal.url }, { fetch: recordInto(path.join(folder, 'first'), quick) })
    await cp(path.join(folder, 'first'), path.join(folder, 'moved'), { recursive: true })
    const refuse: OutboundFetch = async () => assert.fail('the network was asked')
    const reading = await read({ recordings: 'moved' }, { folder, fetch: refuse })
    assert.equal(localIdsOf(reading).length, 130)
  } finally {
    await rm(folder, { recursive: true })
  }
})

const euSource: SourceSettings = {
  id: 'eu',
  prefix: 'eu',
  publisher: 'Publisher',
  url: 'https://portal.test/',
  language: 'en',
  government_level: 'eu',
  regions: [],
  reuse_mode: 'attribution',
  attribution: null,
  method: 'structured',
}

// What follows reads answers of the real portal, which lie beside the project on some machines only; the invented rows
// above and beside it cover every branch.
if (hasSavedAnswers) {
  test('the four snapshots are read oldest to newest; of the newest all 723 calls, 83 of them cascade calls', async () => {
    const portal = await portalWith({ shufflesEqual: true })
    const counts: number[] = []
    let newest: EuInputRecord[] = []
    for (const snapshot of snapshots) {
      portal.serve(snapshotRows(snapshot))
      const reading = await read({ base_url: portal.url })
      newest = recordsOf(reading)
      assert.deepEqual(reading.items.filter(isReadFailure), [])
      assert.equal(new Set(localIdsOf(reading)).size, newest.length)
      counts.push(newest.length)
    }
    assert.deepEqual(counts, [868, 704, 716, 723])
    const kinds = Map.groupBy(newest, ({ local_id: localId }) => localId.replace(/^\d+/, ''))
    assert.deepEqual(
      ['TOPICS', 'COMPETITIVE_CALL', 'PROSPECTS'].map((kind) => kinds.get(kind)?.length),
      [615, 83, 25],
    )
    const instruments = Map.groupBy(newest, ({ instrument_type: type }) => type)
    assert.deepEqual([instruments.get('prize')?.length, instruments.get('equity')?.length], [16, 2])
    assert.ok(newest.every((record) => record.programme !== null))
    assert.ok(newest.every((record) => record.amount === null || (record.amount.max ?? 0) < 900_000_000))
  })

  test('every call of the snapshots is an input record without a fault', () => {
    const faults = snapshots.flatMap(snapshotRows).flatMap((row) => {
      const mapping = mapEuRow(row, { language: 'en', keepsWording: true })
      if (!('record' in mapping)) return [mapping]
      const read = readInputRecord(mapping.record, euSource, referenceLookups)
      return 'record' in read ? [] : [read]
    })
    assert.deepEqual(faults, [])
  })

  test('replayed day by day, the saved changes lead to calls that are all read', async () => {
    const portal = await portalWith({})
    for (const day of changeDays().filter((_, index) => index % 40 === 0)) {
      const rows = rowsAt(day)
      portal.serve(rows)
      const reading = await read({ base_url: portal.url })
      assert.equal(new Set(localIdsOf(reading)).size, rows.length)
    }
  })

  test('a mission topic has its dates, and its own row of six in the budget', () => {
    const [record] = savedRecords('sedia-search-response-full-topic.json')
    assert.equal(record?.local_id, '50140738TOPICS')
    const { opens_at: opens, closes_at: closes, precision } = record.application_window
    assert.deepEqual([opens, closes, precision], ['2027-02-10', '2027-09-21', 'day'])
    assert.deepEqual(
      [record.amount?.min, record.amount?.max, record.amount?.budget_total],
      [7_000_000, 10_000_000, 20_000_000],
    )
    assert.equal(record.programme, 'HORIZON')
    assert.ok(record.topics.includes('artificial_intelligence'))
    assert.doesNotMatch(record.description.en ?? '', /<|&nbsp;/)
  })

  test('a topic that the portal still calls open has the deadline that closed it, and no word of its own', () => {
    const [, record] = savedRecords('sedia-search-response-full-topic.json')
    assert.equal(record?.local_id, '47176970TOPICS')
    assert.equal(record.status, null)
    const stored = readInputRecord(record, euSource, referenceLookups)
    assert.ok('record' in stored)
    assert.equal(statusAt(stored.record, null, now), 'closed')
    assert.deepEqual(
      [record.application_window.opens_at, record.application_window.closes_at],
      ['2024-09-17', '2025-01-22'],
    )
    assert.deepEqual([record.programme, record.amount?.budget_total], ['EU4H', 1_000_000])
    assert.match(record.url, /topic-details\/EU4H-2024-PJ-03-5$/)
    assert.match(record.application_url ?? '', /create-draft\/37623\?topic=EU4H-2024-PJ-03-5$/)
  })

  test('cascade calls keep their own titles and all their cut-offs, to the minute', () => {
    const records = savedRecords('sedia-search-response-cascade.json')
    assert.deepEqual(
      records.map(({ title }) => title.en),
      [
        'METU Internships Offer',
        'Gnomon Internships Offer',
        'UPC-GREENCHIPS-EDU Scholarship',
        'Urban Mobility Explained (UMX) Open Call (Multi-cut-off)',
      ],
    )
    assert.deepEqual(
      records.map(({ application_window: window }) => window.cut_offs.length),
      [7, 7, 6, 2],
    )
    assert.deepEqual(records[3]?.application_window.cut_offs, ['2025-09-30T17:00:00Z', '2026-09-29T17:00:00Z'])
    assert.deepEqual([...new Set(records.map(({ programme }) => programme))], ['DIGITAL', 'HORIZON'])
  })
} else test('what the saved answers of the portal show', { skip: noSavedAnswers })

function savedRecords(file: string): EuInputRecord[] {
  return savedAnswer(file).map((row) => {
    const mapping = mapEuRow(row, { language: 'en', keepsWording: true })
    if (!('record' in mapping)) throw new Error(mapping.reason)
    return mapping.record
  })
}
