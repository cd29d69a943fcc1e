import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Edge, keys, startEdge, withEdge } from '../../../../tests/harness/edge.ts'
import { answersIn, raw } from '../../../../tests/harness/http.ts'

let edge: Edge
before(async () => {
  edge = await startEdge()
})
after(() => edge.stop())

const ok = `GET /v1/things HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keys.pro}\r\n`

const malformed: [what: string, bytes: string, parameter: string][] = [
  ['what is no HTTP', 'hello\r\n\r\n', 'request'],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 'request'],
  ['another version of HTTP', 'GET /v1/things HTTP/9.9\r\nHost: x\r\n\r\n', 'request'],
  ['a space in the path', 'GET /v1/a b HTTP/1.1\r\nHost: x\r\n\r\n', 'request'],
  ['bytes in a path that are not ASCII', 'GET /v1/things/\xe9 HTTP/1.1\r\nHost: x\r\n\r\n', 'request'],
  ['bytes in a query that are not ASCII', 'GET /v1/things?name=\xc3\xa9 HTTP/1.1\r\nHost: x\r\n\r\n', 'request'],
  ['a header without a colon', 'GET /v1/things HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n', 'request'],
  ['a space before the colon', 'GET /v1/things HTTP/1.1\r\nHost : x\r\n\r\n', 'request'],
  [
    'two lengths',
    `POST /v1/companies HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    'request',
  ],
  [
    'a length and chunks',
    `POST /v1/companies HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    'request',
  ],
  ['a length that is no number', `POST /v1/companies HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`, 'request'],
  ['headers over the bound', `${ok}X-Long: ${'x'.repeat(70_000)}\r\n\r\n`, 'headers'],
  ['a target over the bound', `GET /v1/things/${'x'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 'headers'],
]
for (const [what, bytes, parameter] of malformed) {
  test(`${what} is 400 in the envelope, with every header that every answer has, and the connection ends`, async () => {
    const [answer] = answersIn(await raw(edge.origin, Buffer.from(bytes, 'latin1')))
    assert.equal(answer?.status, 400)
    const error = answer?.error()
    assert.equal(error?.code, 'invalid_parameter')
    assert.deepEqual(error?.details, { parameter })
    assert.equal(error?.request_id, answer?.headers['x-request-id'])
    assert.ok((answer?.headers['x-independence'] ?? '').length > 20)
    assert.equal(answer?.headers['access-control-allow-origin'], '*')
    assert.equal(answer?.headers.connection, 'close')
    assert.match(answer?.headers.link ?? '', /rel="help"/)
  })
}

const misleading: [what: string, bytes: string, parameter: string][] = [
  ['no version in the request line', 'GET /v1/open\r\n\r\n', 'request'],
  ['HTTP/2.0 in the request line', 'GET /v1/open HTTP/2.0\r\nHost: x\r\n\r\n', 'request'],
  ['HTTP/0.9 in the request line', 'GET /v1/open HTTP/0.9\r\nHost: x\r\n\r\n', 'request'],
  ['no Host', 'GET /v1/open HTTP/1.1\r\n\r\n', 'Host'],
  ['two Hosts', 'GET /v1/open HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n', 'Host'],
  ['the same Host twice', 'GET /v1/open HTTP/1.1\r\nHost: a.example\r\nhost: a.example\r\n\r\n', 'Host'],
  ['two Hosts in HTTP/1.0', 'GET /v1/open HTTP/1.0\r\nHost: a.example\r\nHost: b.example\r\n\r\n', 'Host'],
  ...[
    '',
    'a b',
    'a/b',
    'user@a.example',
    'a.example:port',
    'a.example:65536',
    'a:1:2',
    '[::1',
    '[1.2.3.4]',
    'a,b',
    'é',
    '[]',
    ':80',
  ].map((host): [string, string, string] => [
    `the Host "${host}"`,
    `GET /v1/open HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    'Host',
  ]),
  ...['gzip, chunked', 'chunked, gzip', 'identity', 'gzip', 'chunked, chunked', 'chunked;q=1', 'x'].map(
    (coding): [string, string, string] => [
      `Transfer-Encoding: ${coding}`,
      `POST /v1/companies HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keys.pro}\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`,
      'Transfer-Encoding',
    ],
  ),
  [
    'Transfer-Encoding in HTTP/1.0',
    `POST /v1/companies HTTP/1.0\r\nX-API-Key: ${keys.pro}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'Transfer-Encoding',
  ],
]
for (const [what, bytes, parameter] of misleading) {
  test(`${what} is 400 in the envelope, counted for nobody, and the connection ends with it`, async () => {
    const counted = edge.scene.admissions
    // What stands behind it on the connection is not begun.
    const received = await raw(edge.origin, Buffer.from(`${bytes}${ok}\r\n`, 'latin1'))
    const answers = answersIn(received)
    assert.equal(answers.length, 1)
    assert.equal(answers[0]?.status, 400)
    assert.equal(answers[0]?.headers.connection, 'close')
    // Some of them the parser refuses before we see them.
    const { code, details } = answers[0]?.error() ?? {}
    assert.equal(code, 'invalid_parameter')
    assert.ok(details?.parameter === parameter || details?.parameter === 'request', JSON.stringify(details))
    assert.equal(edge.scene.admissions, counted)
  })
}

test('every form of a host is taken, with and without a port', async () => {
  for (const host of [
    'x',
    'a.example',
    'A.Example:80',
    '127.0.0.1:8080',
    '[::1]',
    '[2001:db8::1]:443',
    'a_b-c.example',
    'a.example:',
  ]) {
    const received = await raw(edge.origin, `GET /v1/open HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    assert.equal(answersIn(received)[0]?.status, 200, host)
  }
})

test('chunks by whatever case of their name are read', async () => {
  const body = '{"companies":[]}'
  const lines = ['POST /v1/companies HTTP/1.1', 'Host: x', `X-API-Key: ${keys.pro}`, 'Content-Type: application/json']
  const head = [...lines, 'Transfer-Encoding: Chunked', 'Connection: close', '', ''].join('\r\n')
  const received = await raw(edge.origin, `${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)
  assert.equal(answersIn(received)[0]?.status, 200)
})

test('headers over the bound are told by what exceeds it: their size or their number', async () => {
  const many = Array.from({ length: 1_100 }, (_, n) => `a${n}: 1\r\n`).join('')
  const rows: [bytes: string, words: RegExp][] = [
    [`${ok}${many}\r\n`, /more than 1000 headers/],
    [`${ok}X-Long: ${'x'.repeat(70_000)}\r\n\r\n`, /exceed 65536 bytes/],
  ]
  for (const [bytes, words] of rows) {
    for (const before of ['', `${ok}\r\n`]) {
      const answers = answersIn(
        await raw(edge.origin, before, async (socket) => {
          // On a connection that has served already as on a new one.
          if (before !== '') await new Promise((resolve) => socket.once('data', resolve))
          socket.write(bytes)
        }),
      )
      assert.match(answers.at(-1)?.error().message ?? '', words)
    }
  }
})

test('a request without Host is 400, naming it; HTTP/1.0 needs none', async () => {
  const [answer] = answersIn(await raw(edge.origin, 'GET /v1/open HTTP/1.1\r\nConnection: close\r\n\r\n'))
  assert.equal(answer?.status, 400)
  assert.deepEqual(answer?.error().details, { parameter: 'Host' })
  assert.equal(answersIn(await raw(edge.origin, 'GET /v1/open HTTP/1.0\r\n\r\n'))[0]?.status, 200)
})

test('a repeated Authorization is no key, a repeated X-API-Key neither', async () => {
  const twice = (header: string): string =>
    `GET /v1/things HTTP/1.1\r\nHost: x\r\n${header}\r\n${header}\r\nConnection: close\r\n\r\n`
  assert.equal(answersIn(await raw(edge.origin, twice(`Authorization: Bearer ${keys.pro}`)))[0]?.status, 401)
  const [answer] = answersIn(await raw(edge.origin, twice(`X-API-Key: ${keys.pro}`)))
  assert.equal(answer?.status, 401)
})

test('a header named like a property of every object does no harm', async () => {
  const headers = '__proto__: x\r\nconstructor: y\r\nhasOwnProperty: z\r\nConnection: close\r\n\r\n'
  assert.equal(answersIn(await raw(edge.origin, ok + headers))[0]?.status, 200)
})

test('a target in absolute form is the same request', async () => {
  const request = ok.replace('/v1/things', 'http://elsewhere.example/v1/things?name=abc')
  const [answer] = answersIn(await raw(edge.origin, `${request}Connection: close\r\n\r\n`))
  assert.deepEqual(answer?.json().data, { given: { name: 'abc' }, account: 'acc_pro', now: edge.scene.now })
})

test('pipelined requests are answered in their order', async () => {
  const one = (name: string): string => `${ok.replace('/v1/things', `/v1/things?name=${name}`)}\r\n`
  const last = `${ok}Connection: close\r\n\r\n`
  const answers = answersIn(await raw(edge.origin, one('a') + one('b') + one('c') + last))
  const given = answers.map((answer) => (answer.json().data as { given: { name?: string } }).given.name)
  assert.deepEqual(given, ['a', 'b', 'c', undefined])
})

test('garbage behind good requests keeps none of their answers from arriving, and ends the connection', async () => {
  for (const good of [1, 2, 5]) {
    const answers = answersIn(await raw(edge.origin, `${`${ok}\r\n`.repeat(good)}hello\r\n\r\n`))
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(good).fill(200),
    )
    assert.equal(answers.at(-1)?.headers.connection, 'close')
  }
})

test('a broken body behind a good request is told so, and its request is not counted', async () => {
  const counted = edge.scene.requests
  const broken = `POST /v1/companies HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keys.pro}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`
  const answers = answersIn(await raw(edge.origin, `${ok}\r\n${broken}`))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400],
  )
  assert.deepEqual(answers[1]?.error().details, { parameter: 'body' })
  assert.equal(edge.scene.requests, counted + 1)
})

test('a tunnel is asked of a path that does not exist', async () => {
  const [answer] = answersIn(
    await raw(edge.origin, 'CONNECT db.internal:5432 HTTP/1.1\r\nHost: db.internal:5432\r\n\r\n'),
  )
  assert.equal(answer?.status, 404)
  assert.equal(answer?.error().code, 'route_not_found')
})

test('a caller who asks for a tunnel and is gone before the answer harms nobody', async () => {
  for (let n = 0; n < 20; n += 1) {
    await raw(edge.origin, 'CONNECT db.internal:5432 HTTP/1.1\r\nHost: db.internal:5432\r\n\r\n', (socket) => {
      if (n % 2 === 0) socket.resetAndDestroy()
      else socket.once('data', () => socket.resetAndDestroy())
    })
  }
  assert.equal((await edge.call('GET', '/v1/open')).status, 200)
})

test('a tunnel asked for behind other requests keeps none of their answers from arriving, and ends the connection', async () => {
  for (const before of [['/v1/things'], ['/v1/things?name=a', '/v1/slow', '/v1/things?name=b']]) {
    const requests = before.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keys.pro}\r\n\r\n`)
    const received = raw(
      edge.origin,
      `${requests.join('')}CONNECT db.internal:5432 HTTP/1.1\r\nHost: db.internal\r\n\r\n`,
    )
    if (before.includes('/v1/slow')) await edge.scene.slowBegan.promise
    edge.scene.finishSlow()
    const answers = answersIn(await received)
    assert.deepEqual(
      answers.map(({ status }) => status),
      before.map(() => 200),
    )
    assert.equal(answers.at(-1)?.headers.connection, 'close')
  }
})

test('an upgrade that nobody here knows is answered as the request that it also is', async () => {
  const [answer] = answersIn(await raw(edge.origin, `${ok}Connection: upgrade, close\r\nUpgrade: websocket\r\n\r\n`))
  assert.equal(answer?.status, 200)
})

test('an expectation that nobody here knows is ignored', async () => {
  const [answer] = answersIn(await raw(edge.origin, `${ok}Expect: gold\r\nConnection: close\r\n\r\n`))
  assert.equal(answer?.status, 200)
})

test('headers that come too slowly are cut at the bound, in the envelope', async () => {
  await withEdge({ bounds: { headersTimeoutMs: 100, requestTimeoutMs: 200 } }, async (slow) => {
    const [answer] = answersIn(await raw(slow.origin, 'GET /v1/things HTTP/1.1\r\nHost: x\r\n'))
    assert.equal(answer?.status, 400)
    assert.deepEqual(answer?.error().details, { parameter: 'headers' })
  })
})

test('headers of many that come too slowly are answered a few in each turn of the event loop', async () => {
  const bounds = { headersTimeoutMs: 100, requestTimeoutMs: 200, slowHeadsPerTurn: 4, refusedLinesMax: 1_000 }
  await withEdge({ bounds }, async ({ origin, log }) => {
    const inTurn: number[] = []
    let told = 0
    let isOver = false
    const look = (): void => {
      inTurn.push(log.length - told)
      told = log.length
      if (!isOver) setImmediate(look)
    }
    setImmediate(look)
    const received = await Promise.all(
      Array.from({ length: 40 }, () => raw(origin, 'GET /v1/things HTTP/1.1\r\nHost: x\r\n')),
    )
    isOver = true
    for (const bytes of received) assert.deepEqual(answersIn(bytes)[0]?.error().details, { parameter: 'headers' })
    assert.equal(log.length, 40)
    // Our own look may fall on either side of one stretch.
    assert.ok(Math.max(...inTurn) <= 2 * bounds.slowHeadsPerTurn, String(inTurn))
  })
})

test('connections over the bound are not served', async () => {
  await withEdge({ bounds: { connectionsMax: 1 } }, async (narrow) => {
    await raw(narrow.origin, 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n', async (first) => {
      await new Promise((resolve) => first.once('data', resolve))
      assert.equal((await raw(narrow.origin, 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')).length, 0)
      first.destroy()
    })
  })
})
