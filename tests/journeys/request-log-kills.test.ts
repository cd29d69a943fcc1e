/** What two processes took down of requests until both were killed: at most the last second is missing, and nothing is there twice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { requestsOfPage } from '../../src/usage/page.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { processScene } from '../harness/process.ts'

/** The contract's second, and one more for a machine that is busy with other tests. */
const behindMs = 2_000
const askedMs = 4_000
/** Below what the plan takes, so that all are alike. */
const everyMs = 20

for (const engine of engines) {
  test(`${engine.name}: killed while requests come, two processes have taken down each but those of the last second, once`, async () => {
    await using scene = await processScene(engine)
    const { key, account } = await scene.customer('business')
    const services = [await scene.serve(['--role', 'api']), await scene.serve(['--role', 'api'])]
    const answered = new Map<string, number>()
    const end = performance.now() + askedMs
    for (let count = 0; performance.now() < end; count += 1) {
      const { headers, status } = await call(services[count % 2]?.origin ?? '', 'GET', '/v1/key', { key })
      assert.equal(status, 200)
      answered.set(headers['x-request-id'] ?? '', performance.now())
      await pause(everyMs)
    }
    const killedAt = performance.now()
    await Promise.all(services.map(({ process }) => process.kill()))

    const database = await scene.database()
    const pages = await database.all<{ body: string }>('select body from request_page where account_id = $1', [account])
    const taken = pages.flatMap(({ body }) => requestsOfPage(body).map(({ requestId }) => requestId))
    assert.equal(new Set(taken).size, taken.length, 'none stands there twice')
    assert.ok(taken.every((id) => answered.has(id)))
    const missing = [...answered].filter(([id]) => !taken.includes(id))
    assert.ok(taken.length > 0 && missing.length < answered.size)
    for (const [id, at] of missing) assert.ok(at > killedAt - behindMs, `${id} was answered ${killedAt - at} ms before`)
    const figures = await database.one<{ requests: number }>(
      'select sum(requests) as requests from usage_day where account_id = $1',
      [account],
    )
    assert.equal(figures?.requests, taken.length, 'what the log has the figures have')
  })
}
