/** What every open route guarantees: no key, no quota, the same answer for everybody, and a tag to ask again with. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, type ServiceOf, withParameter } from './service.ts'

export type OpenRoute = {
  /** With a real id; GET succeeds. */
  path: string
}

export function openRouteSuite(route: OpenRoute, service: ServiceOf): void {
  const get = (path = route.path, headers: Record<string, string> = {}) => ask(service(), 'GET', path, { headers })

  test(`GET ${route.path}: needs no key, looks at none, and carries no limits`, async () => {
    for (const headers of [{}, { authorization: 'mistyped' }, { authorization: `Bearer ${service().unknownKey}` }]) {
      const answer = await get(route.path, headers)
      assert.equal(answer.status, 200)
      assert.ok(!Object.keys(answer.headers).some((name) => /^(ratelimit-|x-quota-)/.test(name)))
      assert.equal(answer.headers['cache-control'], 'public, no-cache')
      assert.equal(answer.headers['access-control-allow-origin'], '*')
      assert.match(answer.headers['x-request-id'] ?? '', /^req_/)
      assert.ok(answer.headers['x-independence'])
    }
  })

  test(`GET ${route.path}: the tag of an answer asks again for nothing`, async () => {
    const { headers } = await get()
    const again = await get(route.path, { 'if-none-match': headers.etag ?? '' })
    assert.equal(again.status, 304)
    assert.equal(again.body.length, 0)
    assert.equal(again.headers.etag, headers.etag)
    assert.equal(again.headers.vary, headers.vary)
  })

  test(`GET ${route.path}: an unknown parameter is 400, named`, async () => {
    const answer = await get(withParameter(route.path, 'no_such_parameter', '1'))
    assert.equal(answer.status, 400)
    assert.equal(answer.error().details.parameter, 'no_such_parameter')
  })

  test(`GET ${route.path}: HEAD is GET without a body, POST is 405, OPTIONS 204, a trailing slash 404`, async () => {
    const [got, head] = [await get(), await ask(service(), 'HEAD', route.path)]
    assert.equal(head.status, 200)
    assert.equal(head.body.length, 0)
    assert.equal(head.headers.etag, got.headers.etag)
    const post = await ask(service(), 'POST', route.path)
    assert.equal(post.status, 405)
    assert.match(post.headers.allow ?? '', /GET, HEAD.*OPTIONS/)
    assert.equal((await ask(service(), 'OPTIONS', route.path)).status, 204)
    assert.equal((await get(`${route.path.split('?', 1)[0]}/`)).error().code, 'route_not_found')
  })
}
