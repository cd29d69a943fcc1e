import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answered, takeDown } from '../../../tests/harness/answered.ts'
import { engines } from '../../../tests/harness/databases.ts'
import { newId } from '../../platform/new-id.ts'
import { logBounds } from '../page.ts'
import { filterOf, findRequest, type RequestPlace, requestsOf } from './requests.ts'

const now = Date.UTC(2026, 10, 20, 12)
const dayMs = 24 * 60 * 60 * 1_000

for (const engine of engines) {
  test(`${engine.name}: requests are listed newest first, page by page, each once, and the last page says that it is the last`, async () => {
    await using store = await engine.open()
    const { database } = store
    const all = Array.from({ length: 30 }, (_, count) => answered(now + count))
    // On pages of the log of their own, and several on one.
    const alone = all.slice(9).map((one) => [one])
    for (const some of [all.slice(0, 1), all.slice(1, 5), all.slice(5, 9), ...alone]) await takeDown(database, some)
    await takeDown(database, [answered(now, { accountId: 'acc_2' })])
    const seen: string[] = []
    let before: RequestPlace | null = null
    do {
      const page = await requestsOf(database, 'acc_1', now, { limit: 10, before, filter: filterOf({}) })
      assert.equal(page.requests.length, 10)
      seen.push(...page.requests.map(({ requestId }) => requestId))
      before = page.next
    } while (before !== null)
    assert.deepEqual(seen, all.map(({ requestId }) => requestId).toReversed())
  })

  test(`${engine.name}: what is looked for is found among many thousands, by status, error, key and route`, async () => {
    await using store = await engine.open()
    const { database } = store
    const odd = answered(now, { status: 404, code: 'subsidy_not_found', keyId: 'key_2', route: '/v1/subsidies/{id}' })
    const many = Array.from({ length: 9_001 }, (_, count) => answered(now + 1 + count))
    for (const some of [[odd], many, [answered(now + 20_000, { status: 499 })]]) await takeDown(database, some)
    const found = async (given: Parameters<typeof filterOf>[0], limit = 5) => {
      const { requests, next } = await requestsOf(database, 'acc_1', now, {
        limit,
        before: null,
        filter: filterOf(given),
      })
      return [requests.map(({ status }) => status), next !== null]
    }
    assert.deepEqual(await found({ outcome: 'faulty' }), [[404], false])
    assert.deepEqual(await found({ outcome: 'failed' }), [[499], false])
    assert.deepEqual(await found({ outcome: 'refused' }), [[], false])
    assert.deepEqual(await found({ code: 'subsidy_not_found' }), [[404], false])
    assert.deepEqual(await found({ keyId: 'key_2' }), [[404], false])
    assert.deepEqual(await found({ route: '/v1/subsidies/{id}' }), [[404], false])
    assert.deepEqual(await found({ route: '/v1/subsidies/{id}', keyId: 'key_1' }), [[], false])
    assert.deepEqual(await found({ outcome: 'answered', keyId: 'key_1' }, 2), [[200, 200], true])
  })

  test(`${engine.name}: a request is found by its id; of one that is forgotten, or of nobody or another, is said no more than that`, async () => {
    await using store = await engine.open()
    const { database } = store
    const [mine, theirs] = [answered(now, { status: 422, code: 'invalid_body' }), answered(now, { accountId: 'acc_2' })]
    const old = answered(now - logBounds.keptMs - 1)
    for (const request of [mine, theirs, old]) await takeDown(database, [request])
    const why = async (id: string) => {
      const asked = await findRequest(database, 'acc_1', now, id)
      return asked.found === null ? asked.why : asked.found
    }
    assert.deepEqual(await why(mine.requestId), {
      ...{ requestId: mine.requestId, at: now, method: 'GET', route: '/v1/key', status: 422, code: 'invalid_body' },
      ...{ cut: null, durationMs: 1.3, keyId: 'key_1', evaluations: 0 },
    })
    assert.equal(await why(theirs.requestId), 'unknown')
    assert.equal(await why(newId('req', now)), 'unknown')
    assert.equal(await why(old.requestId), 'forgotten')
    for (const id of ['', 'req_', 'key_01KJSESXN891FZ3RWZZVN4NZ2V', mine.requestId.toLowerCase(), `${mine.requestId}0`])
      assert.equal(await why(id), 'no_id', id)
  })

  test(`${engine.name}: what is older than 7 days is shown to nobody, also before it is deleted`, async () => {
    await using store = await engine.open()
    const { database } = store
    for (const at of [now - 7 * dayMs - 1, now - 7 * dayMs]) await takeDown(database, [answered(at)])
    const { requests } = await requestsOf(database, 'acc_1', now, { limit: 5, before: null, filter: filterOf({}) })
    assert.deepEqual(
      requests.map(({ at }) => at),
      [now - 7 * dayMs],
    )
  })
}
