/** What the Python client does where the service, or what stands before it, does not do what it should. */
import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type Reply, type Request, refusal, serverThat } from '../../harness/listening.ts'
import { type PythonCall, type PythonOutcome, pythonCalls, pythonMissing } from '../../harness/python.ts'

const key = 'sm_test_notakeythatanybodyhas000000000000000000'
const skip = { skip: pythonMissing }
const envelope = (data: unknown): Reply => ({
  status: 200,
  headers: { 'x-request-id': 'req_head' },
  json: { data, meta: { request_id: 'req_1', warnings: [] } },
})

/** Calls on a server that gives these replies one after the other, the last one for ever. */
async function onReplies(
  replies: Reply[],
  calls: PythonCall[],
  settings: Record<string, unknown> = {},
): Promise<{ outcomes: PythonOutcome[]; requests: Request[] }> {
  await using server = await serverThat(() => (replies.length > 1 ? replies.shift() : replies[0]) ?? 'cut')
  const outcomes = await pythonCalls(server.origin, key, calls, settings)
  return { outcomes, requests: server.requests }
}

/** A server of bytes: each connection gets what `answers` writes to it. */
async function withBytes<Result>(
  answers: (socket: Socket, connection: number) => void,
  work: (origin: string) => Promise<Result>,
): Promise<Result> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.once('data', () => answers(socket, sockets.size))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  try {
    return await work(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

const get: PythonCall = ['get_subsidy', ['al:one']]
const classOf = ([first]: PythonOutcome[]): string => first?.error?.class ?? JSON.stringify(first?.value)

const dataOf = ([first]: PythonOutcome[]): unknown => (first?.value as { data: unknown } | undefined)?.data

const passing: [name: string, reply: Reply][] = [
  ['a cut connection', 'cut'],
  ['500', refusal(500, 'internal_error')],
  ['504', refusal(504, 'timeout')],
  ["a proxy's page with 502", { status: 502, text: '<html>' }],
  ["a proxy's page with 503", { status: 503, headers: { 'retry-after': '1' }, text: '<html>' }],
  ['429 for the requests of a second', refusal(429, 'rate_limit_exceeded', { 'retry-after': '1' })],
  ["a proxy's own 429", { status: 429, text: 'slow down' }],
]
for (const [name, reply] of passing) {
  test(`${name} is passed over where the request may be sent again`, skip, async () => {
    const { outcomes, requests } = await onReplies([reply, reply, envelope({ id: 'al:one' })], [get])
    assert.deepEqual(outcomes[0]?.value, { data: { id: 'al:one' }, meta: { request_id: 'req_1', warnings: [] } })
    assert.equal(requests.length, 3)
  })
}

const lasting: [name: string, reply: Reply, errorClass: string][] = [
  ['quota_exceeded', refusal(429, 'quota_exceeded', { 'retry-after': '1' }), 'QuotaExceededError'],
  ['match_quota_exceeded', refusal(429, 'match_quota_exceeded', { 'retry-after': '1' }), 'MatchQuotaExceededError'],
  [
    'a limit that asks for more patience than half a minute',
    refusal(429, 'rate_limit_exceeded', { 'retry-after': '31' }),
    'RateLimitExceededError',
  ],
  ['400', refusal(400, 'invalid_parameter'), 'InvalidParameterError'],
  ['404', refusal(404, 'subsidy_not_found'), 'SubsidyNotFoundError'],
  ['a code that is new', refusal(418, 'teapot'), 'ApiError'],
  ['a page in the place of an answer', { status: 200, text: '<html>Log in</html>' }, 'UnexpectedAnswerError'],
  ['a redirect', { status: 302, headers: { location: '/elsewhere' }, text: '' }, 'UnexpectedAnswerError'],
]
for (const [name, reply, errorClass] of lasting) {
  test(`${name} is told at once`, skip, async () => {
    const { outcomes, requests } = await onReplies([reply], [get])
    assert.equal(classOf(outcomes), errorClass)
    assert.equal(requests.length, 1)
  })
}

test('what stays is tried as often as was said, and then told', skip, async () => {
  for (const retries of [0, 2]) {
    const { outcomes, requests } = await onReplies([refusal(500, 'internal_error')], [get], { retries })
    assert.equal(classOf(outcomes), 'InternalError')
    assert.equal(requests.length, 1 + retries)
  }
})

test('a limit is waited for as long as it says', skip, async () => {
  const { outcomes } = await onReplies(
    [refusal(429, 'rate_limit_exceeded', { 'retry-after': '2' }), envelope({})],
    [get],
  )
  assert.ok((outcomes[0]?.seconds ?? 0) >= 2, String(outcomes[0]?.seconds))
})

test('a POST that creates or counts is sent again under one name, each call under another', skip, async () => {
  const replies: Reply[] = ['cut', refusal(500, 'internal_error'), envelope({}), envelope({})]
  const { outcomes, requests } = await onReplies(replies, [
    ['match_company', [], { company: { employees: 3 } }],
    ['create_watchlist', [], { name: 'x' }],
  ])
  assert.deepEqual(
    outcomes.map(({ error }) => error?.class),
    [undefined, undefined],
  )
  const names = requests.map(({ headers }) => headers['idempotency-key'])
  assert.equal(names.length, 4)
  assert.deepEqual([new Set(names.slice(0, 3)).size, new Set(names).size], [1, 2])
  assert.deepEqual(new Set(requests.slice(0, 3).map(({ body }) => body)).size, 1)
})

test('a POST without a name is not sent again once it may have been read', skip, async () => {
  for (const reply of ['cut', refusal(500, 'internal_error'), { status: 502, text: '<html>' }] as const) {
    const { requests } = await onReplies([reply, envelope({})], [['rotate_webhook_secret', ['wh_1']]])
    assert.equal(requests.length, 1)
  }
  const { requests } = await onReplies(
    [refusal(429, 'rate_limit_exceeded', { 'retry-after': '1' }), envelope({})],
    [['rotate_webhook_secret', ['wh_1']]],
  )
  assert.equal(requests.length, 2, 'refused before anything was done')
})

test('nobody having listened, a POST without a name is sent again', skip, async () => {
  await using server = await serverThat(() => envelope({}))
  await server.close()
  const outcomes = pythonCalls(server.origin, key, [['rotate_webhook_secret', ['wh_1']]], { retries: 8 })
  await new Promise((resolve) => setTimeout(resolve, 700))
  await server.open()
  assert.equal(classOf(await outcomes), JSON.stringify({ data: {}, meta: { request_id: 'req_1', warnings: [] } }))
})

test('what a DELETE before took away counts as deleted, and nothing else does', skip, async () => {
  const missing = refusal(404, 'watchlist_not_found')
  const call: PythonCall = ['delete_watchlist', ['wl_1']]
  const again = await onReplies(['cut', missing], [call])
  assert.deepEqual(dataOf(again.outcomes), { id: 'wl_1', deleted: true })
  const row: PythonCall = ['delete_watched_company', ['wl_1', 'Café 7/9']]
  const company = await onReplies([refusal(500, 'internal_error'), refusal(404, 'not_found')], [row])
  assert.deepEqual(dataOf(company.outcomes), { reference: 'Café 7/9', deleted: true })
  assert.equal(company.requests[0]?.path, '/v1/watchlists/wl_1/companies/Caf%C3%A9%207%2F9')
  assert.equal(classOf((await onReplies([missing], [call])).outcomes), 'WatchlistNotFoundError')
  const limited = await onReplies([refusal(429, 'rate_limit_exceeded', { 'retry-after': '1' }), missing], [call])
  assert.equal(classOf(limited.outcomes), 'WatchlistNotFoundError', 'the first attempt was refused')
  assert.equal(
    classOf((await onReplies(['cut', missing], [row])).outcomes),
    'WatchlistNotFoundError',
    'another thing is gone',
  )
})

test('no answer, a head that never ends and a body that stops are given up after the time-out', skip, async () => {
  const settings = { timeout_seconds: 0.6, retries: 0 }
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
  const slow: [name: string, answers: (socket: Socket) => void][] = [
    ['silent', () => {}],
    [
      'a byte of the head now and then',
      (socket) => {
        socket.write(head)
        const drip = setInterval(() => socket.write('X-A: b\r\n'), 100)
        socket.on('close', () => clearInterval(drip))
      },
    ],
    ['a body that stops', (socket) => void socket.write(`${head}Content-Length: 100\r\n\r\n{"da`)],
    [
      'a body in chunks that stops',
      (socket) => void socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n4\r\n{"da\r\n`),
    ],
  ]
  for (const [name, answers] of slow) {
    const outcomes = await withBytes(answers, (origin) => pythonCalls(origin, key, [get], settings))
    assert.equal(classOf(outcomes), 'RequestTimeoutError', name)
    assert.ok((outcomes[0]?.seconds ?? 9) < 2, name)
  }
})

test('a body that comes slowly is read to its end', skip, async () => {
  const outcomes = await withBytes(
    (socket) => {
      const bytes = [...'{"data":1}']
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${bytes.length}\r\n\r\n`)
      const drip = setInterval(() => {
        const byte = bytes.shift()
        if (byte === undefined) clearInterval(drip)
        else socket.write(byte)
      }, 150)
    },
    (origin) => pythonCalls(origin, key, [get], { timeout_seconds: 0.6 }),
  )
  assert.deepEqual(outcomes[0]?.value, { data: 1 })
})

test('an answer that is cut, garbled or longer than it says is never taken for a whole one', skip, async () => {
  const json = '{"data":{"id":"al:one"}}'
  const packed = gzipSync(json)
  const cut: [name: string, bytes: (string | Buffer)[]][] = [
    ['by length', [`HTTP/1.1 200 OK\r\nContent-Length: ${json.length}\r\n\r\n`, json.slice(0, -1)]],
    ['in chunks', [`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n18\r\n${json}\r\n`]],
    ['without a length', ['HTTP/1.1 200 OK\r\n\r\n', json.slice(0, -1)]],
    ['compressed', ['HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n', packed.subarray(0, -9)]],
    ['compressed, without its sum', ['HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n', packed.subarray(0, -8)]],
    ['not what it says', [`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${json.length}\r\n\r\n`, json]],
    ['a size that is none', ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n']],
    ['no HTTP', ['\u0000\u0001\r\n\r\n']],
    ['no number', ['HTTP/1.1 abc OK\r\n\r\n']],
    ['nothing', ['']],
    ['half of a head', ['HTTP/1.1 200 OK\r\nContent-Le']],
    ['a head of 200 KB', [`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(200_000)}\r\n\r\n`]],
  ]
  for (const [name, bytes] of cut) {
    const answers = (socket: Socket): void => {
      for (const some of bytes) socket.write(some)
      socket.end()
    }
    const outcomes = await withBytes(answers, (origin) => pythonCalls(origin, key, [get], { retries: 0 }))
    assert.equal(classOf(outcomes), 'ConnectionFailedError', name)
    const healed = await withBytes(
      (socket, connection) => {
        if (connection < 3) answers(socket)
        else socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${json.length}\r\n\r\n${json}`)
      },
      (origin) => pythonCalls(origin, key, [get]),
    )
    assert.deepEqual(healed[0]?.value, JSON.parse(json), name)
  }
})

test('lines that are cut, too few or followed by more are incomplete, whatever came of them', skip, async () => {
  const record = '{"id":"al:one"}\n'
  const headers = { 'content-type': 'application/x-ndjson', 'x-record-count': '2', 'x-change-cursor': 'c' }
  const lines = (text: string, more: Record<string, string> = headers): Reply => ({ status: 200, headers: more, text })
  const exported: [name: string, reply: Reply, errorClass: string | undefined][] = [
    ['whole', lines(record.repeat(2)), undefined],
    ['too few', lines(record), 'IncompleteAnswerError'],
    ['too many', lines(record.repeat(3)), 'IncompleteAnswerError'],
    ['the last line is cut', lines(record.repeat(2).slice(0, -1)), 'IncompleteAnswerError'],
    ['a line that is no JSON', lines(`${record}<html>\n`), 'IncompleteAnswerError'],
    ['no count', lines(record, { 'x-change-cursor': 'c' }), 'IncompleteAnswerError'],
    ['no cursor', lines(record, { 'x-record-count': '1' }), 'IncompleteAnswerError'],
  ]
  for (const [name, reply, errorClass] of exported) {
    const { outcomes } = await onReplies([reply], [['export_subsidies']])
    assert.equal(outcomes[0]?.error?.class, errorClass, name)
  }
  const row = '{"reference":"a","result":null,"error":null}\n'
  const end = '{"evaluated":1,"rejected":0,"meta":{}}\n'
  const matched: [name: string, reply: Reply, errorClass: string | undefined][] = [
    ['whole', lines(row + end), undefined],
    ['no last line', lines(row), 'IncompleteAnswerError'],
    ['something behind it', lines(row + end + row), 'IncompleteAnswerError'],
  ]
  for (const [name, reply, errorClass] of matched) {
    const { outcomes, requests } = await onReplies(
      [reply],
      [['match_companies', [], { companies: [{ reference: 'a' }] }]],
    )
    assert.equal(outcomes[0]?.error?.class, errorClass, name)
    const asked = requests[0]?.headers['idempotency-key'] ?? 'none'
    if (name === 'no last line') assert.match(outcomes[0]?.error?.message ?? '', new RegExp(String(asked)))
  }
})

test('a small answer that unpacks to gigabytes is given up', skip, async () => {
  const bomb = gzipSync(Buffer.alloc(300_000_000, 0x20))
  const outcomes = await withBytes(
    (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
      socket.end(bomb)
    },
    (origin) => pythonCalls(origin, key, [get], { retries: 0 }),
  )
  assert.equal(classOf(outcomes), 'ConnectionFailedError')
  assert.match(outcomes[0]?.error?.message ?? '', /larger than/)
})

test('the key stands in nothing that is told, and is sent to no open operation', skip, async () => {
  const { outcomes, requests } = await onReplies(
    ['cut', { status: 200, text: '<html>' }, refusal(500, 'internal_error'), envelope({})],
    [get, ['show_key'], ['get_health'], get],
    { retries: 0 },
  )
  assert.ok(!JSON.stringify(outcomes).includes(key))
  assert.deepEqual(
    requests.map(({ headers }) => headers.authorization !== undefined),
    [true, true, false, true],
  )
  const without = await pythonCalls('http://127.0.0.1:1', null, [['show_key']])
  assert.equal(classOf(without), 'KeyMissingError')
})

test('ids are one segment of the path each, and headers are what they say', skip, async () => {
  const { requests, outcomes } = await onReplies(
    [envelope({})],
    [
      ['get_subsidy', ['a/b?c=d#e é']],
      ['get_subsidy', ['..']],
      ['get_subsidy', ['']],
      ['list_sources', [], { if_none_match: '"a"\r\nX-Evil: 1' }],
    ],
  )
  assert.deepEqual(
    requests.map(({ path }) => path),
    ['/v1/subsidies/a%2Fb%3Fc%3Dd%23e%20%C3%A9'],
  )
  assert.deepEqual(
    outcomes.map(({ error }) => error?.class),
    [undefined, 'ValueError', 'ValueError', 'ValueError'],
  )
  assert.match(String(requests[0]?.headers['user-agent']), /^subsidy-measures-client-python\/1\.0\.0 /)
})

test(
  'a connection is used again, but for what cannot be sent again, and given up when the service ends it',
  skip,
  async () => {
    const json = '{"data":1}'
    const answer = `HTTP/1.1 200 OK\r\nContent-Length: ${json.length}\r\n\r\n${json}`
    let connections = 0
    const outcomes = await withBytes(
      (socket, connection) => {
        connections = connection
        let answered = 1
        socket.write(answer)
        socket.on('data', () => {
          answered += 1
          // Without a word before: the next request may be on its way.
          if (answered === 3) socket.end(answer)
          else socket.write(answer)
        })
      },
      (origin) => pythonCalls(origin, key, [get, get, ['rotate_webhook_secret', ['wh_1']], get, get, get, get]),
    )
    assert.deepEqual(
      outcomes.map(({ value }) => value),
      Array.from({ length: 7 }, () => ({ data: 1 })),
    )
    assert.equal(connections, 3)
  },
)
