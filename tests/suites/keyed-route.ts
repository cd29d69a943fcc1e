/** What every keyed route guarantees, whatever it does: run over the list of routes, so that a new one is covered. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer, CallOptions } from '../harness/http.ts'
import { ask, type ServiceOf, withParameter } from './service.ts'

export type KeyedRoute = {
  method: string
  /** With real ids: a request to it, with `json` if it has one, succeeds. */
  path: string
  json?: unknown
  /** The capability that the route needs and the smallest plan lacks; null where every plan may use it. */
  lacking: string | null
  /** Methods of the path, as `Allow` lists them. */
  allow: string
}

const limitHeaders = ['ratelimit-reset', 'ratelimit-limit', 'ratelimit-remaining', 'x-quota-limit', 'x-quota-remaining']
const limitsOf = ({ headers }: Answer): string[] => limitHeaders.filter((name) => name in headers)

export function keyedRouteSuite(route: KeyedRoute, service: ServiceOf): void {
  const name = `${route.method} ${route.path}`
  const json = route.json === undefined ? {} : { json: route.json }
  const send = (options: CallOptions, path = route.path): Promise<Answer> =>
    ask(service(), route.method, path, { ...json, ...options })

  test(`${name}: no key, a malformed one and an unknown one are the same 401`, async () => {
    const { unknownKey } = service()
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
      const answer = await send({
        headers: { ...(route.json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      })
      assert.ok(answer.status < 300, `${answer.status} ${answer.body}`)
      assert.match(answer.headers['x-request-id'] ?? '', /^req_/)
      assert.ok(answer.headers['x-independence'])
      assert.equal(answer.headers['access-control-allow-origin'], '*')
      assert.match(answer.headers['cache-control'] ?? '', /^(private, no-cache|no-store)$/)
      assert.equal(answer.headers.vary, 'Authorization, X-API-Key, Accept-Encoding')
      assert.ok(limitsOf(answer).includes('ratelimit-reset'))
    }
  })

  wrongMethods(route, service)
  if (route.method === 'GET') headLikeGet(name, send, (options) => ask(service(), 'HEAD', route.path, options), service)
}

function wrongMethods(route: KeyedRoute, service: ServiceOf): void {
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
  service: ServiceOf,
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
