import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { type Edge, keys, startEdge } from '../../../tests/harness/edge.ts'
import { answersIn, raw } from '../../../tests/harness/http.ts'

let edge: Edge
before(async () => {
  edge = await startEdge()
})
after(() => edge.stop())

const key = keys.pro

const paths: [path: string, status: number, code: string | null][] = [
  ['/v1/things', 200, null],
  ['/v1/things/thing:1', 200, null],
  ['/v1/things/thing%3A1', 200, null],
  ['/v1/%74hings', 200, null],
  ['/v1/things/', 404, 'route_not_found'],
  ['/v1/Things', 404, 'route_not_found'],
  ['/V1/things', 404, 'route_not_found'],
  ['/v1//things', 404, 'route_not_found'],
  ['//v1/things', 404, 'route_not_found'],
  ['/v1/things/thing:1/', 404, 'route_not_found'],
  ['/v1/things/thing:1/versions/', 404, 'route_not_found'],
  ['/v1/things//versions', 404, 'route_not_found'],
  ['/', 404, 'route_not_found'],
  ['/v1', 404, 'route_not_found'],
  ['/v1/%ff', 404, 'route_not_found'],
  ['/v1/constructor', 404, 'route_not_found'],
  // A path id of the wrong form is that route's 404.
  ['/v1/things/other', 404, 'subsidy_not_found'],
  ['/v1/things/%', 404, 'subsidy_not_found'],
  ['/v1/things/%zz', 404, 'subsidy_not_found'],
  ['/v1/things/%ff', 404, 'subsidy_not_found'],
  ['/v1/things/thing:%00', 404, 'subsidy_not_found'],
  ['/v1/things/%2e%2e', 404, 'subsidy_not_found'],
  ['/v1/things/..', 404, 'subsidy_not_found'],
  ['/v1/things/a%2Fb', 404, 'subsidy_not_found'],
  [`/v1/things/${'x'.repeat(50_000)}`, 404, 'subsidy_not_found'],
  [`/v1/things/${'%41'.repeat(15_000)}`, 404, 'subsidy_not_found'],
]
for (const [path, status, code] of paths) {
  test(`GET ${path.slice(0, 60)} is ${code ?? status}`, async () => {
    const answer = await edge.call('GET', path, { key })
    assert.equal(answer.status, status)
    if (code !== null) assert.equal(answer.error().code, code)
  })
}

test('a path parameter is decoded once, and once only', async () => {
  const given: [path: string, id: string][] = [
    ['thing:a%2Fb', 'thing:a/b'],
    ['thing:%252F', 'thing:%2F'],
    ['thing:%C3%A9', 'thing:é'],
    ['thing:a+b', 'thing:a+b'],
    ['thing:%3F%23', 'thing:?#'],
  ]
  for (const [path, id] of given) {
    const { data } = (await edge.call('GET', `/v1/things/${path}`, { key })).json()
    assert.deepEqual(data, { id })
  }
})

const methods: [method: string, path: string, allow: string][] = [
  ['POST', '/v1/things', 'GET, HEAD, OPTIONS'],
  ['PUT', '/v1/things/thing:1', 'GET, HEAD, DELETE, OPTIONS'],
  ['GET', '/v1/companies', 'POST, OPTIONS'],
  ['HEAD', '/v1/companies', 'POST, OPTIONS'],
  ['TRACE', '/v1/things', 'GET, HEAD, OPTIONS'],
  ['PROPFIND', '/v1/things', 'GET, HEAD, OPTIONS'],
  ['QUERY', '/v1/things', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/v1/open', 'GET, HEAD, OPTIONS'],
  ['POST', '/livez', 'GET, HEAD, OPTIONS'],
]
for (const [method, path, allow] of methods) {
  test(`${method} ${path} is 405 with Allow: ${allow}`, async () => {
    const answer = await edge.call(method, path, { key })
    assert.equal(answer.status, 405)
    assert.equal(answer.headers.allow, allow)
    if (method !== 'HEAD') assert.equal(answer.error().code, 'method_not_allowed')
  })
}

test('a method that no standard knows is 405 on a path that exists and 404 elsewhere', async () => {
  for (const [method, path, status] of [
    ['BREW', '/v1/things', 405],
    ['get', '/v1/things?a=1', 405],
    ['BREW', '/v1/nothing', 404],
  ]) {
    const received = await raw(edge.origin, `${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    const [answer] = answersIn(received)
    assert.equal(answer?.status, status)
    if (status === 405) assert.equal(answer?.headers.allow, 'GET, HEAD, OPTIONS')
  }
})

test('OPTIONS on a path that exists is 204 without a key, ready for a browser to ask', async () => {
  const preflight = { origin: 'https://shop.example', 'access-control-request-method': 'POST' }
  const answer = await edge.call('OPTIONS', '/v1/companies', { headers: preflight })
  assert.equal(answer.status, 204)
  assert.equal(answer.body.length, 0)
  assert.equal(answer.headers.allow, 'POST, OPTIONS')
  assert.equal(answer.headers['access-control-allow-origin'], '*')
  assert.equal(answer.headers['access-control-allow-methods'], 'POST, OPTIONS')
  for (const name of ['Authorization', 'X-API-Key', 'Content-Type', 'If-None-Match']) {
    assert.ok(answer.headers['access-control-allow-headers']?.includes(name))
  }
  assert.ok(!('access-control-allow-credentials' in answer.headers))
  assert.equal((await edge.call('OPTIONS', '/v1/nothing')).status, 404)
  assert.equal((await edge.call('OPTIONS', '*')).status, 404)
})

test('HEAD answers with the headers of GET and no body', async () => {
  for (const [path, options] of [
    ['/v1/things/thing:1', { key }],
    ['/v1/open', {}],
    ['/v1/open', { headers: { 'accept-encoding': 'br' } }],
    ['/v1/things', {}],
  ] as const) {
    const got = await edge.call('GET', path, options)
    const head = await edge.call('HEAD', path, options)
    assert.equal(head.status, got.status)
    assert.equal(head.body.length, 0)
    const comparable = ({ headers }: typeof got) => {
      const {
        'x-request-id': _id,
        date: _date,
        'ratelimit-remaining': _left,
        'x-quota-remaining': _too,
        ...rest
      } = headers
      return rest
    }
    assert.deepEqual(comparable(head), comparable(got))
  }
})

test('every answer carries its own request id, whatever the caller sends, and the statement of independence', async () => {
  const ids = new Set<string>()
  const calls: [string, string, number][] = [
    ['GET', '/v1/things', 200],
    ['GET', '/v1/things?x', 400],
    ['GET', '/v1/nothing', 404],
    ['PUT', '/v1/things', 405],
    ['OPTIONS', '/v1/things', 204],
    ['GET', '/v1/broken', 500],
    ['GET', '/v1/open', 200],
    ['GET', '/livez', 200],
  ]
  for (const [method, path, status] of calls) {
    const answer = await edge.call(method, path, { key, headers: { 'x-request-id': 'mine' } })
    assert.equal(answer.status, status)
    assert.match(answer.headers['x-request-id'] ?? '', /^req_[0-9A-HJKMNP-TV-Z]{26}$/)
    assert.ok((answer.headers['x-independence'] ?? '').length > 20)
    ids.add(answer.headers['x-request-id'] ?? '')
  }
  assert.equal(ids.size, calls.length)
})

test('the request id of the envelope is the one of the header', async () => {
  const answer = await edge.call('GET', '/v1/things', { key })
  assert.equal((answer.json().meta as { request_id: string }).request_id, answer.headers['x-request-id'])
})

const caching: [method: string, path: string, status: number, cacheControl: string, vary: string | undefined][] = [
  ['GET', '/v1/things', 200, 'private, no-cache', 'Authorization, X-API-Key, Accept-Encoding'],
  ['GET', '/v1/things?zzz=1', 400, 'private, no-cache', 'Authorization, X-API-Key, Accept-Encoding'],
  ['GET', '/v1/open', 200, 'public, no-cache', 'Accept-Encoding'],
  ['POST', '/v1/things/thing:1/rotate', 201, 'no-store', 'Authorization, X-API-Key, Accept-Encoding'],
  ['GET', '/v1/nothing', 404, 'no-store', undefined],
]
for (const [method, path, status, cacheControl, vary] of caching) {
  test(`${method} ${path} (${status}) has Cache-Control: ${cacheControl}`, async () => {
    const answer = await edge.call(method, path, { key })
    assert.equal(answer.status, status)
    assert.equal(answer.headers['cache-control'], cacheControl)
    assert.equal(answer.headers.vary, vary)
  })
}

test('every API answer may be read by scripts of other origins, with the named headers exposed, never with credentials', async () => {
  for (const path of ['/v1/things', '/v1/things?x', '/v1/open', '/v1/nothing']) {
    const { headers } = await edge.call('GET', path, { key, headers: { origin: 'https://shop.example' } })
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(
      headers['access-control-expose-headers'],
      'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Quota-Limit, X-Quota-Remaining, X-Request-Id, ' +
        'X-Independence, Retry-After, ETag, X-Record-Count, X-Change-Cursor',
    )
    assert.ok(!('access-control-allow-credentials' in headers))
  }
  assert.ok(!('access-control-allow-origin' in (await edge.call('GET', '/livez')).headers))
})

test('a known ETag is answered 304 with the headers of 200, without a body, and counts as a request', async () => {
  const first = await edge.call('GET', '/v1/things/thing:1', { key })
  const tag = first.headers.etag ?? ''
  assert.match(tag, /^W\/".+"$/)
  const counted = edge.scene.requests
  for (const known of [tag, tag.replace('W/', ''), `"x", ${tag}`, '*']) {
    const answer = await edge.call('GET', '/v1/things/thing:1', { key, headers: { 'if-none-match': known } })
    assert.equal(answer.status, 304)
    assert.equal(answer.body.length, 0)
    for (const name of [
      'etag',
      'vary',
      'cache-control',
      'access-control-allow-origin',
      'x-independence',
      'ratelimit-reset',
    ]) {
      assert.equal(answer.headers[name], first.headers[name], name)
    }
    assert.ok(!('content-type' in answer.headers))
  }
  assert.equal(edge.scene.requests, counted + 4)
  const head = await edge.call('HEAD', '/v1/things/thing:1', { key, headers: { 'if-none-match': tag } })
  assert.equal(head.status, 304)
  const other = await edge.call('GET', '/v1/things/thing:2', { key, headers: { 'if-none-match': tag } })
  assert.equal(other.status, 200)
  const missing = await edge.call('GET', '/v1/things/other', { key, headers: { 'if-none-match': '*' } })
  assert.equal(missing.status, 404)
})

test('the ETag is of the data, the same for every coding and every request', async () => {
  const tags = new Set<string | undefined>()
  for (const coding of ['identity', 'br', 'gzip', 'zstd']) {
    tags.add((await edge.call('GET', '/v1/open', { headers: { 'accept-encoding': coding } })).headers.etag)
  }
  assert.equal(tags.size, 1)
  assert.ok(!tags.has((await edge.call('GET', '/v1/open?lang=nl')).headers.etag))
})

test('an answer is compressed as asked, a small one never', async () => {
  const plain = (await edge.call('GET', '/v1/open')).body
  for (const [coding, decompress] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['zstd', zstdDecompressSync],
  ] as const) {
    const answer = await edge.call('GET', '/v1/open', { headers: { 'accept-encoding': coding } })
    assert.equal(answer.headers['content-encoding'], coding)
    assert.equal(Number(answer.headers['content-length']), answer.body.length)
    assert.deepEqual(decompress(answer.body), plain)
  }
  const small = await edge.call('GET', '/v1/bytes', { headers: { 'accept-encoding': 'br' } })
  assert.ok(!('content-encoding' in small.headers))
})

test('prebuilt JSON is answered byte for byte', async () => {
  const answer = await edge.call('GET', '/v1/bytes')
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  assert.match(
    answer.body.toString('utf8'),
    /^\{"data":\[\{"a":1\},\{"b":"é"\}\],"pagination":\{"has_more":false,"limit":50\},"meta":\{"request_id":"req_\w+","warnings":\[\],"total":2,"attribution":\[\]\}\}$/,
  )
})
