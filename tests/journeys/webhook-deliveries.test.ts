/** Deliveries of webhook endpoints at the wire: asking for a ping, and the last that were sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { pingEventSchema } from '../../src/changes/event/event-schema.ts'
import { formatInstant } from '../../src/values/brussels.ts'
import { type Engine, engines } from '../harness/databases.ts'
import type { Answer } from '../harness/http.ts'
import { bodyOf, makeWebhook, putDeliveries, webhooksScene } from '../harness/webhooks.ts'

type Delivery = {
  id: string
  event_type: string
  status: string
  attempts: number
  last_status: number | null
  last_error: string | null
  created_at: string
  delivered_at: string | null
  next_attempt_at: string | null
  event_id: string
}

const listed = (answer: Answer): Delivery[] => {
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json().data as Delivery[]
}
const queued = (answer: Answer): { delivery_id: string; event_id: string } => {
  assert.equal(answer.status, 202, answer.body.toString())
  return answer.json().data as { delivery_id: string; event_id: string }
}

for (const engine of engines) testsOn(engine)

function testsOn(engine: Engine): void {
  const title = (words: string): string => `${engine.name}: ${words}`
  const scene = webhooksScene(engine)
  const { send, newcomer, stored } = scene
  const deliveries = async (id: string, key: string): Promise<Delivery[]> =>
    listed(await send('GET', `/v1/webhooks/${id}/deliveries`, { key }))
  const ping = (id: string, key: string, headers: Record<string, string> = {}): Promise<Answer> =>
    send('POST', `/v1/webhooks/${id}/test`, { key, headers })

  test(title('test, 202: a ping is queued for the endpoint alone, with the body that will be sent'), async () => {
    const { key, account } = await newcomer()
    const { id } = await makeWebhook(scene.service, { filters: { topics: 'energy' } }, key)
    const other = await makeWebhook(scene.service, {}, key)
    const feed = (await send('GET', '/v1/changes', { key })).json().data
    const answer = await ping(id, key)
    const { delivery_id, event_id } = queued(answer)
    assert.match(delivery_id, /^whd_[0-9A-HJKMNP-TV-Z]{26}$/)
    assert.match(event_id, /^chg_[0-9A-HJKMNP-TV-Z]{26}$/)
    assert.deepEqual(Object.keys(answer.json().data as object), ['delivery_id', 'event_id'])

    const [shown, ...more] = await deliveries(id, key)
    assert.deepEqual(more, [])
    const { created_at, ...rest } = shown ?? assert.fail('it is not listed')
    assert.deepEqual(rest, {
      ...{ id: delivery_id, event_type: 'ping', status: 'pending', attempts: 0, last_status: null, last_error: null },
      ...{ delivered_at: null, next_attempt_at: created_at, event_id },
    })
    const keys = ['id', 'event_type', 'status', 'attempts', 'last_status', 'last_error', 'created_at', 'delivered_at']
    assert.deepEqual(Object.keys(shown ?? {}), [...keys, 'next_attempt_at', 'event_id'])

    const row = await scene.service.database.one('select * from webhook_delivery where id = $1', [delivery_id])
    // Due by any clock: that of whoever sends it may be behind this one.
    assert.deepEqual([row?.account_id, row?.webhook_id, row?.lane, row?.due_at], [account, id, 0, 0])
    const event = JSON.parse(String(row?.body)) as Record<string, unknown>
    assert.deepEqual([...Compile(pingEventSchema).Errors(event)], [])
    assert.deepEqual([event.id, event.event, event.created_at], [event_id, 'ping', created_at])
    const { summary, ...data } = event.data as { summary: { message: string } }
    assert.deepEqual(data, { subject: 'webhook', id, version: null, categories: ['ping'], diff: {} })
    assert.deepEqual(Object.keys(summary), ['message'])
    assert.equal((await stored(id))?.due_at, 0, 'somebody looks for it now')

    assert.deepEqual(await deliveries(other.id, key), [])
    assert.deepEqual((await send('GET', '/v1/changes', { key })).json().data, feed, 'it is not in the feed')
  })

  test(title('test, 202: it is looked for now, also while the endpoint is held back, and never later'), async () => {
    const { key } = await newcomer()
    const { id } = await makeWebhook(scene.service, {}, key)
    await scene.set(id, { held_until: 9e12, due_at: 9e12, consecutive_failures: 19 })
    queued(await ping(id, key))
    const [first] = await deliveries(id, key)
    assert.equal(first?.next_attempt_at, first?.created_at, 'pings are not held back')
    assert.equal((await stored(id))?.due_at, 0)
    assert.equal((await stored(id))?.held_until, 9e12)
  })

  test(title('test, 409: nothing is queued for an endpoint that is off, until it is enabled'), async () => {
    const { key } = await newcomer()
    const { id } = await makeWebhook(scene.service, {}, key)
    await scene.set(id, { active: 0 })
    const refused = await ping(id, key)
    assert.deepEqual([refused.status, refused.error().code], [409, 'conflict'])
    assert.match(refused.error().message, /switched off/)
    assert.deepEqual(await deliveries(id, key), [])
    await send('POST', `/v1/webhooks/${id}/enable`, { key })
    queued(await ping(id, key))
  })

  test(title('test, 409: ten pings may wait, of many at once too; one that was sent makes room'), async () => {
    const { key } = await newcomer('enterprise')
    const { id } = await makeWebhook(scene.service, {}, key)
    const other = await makeWebhook(scene.service, {}, key)
    const answers = await Promise.all(Array.from({ length: 13 }, () => ping(id, key)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(10).fill(202), ...Array(3).fill(409)])
    const refused = answers.find(({ status }) => status === 409)
    assert.deepEqual([refused?.error().code, refused?.error().details], ['conflict', {}])
    const [newest] = await deliveries(id, key)
    await scene.service.database.run(
      `update webhook_delivery set status = 'delivered', delivered_at = 5, due_at = null where id = $1`,
      [newest?.id ?? ''],
    )
    queued(await ping(id, key))
    assert.equal((await ping(id, key)).status, 409)
    queued(await ping(other.id, key))
  })

  test(
    title('test, Idempotency-Key: the same request again queues nothing twice, for each endpoint alone'),
    async () => {
      const { key } = await newcomer()
      const [one, two] = [await makeWebhook(scene.service, {}, key), await makeWebhook(scene.service, {}, key)]
      const headers = { 'idempotency-key': 'once' }
      const answers = await Promise.all([1, 2, 3].map(() => ping(one.id, key, headers)))
      assert.equal(new Set(answers.map(bodyOf)).size, 1)
      await scene.set(one.id, { active: 0 })
      assert.equal(bodyOf(await ping(one.id, key, headers)), bodyOf(answers[0] ?? assert.fail()))
      assert.equal((await deliveries(one.id, key)).length, 1)
      assert.notEqual(queued(await ping(two.id, key, headers)).event_id, queued(answers[0] ?? assert.fail()).event_id)
      await send('DELETE', `/v1/webhooks/${one.id}`, { key })
      assert.equal((await ping(one.id, key, headers)).status, 404)
    },
  )

  test(title('deliveries, 200: the last 50, newest first, in one page'), async () => {
    const { key, account } = await newcomer()
    const { id } = await makeWebhook(scene.service, {}, key)
    const none = (await send('GET', `/v1/webhooks/${id}/deliveries`, { key })).json()
    assert.deepEqual([none.data, none.pagination], [[], { has_more: false, limit: 50 }])
    // Three of each instant.
    const rows = Array.from({ length: 60 }, (_, place) => ({ created_at: 1_000 * (1 + Math.floor(place / 3)) }))
    const ids = await putDeliveries(scene.service.database, id, account, rows)
    const { data, pagination } = (await send('GET', `/v1/webhooks/${id}/deliveries`, { key })).json()
    const order = ids.map((delivery, place) => ({ delivery, at: rows[place]?.created_at ?? 0 }))
    order.sort((a, b) => b.at - a.at || (a.delivery < b.delivery ? 1 : -1))
    assert.deepEqual(
      (data as Delivery[]).map((delivery) => delivery.id),
      order.slice(0, 50).map(({ delivery }) => delivery),
    )
    assert.deepEqual(pagination, { has_more: false, limit: 50 })
    for (const query of ['?limit=10', '?cursor=a']) {
      const refused = await send('GET', `/v1/webhooks/${id}/deliveries${query}`, { key })
      assert.equal(refused.error().code, 'invalid_parameter')
    }
  })

  test(title('deliveries, 200: each says how it stands, and when it is tried next'), async () => {
    const { key, account } = await newcomer()
    const { id } = await makeWebhook(scene.service, {}, key)
    const at = Date.parse('2026-03-03T10:00:00.000Z')
    const failed = { last_status: 500, last_error: 'status: Internal Server Error' }
    await putDeliveries(scene.service.database, id, account, [
      { created_at: at + 5_000 },
      { created_at: at + 4_000, attempts: 1, due_at: at + 300_000, ...failed },
      { created_at: at + 3_000, status: 'failed', attempts: 6, last_error: 'timeout' },
      { created_at: at + 2_000, status: 'delivered', attempts: 2, delivered_at: at + 9_000, last_status: 204 },
      { created_at: at + 1_000, lane: 0, attempts: 2, due_at: at + 60_000, ...failed },
    ])
    await scene.set(id, { held_until: at + 100_000 })
    const brief = ({ event_type, status, attempts, last_status, last_error, next_attempt_at }: Delivery) => [
      ...[event_type, status, attempts, last_status, last_error, next_attempt_at],
    ]
    const shown = await deliveries(id, key)
    assert.deepEqual(shown.map(brief), [
      ['subsidy.created', 'pending', 0, null, null, formatInstant(at + 100_000)],
      ['subsidy.created', 'pending', 1, 500, failed.last_error, formatInstant(at + 300_000)],
      ['subsidy.created', 'failed', 6, null, 'timeout', null],
      ['subsidy.created', 'delivered', 2, 204, null, null],
      ['ping', 'pending', 2, 500, failed.last_error, formatInstant(at + 60_000)],
    ])
    assert.equal(shown[3]?.delivered_at, formatInstant(at + 9_000))
    assert.equal(shown[0]?.created_at, formatInstant(at + 5_000))
  })
}
