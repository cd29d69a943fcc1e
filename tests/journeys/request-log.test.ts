/** The request log and the figures of use, at the wire: what is answered to an account stands there within a second. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { listKeys } from '../../src/accounts/operations.ts'
import { countedInMonth } from '../../src/limits/operations.ts'
import { usageOf } from '../../src/usage/figures/usage.ts'
import { filterOf, requestsOf, type ShownRequest } from '../../src/usage/requests/requests.ts'
import { utcMonthOf } from '../../src/values/brussels.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { mcpCaller } from '../harness/mcp.ts'
import { startService, type TestService } from '../harness/service.ts'
import { makeWatchlist, upload } from '../harness/watchlists.ts'

/** By which an answered request stands in the log (contract 10). */
const behindMs = 1_000

async function logOf({ database, clock }: TestService, accountId: string): Promise<ShownRequest[]> {
  const asked = { limit: 1_000, before: null, filter: filterOf({}) }
  return (await requestsOf(database, accountId, clock.now(), asked)).requests
}

async function withService(
  engine: (typeof engines)[number],
  work: (service: TestService) => Promise<void>,
): Promise<void> {
  const service = await startService(engine)
  try {
    await work(service)
  } finally {
    await service.stop()
  }
}

const told = ({ method, route, status, code }: ShownRequest): unknown[] => [method, route, status, code]

for (const engine of engines) {
  test(`${engine.name}: a second after its answer a request stands in the log of its account, refused ones too, and in nobody else's`, () =>
    withService(engine, async (service) => {
      const { origin, keys, accounts, database } = service
      const first = await call(origin, 'GET', '/v1/key', { key: keys.pro })
      await call(origin, 'HEAD', '/v1/key', { key: keys.pro })
      await call(origin, 'GET', '/v1/subsidies?secret=1', { key: keys.pro })
      await call(origin, 'GET', '/v1/subsidies/al:private-word', { key: keys.pro })
      await call(origin, 'GET', '/v1/watchlists', { key: keys.pro })
      await call(origin, 'GET', '/v1/key', { key: keys.none })
      await call(origin, 'GET', '/v1/key', { key: service.unknownKey })
      await call(origin, 'GET', '/v1/plans', { key: keys.pro })
      await call(origin, 'GET', '/v1/nothing', { key: keys.pro })
      await pause(behindMs)
      const log = await logOf(service, accounts.pro)
      assert.deepEqual(log.map(told), [
        ['GET', '/v1/watchlists', 403, 'plan_required'],
        ['GET', '/v1/subsidies/{id}', 404, 'subsidy_not_found'],
        ['GET', '/v1/subsidies', 400, 'invalid_parameter'],
        ['HEAD', '/v1/key', 200, null],
        ['GET', '/v1/key', 200, null],
      ])
      assert.equal(log.at(-1)?.requestId, first.headers['x-request-id'])
      const [key] = await listKeys(database, accounts.pro)
      assert.ok(log.every(({ keyId, durationMs }) => keyId === key?.id && durationMs > 0))
      assert.deepEqual((await logOf(service, accounts.none)).map(told), [
        ['GET', '/v1/key', 402, 'subscription_required'],
      ])
      assert.notEqual((await logOf(service, accounts.none))[0]?.keyId, null)
      assert.deepEqual(await logOf(service, accounts.enterprise), [])
      const all = JSON.stringify(await database.all('select * from request_page'))
      assert.ok(!all.includes('secret') && !all.includes('private-word') && !all.includes('127.0.0.1'))
    }))

  test(`${engine.name}: what the limits refuse stands in the log as refused, and the days' figures hold it`, () =>
    withService(engine, async (service) => {
      const { origin, keys, accounts, database, clock } = service
      const rate = 60
      const answers = await Promise.all(
        Array.from({ length: rate }, () => call(origin, 'GET', '/v1/key', { key: keys.developer })),
      )
      const refused = answers.filter(({ status }) => status === 429).length
      assert.ok(refused > 0)
      clock.advance({ seconds: 5 })
      await database.counters.run('update meter set requests = 10000 where account_id = $1', [accounts.developer])
      assert.equal((await call(origin, 'GET', '/v1/key', { key: keys.developer })).error().code, 'quota_exceeded')
      await pause(behindMs)
      const log = await logOf(service, accounts.developer)
      assert.equal(log.length, rate + 1)
      assert.equal(log.filter(({ code }) => code === 'rate_limit_exceeded').length, refused)
      assert.equal(log[0]?.code, 'quota_exceeded')
      const now = clock.now()
      const usage = await usageOf(database, accounts.developer, utcMonthOf(now), now)
      const [day] = usage.days.filter(({ answered }) => answered > 0)
      assert.deepEqual([day?.answered, day?.refused, day?.faulty, day?.failed], [rate - refused, refused + 1, 0, 0])
      assert.deepEqual(usage.requests, { used: 10_000, allowed: 10_000 })
    }))

  test(`${engine.name}: the figures of requests and evaluations are those of the counters, by key and route, tools and uploads among them`, () =>
    withService(engine, async (service) => {
      const { origin, keys, accounts, database, clock } = service
      await service.publish([input('m', { status: 'open' })])
      const key = keys.enterprise
      const facts = { company: { postcode: '9000' } }
      const post = (path: string, json: unknown, headers: Record<string, string> = {}) =>
        call(origin, 'POST', path, { key, json, headers })
      assert.equal((await post('/v1/match', facts)).status, 200)
      const mark = { 'idempotency-key': 'once' }
      for (const _ of [1, 2]) assert.equal((await post('/v1/match', facts, mark)).status, 200)
      assert.equal((await post('/v1/match', { company: { postcode: '0000' } })).status, 422)
      const wrong = { reference: 'c', company: { postcode: '0000' } }
      const companies = [{ reference: 'a', ...facts }, { reference: 'b', ...facts }, wrong]
      for (const _ of [1, 2]) assert.equal((await post('/v1/match/bulk', { companies }, mark)).status, 200)
      const list = await makeWatchlist(service)
      for (const _ of [1, 2]) assert.equal((await upload(service, list, companies, { headers: mark })).status, 200)
      const tools = mcpCaller(() => ({ origin, key }))
      await tools.answers('match_company', facts)
      await tools.answers('explain_eligibility', { id: 'al:m', ...facts })
      await tools.fails('explain_eligibility', { id: 'al:none', ...facts })
      await pause(behindMs)
      const now = clock.now()
      const counted = await countedInMonth(database, accounts.enterprise, now)
      assert.equal(counted.evaluations, 1 + 1 + 2 + 2 + 2)
      const usage = await usageOf(database, accounts.enterprise, utcMonthOf(now), now)
      assert.deepEqual(usage.evaluations, { used: counted.evaluations, allowed: null })
      assert.deepEqual(usage.requests, { used: counted.requests, allowed: null })
      const [used] = usage.keys
      assert.deepEqual([used?.requests, used?.evaluations], [counted.requests, counted.evaluations])
      assert.equal(
        usage.days.reduce((sum, day) => sum + day.evaluations, 0),
        counted.evaluations,
      )
      const routes = usage.routes.map(({ method, route, answered, faulty }) => [method, route, answered, faulty])
      assert.deepEqual(routes.toSorted(), [
        ['POST', '/mcp', 3, 0],
        ['POST', '/v1/match', 3, 1],
        ['POST', '/v1/match/bulk', 2, 0],
        ['POST', '/v1/watchlists', 1, 0],
        ['POST', '/v1/watchlists/{id}/companies', 2, 0],
      ])
      const log = await logOf(service, accounts.enterprise)
      assert.deepEqual(
        log.filter(({ route }) => route === '/mcp').map(({ evaluations }) => evaluations),
        [0, 1, 1],
      )
    }))

  test(`${engine.name}: a service that is told to stop leaves no request out`, async () => {
    const service = await startService(engine)
    const { origin, keys, accounts, database } = service
    const held = Promise.withResolvers<number>()
    const close = database.close.bind(database)
    // It is closed when the service has stopped: what it then holds is what was written.
    database.close = async () => {
      const row = await database.one<{ requests: number }>(
        'select sum(requests) as requests from request_page where account_id = $1',
        [accounts.enterprise],
      )
      held.resolve(row?.requests ?? 0)
      return close()
    }
    for (let count = 0; count < 7; count += 1) await call(origin, 'GET', '/v1/key', { key: keys.enterprise })
    await service.stop()
    assert.equal(await held.promise, 7)
  })
}
