/** What every keyed route guarantees, whatever it does: run over the list of routes, so that a new one is covered. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer, CallOptions } from '../harness/http.ts'
import { ask, type MeteredService, withParameter } from './service.ts'

export type KeyedRoute = {
  method: string
  /** With real ids: a request to it, with `json` if it has one, succeeds. */
  path: string
  json?: unknown
  /** The capability that the route needs and the smallest plan lacks; null where every plan may use it. */
  lacking: string | null
  /** Methods of the path, as `Allow` lists them. */
  allow: string
  /** What a request that is to succeed finds there: a DELETE, what it deletes. */
  prepare?: () => Promise<unknown>
  /** Its answer can be had as lines too, so that it is another by `Accept`. */
  hasLines?: boolean
  /** It reads the bytes of its body itself, and has faults of its own for them. */
  takesBytes?: boolean
}

const limitHeaders = ['ratelimit-reset', 'ratelimit-limit', 'ratelimit-remaining', 'x-quota-limit', 'x-quota-remaining']
/** Requests at once: more than the smallest plan allows in some seconds. */
const atOnce = 30
const limitsOf = ({ headers }: Answer): string[] => limitHeaders.filter((name) => name in headers)

export function keyedRouteSuite(route: KeyedRoute, service: () => MeteredService): void {
  const name = `${route.method} ${route.path}`
  const json = route.json === undefined ? {} : { json: route.json }
  const send = (options: CallOptions, path = route.path): Promise<Answer> =>
    ask(service(), route.method, path, { ...json, ...options })

  test(`${name}: no key, a malformed one and an unknown one are the same 401`, async () => {
    const { unknownKey, passMinute } = service()
    passMinute?.()
    const answers = await Promise.all([send({}), send({ key: 'mistyped' }), send({ key: unknownKey })])
    const bodies = answers.map((answer) => ({ ...answer.error(), request_id: '' }))
    for (const [position, answer] of answers.entries()) {
      assert.equal(answer.status, 401)
      assert.equal(answer.headers['www-authenticate'], 'Bearer')
      assert.equal(answer.error().code, 'unauthorized')
      assert.deepEqual(bodies[position], bodies[0])
      assert.deepEqual(limitsOf(answer), [])
    }
  })

  test(`${name}: an account without a plan is 402, before any limit`, async () => {
    const answer = await send({ key: service().keyWithoutPlan })
    assert.equal(answer.status, 402)
    assert.equal(answer.error().code, 'subscription_required')
    assert.deepEqual(limitsOf(answer), [])
  })

  if (route.lacking !== null) {
    test(`${name}: a plan without ${route.lacking} is 403, before anything is validated`, async () => {
      const answer = await send(
        { key: service().keyOfSmallestPlan },
        withParameter(route.path, 'no_such_parameter', '1'),
      )
      assert.equal(answer.status, 403)
      const error = answer.error()
      assert.equal(error.code, 'plan_required')
      assert.equal(error.details.capability, route.lacking)
      assert.equal(error.required_plan, error.details.required_plan)
      assert.ok(limitsOf(answer).includes('ratelimit-reset'))
    })
  }

  test(`${name}: an unknown parameter and a repeated one are 400, named, and counted`, async () => {
    const unknown = withParameter(route.path, 'no_such_parameter', '1')
    for (const path of [unknown, withParameter(unknown, 'no_such_parameter', '1')]) {
      const answer = await send({ key: service().key }, path)
      assert.equal(answer.status, 400)
      assert.equal(answer.error().code, 'invalid_parameter')
      assert.equal(answer.error().details.parameter, 'no_such_parameter')
      assert.match(answer.error().message, /no_such_parameter/)
      assert.ok(limitsOf(answer).includes('ratelimit-reset'))
    }
  })

  test(`${name}: either header carries the key, and the answer its headers`, async () => {
    const { key } = service()
    for (const headers of [{ authorization: `bearer ${key}` }, { authorization: key }, { 'x-api-key': key }]) {
      await route.prepare?.()
      const answer = await send({
        headers: { ...(route.json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      })
      assert.ok(answer.status < 300, `${answer.status} ${answer.body}`)
      assert.match(answer.headers['x-request-id'] ?? '', /^req_/)
      assert.ok(answer.headers['x-independence'])
      assert.equal(answer.headers['access-control-allow-origin'], '*')
      assert.match(answer.headers['cache-control'] ?? '', /^(private, no-cache|no-store)$/)
      const byAccept = route.hasLines === true ? ', Accept' : ''
      assert.equal(answer.headers.vary, `Authorization, X-API-Key, Accept-Encoding${byAccept}`)
      assert.ok(limitsOf(answer).includes('ratelimit-reset'))
    }
  })

  limits(route, send, service)
  if (route.json !== undefined && route.takesBytes !== true) bodyRules(route, service)
  wrongMethods(route, service)
  if (route.method === 'GET') headLikeGet(name, send, (options) => ask(service(), 'HEAD', route.path, options), service)
}

function limits(
  { path, method }: KeyedRoute,
  send: (options: CallOptions, path?: string) => Promise<Answer>,
  service: () => MeteredService,
): void {
  const name = `${method} ${path}`
  test(`${name}: more at once than the plan allows is 429 with Retry-After, before anything is validated`, async () => {
    const answers = await Promise.all(
      Array.from({ length: atOnce }, () =>
        send({ key: service().keyToHurry }, withParameter(path, 'no_such_parameter', '1')),
      ),
    )
    const refused = answers.filter(({ status }) => status === 429)
    assert.notEqual(refused.length, 0)
    for (const answer of refused) {
      assert.equal(answer.error().code, 'rate_limit_exceeded')
      assert.equal(answer.headers['retry-after'], '1')
      assert.deepEqual(limitsOf(answer), limitHeaders)
    }
  })

  test(`${name}: a used-up quota is 429 until the month ends, before anything is validated`, async () => {
    const answer = await send({ key: service().keyUsedUp }, withParameter(path, 'no_such_parameter', '1'))
    assert.equal(answer.status, 429)
    assert.equal(answer.error().code, 'quota_exceeded')
    assert.equal(answer.headers['x-quota-remaining'], '0')
    assert.ok(Number(answer.headers['retry-after']) >= 1)
  })
}

function bodyRules(route: KeyedRoute, service: () => MeteredService): void {
  const name = `${route.method} ${route.path}`
  const text = JSON.stringify(route.json)
  const asJson = { 'content-type': 'application/json' }
  const deep = `${'['.repeat(33)}${']'.repeat(33)}`
  const rows: [what: string, body: string | Buffer, headers: Record<string, string>, parameter: string][] = [
    ['another content type', text, { 'content-type': 'text/plain' }, 'Content-Type'],
    ['no content type', text, {}, 'Content-Type'],
    ['nothing', '', asJson, 'body'],
    ['no JSON', `${text}]`, asJson, 'body'],
    ['no object', '[]', asJson, 'body'],
    ['a byte order mark', `\u{feff}${text}`, asJson, 'body'],
    ['no UTF-8', Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff])]), asJson, 'body'],
    ['an unknown property', text.replace('{', '{"no_such_property":1,'), asJson, 'no_such_property'],
    ['a property twice', text.replace('{', '{"no_such_property":1,"no_such_property":1,'), asJson, 'no_such_property'],
    ['more than 32 levels', text.replace('{', `{"no_such_property":${deep},`), asJson, 'no_such_property'],
  ]
  for (const [what, body, headers, parameter] of rows)
    test(`${name}: a body that is ${what} is 400, named, and counted`, async () => {
      const answer = await ask(service(), route.method, route.path, { key: service().key, body, headers })
      assert.equal(answer.status, 400, answer.body.toString())
      assert.equal(answer.error().code, 'invalid_parameter')
      assert.match(String(answer.error().details.parameter), new RegExp(`^${parameter}`))
      assert.ok(limitsOf(answer).includes('ratelimit-reset'))
    })

  test(`${name}: a body over 2,000,000 bytes is 400, and the connection is closed`, async () => {
    const body = `{"no_such_property":"${'a'.repeat(2_000_000)}"}`
    const answer = await ask(service(), route.method, route.path, { key: service().key, body, headers: asJson })
    assert.equal(answer.status, 400)
    assert.equal(answer.headers.connection, 'close')
  })
}

function wrongMethods(route: KeyedRoute, service: () => MeteredService): void {
  test(`${route.path}: other methods are 405 with Allow, OPTIONS is 204, another spelling of the path 404`, async () => {
    const bare = route.path.split('?', 1)[0] ?? ''
    const wrong = await ask(service(), 'PUT', bare, { key: service().key })
    assert.equal(wrong.status, 405)
    assert.equal(wrong.error().code, 'method_not_allowed')
    assert.equal(wrong.headers.allow, route.allow)
    assert.deepEqual(limitsOf(wrong), [])
    const options = await ask(service(), 'OPTIONS', bare)
    assert.equal(options.status, 204)
    assert.equal(options.headers.allow, route.allow)
    for (const path of [`${bare}/`, bare.replace('/v1/', '/V1/').replace('/mcp', '/MCP')]) {
      const missing = await ask(service(), route.method, path, { key: service().key })
      assert.equal(missing.status, 404)
      assert.equal(missing.error().code, 'route_not_found')
    }
  })
}

function headLikeGet(
  name: string,
  get: (options: CallOptions) => Promise<Answer>,
  head: (options: CallOptions) => Promise<Answer>,
  service: () => MeteredService,
): void {
  test(`${name}: HEAD answers the status and headers of GET without a body, and counts alike`, async () => {
    const { key } = service()
    const [first, second, third] = [await get({ key }), await head({ key }), await get({ key })]
    assert.equal(second.status, first.status)
    assert.equal(second.body.length, 0)
    assert.equal(second.headers['content-type'], first.headers['content-type'])
    assert.equal(second.headers.etag, first.headers.etag)
    const left = [first, second, third].map(({ headers }) => headers['ratelimit-remaining'])
    if (left[0] !== undefined)
      assert.deepEqual(
        left.map(Number),
        [0, 1, 2].map((used) => Number(left[0]) - used),
      )
  })
}
