/** Use, requests and deeds over the dashboard's routes: of the account alone, page by page, in months that are kept. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { answered, takeDown } from '../harness/answered.ts'
import { engines } from '../harness/databases.ts'
import { type Answer, call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'
import { type SignedInBrowser, signedInTo } from '../harness/signed-in.ts'
import { until } from '../harness/started-process.ts'

type Row = Record<string, unknown>
type Page = { data: Row[]; pagination: { has_more: boolean; limit: number; next_cursor?: string } }
const pageOf = (answer: Answer): Page => {
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json() as Page
}

for (const engine of engines) {
  describe(`${engine.name}: the account's use`, () => {
    let service: TestService
    let ann: SignedInBrowser
    let bea: SignedInBrowser
    before(async () => {
      service = await startService(engine, { start: Date.UTC(2026, 10, 20, 12) })
      ann = await signedInTo(service, service.accounts.business)
      bea = await signedInTo(service, service.accounts.pro)
    })
    after(() => service.stop())

    test('GET /v1/dashboard/usage, 200: this month by day, key and route, with quotas; and nothing of another account', async () => {
      await service.publish([input('m', { status: 'open' })])
      const { keys, origin } = service
      for (const _ of [1, 2]) await call(origin, 'GET', '/v1/subsidies?q=private-word', { key: keys.business })
      await call(origin, 'GET', '/v1/subsidies/none', { key: keys.business })
      await call(origin, 'POST', '/v1/match', { key: keys.business, json: { company: { postcode: '9000' } } })
      const made = await ann.send('POST', '/v1/dashboard/match', { json: { company: { postcode: '9000' } } })
      assert.equal(made.status, 200)
      const usage = async () => (await ann.send('GET', '/v1/dashboard/usage')).json().data as Row
      const shown = await until('it is taken down', async () => {
        const data = await usage()
        return (data.keys as Row[]).length === 2 ? data : null
      })
      assert.deepEqual(shown.requests, { used: 4, allowed: 500_000 })
      assert.deepEqual(shown.evaluations, { used: 2, allowed: 10_000 })
      assert.equal(shown.month, '2026-11')
      assert.match(String(shown.resets_at), /^2026-12-01T01:00:00\+01:00$/)
      const days = shown.days as Row[]
      assert.equal(days.length, 30)
      const busy = days.filter(({ evaluations }) => evaluations !== 0)
      assert.deepEqual(
        busy.map((day) => [day.answered, day.refused, day.faulty, day.failed, day.evaluations]),
        [[3, 0, 1, 0, 2]],
      )
      const [used, people] = shown.keys as Row[]
      assert.deepEqual([used?.name, used?.mode, used?.requests, used?.evaluations], ['business', 'live', 4, 1])
      assert.deepEqual([people?.key_id, people?.requests, people?.evaluations], [null, 0, 1])
      const [first] = shown.routes as Row[]
      assert.deepEqual(first, { route: '/v1/subsidies', method: 'GET', answered: 2, refused: 0, faulty: 0, failed: 0 })
      const theirs = (await bea.send('GET', '/v1/dashboard/usage')).json().data as Row
      assert.deepEqual([theirs.requests, theirs.routes], [{ used: 0, allowed: 100_000 }, []])
    })

    test('GET /v1/dashboard/usage, 400: a month that is none, is to come, or is longer past than figures are kept', async () => {
      for (const month of ['2026-13', '2026-12', '2024-09', '2026', 'now']) {
        const answer = await ann.send('GET', `/v1/dashboard/usage?month=${month}`)
        assert.equal(answer.error().code, 'invalid_parameter', month)
        assert.equal(answer.error().details.parameter, 'month')
      }
      const oldest = (await ann.send('GET', '/v1/dashboard/usage?month=2024-10')).json().data as Row
      assert.deepEqual([oldest.requests, oldest.resets_at], [{ used: 0, allowed: null }, null])
    })

    test('GET /v1/dashboard/requests, 200: newest first, page by page, filtered; another account’s cursor is refused', async () => {
      const { database, clock, accounts } = service
      const now = clock.now()
      const accountId = accounts.business
      const wrong = { status: 404, code: 'subsidy_not_found', route: '/v1/subsidies/{id}' }
      for (let count = 0; count < 5; count += 1)
        await takeDown(database, [answered(now + count, { accountId, ...(count % 2 === 0 ? {} : wrong) })])
      const first = pageOf(await ann.send('GET', '/v1/dashboard/requests?limit=2'))
      assert.deepEqual(
        first.data.map(({ status }) => status),
        [200, 404],
      )
      const { next_cursor: cursor } = first.pagination
      assert.ok(cursor !== undefined && first.pagination.has_more)
      const next = pageOf(await ann.send('GET', `/v1/dashboard/requests?limit=2&cursor=${cursor}`))
      assert.equal(new Set([...first.data, ...next.data].map(({ request_id }) => request_id)).size, 4)
      const refused = await bea.send('GET', `/v1/dashboard/requests?cursor=${cursor}`)
      assert.equal(refused.error().code, 'invalid_cursor')
      const audit = await ann.send('GET', `/v1/dashboard/audit?cursor=${cursor}`)
      assert.equal(audit.error().code, 'invalid_cursor')
      for (const query of ['status=faulty', 'code=subsidy_not_found', 'route=/v1/subsidies/{id}&status=faulty']) {
        const { data, pagination } = pageOf(await ann.send('GET', `/v1/dashboard/requests?${query}`))
        assert.ok(data.length >= 2 && !pagination.has_more)
        assert.ok(data.every(({ status, code }) => status === 404 && code === 'subsidy_not_found'))
      }
      assert.deepEqual(pageOf(await bea.send('GET', '/v1/dashboard/requests')).data, [])
    })

    test('GET /v1/dashboard/requests, 200: one by its id; another account’s is as one that never was', async () => {
      const [newest] = pageOf(await ann.send('GET', '/v1/dashboard/requests?limit=1')).data
      const path = `/v1/dashboard/requests?request_id=${newest?.request_id}`
      assert.deepEqual(pageOf(await ann.send('GET', path)).data, [newest])
      assert.deepEqual(pageOf(await bea.send('GET', path)).data, [])
      assert.deepEqual(pageOf(await ann.send('GET', '/v1/dashboard/requests?request_id=none')).data, [])
    })

    test('GET /v1/dashboard/audit, 200: who did what, newest first, page by page', async () => {
      const key = await ann.send('POST', '/v1/dashboard/keys', { json: { name: 'Nightly', mode: 'test' } })
      assert.equal(key.status, 201)
      const { data, pagination } = pageOf(await ann.send('GET', '/v1/dashboard/audit?limit=1'))
      assert.equal(pagination.has_more, true)
      assert.deepEqual([data[0]?.action, data[0]?.actor, data[0]?.key_id], ['key_created', 'session', null])
      assert.equal(data[0]?.subject, (key.json().data as Row).id)
      const rest = pageOf(await ann.send('GET', `/v1/dashboard/audit?cursor=${pagination.next_cursor}`))
      assert.ok(rest.data.length > 0 && rest.data.every(({ id }) => String(id) < String(data[0]?.id)))
      const theirs = pageOf(await bea.send('GET', '/v1/dashboard/audit')).data
      assert.ok(!JSON.stringify(theirs).includes('Nightly'))
    })
  })
}
