import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, test } from 'node:test'
import { hasSavedFlemishData, noFlemishData, savedFlemishFolder } from '../../../../tests/harness/ipdc-products.ts'
import { unobserved } from '../../../../tests/harness/observer.ts'
import { createOutbound, type OutboundFetch } from '../../../platform/outbound/outbound.ts'
import { recordInto } from '../../../platform/outbound/recordings.ts'
import { ConnectorFailure, isReadFailure, type ReadItem } from '../connector.ts'
import { flandersSubsidie } from './flanders-subsidie.ts'
import type { OsloInputRecord } from './record.ts'

const now = Date.UTC(2026, 1, 3, 9)
const type = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>'
const offerOf = (name: string, title: string): string => `
<http://a.example/id/${name}> ${type} <http://data.vlaanderen.be/ns/subsidie#SubsidiemaatregelAanbod> .
<http://a.example/id/${name}> <http://purl.org/dc/terms/title> "${title}" .`
const document = `${offerOf('a', 'Straatfeesten')}${offerOf('b', '')}`

let closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  await Promise.all(closing.map((close) => close()))
  closing = []
})

async function serverThat(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(() => resolve())))
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  return `http://127.0.0.1:${address.port}/offers.nt`
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidie-test-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const fetchAtOnce: OutboundFetch = createOutbound({
  version: '0.0.0',
  observer: unobserved,
  clock: { now: () => now },
  sleep: async () => {},
})

async function read(
  settings: Record<string, unknown>,
  { folder = '/', fetch = fetchAtOnce } = {},
): Promise<ReadItem[]> {
  const reading = flandersSubsidie.read({
    settings,
    source: { id: 'flanders-subsidie', language: 'nl', reuseMode: 'attribution' },
    folder,
    signal: new AbortController().signal,
    fetch,
    now,
    progress() {},
    log: { info() {}, warn() {} },
  })
  const items: ReadItem[] = []
  for await (const item of reading.items) items.push(item)
  return items
}

const shortOf = (items: ReadItem[]): string[] =>
  items.map((item) =>
    isReadFailure(item)
      ? `${item.position} ${item.localId}: ${item.reason}`
      : `${item.position} ${(item.input as OsloInputRecord).local_id}`,
  )
const expected = ['1 a', '2 b: dct:title: missing']
const failure = (message: RegExp) => (error: unknown) =>
  error instanceof ConnectorFailure && message.test(error.message)

test('offers are read from a file, and one that cannot be read is rejected under its id', async () => {
  const folder = await newFolder()
  await writeFile(path.join(folder, 'offers.nt'), document)
  assert.deepEqual(shortOf(await read({ path: 'offers.nt' }, { folder })), expected)
})

test('offers are read from an address, which is asked for N-Triples', async () => {
  const asked: (string | undefined)[] = []
  const url = await serverThat((request, response) => {
    asked.push(request.headers.accept)
    response.end(document)
  })
  assert.deepEqual(shortOf(await read({ url })), expected)
  assert.deepEqual(asked, ['application/n-triples'])
})

test('recorded exchanges are read in place of the network', async () => {
  const url = await serverThat((_, response) => response.end(document))
  const folder = await newFolder()
  await read({ url }, { fetch: recordInto(path.join(folder, 'recorded'), fetchAtOnce) })
  const offline: OutboundFetch = () => Promise.reject(new Error('no network'))
  assert.deepEqual(shortOf(await read({ url, recordings: 'recorded' }, { folder, fetch: offline })), expected)
})

const answers: [what: string, answer: RequestListener, message: RegExp][] = [
  ['is not there', (_, response) => response.writeHead(404).end(), /answered 404$/],
  ['fails for good', (_, response) => response.writeHead(503).end(), /answered 503 \(4 attempts\)$/],
  ['is a web page', (_, response) => response.end('<html>'), /^the document of settings\.url: line 1: not a triple$/],
  ['is no UTF-8', (_, response) => response.end(Buffer.from([0x3c, 0xff])), /is not UTF-8$/],
]
for (const [what, answer, message] of answers) {
  test(`a document that ${what} fails the reading`, async () => {
    const url = await serverThat(answer)
    await assert.rejects(read({ url }), failure(message))
  })
}

const wrong: [settings: Record<string, unknown>, message: RegExp][] = [
  [{}, /^settings must name one of path and url$/],
  [{ path: 'a.nt', url: 'https://a.example/a.nt' }, /^settings must name one of path and url$/],
  [{ path: 'a.nt', timeout_seconds: 5 }, /^settings\.path stands alone$/],
  [{ url: 'file:///a.nt' }, /^settings\.url must be an http or https address/],
]
for (const [settings, message] of wrong) {
  test(`the settings ${JSON.stringify(settings)} are refused`, () => {
    assert.match(flandersSubsidie.settings.fault(settings) ?? '', message)
  })
}

if (hasSavedFlemishData) {
  test('the saved offers are read without a rejection', async () => {
    const files = ['subsidiepunt-offers-2026-05.nt', 'subsidiedatabank-offers-2023-08.nt']
    const items = await Promise.all(
      files.map((file) => read({ path: `flanders-subsidie/${file}` }, { folder: savedFlemishFolder })),
    )
    assert.deepEqual(
      items.map((read) => [read.length, read.filter(isReadFailure).length]),
      [
        [6, 0],
        [16, 0],
      ],
    )
  })
} else test('what the saved data of the Flemish sources show', { skip: noFlemishData })
