/**
 * Kinds of caller beside those of the API, each a profile and an entrance of a test: pages, sessions, another protocol and
 * signed messages are met as their profiles say, and nothing else in the edge knows of them.
 */
import assert from 'node:assert/strict'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { after, before, test } from 'node:test'
import Type from 'typebox'
import { type Edge, keys, type Scene, startEdge } from '../../../tests/harness/edge.ts'
import { answersIn, raw } from '../../../tests/harness/http.ts'
import { type AccessProfile, everywhere, keyedAccess, openAccess, routeless } from '../../contract/access.ts'
import { FormBody, RawBody } from '../../contract/body/body-kinds.ts'
import type { QueryParameters } from '../../contract/call.ts'
import { integer, text } from '../../contract/parameters.ts'
import { invalidParameter, Refusal } from '../../contract/refusals.ts'
import { type RouteRecord, route } from '../../contract/route.ts'
import type { Entrance } from './entering/entrance.ts'

const origin = 'https://subsidies.example'
const webhookSecret = 'secret of the provider'
const formBytesMax = 200
const messageBytesMax = 1_000

/** A page for people: refused in HTML unless they ask for JSON, and patient with parameters that it does not know. */
const pageAccess: AccessProfile<{ visitor: string | null }> = {
  entrance: 'page',
  headers: {
    ...everywhere,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'self'",
  },
  crossOrigin: false,
  unknownParameters: 'ignored',
  refusals(refusal, request) {
    if (request.accept?.includes('application/json') === true) return routeless.refusals(refusal, request)
    const body = Buffer.from(`<h1>${refusal.status}</h1><a href="${request.helpUrl}">${refusal.code}</a>`)
    return { status: refusal.status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
  },
  security: [],
  isMetered: false,
}

/** A person who is signed in: by a cookie, writing from our own pages only. */
const sessionAccess: AccessProfile<{ accountId: string; session: string }> = {
  unknownParameters: 'refused',
  refusals: routeless.refusals,
  entrance: 'session',
  headers: { ...everywhere, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  crossOrigin: false,
  security: ['session'],
  isMetered: false,
}

/** JSON-RPC with a key: what the protocol has a code for is refused in its form, the rest as the API does. */
const protocolAccess: AccessProfile<{ accountId: string }> = {
  ...{ headers: keyedAccess.headers, crossOrigin: true, unknownParameters: 'refused', security: ['bearer'] },
  isMetered: true,
  entrance: 'protocol',
  refusals(refusal, request) {
    const code = refusal.code === 'not_found' ? -32_000 : refusal.details.parameter === 'body' ? -32_700 : null
    if (code === null) return routeless.refusals(refusal, request)
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message: refusal.message } }))
    return { status: code === -32_000 ? 403 : 400, headers: {}, body }
  },
}

/** A message that proves by a signature over its bytes from whom it is. */
const signedAccess: AccessProfile<never> = {
  ...openAccess,
  ...{ entrance: 'signed', headers: { ...everywhere, 'cache-control': 'no-store' }, crossOrigin: false },
}

const ownHosts = ['subsidies.example', 'localhost']

const entrancesBeside = (known: Record<string, Entrance>): Record<string, Entrance> => ({
  protocol(asked) {
    const [name = ''] = (asked.request.headers.host ?? '').split(':')
    if (!ownHosts.includes(name)) throw new Refusal('not_found', 'This host is not served.')
    const byKey = known.key
    assert.ok(byKey !== undefined)
    return byKey(asked)
  },
  page: ({ cookies }) => ({ caller: { visitor: cookies.visitor ?? null } }),
  session({ request, cookies }) {
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
    if (isWrite && request.headers.origin !== origin && request.headers['sec-fetch-site'] !== 'same-origin') {
      throw new Refusal('not_found', 'Writing is for our own pages.')
    }
    if (cookies.sm_session !== 'of jan') throw new Refusal('unauthorized', 'Sign in first.')
    return { accountId: 'acc_jan', caller: { accountId: 'acc_jan', session: 'of jan' } }
  },
  signed: ({ request, address }) => {
    if (address === '') throw new Refusal('rate_limit_exceeded', 'Nobody asks.')
    return {
      judgeBody(bytes) {
        const signature = Buffer.from(String(request.headers['x-signature'] ?? ''))
        const expected = Buffer.from(createHmac('sha256', webhookSecret).update(bytes).digest('hex'))
        const isOurs = signature.length === expected.length && timingSafeEqual(signature, expected)
        return isOurs ? null : invalidParameter('X-Signature', 'The signature is not ours.')
      },
    }
  },
})

const shared = {
  summary: 'Of a test',
  description: 'Exists in tests only.',
  tag: 'tests',
  capability: null,
  pathParameters: {},
  query: {},
  body: null,
  shape: 'own',
  answers: { 200: { description: 'What was asked.', schema: Type.Unknown() } },
  refuses: [],
  etag: false,
} as const

function record<Parameters extends QueryParameters, Body, Who>(
  particulars: Partial<RouteRecord<Scene, Parameters, Body, Who>> &
    Pick<RouteRecord<Scene, Parameters, Body, Who>, 'method' | 'path' | 'operation' | 'access' | 'query' | 'run'>,
): RouteRecord<Scene> {
  return route<Scene, Parameters, Body, Who>({ ...shared, ...particulars })
}

const page = { etag: true, query: { step: integer(1, 9, { description: 'Step.' }) } }
const name = text(10, { description: 'A name.' })

const routes: RouteRecord<Scene>[] = [
  record({
    ...{ method: 'GET', path: '/en/check', operation: 'showCheck', access: pageAccess, ...page },
    run: ({ caller, query, cookies }) => ({
      headers: { 'set-cookie': ['visitor=v2; Path=/; HttpOnly', 'seen=yes; Path=/'] },
      data: Buffer.from(`<p>${caller.visitor ?? 'nobody'} at ${query.step ?? 0}, ${Object.keys(cookies).length}</p>`),
    }),
  }),
  record({
    ...{ method: 'POST', path: '/en/check', operation: 'sendCheck', access: pageAccess, query: {} },
    body: new FormBody({ name }, formBytesMax),
    run: ({ body }) => ({ status: 303, headers: { location: `/en/${JSON.stringify(body)}` }, data: Buffer.alloc(0) }),
  }),
  record({
    ...{ method: 'GET', path: '/v1/dashboard/session', operation: 'showSession', access: sessionAccess, query: {} },
    run: ({ caller }) => ({ data: { session: caller.session } }),
  }),
  record({
    ...{ method: 'DELETE', path: '/v1/dashboard/session', operation: 'endSession', access: sessionAccess, query: {} },
    run: ({ caller }) => ({ data: { ended: caller.session } }),
  }),
  record({
    ...{ method: 'POST', path: '/mcp', operation: 'callTool', access: protocolAccess, query: {} },
    body: new RawBody('application/json', messageBytesMax),
    run: ({ body, caller }) => ({ data: { result: String(body), of: caller.accountId } }),
  }),
  record({
    ...{ method: 'POST', path: '/v1/billing/events', operation: 'takeEvent', access: signedAccess, query: {} },
    body: new RawBody('application/json', messageBytesMax),
    run: ({ body }) => ({ data: { received: String(body).length } }),
  }),
]

let edge: Edge
before(async () => {
  edge = await startEdge({
    routes,
    entrances: entrancesBeside,
    profileElsewhere: (path) => (/^\/(?:v1|mcp)(?:\/|$)/.test(path) ? routeless : pageAccess),
  })
})
after(() => edge.stop())

const asForm = { 'content-type': 'application/x-www-form-urlencoded' }

test('a page is told of the cookies of its caller, sets several, and leaves parameters aside that it does not know', async () => {
  const request =
    'GET /en/check?step=2&utm=%ff HTTP/1.1\r\nHost: x\r\nCookie: visitor=v1; a=b\r\nConnection: close\r\n\r\n'
  const received = (await raw(edge.origin, request)).toString()
  assert.match(received, /<p>v1 at 2, 2<\/p>/)
  assert.deepEqual(received.match(/^set-cookie: .*$/gim), [
    'set-cookie: visitor=v2; Path=/; HttpOnly',
    'set-cookie: seen=yes; Path=/',
  ])
  const [answer] = answersIn(Buffer.from(received))
  assert.match(answer?.headers['content-type'] ?? '', /^text\/html/)
  assert.match(answer?.headers.etag ?? '', /^W\//)
  assert.ok(!('access-control-allow-origin' in (answer?.headers ?? {})))
})

test('a page is refused in HTML, or as the API is where JSON is asked for, and so are paths and methods around it', async () => {
  for (const [method, path, status, code] of [
    ['GET', '/en/check?step=ten', 400, 'invalid_parameter'],
    ['GET', '/en/nothing', 404, 'route_not_found'],
    ['DELETE', '/en/check', 405, 'method_not_allowed'],
  ] as const) {
    const html = await edge.call(method, path, { headers: { accept: 'text/html' } })
    assert.equal(html.status, status)
    assert.equal(html.body.toString(), `<h1>${status}</h1><a href="${origin}/docs/errors/${code}">${code}</a>`)
    assert.match(html.headers['content-type'] ?? '', /^text\/html/)
    assert.match(html.headers['x-request-id'] ?? '', /^req_/)
    assert.ok(!('access-control-allow-origin' in html.headers))
    const json = await edge.call(method, path, { headers: { accept: 'application/json' } })
    assert.deepEqual([json.status, json.error().code], [status, code])
  }
  assert.equal((await edge.call('GET', '/v1/nothing')).error().code, 'route_not_found')
  const options = await edge.call('OPTIONS', '/en/check')
  assert.deepEqual([options.status, options.headers.allow], [204, 'GET, HEAD, POST, OPTIONS'])
  assert.ok(!('access-control-allow-origin' in options.headers))
})

test('a form is read as its fields say, bounded, and unknown fields are as the profile says', async () => {
  const send = (body: string, headers: Record<string, string> = asForm) =>
    edge.call('POST', '/en/check', { body, headers })
  const taken = await send('name=J%C3%A9r%C3%B4me+D&submit=')
  assert.deepEqual([taken.status, taken.headers.location, taken.body.length], [303, '/en/{"name":"Jérôme D"}', 0])
  for (const [body, headers] of [
    ['name=a&name=b', asForm],
    ['name=%ff', asForm],
    ['name=a', { 'content-type': 'text/plain' }],
    [`name=${'a'.repeat(formBytesMax)}`, asForm],
  ] as const) {
    assert.equal((await send(body, headers)).status, 400, body)
  }
})

test('a session enters by its cookie, and writes from our own pages alone', async () => {
  const cookie = 'sm_session=of jan'
  const call = (method: string, headers: Record<string, string>) =>
    edge.call(method, '/v1/dashboard/session', { headers })
  assert.deepEqual((await call('GET', { cookie })).json(), { session: 'of jan' })
  const refused = await call('GET', { authorization: `Bearer ${keys.pro}` })
  assert.deepEqual([refused.status, refused.error().code], [401, 'unauthorized'])
  assert.ok(!('access-control-allow-origin' in refused.headers))
  assert.equal(refused.headers['cache-control'], 'no-store')
  assert.equal((await call('DELETE', { cookie, origin: 'https://elsewhere.example' })).error().code, 'not_found')
  for (const own of [{ origin }, { 'sec-fetch-site': 'same-origin' }]) {
    assert.deepEqual((await call('DELETE', { cookie, ...own })).json(), { ended: 'of jan' })
  }
  const line = edge.log.find(({ route: pattern, status }) => pattern === '/v1/dashboard/session' && status === 200)
  assert.equal(line?.account_id, 'acc_jan')
})

test('another protocol is refused in its own form before the key and in its body, and as the API is in between', async () => {
  const call = (host: string, body: string, key?: string) =>
    edge.call('POST', '/mcp', { headers: { host }, body, ...(key === undefined ? {} : { key }) })
  const rpcError = (answer: Awaited<ReturnType<typeof call>>): unknown =>
    (answer.json().error as unknown as { code: number }).code
  const asked = edge.scene.admissions
  const stranger = await call('evil.example', '{}', keys.pro)
  assert.deepEqual([stranger.status, rpcError(stranger)], [403, -32_000])
  assert.equal(edge.scene.admissions, asked, 'nobody was asked about the key')
  const keyless = await call('localhost', '{}')
  assert.deepEqual([keyless.status, keyless.error().code], [401, 'unauthorized'])
  const tooFast = await call('localhost', '{}', keys.tooFast)
  assert.equal(tooFast.error().code, 'rate_limit_exceeded')
  assert.ok('ratelimit-remaining' in tooFast.headers)
  const large = await call('localhost', 'x'.repeat(messageBytesMax + 1), keys.pro)
  assert.deepEqual([large.status, rpcError(large)], [400, -32_700])
  assert.deepEqual((await call('localhost', 'not JSON', keys.pro)).json(), { result: 'not JSON', of: 'acc_pro' })
  const options = await edge.call('OPTIONS', '/mcp')
  assert.equal(options.headers['access-control-allow-origin'], '*')
})

test('a signed message is read as its bytes are, and refused where the signature is not over them', async () => {
  const body = '{ "id": "evt_1",\n "amount": 1e1 }'
  const sign = (bytes: string): string => createHmac('sha256', webhookSecret).update(bytes).digest('hex')
  const send = (signature: string) =>
    edge.call('POST', '/v1/billing/events', { body, headers: { 'x-signature': signature } })
  assert.deepEqual((await send(sign(body))).json(), { received: body.length })
  const forged = await send(sign(`${body} `))
  assert.deepEqual([forged.status, forged.error().details], [400, { parameter: 'X-Signature' }])
})

test('a route whose profile has no entrance keeps the server from being made', async () => {
  const [first] = routes
  assert.ok(first !== undefined)
  await assert.rejects(startEdge({ routes: [first] }), /no entrance page/)
})
