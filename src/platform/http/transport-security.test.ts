/** `Strict-Transport-Security` stands on every answer of a service that people reach over https, and on none over http. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { withEdge } from '../../../tests/harness/edge.ts'
import { answersIn, call, raw } from '../../../tests/harness/http.ts'
import { startService } from '../../../tests/harness/service.ts'
import { transportHeaders } from './answering/headers.ts'

const year = 'max-age=31536000'

test('every answer over https has it: of routes, pages, files, refusals, preflights, and of what is no request', async () => {
  const [embedded] = engines
  assert.ok(embedded)
  const service = await startService(embedded)
  try {
    const { pro: key } = service.keys
    const rows: [method: string, path: string, status: number][] = [
      ['GET', '/v1/health', 200],
      ['GET', '/v1/key', 200],
      ['HEAD', '/v1/key', 200],
      ['GET', '/v1/nothing', 404],
      ['DELETE', '/v1/key', 405],
      ['OPTIONS', '/v1/key', 204],
      ['GET', '/en/', 200],
      ['GET', '/', 302],
      ['GET', '/en/deadlines.ics', 200],
      ['GET', '/livez', 200],
      ['GET', '/dashboard', 303],
    ]
    for (const [method, path, status] of rows) {
      const answer = await call(service.origin, method, path, { key })
      assert.ok(answer.status === status || (path === '/' && answer.status < 400), `${path} ${answer.status}`)
      assert.equal(answer.headers['strict-transport-security'], year, `${method} ${path}`)
    }
    const [malformed] = answersIn(await raw(service.origin, 'GET / HTTP/9.9\r\n\r\n'))
    assert.equal(malformed?.headers['strict-transport-security'], year)
  } finally {
    await service.stop()
  }
})

test('streams have it too, and an address over http has none', async () => {
  assert.deepEqual(transportHeaders('http://127.0.0.1:8080'), {})
  await withEdge({}, async (edge) => {
    for (const path of ['/v1/stream', '/v1/none'])
      assert.equal((await edge.call('GET', path)).headers['strict-transport-security'], year)
  })
})
