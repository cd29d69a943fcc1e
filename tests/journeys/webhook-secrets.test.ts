/** The secret of a webhook endpoint stands in the answer that gives it, and nowhere else: no table, no log, no other answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../src/platform/database/database.ts'
import { tables } from '../../src/tables.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { processScene } from '../harness/process.ts'

/** Everything that the store has in any column of any table. */
async function wholeStore(database: Database): Promise<string> {
  const texts: string[] = []
  for (const [table, { sqliteFile }] of Object.entries(tables)) {
    const file = sqliteFile === 'counters' ? database.counters : database
    texts.push(JSON.stringify(await file.all(`select * from ${table}`)))
  }
  return texts.join('\n')
}

for (const engine of engines)
  test(`${engine.name}: at LOG_LEVEL=trace a secret is neither logged nor stored as it is, whatever becomes of the request`, async () => {
    await using scene = await processScene(engine, { environment: { LOG_LEVEL: 'trace' } })
    await scene.lists('city', [])
    const { key } = await scene.customer('pro')
    const service = await scene.serve(['--role', 'api'])
    const store = await scene.database()
    const send = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
      call(service.origin, method, path, { key, headers, ...(json === undefined ? {} : { json }) })
    const body = { url: 'https://receiver.example.com/ZQXJKVMARK' }

    const secrets: string[] = []
    const answered: string[] = []
    const once = { 'idempotency-key': 'once' }
    const make = async () =>
      (await send('POST', '/v1/webhooks', body, once)).json().data as { id: string; secret: string }
    const { id, secret } = await make()
    assert.equal((await make()).secret, secret)
    secrets.push(secret)
    const rotated = await send('POST', `/v1/webhooks/${id}/rotate`)
    secrets.push((rotated.json().data as { secret: string }).secret)
    assert.equal(new Set(secrets).size, 2)

    // A store that fails in the middle of it: the fault is logged, and what was to be stored is not.
    await store.run(
      engine.name === 'sqlite'
        ? `create trigger failing before update of secret on webhook begin select raise(abort, 'refused by the test'); end`
        : `alter table webhook add constraint failing check (epoch > 0) not valid`,
    )
    assert.equal((await send('POST', `/v1/webhooks/${id}/rotate`)).status, 500)
    const later: [method: string, path: string, json?: unknown][] = [
      ['GET', '/v1/webhooks'],
      ['POST', '/v1/webhooks', { ...body, secret }],
      ['POST', '/v1/webhooks', body],
      ['POST', `/v1/webhooks/${id}/test`],
      ['GET', `/v1/webhooks/${id}/deliveries`],
      ['GET', '/v1/changes'],
      ['POST', `/v1/webhooks/${id}/enable`],
    ]
    for (const [method, path, json] of later) {
      const answer = await send(method, path, json, json === body ? once : {})
      answered.push(answer.body.toString())
    }
    const kept = await wholeStore(store)
    const { process } = service
    process.child.kill('SIGTERM')
    await process.ended
    const logged = process.out + process.error
    assert.ok(logged.includes('/v1/webhooks/{id}/rotate'), 'requests are logged by the pattern of their route')
    assert.ok(kept.includes('ZQXJKVMARK'), 'the endpoint is kept')
    assert.ok(!logged.includes('ZQXJKVMARK'), 'a url may hold what is nobody else to know')
    for (const text of secrets.flatMap((one) => [one, one.slice('whsec_'.length)]))
      for (const [where, said] of Object.entries({ kept, logged, answered: answered.join('\n') }))
        assert.ok(!said.includes(text), `${where} has it`)
  })
