/** `POST /mcp` at the wire: messages, batches and the two eras (contract 9), whatever tool is meant. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bodyBytesMax } from '../../src/contract/body/body.ts'
import { batchMax } from '../../src/mcp/answer.ts'
import { engines } from '../harness/databases.ts'
import { type Answer, answersIn, type CallOptions, raw } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { failureOf, mcpCaller, modernMeta, modernRevision, type Rpc, resultOf, rpcOf } from '../harness/mcp.ts'
import { startService, type TestService } from '../harness/service.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

let service: TestService
before(async () => {
  service = await startService(embedded)
  await service.publish([input('a')])
})
after(() => service.stop())

const mcp = mcpCaller(() => ({ origin: service.origin, key: service.keys.enterprise }))
const versioned = (version: string): CallOptions => ({ headers: { 'mcp-protocol-version': version } })
const request = (id: unknown, method = 'ping') => ({ jsonrpc: '2.0', id, method })
const search = (id: unknown) => ({ ...request(id, 'tools/call'), params: { name: 'search_subsidies' } })
const notification = { jsonrpc: '2.0', method: 'notifications/initialized' }
const clientAnswer = { jsonrpc: '2.0', id: 7, result: {} }
const requests = async (): Promise<number> => {
  const { data } = (await service.get('/v1/key')).json() as { data: { requests_this_month: number } }
  return data.requests_this_month
}

test('initialize answers the legacy revision that is asked, and the newest legacy one where another is', async () => {
  for (const [asked, answered] of [
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    [7, '2025-11-25'],
  ]) {
    const result = resultOf(await mcp.legacy('initialize', { protocolVersion: asked, capabilities: {} }))
    assert.equal(result.protocolVersion, answered)
    assert.deepEqual(result.capabilities, { tools: {} })
    assert.equal((result.serverInfo as { version: string }).version, '0.0.0-test')
    assert.match(String(result.instructions), /only the competent authority decides/)
  }
})

test('the legacy era answers ping, lists seven tools in one page, and knows no method of the modern one', async () => {
  assert.deepEqual(resultOf(await mcp.legacy('ping')), {})
  const { tools, ...rest } = resultOf(await mcp.legacy('tools/list'))
  assert.deepEqual(rest, {})
  assert.deepEqual(
    (tools as { name: string }[]).map(({ name }) => name),
    [
      'search_subsidies',
      'get_subsidy',
      'match_company',
      'explain_eligibility',
      'get_company',
      'list_changes',
      'list_sources',
    ],
  )
  assert.deepEqual(failureOf(await mcp.legacy('tools/list', { cursor: 'x' })), [200, -32602, 1])
  for (const method of ['server/discover', 'resources/list', 'Ping', '__proto__', '']) {
    assert.deepEqual(failureOf(await mcp.legacy(method)), [200, -32601, 1])
  }
})

const notMessages: [what: string, body: unknown][] = [
  ['a number', 5],
  ['a text', 'ping'],
  ['null', null],
  ['an empty object', {}],
  ['an object of something else', { foo: 1 }],
  ['another version', { ...request(1), jsonrpc: '1.0' }],
  ['no version', { id: 1, method: 'ping' }],
  ['a method that is no text', { ...request(1), method: 5 }],
  ['a method that is null', { ...request(1), method: null }],
  ['parameters that are no object', { ...request(1), params: 5 }],
  ['an id that is null', request(null)],
  ['an id that is true', request(true)],
  ['an id that is an object', request({ id: 1 })],
  ['an id that is a list', request([1])],
  ['an empty batch', []],
]
for (const [what, body] of notMessages) {
  test(`what is JSON and no message is 200 with -32600, in both eras: ${what}`, async () => {
    for (const options of [{}, versioned(modernRevision)]) {
      assert.deepEqual(failureOf(await mcp.post(JSON.stringify(body), options)), [200, -32600, null])
    }
  })
}

const ids = [
  '1',
  '0',
  '-7',
  '1.5',
  '1e3',
  '12345678901234567890',
  '1e400',
  '-0',
  '""',
  '"a b"',
  '"\\u0061\\ud800\\""',
  JSON.stringify('é'.repeat(10_000)),
]
test('an answer has the id of its request, to the letter', async () => {
  for (const id of ids) {
    const answer = await mcp.post(`{"jsonrpc":"2.0","id": ${id} ,"method":"ping"}`)
    assert.equal(answer.body.toString(), `{"jsonrpc":"2.0","id":${id},"result":{}}`)
    const failure = await mcp.post(`{"jsonrpc":"2.0","id":${id},"method":"no"}`)
    assert.ok(failure.body.toString().startsWith(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32601`))
  }
})

const deep = (levels: number) =>
  `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(levels)}${']'.repeat(levels)}}`
const notJson: [what: string, body: string | Buffer][] = [
  ['nothing', ''],
  ['half of it', '{"jsonrpc":"2.0","id":1,'],
  ['more than one value', '{}{}'],
  ['a key twice', '{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}'],
  ['a key twice, deep in the arguments', `{"params":{"arguments":{"company":{"nace":[],"n\\u0061ce":[]}}}}`],
  ['no UTF-8', Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])],
  ['a byte order mark', '\u{feff}{}'],
  ['33 levels', deep(32)],
  ['10,000 levels', deep(10_000)],
  ['2 MB of opened lists', '['.repeat(bodyBytesMax)],
  ['2 MB of letters', 'x'.repeat(bodyBytesMax)],
  ['2 MB of an open text', `"${'x'.repeat(bodyBytesMax - 1)}`],
  ['NaN', 'NaN'],
]
for (const [what, body] of notJson) {
  test(`a body that cannot be read is 400 with -32700: ${what}`, async () => {
    const answer = await mcp.post(body)
    assert.deepEqual(failureOf(answer), [400, -32700, null])
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
  })
}

test('a body of exactly 2 MB is read, one byte more is 400 with -32700 and not read to its end', async () => {
  const message = JSON.stringify(request(1))
  const whole = message + ' '.repeat(bodyBytesMax - message.length)
  assert.deepEqual(resultOf(await mcp.post(whole)), {})
  const head = (length: number) => [
    `POST /mcp HTTP/1.1`,
    'Host: localhost',
    `X-API-Key: ${service.keys.enterprise}`,
    `Content-Length: ${length}`,
    '',
    '',
  ]
  const [over] = answersIn(await raw(service.origin, head(bodyBytesMax + 1).join('\r\n')))
  assert.ok(over)
  assert.deepEqual(failureOf(over), [400, -32700, null])
  assert.equal(over.headers.connection, 'close')
})

test('half of a body, and one that is packed, are 400 with -32700', async () => {
  const head = ['POST /mcp HTTP/1.1', 'Host: localhost', `X-API-Key: ${service.keys.enterprise}`, 'Content-Length: 50']
  const [half] = answersIn(
    await raw(service.origin, [...head, '', '{"jsonrpc"'].join('\r\n'), (socket) => {
      socket.end()
    }),
  )
  assert.ok(half)
  assert.deepEqual(failureOf(half), [400, -32700, null])
  const packed = await mcp.post(JSON.stringify(request(1)), { headers: { 'content-encoding': 'gzip' } })
  assert.deepEqual(failureOf(packed), [400, -32700, null])
})

test('Content-Type and Accept are not looked at, a session and an Idempotency-Key are ignored', async () => {
  for (const headers of [
    { 'content-type': 'text/plain' },
    { 'content-type': 'nonsense' },
    { accept: 'text/html' },
    { accept: 'text/event-stream' },
    { 'mcp-session-id': 'x' },
    { 'idempotency-key': '' },
    { 'idempotency-key': 'é'.repeat(300) },
  ]) {
    const answer = await mcp.post(request(1), { headers })
    assert.deepEqual(resultOf(answer), {})
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
    assert.equal(answer.headers['mcp-session-id'], undefined)
  }
})

const silent: [what: string, body: unknown][] = [
  ['a notification', notification],
  ['a notification of no method that is known', { jsonrpc: '2.0', method: 'nothing' }],
  ['an answer of a client', clientAnswer],
  ['an error of a client', { jsonrpc: '2.0', id: 7, error: { code: 1, message: 'no' } }],
  ['a batch of them', [notification, clientAnswer]],
]
for (const [what, body] of silent) {
  test(`what nobody answers is 202 without a body, in both eras, and counts one request: ${what}`, async () => {
    for (const options of [{}, versioned(modernRevision), versioned('banana')]) {
      const counted = await requests()
      const answer = await mcp.post(body, options)
      assert.equal(answer.status, 202)
      assert.equal(answer.body.length, 0)
      assert.equal(answer.headers['content-type'], undefined)
      assert.equal(await requests(), counted + 2)
    }
  })
}

test('a tools/call without an id is not run', async () => {
  const evaluations = async (): Promise<number> => {
    const { data } = (await service.get('/v1/key')).json() as { data: { match_evaluations_this_month: number } }
    return data.match_evaluations_this_month
  }
  const before = await evaluations()
  const call = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'match_company', arguments: {} } }
  for (const body of [call, [call, call]]) assert.equal((await mcp.post(body)).status, 202)
  assert.equal(await evaluations(), before)
  await mcp.answers('match_company', {})
  assert.equal(await evaluations(), before + 1)
})

const batch = (answer: Answer): Rpc[] => {
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json() as unknown as Rpc[]
}

test('a batch answers each of its requests in order, each on its own, and nothing for what nobody answers', async () => {
  const messages = [
    request(1),
    5,
    notification,
    { ...request(2, 'tools/call'), params: { name: 'nothing' } },
    search(1),
    clientAnswer,
    request(null),
    [request(9)],
    request('x', 'no'),
    { ...request(3, 'initialize'), params: { protocolVersion: '2025-03-26' } },
  ]
  const answers = batch(await mcp.post(messages))
  assert.deepEqual(
    answers.map(({ id, error }) => [id, error?.code ?? 'result']),
    [
      [1, 'result'],
      [null, -32600],
      [2, -32602],
      [1, 'result'],
      [null, -32600],
      [null, -32600],
      ['x', -32601],
      [3, 'result'],
    ],
  )
  assert.deepEqual(answers[0]?.result, {})
  assert.ok(answers[3]?.result?.structuredContent)
})

test('a batch of one is a list of one, and one of requests with equal ids has an answer for each', async () => {
  assert.equal(batch(await mcp.post([request(1)])).length, 1)
  assert.equal(batch(await mcp.post([request(1), notification])).length, 1)
  assert.equal(batch(await mcp.post([request(1), request(1)])).length, 2)
})

test('a batch is legacy whatever its version header and its members say', async () => {
  const modern = { ...request(2, 'tools/list'), params: { _meta: modernMeta } }
  for (const version of ['2025-03-26', '2025-06-18', '2025-11-25', modernRevision]) {
    const answers = batch(await mcp.post([request(1), modern], versioned(version)))
    assert.deepEqual(answers[0]?.result, {})
    assert.deepEqual(Object.keys(answers[1]?.result ?? {}), ['tools'])
  }
})

test('a batch whose version header is unknown in both eras is one -32602 for each member with an id', async () => {
  for (const version of ['banana', '2024-11-05', '2027-01-01', '2026-02-30']) {
    const answers = batch(await mcp.post([search(1), notification, request('b'), clientAnswer], versioned(version)))
    assert.deepEqual(
      answers.map(({ id, error }) => [id, error?.code]),
      [
        [1, -32602],
        ['b', -32602],
      ],
    )
  }
})

test(`a batch holds ${batchMax} messages; one more is one -32600, and nothing of it is run`, async () => {
  assert.equal(batchMax, 20)
  const many = (count: number) => Array.from({ length: count }, (_, id) => request(id))
  const full = batch(await mcp.post(many(20)))
  assert.deepEqual(
    full.map(({ id }) => id),
    Array.from({ length: 20 }, (_, id) => id),
  )
  assert.deepEqual(failureOf(await mcp.post(many(21))), [200, -32600, null])
  assert.deepEqual(failureOf(await mcp.post(Array.from({ length: 21 }, () => notification))), [200, -32600, null])
})

test('a version header that is neither served nor modern is 200 with -32602', async () => {
  for (const version of [
    '2024-11-05',
    'banana',
    '',
    '2026-07-27',
    '2026-02-30',
    '2026-7-28',
    '2025-11-25, 2025-11-25',
  ]) {
    assert.deepEqual(failureOf(await mcp.legacy('ping', {}, versioned(version))), [200, -32602, 1], version)
  }
  for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) {
    assert.deepEqual(resultOf(await mcp.legacy('ping', {}, versioned(version))), {})
  }
})

test('a message whose _meta names a legacy revision is legacy, and one that names any other is modern', async () => {
  const meta = (version: unknown) => ({ _meta: { ...modernMeta, 'io.modelcontextprotocol/protocolVersion': version } })
  for (const version of ['2025-03-26', '2025-06-18', '2025-11-25', 7, null]) {
    assert.deepEqual(resultOf(await mcp.legacy('ping', meta(version))), {})
  }
  for (const version of [modernRevision, '2024-11-05', 'banana', '']) {
    assert.deepEqual(failureOf(await mcp.legacy('ping', meta(version))), [400, -32020, 1])
  }
})

test('the modern era: discover, list and call say that they are complete, and who answers', async () => {
  const server = { name: 'subsidy-measures', title: 'Subsidy Measures', version: '0.0.0-test' }
  const discovered = resultOf(await mcp.modern('server/discover'))
  assert.deepEqual(discovered.supportedVersions, [modernRevision])
  assert.deepEqual(discovered.capabilities, { tools: {} })
  assert.match(String(discovered.instructions), /search_subsidies/)
  const list = resultOf(await mcp.modern('tools/list'))
  const call = resultOf(await mcp.modern('tools/call', { name: 'list_sources', arguments: {} }))
  const failed = resultOf(await mcp.modern('tools/call', { name: 'list_sources', arguments: { a: 1 } }))
  for (const result of [discovered, list, call, failed]) {
    assert.equal(result.resultType, 'complete')
    assert.deepEqual(result._meta, { 'io.modelcontextprotocol/serverInfo': server })
  }
  for (const { ttlMs, cacheScope } of [discovered, list]) {
    assert.equal(cacheScope, 'public')
    assert.ok(Number.isInteger(ttlMs) && Number(ttlMs) >= 0)
  }
  assert.deepEqual(list.tools, resultOf(await mcp.legacy('tools/list')).tools)
  assert.ok(call.structuredContent)
  assert.equal(failed.isError, true)
})

/** In the order of the contract: each row has every fault of those below it too. */
const meta = (version: string) => ({ 'io.modelcontextprotocol/protocolVersion': version })
const capabilities = { 'io.modelcontextprotocol/clientCapabilities': {} }
const ladder: [what: string, ask: () => Promise<Answer>, status: number, code: number][] = [
  ['no _meta', () => mcp.modern('no', { _meta: undefined }, { 'mcp-method': 'x' }), 400, -32602],
  ['_meta that is no object', () => mcp.modern('no', { _meta: [] }, { 'mcp-method': 'x' }), 400, -32602],
  ['_meta without the revision', () => mcp.modern('no', { _meta: capabilities }, { 'mcp-method': 'x' }), 400, -32602],
  [
    '_meta without capabilities',
    () => mcp.modern('no', { _meta: meta('2027-01-01') }, { 'mcp-method': 'x' }),
    400,
    -32602,
  ],
  [
    '_meta with capabilities that are none',
    () =>
      mcp.modern('no', { _meta: { ...meta('2027-01-01'), ...{ 'io.modelcontextprotocol/clientCapabilities': null } } }),
    400,
    -32602,
  ],
  [
    'no version header',
    () => mcp.modern('no', { _meta: { ...meta('2027-01-01'), ...capabilities } }, { 'mcp-protocol-version': '' }),
    400,
    -32020,
  ],
  [
    'another version header',
    () => mcp.modern('no', { _meta: { ...meta('2027-01-01'), ...capabilities } }),
    400,
    -32020,
  ],
  [
    'a legacy version in _meta under a modern header',
    () => mcp.modern('no', { _meta: { ...meta('2025-11-25'), ...capabilities } }),
    400,
    -32020,
  ],
  ['no method header', () => mcp.modern('no', {}, { 'mcp-method': '' }), 400, -32020],
  ['another method header', () => mcp.modern('no', {}, { 'mcp-method': 'NO' }), 400, -32020],
  ['neither a name nor its header', () => mcp.modern('tools/call'), 400, -32020],
  ['no name header', () => mcp.modern('tools/call', { name: 'nothing' }, { 'mcp-name': '' }), 400, -32020],
  [
    'another name header',
    () => mcp.modern('tools/call', { name: 'nothing' }, { 'mcp-name': 'list_sources' }),
    400,
    -32020,
  ],
  ['a name header and no name', () => mcp.modern('tools/call', {}, { 'mcp-name': 'list_sources' }), 400, -32020],
  [
    'a name header that is no base64',
    () => mcp.modern('tools/call', { name: 'x' }, { 'mcp-name': '=?base64?x?=' }),
    400,
    -32020,
  ],
  [
    'a revision that is not served',
    () =>
      mcp.modern('no', { _meta: { ...meta('2027-01-01'), ...capabilities } }, { 'mcp-protocol-version': '2027-01-01' }),
    400,
    -32022,
  ],
  ['an unknown method', () => mcp.modern('no'), 404, -32601],
  ['initialize, which it has no more', () => mcp.modern('initialize'), 404, -32601],
  ['ping, which it has no more', () => mcp.modern('ping'), 404, -32601],
  ['an unknown tool', () => mcp.modern('tools/call', { name: 'nothing' }), 200, -32602],
  [
    'an unknown tool, named in base64',
    () => mcp.modern('tools/call', { name: 'é' }, { 'mcp-name': '=?base64?w6k=?=' }),
    200,
    -32602,
  ],
]
for (const [what, ask, status, code] of ladder) {
  test(`the modern era: ${what} is ${status} with ${code}`, async () => {
    const answer = await ask()
    assert.deepEqual(failureOf(answer), [status, code, 1])
    if (code === -32022) {
      assert.deepEqual(rpcOf(answer).error?.data, { supported: [modernRevision], requested: '2027-01-01' })
    }
  })
}

test('the modern era: a tool named in base64 is that tool', async () => {
  const named = { 'mcp-name': `=?base64?${Buffer.from('list_sources').toString('base64')}?=` }
  assert.ok(resultOf(await mcp.modern('tools/call', { name: 'list_sources' }, named)).structuredContent)
})

test('an unknown tool and one without a name are 200 with -32602, and no result', async () => {
  for (const params of [{ name: 'nothing' }, {}, { name: 7 }, { name: '__proto__' }, { name: 'toString' }]) {
    assert.deepEqual(failureOf(await mcp.legacy('tools/call', params)), [200, -32602, 1])
  }
  assert.deepEqual(failureOf(await mcp.legacy('tools/call', [])), [200, -32602, 1])
})

test('no method takes its parameters by place; 32 levels are read', async () => {
  for (const method of ['ping', 'initialize', 'tools/list'])
    assert.deepEqual(failureOf(await mcp.legacy(method, ['x'])), [200, -32602, 1])
  assert.deepEqual(failureOf(await mcp.post(deep(31))), [200, -32602, 1])
})

test('parameters that are null or absent are none', async () => {
  assert.deepEqual(resultOf(await mcp.legacy('ping', null)), {})
  assert.ok(resultOf(await mcp.legacy('tools/call', { name: 'list_sources', arguments: null })).structuredContent)
})
