import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Edge, keys, monthlyRequests, startEdge, withEdge } from '../../../tests/harness/edge.ts'
import type { Answer, CallOptions } from '../../../tests/harness/http.ts'

let edge: Edge
before(async () => {
  edge = await startEdge({ bounds: { admissionMs: 100 } })
})
after(() => edge.stop())
beforeEach(() =>
  Object.assign(edge.scene, { admissions: 0, requests: 0, store: 'up', addressMayPass: true, addresses: [] }),
)

const limitHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'x-quota-limit', 'x-quota-remaining']
const carriesLimits = (answer: Answer): boolean => limitHeaders.every((name) => name in answer.headers)
const carriesNoLimit = (answer: Answer): boolean => limitHeaders.every((name) => !(name in answer.headers))

// Each request has every fault that comes later in the order; the first one decides.
const badBody = { body: '{"zzz":1}', headers: { 'content-type': 'application/json' } }
const rows: [what: string, method: string, path: string, options: CallOptions, status: number, code: string][] = [
  ['an unknown path before the key', 'POST', '/v1/nothing?zzz=1', badBody, 404, 'route_not_found'],
  ['a wrong method before the key', 'PATCH', '/v1/companies?zzz=1', badBody, 405, 'method_not_allowed'],
  ['no key before plan, limits and validation', 'POST', '/v1/companies?zzz=1', badBody, 401, 'unauthorized'],
  [
    'no plan before validation',
    'POST',
    '/v1/companies?zzz=1',
    { ...badBody, key: keys.withoutPlan },
    402,
    'subscription_required',
  ],
  [
    'the rate before validation',
    'POST',
    '/v1/companies?zzz=1',
    { ...badBody, key: keys.tooFast },
    429,
    'rate_limit_exceeded',
  ],
  [
    'the quota before validation',
    'POST',
    '/v1/companies?zzz=1',
    { ...badBody, key: keys.usedUp },
    429,
    'quota_exceeded',
  ],
  ['the rate before the capability', 'GET', '/v1/things/x/versions', { key: keys.tooFast }, 429, 'rate_limit_exceeded'],
  [
    "the route's capability before validation",
    'GET',
    '/v1/things/x/versions?zzz=1',
    { key: keys.developer },
    403,
    'plan_required',
  ],
  [
    "a parameter's capability before validation",
    'GET',
    '/v1/things?zzz=1&as_of=x',
    { key: keys.developer },
    403,
    'plan_required',
  ],
  ['the query before the body', 'POST', '/v1/companies?zzz=1', { ...badBody, key: keys.pro }, 400, 'invalid_parameter'],
  ['the query before the parent', 'GET', '/v1/things/x?zzz=1', { key: keys.pro }, 400, 'invalid_parameter'],
  [
    'form before content',
    'POST',
    '/v1/companies',
    { json: { companies: [{}], zzz: 1 }, key: keys.pro },
    400,
    'invalid_parameter',
  ],
  ['content', 'POST', '/v1/companies', { json: { companies: [{}] }, key: keys.pro }, 422, 'invalid_body'],
  ['the parent last', 'GET', '/v1/things/x', { key: keys.pro }, 404, 'subsidy_not_found'],
]
for (const [what, method, path, options, status, code] of rows) {
  test(`in the order of checks: ${what}`, async () => {
    const answer = await edge.call(method, path, options)
    assert.equal(answer.status, status)
    const error = answer.error()
    assert.equal(error.code, code)
    assert.equal(error.request_id, answer.headers['x-request-id'])
    assert.equal(answer.headers.link, `<https://subsidies.example/docs/errors/${code}>; rel="help"`)
    const isLimited = ![401, 402, 405].includes(status) && code !== 'route_not_found'
    assert.ok(isLimited ? carriesLimits(answer) : carriesNoLimit(answer))
  })
}

const credentials: [what: string, headers: Record<string, string>, status: number, asksStore: boolean][] = [
  ['Bearer', { authorization: `Bearer ${keys.pro}` }, 200, true],
  ['bearer in lower case', { authorization: `bearer ${keys.pro}` }, 200, true],
  ['BEARER and several spaces', { authorization: `BEARER   ${keys.pro}` }, 200, true],
  ['Authorization without the scheme word', { authorization: keys.pro }, 200, true],
  ['X-API-Key', { 'x-api-key': keys.pro }, 200, true],
  ['Authorization beside another X-API-Key', { authorization: keys.pro, 'x-api-key': keys.malformed }, 200, true],
  [
    'a malformed Authorization beside a good X-API-Key',
    { authorization: 'Basic eDp5', 'x-api-key': keys.pro },
    401,
    false,
  ],
  ['an empty Authorization beside a good X-API-Key', { authorization: '', 'x-api-key': keys.pro }, 401, false],
  [
    'an unknown Authorization beside a good X-API-Key',
    { authorization: keys.unknown, 'x-api-key': keys.pro },
    401,
    true,
  ],
  ['no key', {}, 401, false],
  ['the scheme word alone', { authorization: 'Bearer' }, 401, false],
  ['a mistyped key', { authorization: `Bearer ${keys.malformed}` }, 401, false],
  ['an unknown key', { authorization: `Bearer ${keys.unknown}` }, 401, true],
  ['a key without plan', { authorization: `Bearer ${keys.withoutPlan}` }, 402, true],
]
for (const [what, headers, status, asksStore] of credentials) {
  test(`${what} is answered ${status}${asksStore ? '' : ' without the store'}`, async () => {
    const answer = await edge.call('GET', '/v1/things', { headers })
    assert.equal(answer.status, status)
    assert.equal(edge.scene.admissions, asksStore ? 1 : 0)
  })
}

test('every cause of 401 is answered alike, down to the headers', async () => {
  const causes: [path: string, options: CallOptions][] = [
    ['/v1/things', {}],
    ['/v1/things', { headers: { authorization: 'Basic eDp5' } }],
    ['/v1/things', { key: keys.malformed }],
    ['/v1/things', { key: keys.unknown }],
    [`/v1/things?api_key=${keys.pro}`, {}],
    [`/v1/things?api_key=${keys.unknown}`, {}],
  ]
  const seen = await Promise.all(
    causes.map(async ([path, options]) => {
      const { headers, json } = await edge.call('GET', path, options)
      const { request_id: _id, ...error } = json().error as Record<string, unknown>
      const { 'x-request-id': _request, date: _date, ...others } = headers
      return { error, headers: others }
    }),
  )
  for (const one of seen) assert.deepEqual(one, seen[0])
  assert.equal(seen[0]?.headers['www-authenticate'], 'Bearer')
  assert.match(String(seen[0]?.error.message), /sent in a header: .* never in an address/)
})

test('a 429 names the limit that was reached, and to wait by Retry-After: the headers of the month stand on each', async () => {
  const fast = await edge.call('GET', '/v1/things', { key: keys.tooFast })
  assert.match(
    fast.error().message,
    /limit per second .* not that of the month.* Retry-After.* RateLimit-Reset .* month/,
  )
  assert.ok('ratelimit-reset' in fast.headers)
  const used = await edge.call('GET', '/v1/things', { key: keys.usedUp })
  assert.match(used.error().message, /requests of this month .* Retry-After/)
})

test('a refused rate says 1 second, a refused quota the seconds to the next UTC month, rounded up', async () => {
  assert.equal((await edge.call('GET', '/v1/things', { key: keys.tooFast })).headers['retry-after'], '1')
  edge.scene.now = Date.UTC(2026, 10, 30, 23, 59, 58, 1)
  assert.equal((await edge.call('GET', '/v1/things', { key: keys.usedUp })).headers['retry-after'], '2')
  edge.scene.now = Date.UTC(2026, 10, 30, 23, 59, 59, 999)
  assert.equal((await edge.call('GET', '/v1/things', { key: keys.usedUp })).headers['retry-after'], '1')
})

test('plan_required names capability and cheapest plan in details, and the plan at the error level', async () => {
  const error = (await edge.call('GET', '/v1/things?as_of=2026-01-01', { key: keys.developer })).error()
  assert.deepEqual(error.details, { capability: 'as_of', required_plan: 'pro' })
  assert.equal(error.required_plan, 'pro')
})

test('a parameter that needs a capability costs a plan that has it nothing', async () => {
  assert.equal((await edge.call('GET', '/v1/things?as_of=2026-01-01', { key: keys.pro })).status, 200)
  assert.equal((await edge.call('GET', '/v1/things', { key: keys.developer })).status, 200)
})

test('each keyed request is asked of the store once, HEAD too, whatever it answers', async () => {
  for (const [method, path] of [
    ['GET', '/v1/things'],
    ['HEAD', '/v1/things'],
    ['GET', '/v1/things?zzz=1'],
    ['GET', '/v1/broken'],
  ]) {
    await edge.call(method ?? '', path ?? '', { key: keys.pro })
  }
  assert.equal(edge.scene.admissions, 4)
  const last = await edge.call('GET', '/v1/things', { key: keys.pro })
  assert.equal(last.headers['ratelimit-remaining'], String(monthlyRequests - 5))
})

test('unknown paths, wrong methods and OPTIONS are asked of nobody', async () => {
  for (const [method, path] of [
    ['GET', '/v1/nothing'],
    ['PUT', '/v1/things'],
    ['OPTIONS', '/v1/things'],
    ['OPTIONS', '/v1/open'],
  ]) {
    await edge.call(method ?? '', path ?? '', { key: keys.pro })
  }
  assert.equal(edge.scene.admissions, 0)
  assert.deepEqual(edge.scene.addresses, [])
})

for (const store of ['down', 'silent'] as const) {
  test(`a store that is ${store} gives 500 internal_error on keyed routes, in time, and open routes answer`, async () => {
    edge.scene.store = store
    const answer = await edge.call('GET', '/v1/things', { key: keys.pro })
    assert.equal(answer.status, 500)
    assert.equal(answer.error().code, 'internal_error')
    assert.ok(carriesNoLimit(answer))
    assert.equal((await edge.call('GET', '/v1/things', { key: keys.malformed })).status, 401)
    assert.equal((await edge.call('GET', '/v1/open')).status, 200)
  })
}

test('a fault in the work is 500 internal_error with its limits, the detail in the log and not in the answer', async () => {
  const answer = await edge.call('GET', '/v1/broken', { key: keys.pro })
  assert.equal(answer.status, 500)
  assert.equal(answer.error().code, 'internal_error')
  assert.ok(carriesLimits(answer))
  assert.ok(!answer.body.toString().includes('nobody outside'))
  const line = edge.log.find(
    ({ level, request_id }) => level === 'error' && request_id === answer.headers['x-request-id'],
  )
  assert.equal(line?.fault_message, 'a detail that nobody outside should read')
})

test('an open route draws on the bucket of its address, after the path and before its parameters', async () => {
  edge.scene.addressMayPass = false
  const answer = await edge.call('GET', '/v1/open?zzz=1')
  assert.equal(answer.status, 429)
  assert.equal(answer.error().code, 'rate_limit_exceeded')
  assert.equal(answer.headers['retry-after'], '1')
  assert.ok(carriesNoLimit(answer))
  assert.deepEqual(edge.scene.addresses, ['127.0.0.1'])
  assert.equal((await edge.call('POST', '/v1/open')).status, 405)
  assert.equal((await edge.call('GET', '/v1/things', { key: keys.pro })).status, 200)
  assert.equal(edge.scene.addresses.length, 1)
})

test('an open route looks at no key', async () => {
  assert.equal((await edge.call('GET', '/v1/open', { key: keys.malformed })).status, 200)
  assert.equal(edge.scene.admissions, 0)
})

test('X-Forwarded-For counts only from a trusted peer', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.9, 203.0.113.5' }
  await edge.call('GET', '/v1/open', { headers })
  assert.deepEqual(edge.scene.addresses, ['127.0.0.1'])
  await withEdge({ trustProxy: ['127.0.0.0/8'] }, async (behind) => {
    await behind.call('GET', '/v1/open', { headers })
    assert.deepEqual(behind.scene.addresses, ['203.0.113.5'])
  })
})

test('what catching up has to say stands in meta.warnings, before what the work says', async () => {
  edge.scene.warnings = [{ code: 'catalogue_behind', message: { nl: 'Achter.', fr: 'En retard.', en: 'Behind.' } }]
  const { meta } = (await edge.call('GET', '/v1/things?name=warn', { key: keys.pro })).json()
  edge.scene.warnings = []
  assert.deepEqual(
    (meta as { warnings: { code: string }[] }).warnings.map(({ code }) => code),
    ['catalogue_behind', 'noted'],
  )
})
