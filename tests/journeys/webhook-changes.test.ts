/** One webhook endpoint at the wire: taking it away, switching it on, another secret; and that nobody else can tell it is there. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setPlan } from '../../src/accounts/operations.ts'
import { appendEvents } from '../../src/changes/append.ts'
import type { EventDraft } from '../../src/changes/event/event.ts'
import { eraseDeletedWebhooks } from '../../src/webhooks/leaving.ts'
import { type Engine, engines } from '../harness/databases.ts'
import {
  bodyOf,
  makeWebhook,
  putDeliveries,
  sampleUrl,
  sampleWebhookId,
  webhookIn,
  webhooksScene,
} from '../harness/webhooks.ts'

/** What is asked of one endpoint, and of none in particular. */
const asked: [method: string, rest: string][] = [
  ['DELETE', ''],
  ['POST', '/enable'],
  ['POST', '/rotate'],
  ['POST', '/test'],
  ['GET', '/deliveries'],
]

for (const engine of engines) testsOn(engine)

function testsOn(engine: Engine): void {
  const title = (words: string): string => `${engine.name}: ${words}`
  const scene = webhooksScene(engine)
  const { send, endpoints, newcomer, stored } = scene

  const deliveriesOf = async (id: string): Promise<number> => {
    const row = await scene.service.database.one<{ n: number }>(
      'select count(*) as n from webhook_delivery where webhook_id = $1',
      [id],
    )
    return row?.n ?? 0
  }
  /** Something happens. */
  const append = (): Promise<unknown> => {
    const { database, clock } = scene.service
    const event: EventDraft = {
      ...{ id: `chg_${clock.now()}`, event: 'source.stale', subject: 'source', subjectId: 'alpha', version: null },
      ...{ sourceId: 'alpha', accountId: null, causedBy: null, categories: ['source.stale'], regions: [], topics: [] },
      ...{ diff: {}, summary: {}, links: null },
    }
    return database.transaction((transaction) =>
      appendEvents(transaction, clock.now(), [event], { publication: false }),
    )
  }
  const headSeq = async (): Promise<unknown> =>
    (await scene.service.database.one('select last_seq from feed_head'))?.last_seq

  test(title('DELETE, 200: the endpoint is gone with what was queued, and its room in the plan is free'), async () => {
    const { key, account } = await newcomer()
    const [id, kept] = [(await makeWebhook(scene.service, {}, key)).id, (await makeWebhook(scene.service, {}, key)).id]
    for (const one of [id, kept])
      await putDeliveries(scene.service.database, one, account, Array(3).fill({ created_at: 5 }))
    const answer = await send('DELETE', `/v1/webhooks/${id}`, { key })
    assert.equal(answer.status, 200, answer.body.toString())
    assert.deepEqual(answer.json().data, { id, deleted: true })
    assert.deepEqual([await deliveriesOf(id), await deliveriesOf(kept)], [0, 3])
    assert.equal(await stored(id), null)
    for (const [method, rest] of asked) {
      const gone = await send(method, `/v1/webhooks/${id}${rest}`, { key })
      assert.deepEqual([gone.status, gone.error().code], [404, 'webhook_not_found'], rest)
    }
    assert.deepEqual(
      (await endpoints(key)).map((endpoint) => endpoint.id),
      [kept],
    )
  })

  test(
    title('DELETE, 200: one with many deliveries is gone for everybody at once, and is erased a few at a time'),
    async () => {
      const { key, account } = await newcomer()
      const { id } = await makeWebhook(scene.service, {}, key)
      await putDeliveries(scene.service.database, id, account, Array(3_500).fill({ created_at: 5 }))
      await scene.set(id, { due_at: 5 })
      const options = { key, json: { url: sampleUrl }, headers: { 'idempotency-key': 'after' } }
      for (let made = 1; made < 5; made += 1) await makeWebhook(scene.service, {}, key)
      assert.equal((await send('DELETE', `/v1/webhooks/${id}`, { key })).status, 200)
      for (const [method, rest] of asked)
        assert.equal((await send(method, `/v1/webhooks/${id}${rest}`, { key })).status, 404, rest)
      assert.equal((await endpoints(key)).length, 4)
      assert.equal((await send('POST', '/v1/webhooks', options)).status, 201, 'it takes no room any more')
      const row = await stored(id)
      assert.ok(row?.deleted_at !== null && row?.due_at === null, 'whoever looks for work finds none')
      assert.equal(await deliveriesOf(id), 2_500)
      assert.equal(await eraseDeletedWebhooks(scene.service.database, AbortSignal.abort()), 0)
      assert.equal(await eraseDeletedWebhooks(scene.service.database, new AbortController().signal), 1)
      assert.deepEqual([await deliveriesOf(id), await stored(id)], [0, null])
      assert.equal((await endpoints(key)).length, 5)
    },
  )

  test(title('enable, 200: one that is off is on with no failures, and gets what happens from here on'), async () => {
    const { key } = await newcomer()
    const made = await makeWebhook(scene.service, {}, key)
    await scene.set(made.id, { active: 0, consecutive_failures: 20, held_until: 9e12, last_success_at: 1_000 })
    const before = await stored(made.id)
    await append()
    const [off] = await endpoints(key)
    assert.deepEqual([off?.active, off?.consecutive_failures], [false, 20])
    const answer = await send('POST', `/v1/webhooks/${made.id}/enable`, { key })
    assert.equal(answer.status, 200, answer.body.toString())
    const { secret: _secret, ...shown } = made
    assert.deepEqual(webhookIn(answer), { ...shown, last_success_at: '1970-01-01T01:00:01+01:00' })
    assert.deepEqual(await endpoints(key), [webhookIn(answer)])
    const row = await stored(made.id)
    assert.ok(Number(row?.after_seq) > Number(before?.after_seq))
    assert.equal(row?.after_seq, await headSeq())
    assert.deepEqual([row?.held_until, row?.epoch], [0, Number(before?.epoch) + 1])
    assert.equal(row?.secret, before?.secret)
  })

  test(title('enable, 200: one that is on loses its failures and its gap, and no event'), async () => {
    const { key } = await newcomer()
    const { id } = await makeWebhook(scene.service, {}, key)
    await scene.set(id, { consecutive_failures: 7, held_until: 9e12, due_at: 9e12 })
    const before = await stored(id)
    await append()
    const answers = [1, 2].map(() => send('POST', `/v1/webhooks/${id}/enable`, { key }))
    for (const answer of await Promise.all(answers)) {
      assert.equal(answer.status, 200)
      assert.deepEqual([webhookIn(answer).active, webhookIn(answer).consecutive_failures], [true, 0])
    }
    const row = await stored(id)
    assert.deepEqual([row?.held_until, row?.after_seq, row?.epoch], [0, before?.after_seq, before?.epoch])
    assert.ok(Number(row?.due_at) < 9e12, 'what waited for the end of the gap may go now')
  })

  test(title('rotate, 200: a new secret once, kept sealed, and everything else as it was'), async () => {
    const { key } = await newcomer()
    const made = await makeWebhook(scene.service, { filters: { regions: 'brussels' } }, key)
    await scene.set(made.id, { active: 0, consecutive_failures: 20 })
    const before = await stored(made.id)
    const answer = await send('POST', `/v1/webhooks/${made.id}/rotate`, { key })
    assert.equal(answer.status, 200, answer.body.toString())
    assert.equal(answer.headers['cache-control'], 'no-store')
    const { secret = '', ...shown } = webhookIn(answer)
    assert.match(secret, /^whsec_[A-Za-z0-9_-]{43}$/)
    assert.notEqual(secret, made.secret)
    assert.deepEqual(await endpoints(key), [shown])
    assert.deepEqual([shown.active, shown.consecutive_failures, shown.filters.regions], [false, 20, ['brussels']])
    const after = await stored(made.id)
    assert.notEqual(after?.secret, before?.secret)
    assert.deepEqual({ ...after, secret: '' }, { ...before, secret: '' })
  })

  test(title('a body where none is read is 400 on each of them, an empty one and {} are taken'), async () => {
    const { key } = await newcomer()
    for (const [method, rest] of asked.slice(1, 4)) {
      const { id } = await makeWebhook(scene.service, {}, key)
      const path = `/v1/webhooks/${id}${rest}`
      const refused = await send(method, path, { key, json: { secret: 'whsec_mine' } })
      assert.deepEqual([refused.status, refused.error().details], [400, { parameter: 'secret' }])
      for (const json of [undefined, {}])
        assert.ok((await send(method, path, { key, ...(json === undefined ? {} : { json }) })).status < 300, rest)
    }
  })

  test(
    title('an endpoint of another account is met, on every route, like one that never was or can never be'),
    async () => {
      const { key: owner } = await newcomer()
      const made = await makeWebhook(scene.service, {}, owner)
      const before = await stored(made.id)
      const { key } = await newcomer('enterprise')
      const ids = [made.id, sampleWebhookId, 'wh_1', made.id.toLowerCase(), 'al:a', 'wh_%00', 'wh_%F0%9F', '..%2F']
      for (const [method, rest] of asked) {
        const answers = await Promise.all(
          [...ids, `wh_${'0'.repeat(500)}`].map((id) => send(method, `/v1/webhooks/${id}${rest}`, { key })),
        )
        for (const answer of answers) {
          assert.equal(answer.status, 404, `${method} ${rest}: ${answer.body}`)
          assert.deepEqual([answer.error().code, answer.error().details], ['webhook_not_found', {}])
        }
        assert.equal(new Set(answers.map(bodyOf)).size, 1)
        assert.ok(!answers[0]?.body.includes(made.id))
      }
      assert.deepEqual(await endpoints(key), [])
      assert.deepEqual(await stored(made.id), before)
      assert.equal(await deliveriesOf(made.id), 0)
    },
  )

  test(title('a plan without webhooks is 403 on each route, and they are there when it comes back'), async () => {
    const { key, account } = await newcomer()
    const made = await makeWebhook(scene.service, {}, key)
    await setPlan(scene.service.database, scene.service.clock.now(), account, 'developer')
    const all: [method: string, path: string, json?: unknown][] = [
      ['GET', '/v1/webhooks'],
      ['POST', '/v1/webhooks', { url: 'nonsense' }],
      ...asked.map(([method, rest]): [string, string] => [method, `/v1/webhooks/${made.id}${rest}`]),
    ]
    for (const [method, path, json] of all) {
      scene.service.clock.advance({ seconds: 1 })
      const refused = await send(method, path, json === undefined ? { key } : { key, json })
      assert.equal(refused.status, 403, path)
      const { code, details, required_plan } = refused.error()
      assert.deepEqual([code, details.capability, required_plan], ['plan_required', 'webhooks', 'pro'])
    }
    await setPlan(scene.service.database, scene.service.clock.now(), account, 'pro')
    const { secret: _secret, ...shown } = made
    assert.deepEqual(await endpoints(key), [shown])
  })
}
