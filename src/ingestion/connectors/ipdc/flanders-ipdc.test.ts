import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, test } from 'node:test'
import {
  hasSavedFlemishData,
  type IpdcJson,
  localIdOf,
  noFlemishData,
  product,
  savedFlemishFolder,
  version,
} from '../../../../tests/harness/ipdc-products.ts'
import {
  type Catalogue,
  type CatalogueFault,
  type CatalogueOptions,
  startCatalogue,
} from '../../../../tests/harness/ipdc-stand-in.ts'
import { unobserved } from '../../../../tests/harness/observer.ts'
import { createOutbound, type OutboundFetch } from '../../../platform/outbound/outbound.ts'
import { recordInto } from '../../../platform/outbound/recordings.ts'
import { ConnectorFailure, isReadFailure, type ReadItem } from '../connector.ts'
import { flandersIpdc } from './flanders-ipdc.ts'
import type { IpdcInputRecord } from './record.ts'

const now = Date.UTC(2026, 1, 3, 9)

let catalogues: Catalogue[] = []
let folders: string[] = []
afterEach(async () => {
  await Promise.all(catalogues.map((catalogue) => catalogue.close()))
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
  catalogues = []
  folders = []
})

async function catalogueWith(options: CatalogueOptions = {}): Promise<Catalogue> {
  const catalogue = await startCatalogue(options)
  catalogues.push(catalogue)
  return catalogue
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ipdc-test-'))
  folders.push(folder)
  return folder
}

let waits: number[] = []
/** The real client, but for its waiting: it waits for nothing and is given 200 ms for an answer. */
const impatient: OutboundFetch = createOutbound({
  version: '0.0.0',
  observer: unobserved,
  clock: { now: () => now },
  random: () => 1,
  sleep: async (ms) => void waits.push(ms),
})
const quick: OutboundFetch = (request) =>
  impatient({ ...request, limits: { ...request.limits, exchangeTimeoutMs: 200 } })

type Told = { fields: Record<string, unknown>; message: string }
type Read = { items: ReadItem[]; told: Told[]; progress: [number, number | null][] }

async function read(
  settings: Record<string, unknown>,
  {
    fetch = quick,
    folder = '/',
    reuseMode = 'attribution' as 'attribution' | 'facts_only',
    signal = new AbortController().signal,
  } = {},
): Promise<Read> {
  waits = []
  const [items, told, progress]: [ReadItem[], Told[], Read['progress']] = [[], [], []]
  const tell = (fields: Record<string, unknown>, message: string): void => void told.push({ fields, message })
  const reading = flandersIpdc.read({
    settings,
    source: { id: 'flanders-ipdc', language: 'nl', reuseMode },
    folder,
    signal,
    fetch,
    now,
    progress: (done, total) => void progress.push([done, total]),
    log: { info: tell, warn: tell },
  })
  for await (const item of reading.items) items.push(item)
  return { items, told, progress }
}

const titlesOf = ({ items }: Read): (string | undefined)[] =>
  items.map((item) => (isReadFailure(item) ? item.reason : (item.input as IpdcInputRecord).title.nl))
const numbersOf = (count: number, from = 1): number[] => Array.from({ length: count }, (_, index) => index + from)
const titled = (numbers: number[]): string[] => numbers.map((number) => `Verzonnen subsidie ${number}`)
const failure = (message: RegExp) => (error: unknown) =>
  error instanceof ConnectorFailure && message.test(error.message)

test('the stream is read from its first page to its last, whatever host its pages name', async () => {
  const catalogue = await catalogueWith()
  catalogue.stream(numbersOf(60).map((number) => version(number, number)))
  const reading = await read({ base_url: catalogue.url })
  assert.deepEqual(titlesOf(reading), titled(numbersOf(60)))
  assert.deepEqual(catalogue.pages, ['0', '1', '2'])
  assert.deepEqual(
    reading.items.map(({ position }) => position),
    numbersOf(60),
  )
  assert.deepEqual(
    [catalogue.requests[1]?.path, catalogue.requests[1]?.query],
    ['/doc/instantiesnapshot', { limit: '25', pageNumber: '1' }],
  )
  assert.equal(catalogue.requests[0]?.headers.accept, 'application/ld+json')
})

test('of every product the newest version is handed out, and nothing of those no longer listed', async () => {
  const catalogue = await catalogueWith()
  catalogue.stream([
    version(1, 1),
    version(2, 2),
    version(3, 3),
    version(4, 4, { type: 'Toelating' }),
    version(1, 5, { naam: { nl: 'Nieuw' } }),
    version(2, 6, { gearchiveerd: 'true' }),
    version(3, 7, { '@type': ['Tombstone'] }),
  ])
  assert.deepEqual(titlesOf(await read({ base_url: catalogue.url, page_size: 2 })), ['Nieuw'])
})

test('a product that was archived and comes back is listed again', async () => {
  const catalogue = await catalogueWith()
  catalogue.stream([version(1, 1), version(1, 2, { gearchiveerd: 'true' }), version(1, 3, { gearchiveerd: 'false' })])
  assert.deepEqual(titlesOf(await read({ base_url: catalogue.url })), titled([1]))
})

test('a product that cannot be read is rejected under its id, and the others are handed out', async () => {
  const catalogue = await catalogueWith()
  catalogue.stream([version(1, 1, { naam: 'geen' }), version(2, 2), version(3, 3, { eindeDienstVerlening: 'ooit' })])
  const { items } = await read({ base_url: catalogue.url })
  assert.deepEqual(
    items.filter(isReadFailure).map(({ localId, reason }) => [localId, reason]),
    [
      [localIdOf(1), 'naam: not texts by language'],
      [localIdOf(3), 'eindeDienstVerlening: ooit is no date'],
    ],
  )
  assert.equal(items.length, 3)
})

test('with a state file the next reading asks only for the last page, and hands out everything', async () => {
  const catalogue = await catalogueWith()
  const settings = { base_url: catalogue.url, page_size: 10, state_file: 'state/stream.ndjson' }
  const folder = await newFolder()
  const members = numbersOf(25).map((number) => version(number, number))
  catalogue.stream(members)
  await read(settings, { folder })
  catalogue.pages.length = 0

  assert.deepEqual(titlesOf(await read(settings, { folder })), titled(numbersOf(25)))
  assert.deepEqual(catalogue.pages, ['304:2'])

  catalogue.stream([...members, ...numbersOf(10, 26).map((number) => version(number, number))])
  catalogue.pages.length = 0
  assert.deepEqual(titlesOf(await read(settings, { folder })), titled(numbersOf(35)))
  assert.deepEqual(catalogue.pages, ['2', '3'])
})

test('without entity tags the last page is read again, and nothing is kept twice', async () => {
  const catalogue = await catalogueWith({ tagged: false })
  const settings = { base_url: catalogue.url, state_file: 'stream.ndjson' }
  const folder = await newFolder()
  catalogue.stream(numbersOf(5).map((number) => version(number, number)))
  for (const _ of [1, 2, 3]) assert.deepEqual(titlesOf(await read(settings, { folder })), titled(numbersOf(5)))
  const lines = (await readFile(path.join(folder, 'stream.ndjson'), 'utf8')).trim().split('\n')
  assert.equal(lines.filter((line) => 'version' in JSON.parse(line)).length, 5)
})

test('a reading that was cut off goes on where it stopped', async () => {
  const catalogue = await catalogueWith()
  const settings = { base_url: catalogue.url, page_size: 5, state_file: 'stream.ndjson' }
  const folder = await newFolder()
  catalogue.stream(numbersOf(20).map((number) => version(number, number)))
  catalogue.fault('http500', { after: 2, times: 4 })
  await assert.rejects(read(settings, { folder }), failure(/answered 500 \(4 attempts\)$/))
  assert.deepEqual(catalogue.pages, ['0', '1'])
  assert.deepEqual(titlesOf(await read(settings, { folder })), titled(numbersOf(20)))
  assert.deepEqual(catalogue.pages, ['0', '1', '304:1', '2', '3'])
})

const moved: [what: string, members: IpdcJson[], change: Record<string, unknown>][] = [
  ['begins with another member', [version(9, 9)], {}],
  ['is no longer there', [version(1, 1)], {}],
  ['is asked for in another size', numbersOf(7).map((number) => version(number, number)), { page_size: 3 }],
]
for (const [what, members, change] of moved) {
  test(`a stream whose last page ${what} is read anew, and what it had is forgotten`, async () => {
    const catalogue = await catalogueWith()
    const settings = { base_url: catalogue.url, page_size: 5, state_file: 'stream.ndjson' }
    const folder = await newFolder()
    catalogue.stream(numbersOf(7).map((number) => version(number, number)))
    await read(settings, { folder })
    catalogue.stream(members)
    catalogue.pages.length = 0
    const reading = await read({ ...settings, ...change }, { folder })
    assert.equal(reading.items.length, members.length)
    assert.equal(catalogue.pages[0], '0')
  })
}

test('a state file that was damaged costs a whole reading and nothing else', async () => {
  const catalogue = await catalogueWith()
  const settings = { base_url: catalogue.url, state_file: 'stream.ndjson' }
  const folder = await newFolder()
  catalogue.stream(numbersOf(5).map((number) => version(number, number)))
  for (const damage of ['', 'not json\n', '{"head":"1 elsewhere"}\n', '{"mark":{}}\n', '\u0000\u0000']) {
    await writeFile(path.join(folder, 'stream.ndjson'), damage)
    assert.deepEqual(titlesOf(await read(settings, { folder })), titled(numbersOf(5)))
  }
})

test('without a state file nothing is left behind', async () => {
  const catalogue = await catalogueWith()
  catalogue.stream([version(1, 1)])
  const own = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('subsidy-measures-ipdc-'))
  const before = await own()
  await read({ base_url: catalogue.url })
  assert.deepEqual(await own(), before)
})

const passing: CatalogueFault[] = ['http500', 'http429', 'hang', 'reset', 'truncated', 'notjson', 'nopage', 'nowhere']
for (const mode of ['ldes', 'rest'] as const) {
  for (const fault of passing.filter((kind) => mode === 'ldes' || kind !== 'nowhere')) {
    test(`${mode}: a passing fault (${fault}) loses nothing`, async () => {
      const catalogue = await catalogueWith()
      catalogue.stream(numbersOf(30).map((number) => version(number, number)))
      catalogue.products(numbersOf(30).map((number) => product(number)))
      catalogue.fault(fault, { after: 1 })
      assert.deepEqual(titlesOf(await read({ base_url: catalogue.url, mode })), titled(numbersOf(30)))
    })

    test(`${mode}: a lasting fault (${fault}) fails the reading`, async () => {
      const catalogue = await catalogueWith()
      catalogue.stream(numbersOf(30).map((number) => version(number, number)))
      catalogue.products(numbersOf(30).map((number) => product(number)))
      catalogue.fault(fault, { after: 1, times: 20 })
      await assert.rejects(read({ base_url: catalogue.url, mode }), failure(/\(4 attempts\)$/))
    })
  }

  test(`${mode}: the key is sent to the catalogue, and is told to nobody else`, async () => {
    const catalogue = await catalogueWith({ apiKey: 'geheim-123' })
    catalogue.stream([version(1, 1)])
    catalogue.products([product(1)])
    const folder = await newFolder()
    await writeFile(path.join(folder, 'key'), 'geheim-123\n')
    for (const settings of [{ api_key: 'geheim-123' }, { api_key_file: 'key' }]) {
      const reading = await read({ base_url: catalogue.url, mode, ...settings }, { folder })
      assert.deepEqual(titlesOf(reading), titled([1]))
      assert.equal(JSON.stringify(reading).includes('geheim'), false)
    }
  })

  const refused: [settings: Record<string, string>, message: RegExp][] = [
    [{}, /^the catalogue answered 401: it wants an API key \(settings\.api_key_file\)$/],
    [{ api_key: 'verkeerd' }, /^the catalogue answered 401: it does not accept the API key$/],
  ]
  for (const [settings, message] of refused) {
    test(`${mode}: ${settings.api_key === undefined ? 'no key' : 'a wrong key'} is told as what it is, without the key`, async () => {
      const catalogue = await catalogueWith({ apiKey: 'geheim-123' })
      await assert.rejects(read({ base_url: catalogue.url, mode, ...settings }), failure(message))
      assert.equal(catalogue.requests.length, 1)
    })
  }

  test(`${mode}: a 429 is waited out for as long as the catalogue asks`, async () => {
    const catalogue = await catalogueWith({ retryAfter: 200 })
    catalogue.stream([version(1, 1)])
    catalogue.products([product(1)])
    catalogue.fault('http429')
    assert.deepEqual(titlesOf(await read({ base_url: catalogue.url, mode })), titled([1]))
    assert.deepEqual(waits, [200_000])
  })

  test(`${mode}: asked to wait longer than a run may stand still, the reading ends and says so`, async () => {
    const catalogue = await catalogueWith({ retryAfter: 3_600 })
    catalogue.stream(numbersOf(30).map((number) => version(number, number)))
    catalogue.products(numbersOf(30).map((number) => product(number)))
    catalogue.tokens(25)
    await assert.rejects(read({ base_url: catalogue.url, mode }), failure(/answered 429, and asks to wait 3600 s$/))
  })
}

test('throttled, the stream is read over several runs', async () => {
  const catalogue = await catalogueWith({ retryAfter: 3_600 })
  const settings = { base_url: catalogue.url, page_size: 10, state_file: 'stream.ndjson' }
  const folder = await newFolder()
  catalogue.stream(numbersOf(45).map((number) => version(number, number)))
  for (const tokens of [20, 20]) {
    catalogue.tokens(tokens)
    await assert.rejects(read(settings, { folder }), failure(/answered 429/))
  }
  catalogue.tokens(1_000)
  assert.deepEqual(titlesOf(await read(settings, { folder })), titled(numbersOf(45)))
})

test('rest: every support product is read once, in pages, and the API is asked for nothing else', async () => {
  const catalogue = await catalogueWith()
  catalogue.products([
    ...numbersOf(60).map((number) => product(number)),
    product(61, { type: 'Toelating' }),
    product(62, { gearchiveerd: true }),
  ])
  const reading = await read({ base_url: catalogue.url, mode: 'rest' })
  assert.deepEqual(titlesOf(reading), titled(numbersOf(60)))
  assert.deepEqual(
    catalogue.requests.map(({ path: asked, query }) => [asked, query]),
    ['0', '1', '2'].map((pageIndex) => [
      '/doc/instantie',
      { types: 'FinancieelVoordeel', gearchiveerd: 'false', limit: '25', pageIndex },
    ]),
  )
  assert.deepEqual(reading.progress.at(-1), [60, 60])
})

test('rest: a count that does not fit is read again, and each product is still handed out once', async () => {
  const catalogue = await catalogueWith()
  catalogue.products(numbersOf(30).map((number) => product(number)))
  catalogue.fault('short', { after: 1 })
  const reading = await read({ base_url: catalogue.url, mode: 'rest' })
  assert.deepEqual(titlesOf(reading).toSorted(), titled(numbersOf(30)).toSorted())
})

test('rest: a product lost for good fails the reading', async () => {
  const catalogue = await catalogueWith()
  catalogue.products(numbersOf(30).map((number) => product(number)))
  catalogue.fault('short', { times: 50 })
  await assert.rejects(
    read({ base_url: catalogue.url, mode: 'rest' }),
    failure(/^the catalogue announces 30 products and 28 could be read, after 3 readings$/),
  )
})

test('facts only: no prose is handed on or kept in the state file', async () => {
  const catalogue = await catalogueWith()
  catalogue.stream([version(1, 1, { financieleVoordelen: [{ beschrijving: { nl: 'Honderd euro' } }] })])
  const folder = await newFolder()
  const settings = { base_url: catalogue.url, state_file: 'stream.ndjson' }
  await read(settings, { folder })
  const { items } = await read(settings, { folder, reuseMode: 'facts_only' })
  const kept = await readFile(path.join(folder, 'stream.ndjson'), 'utf8')
  for (const words of ['Honderd euro', 'Wie iets verzint']) {
    assert.equal(JSON.stringify(items).includes(words), false)
    assert.equal(kept.includes(words), false)
  }
})

test('recorded exchanges are read in place of the network', async () => {
  const catalogue = await catalogueWith()
  catalogue.stream(numbersOf(30).map((number) => version(number, number)))
  const folder = await newFolder()
  await read(
    { base_url: catalogue.url, api_key: 'geheim-123' },
    { fetch: recordInto(path.join(folder, 'recorded'), quick) },
  )
  const offline: OutboundFetch = () => Promise.reject(new Error('no network'))
  assert.deepEqual(titlesOf(await read({ recordings: 'recorded' }, { folder, fetch: offline })), titled(numbersOf(30)))
  for (const name of await readdir(path.join(folder, 'recorded'))) {
    assert.equal((await readFile(path.join(folder, 'recorded', name), 'utf8')).includes('geheim'), false)
  }
})

test('a run that is stopped stops the reading', async () => {
  const catalogue = await catalogueWith()
  const stopping = new AbortController()
  stopping.abort()
  await assert.rejects(read({ base_url: catalogue.url }, { signal: stopping.signal }), failure(/^the run was stopped$/))
  assert.equal(catalogue.requests.length, 0)
})

const wrong: [settings: Record<string, unknown>, message: RegExp][] = [
  [{ mode: 'sparql' }, /^settings\.mode /],
  [{ base_url: 'https://ipdc.example/doc' }, /^settings\.base_url must be an http or https origin/],
  [{ api_key: 'two words' }, /^settings\.api_key /],
  [{ api_key: 'a', api_key_file: 'b' }, /exclude each other$/],
  [{ path: 'a.nt', mode: 'rest' }, /^settings\.path stands alone, without mode$/],
  [{ mode: 'rest', state_file: 'a' }, /belongs to the mode ldes$/],
  [{ page_size: 0 }, /^settings\.page_size /],
  [{ api: 'key' }, /^settings\.api is not a setting of this connector$/],
]
for (const [settings, message] of wrong) {
  test(`the settings ${JSON.stringify(settings)} are refused before anything is asked`, async () => {
    assert.match(flandersIpdc.settings.fault(settings) ?? '', message)
    await assert.rejects(read(settings), failure(message))
  })
}

const unreadable: [settings: Record<string, unknown>, message: RegExp][] = [
  [{ api_key_file: 'missing' }, /^missing cannot be read: there is no such file or folder$/],
  [{ api_key_file: 'empty' }, /^settings\.api_key_file: empty does not hold one key$/],
  [{ path: 'products.ttl' }, /^products\.ttl must be N-Triples and end in \.nt$/],
  [{ path: 'broken.nt' }, /^broken\.nt: line 1: not a triple$/],
]
for (const [settings, message] of unreadable) {
  test(`${JSON.stringify(settings)} fails the reading with the file's name`, async () => {
    const folder = await newFolder()
    await writeFile(path.join(folder, 'empty'), '\n')
    await writeFile(path.join(folder, 'broken.nt'), 'a b c')
    await assert.rejects(read(settings, { folder }), failure(message))
  })
}

if (hasSavedFlemishData) {
  test('the saved production products are read from their file of triples', async () => {
    const reading = await read(
      { path: 'flanders-ipdc/products/ipdc-prod-financial-advantage-2026-02.nt' },
      { folder: savedFlemishFolder },
    )
    assert.deepEqual(titlesOf(reading), [
      'Projectsubsidies Groene Rand',
      'Financiële tussenkomst Lokaal Bouwshiftfonds',
      'Projectoproep Pride-evenementen 2026',
    ])
  })
} else test('what the saved data of the Flemish sources show', { skip: noFlemishData })
