import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { keepingObserver, unobserved } from '../../../tests/harness/observer.ts'
import {
  conditionalHeaders,
  createOutbound,
  OutboundFailure,
  type OutboundLimits,
  type OutboundRequest,
  outboundLimits,
  validatorsOf,
} from './outbound.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A server whose answers are given in order; the last one repeats. */
const servers: { close(): void }[] = []
async function serverThat(...answers: Handler[]): Promise<{ url: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const answer = answers[Math.min(requests.length, answers.length) - 1]
    request.resume().on('end', () => answer?.(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  servers.push({
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
  return { url: `http://127.0.0.1:${address.port}`, requests }
}
after(() => {
  for (const server of servers) server.close()
})

const says =
  (status: number, text = '', headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    response.writeHead(status, headers).end(text)
const hangs: Handler = () => {}
const resets: Handler = (request) => request.socket.destroy()
const truncates: Handler = (request, response) => {
  response.writeHead(200, { 'content-length': '100' })
  response.write('half', () => request.socket.destroy())
}

const now = Date.UTC(2026, 10, 20, 8, 0, 0)

/** A client that writes down how long it would have waited instead of waiting. */
function client(limits: Partial<OutboundLimits> = {}) {
  const waits: number[] = []
  const observer = keepingObserver()
  const fetch = createOutbound({
    version: '1.2.3',
    clock: { now: () => now },
    observer,
    limits: { exchangeTimeoutMs: 2_000, ...limits },
    random: () => 1,
    sleep: async (ms) => void waits.push(ms),
  })
  return { fetch, waits, told: observer.told }
}

const get = (url: string): OutboundRequest => ({ method: 'GET', url })

test('a request names us, and its answer has status, headers and body', async () => {
  const server = await serverThat(says(200, 'good', { 'X-Kind': 'test' }))
  const answer = await client().fetch(get(`${server.url}/a?b=c`))
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['x-kind'], 'test')
  assert.equal(answer.body.toString(), 'good')
  assert.equal(server.requests[0]?.headers['user-agent'], 'SubsidyMeasures/1.2.3')
  assert.equal(server.requests[0]?.url, '/a?b=c')
})

const passing: [what: string, fault: Handler][] = [
  ['an answer of 500', says(500)],
  ['an answer of 503', says(503)],
  ['an answer of 429', says(429)],
  ['a connection broken off', resets],
  ['an answer cut in half', truncates],
]
for (const [what, fault] of passing) {
  test(`${what} is tried again`, async () => {
    const server = await serverThat(fault, says(200, 'good'))
    const { fetch, waits } = client()
    assert.equal((await fetch(get(server.url))).body.toString(), 'good')
    assert.equal(server.requests.length, 2)
    assert.deepEqual(waits, [1_000])
  })
}

test('an answer that never comes ends with its time-out, and is tried again', async () => {
  const server = await serverThat(hangs, says(200, 'good'))
  const { fetch } = client({ exchangeTimeoutMs: 200 })
  assert.equal((await fetch(get(server.url))).body.toString(), 'good')
})

test('four attempts are made, with waits that double, and then the reason is told without the query', async () => {
  const server = await serverThat(says(502))
  const { fetch, waits } = client()
  await assert.rejects(fetch(get(`${server.url}/search?apiKey=secret`)), (error) => {
    assert.ok(error instanceof OutboundFailure)
    assert.equal(error.message, `GET ${server.url}/search: answered 502 (4 attempts)`)
    assert.deepEqual([error.status, error.attempts], [502, 4])
    return true
  })
  assert.equal(server.requests.length, outboundLimits.attemptsMax)
  assert.deepEqual(waits, [1_000, 2_000, 4_000])
})

test('an address that must not be told is nowhere but on the wire: another word stands in logs and errors', async () => {
  const server = await serverThat(says(429, '', { 'retry-after': '90' }))
  const { fetch, told } = client()
  const asked = { ...get(`${server.url}/companies/0403019261`), toldAs: 'a company', limits: { attemptsMax: 1 } }
  await assert.rejects(fetch(asked), (error) => {
    assert.ok(error instanceof OutboundFailure)
    assert.equal(error.message, 'GET a company: answered 429, and asks to wait 90 s')
    assert.deepEqual([error.status, error.retryAfterMs], [429, 90_000])
    return true
  })
  assert.equal(server.requests[0]?.url, '/companies/0403019261')
  assert.deepEqual(
    told.map(({ about }) => about?.address),
    ['a company'],
  )
})

test('every attempt is told, with what was answered and how long it took, and no query', async () => {
  const server = await serverThat(says(503), says(200))
  const { fetch, told } = client()
  await fetch(get(`${server.url}/calls?key=secret`))
  await assert.rejects(fetch({ ...get('http://127.0.0.1:1/'), limits: { attemptsMax: 1 } }))
  assert.deepEqual(
    told.map(({ name, labels, about }) => [name, labels, about?.address]),
    [
      ['outbound_attempt', { method: 'GET', status: 503, outcome: 'failed' }, `${server.url}/calls`],
      ['outbound_attempt', { method: 'GET', status: 200, outcome: 'answered' }, `${server.url}/calls`],
      ['outbound_attempt', { method: 'GET', status: null, outcome: 'failed' }, 'http://127.0.0.1:1/'],
    ],
  )
  assert.ok(told.every(({ seconds }) => seconds !== undefined && seconds >= 0 && seconds < 60))
})

test('a wait is spread over its second half, so that readers do not return in step', async () => {
  const server = await serverThat(says(500), says(200))
  const waits: number[] = []
  const fetch = createOutbound({
    version: '1',
    clock: { now: () => now },
    observer: unobserved,
    random: () => 0,
    sleep: async (ms) => void waits.push(ms),
  })
  await fetch(get(server.url))
  assert.deepEqual(waits, [500])
})

const retryAfters: [header: string, waitMs: number][] = [
  ['7', 7_000],
  ['Fri, 20 Nov 2026 08:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 07:00:00 GMT', 1_000],
  ['soon', 1_000],
]
for (const [header, waitMs] of retryAfters) {
  test(`Retry-After: ${header} waits ${waitMs} ms`, async () => {
    const server = await serverThat(says(429, '', { 'retry-after': header }), says(200))
    const { fetch, waits } = client()
    await fetch(get(server.url))
    assert.deepEqual(waits, [waitMs])
  })
}

const rateLimitResets: [header: string, waitMs: number][] = [
  ['2026-11-20T08:00:42Z', 42_000],
  ['2026-11-20T07:59:00Z', 1_000],
  ['1795161642', 1_000],
]
for (const [header, waitMs] of rateLimitResets) {
  test(`X-RateLimit-Reset: ${header}, of a 429 without Retry-After, waits ${waitMs} ms`, async () => {
    const server = await serverThat(says(429, '', { 'x-ratelimit-reset': header }), says(200))
    const { fetch, waits } = client()
    await fetch(get(server.url))
    assert.deepEqual(waits, [waitMs])
  })
}

test('a server that asks to wait longer than we do is not asked again', async () => {
  const server = await serverThat(says(503, '', { 'retry-after': '3600' }))
  const { fetch, waits } = client()
  await assert.rejects(fetch(get(server.url)), /answered 503, and asks to wait 3600 s$/)
  assert.deepEqual([server.requests.length, waits.length], [1, 0])
})

const judgedByCaller = [304, 400, 401, 404, 422]
for (const status of judgedByCaller) {
  test(`an answer of ${status} is handed on at once`, async () => {
    const server = await serverThat(says(status))
    const { fetch, waits } = client()
    assert.equal((await fetch(get(server.url))).status, status)
    assert.deepEqual(waits, [])
  })
}

test('a good answer in which the caller finds a fault is tried again', async () => {
  const server = await serverThat(says(200, '<html>'), says(200, '{}'))
  const { fetch } = client()
  const fault: OutboundRequest['fault'] = ({ body }) => (body.toString().startsWith('{') ? null : 'not JSON')
  assert.equal((await fetch({ ...get(server.url), fault })).body.toString(), '{}')
})

test('a port on which nobody listens is told as a refused connection', async () => {
  await assert.rejects(client({ attemptsMax: 1 }).fetch(get('http://127.0.0.1:2/')), /connection was refused$/)
})

for (const [encoding, compress] of [
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const) {
  test(`a body in ${encoding} is read as what it holds, and bounded by that`, async () => {
    const send: Handler = (_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(compress(Buffer.alloc(5_000, 'a')))
    const server = await serverThat(send)
    assert.equal((await client().fetch(get(server.url))).body.length, 5_000)
    await assert.rejects(client({ bodyBytesMax: 4_999 }).fetch(get(server.url)), /larger than 4999 bytes$/)
  })
}

test('an answer that is too large is not asked for again', async () => {
  const server = await serverThat(says(200, 'a'.repeat(100)))
  await assert.rejects(client({ bodyBytesMax: 99 }).fetch(get(server.url)), /larger than 99 bytes$/)
  assert.equal(server.requests.length, 1)
})

test('a redirect is followed, and the answer says where it came from', async () => {
  const server = await serverThat(says(301, '', { location: '/there' }), says(200, 'good'))
  const answer = await client().fetch(get(`${server.url}/here`))
  assert.deepEqual([answer.body.toString(), answer.url], ['good', `${server.url}/there`])
})

test('redirects in a circle end after five', async () => {
  const server = await serverThat(says(302, '', { location: '/' }))
  await assert.rejects(client().fetch(get(server.url)), /more than 5 redirects$/)
  assert.equal(server.requests.length, outboundLimits.redirectsMax + 1)
})

test('a redirect to another host takes no key along', async () => {
  const other = await serverThat(says(200, 'good'))
  const server = await serverThat(says(307, '', { location: `${other.url}/x` }))
  const headers = { 'x-api-key': 'secret', accept: 'text/plain' }
  await client().fetch({ method: 'POST', url: server.url, headers, body: 'form' })
  assert.equal(server.requests[0]?.headers['x-api-key'], 'secret')
  assert.equal(other.requests[0]?.headers['x-api-key'], undefined)
  assert.deepEqual([other.requests[0]?.method, other.requests[0]?.headers.accept], ['POST', 'text/plain'])
})

test('303 goes on with GET and without the body', async () => {
  const server = await serverThat(says(303, '', { location: '/result' }), says(200))
  await client().fetch({ method: 'POST', url: server.url, body: 'form' })
  assert.deepEqual([server.requests[1]?.method, server.requests[1]?.headers['content-length']], ['GET', undefined])
})

test('another protocol than http and https is not spoken', async () => {
  const server = await serverThat(says(302, '', { location: 'file:///etc/passwd' }))
  await assert.rejects(client().fetch(get(server.url)), /not an http or https URL$/)
  await assert.rejects(client().fetch(get('ftp://example.test/')), /not an http or https URL$/)
})

test('a stopped request ends at once, also while it waits for its next attempt', async () => {
  const hanging = await serverThat(hangs)
  const stop = new AbortController()
  const asked = client().fetch({ ...get(hanging.url), signal: stop.signal })
  stop.abort()
  await assert.rejects(asked, /: stopped$/)

  const failing = await serverThat(says(500))
  const later = new AbortController()
  const fetch = createOutbound({
    version: '1',
    clock: { now: () => now },
    observer: unobserved,
    sleep: async (_, signal) => {
      later.abort()
      signal?.throwIfAborted()
    },
  })
  await assert.rejects(fetch({ ...get(failing.url), signal: later.signal }), /: stopped$/)
  assert.equal(failing.requests.length, 1)
})

test('what a server gave to recognise a document by is shown to it again', async () => {
  const server = await serverThat(
    says(200, 'document', { etag: '"v1"', 'last-modified': 'Fri, 20 Nov 2026 08:00:00 GMT' }),
    says(304),
  )
  const { fetch } = client()
  const validators = validatorsOf(await fetch(get(server.url)))
  const again = await fetch({ ...get(server.url), headers: conditionalHeaders(validators) })
  assert.equal(again.status, 304)
  assert.equal(server.requests[1]?.headers['if-none-match'], '"v1"')
  assert.equal(server.requests[1]?.headers['if-modified-since'], 'Fri, 20 Nov 2026 08:00:00 GMT')
  assert.deepEqual(conditionalHeaders(null), {})
})
