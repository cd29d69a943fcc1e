import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Edge, keys, startEdge, withEdge } from '../../../tests/harness/edge.ts'
import type { CallOptions } from '../../../tests/harness/http.ts'

let edge: Edge
before(async () => {
  edge = await startEdge()
})
after(() => edge.stop())

/** The line of this one request: the log is written when the answer has left. */
async function lineOf(method: string, path: string, options: CallOptions = {}): Promise<Record<string, unknown>> {
  const answer = await edge.call(method, path, options)
  const id = answer.headers['x-request-id']
  for (let look = 0; look < 1_000; look += 1) {
    const line = edge.log.find(({ request_id, message }) => request_id === id && message === 'request')
    if (line !== undefined) return line
    await new Promise((resolve) => setImmediate(resolve))
  }
  return assert.fail('the request left no line')
}

test('a request leaves one line with its id, route pattern, method, status, duration and account', async () => {
  const {
    time: _time,
    brussels: _brussels,
    duration_ms,
    request_id,
    ...line
  } = await lineOf('GET', '/v1/things/thing:secret', { key: keys.pro })
  assert.match(String(request_id), /^req_/)
  assert.ok(typeof duration_ms === 'number' && duration_ms >= 0)
  assert.deepEqual(line, {
    level: 'info',
    message: 'request',
    route: '/v1/things/{id}',
    method: 'GET',
    status: 200,
    account_id: 'acc_pro',
    client: '127.0.0.0/24',
  })
  assert.equal(edge.log.filter((one) => one.request_id === request_id).length, 1)
})

test('a refused key leaves no account, a path that does not exist no pattern', async () => {
  assert.equal((await lineOf('GET', '/v1/things', { key: keys.unknown })).account_id, null)
  assert.equal((await lineOf('GET', '/v1/things', { key: keys.withoutPlan })).account_id, 'acc_none')
  assert.equal((await lineOf('GET', '/v1/secret-path')).route, null)
})

test('no key, query, body, path id or whole address ever stands in the log', async () => {
  await lineOf('GET', '/v1/things?name=needle-query', { key: keys.pro })
  await lineOf('GET', '/v1/things/needle-id', { key: 'sm_test_needle-key' })
  await lineOf('POST', '/v1/companies', { key: keys.pro, json: { companies: [{ reference: 'needle-body' }] } })
  await lineOf('POST', '/v1/companies', { key: keys.pro, json: { companies: [{ 'needle-name': 1 }] } })
  await lineOf('GET', '/v1/broken?', { key: keys.pro })
  const text = JSON.stringify(edge.log)
  for (const needle of ['needle', keys.pro, '127.0.0.1']) assert.ok(!text.includes(needle), needle)
})

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traces: [traceparent: string, traceId: string | undefined][] = [
  [`00-${traceId}-00f067aa0ba902b7-01`, traceId],
  [`01-${traceId}-00f067aa0ba902b7-01-more`, traceId],
  [`00-${traceId}-00f067aa0ba902b7-01-more`, undefined],
  [`ff-${traceId}-00f067aa0ba902b7-01`, undefined],
  [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, undefined],
  [`00-${traceId}-${'0'.repeat(16)}-01`, undefined],
  [`00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`, undefined],
  ['nonsense', undefined],
]
for (const [traceparent, expected] of traces) {
  test(`traceparent ${traceparent} ${expected === undefined ? 'is ignored' : 'is logged by its trace id'}`, async () => {
    assert.equal((await lineOf('GET', '/v1/open', { headers: { traceparent } })).trace_id, expected)
  })
}

test('probes are logged for debugging only', async () => {
  assert.equal((await lineOf('GET', '/readyz')).level, 'debug')
})

test('of strangers who passed no limit the first are written in each window, the others counted by status; accounts all', async () => {
  await withEdge({ bounds: { refusedLinesMax: 3, refusedLinesWindowMs: 60_000 } }, async (sampled) => {
    for (let round = 0; round < 5; round += 1) {
      await sampled.call('GET', '/v1/things', { key: keys.unknown })
      await sampled.call('GET', '/v1/nothing')
      await sampled.call('OPTIONS', '/v1/things')
      await sampled.call('GET', '/v1/things?zzz=1', { key: keys.pro })
    }
    await sampled.stop()
    const lines = sampled.log.filter(({ message }) => message === 'request')
    assert.equal(lines.filter(({ account_id }) => account_id === null).length, 3)
    assert.equal(lines.filter(({ account_id }) => account_id === 'acc_pro').length, 5)
    const { time: _time, brussels: _brussels, ...count } = sampled.log.at(-1) ?? {}
    assert.deepEqual(count, {
      level: 'info',
      message: 'requests without a line of their own',
      requests: 12,
      status_204: 4,
      status_401: 4,
      status_404: 4,
    })
  })
})

test('a window that is over is counted, and the next one writes again', async () => {
  await withEdge({ bounds: { refusedLinesMax: 1, refusedLinesWindowMs: 30 } }, async (sampled) => {
    const counts = () => sampled.log.filter(({ requests }) => requests !== undefined).length
    while (counts() < 2) await sampled.call('GET', '/v1/things', { key: keys.unknown })
    const written = sampled.log.filter(({ status }) => status === 401).length
    assert.ok(written >= 2, String(written))
  })
})
