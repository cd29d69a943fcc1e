import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Edge, keys, withEdge } from '../../../tests/harness/edge.ts'
import { open } from '../../../tests/harness/http.ts'
import { until } from '../../../tests/harness/started-process.ts'
import type { AnsweredRequest } from '../../values/answered-request.ts'

const said = ({ accountId, keyId, method, route, status, code }: AnsweredRequest): unknown[] => [
  ...[accountId, keyId, method, route, status, code],
]

async function toldOf({ answered }: Edge, requests: number): Promise<unknown[][]> {
  await until('all are told', () => answered.length >= requests)
  return answered.map(said)
}

test('of a request with a key is told whose it was, its key, the pattern of its route, status and error', () =>
  withEdge({}, async (edge) => {
    const { call } = edge
    const { headers } = await call('GET', '/v1/things/thing:secret?name=word', { key: keys.pro })
    await call('GET', '/v1/things/thing:secret', { key: keys.pro })
    await call('GET', '/v1/things/other', { key: keys.pro })
    await call('GET', '/v1/things/thing:1/versions', { key: keys.developer })
    await call('GET', '/v1/things', { key: keys.withoutPlan })
    await call('GET', '/v1/things', { key: keys.tooFast })
    await call('HEAD', '/v1/things', { key: keys.usedUp })
    await call('GET', '/v1/broken', { key: keys.pro })
    assert.deepEqual(await toldOf(edge, 8), [
      ['acc_pro', 'key_1', 'GET', '/v1/things/{id}', 400, 'invalid_parameter'],
      ['acc_pro', 'key_1', 'GET', '/v1/things/{id}', 200, null],
      ['acc_pro', 'key_1', 'GET', '/v1/things/{id}', 404, 'subsidy_not_found'],
      ['acc_developer', 'key_1', 'GET', '/v1/things/{id}/versions', 403, 'plan_required'],
      ['acc_none', 'key_2', 'GET', '/v1/things', 402, 'subscription_required'],
      ['acc_pro', 'key_1', 'GET', '/v1/things', 429, 'rate_limit_exceeded'],
      ['acc_pro', 'key_1', 'HEAD', '/v1/things', 429, 'quota_exceeded'],
      ['acc_pro', 'key_1', 'GET', '/v1/broken', 500, 'internal_error'],
    ])
    const [first] = edge.answered
    assert.equal(first?.requestId, headers['x-request-id'])
    assert.deepEqual([first?.isMetered, first?.at, first?.decidedAt], [true, edge.scene.now, edge.scene.now])
    assert.ok((first?.durationMs ?? 0) > 0)
    assert.ok(!/secret|word|127\.0\.0\.1/.test(JSON.stringify(edge.answered)))
  }))

test('nothing is told of what is nobody’s: no key or an unknown one, open routes, paths and methods that do not exist', () =>
  withEdge({}, async (edge) => {
    const { call } = edge
    await call('GET', '/v1/things')
    await call('GET', '/v1/things', { key: keys.unknown })
    await call('GET', '/v1/open', { key: keys.pro })
    await call('GET', '/v1/nothing', { key: keys.pro })
    await call('DELETE', '/v1/things', { key: keys.pro })
    await call('OPTIONS', '/v1/things', { key: keys.pro })
    await call('GET', '/v1/things', { key: keys.pro })
    assert.deepEqual(await toldOf(edge, 1), [['acc_pro', 'key_1', 'GET', '/v1/things', 200, null]])
  }))

test('of a request whose client left before it was answered is told status 499, and no error', () =>
  withEdge({}, async (edge) => {
    const socket = await open(edge.origin)
    socket.write(`GET /v1/slow HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${keys.pro}\r\n\r\n`)
    await edge.scene.slowBegan.promise
    socket.destroy()
    assert.deepEqual(await toldOf(edge, 1), [['acc_pro', 'key_1', 'GET', '/v1/slow', 499, null]])
  }))
