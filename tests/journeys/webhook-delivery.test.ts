/** From a published change to a customer's receiver: the whole service, with a receiver on this machine. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { setPlan } from '../../src/accounts/operations.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'
import { makeWatchlist, upload } from '../harness/watchlists.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: string }
type Delivery = {
  id: string
  event_id: string
  event_type: string
  status: string
  attempts: number
  last_error: string | null
}

const withinMs = 10_000

for (const engine of engines) {
  let service: TestService
  let receiver: Server
  let origin = ''
  let received: Received[] = []
  let status = 200

  const made = async (filters: object = {}, path = '/hook'): Promise<{ id: string; secret: string }> => {
    const answer = await call(service.origin, 'POST', '/v1/webhooks', {
      key: service.keys.business,
      json: { url: `${origin}${path}`, filters },
    })
    assert.equal(answer.status, 201, answer.body.toString())
    return (answer.json() as { data: { id: string; secret: string } }).data
  }
  const act = (id: string, what: string) =>
    call(service.origin, 'POST', `/v1/webhooks/${id}/${what}`, { key: service.keys.business })
  const deliveries = async (id: string): Promise<Delivery[]> =>
    (await service.get(`/v1/webhooks/${id}/deliveries`, { key: service.keys.business })).json().data as Delivery[]
  const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    for (const end = performance.now() + withinMs; !(await isSo()); ) {
      assert.ok(
        performance.now() < end,
        `it did not come about; received: ${received.map(({ path }) => path).join(', ')}`,
      )
      await pause(20)
    }
  }
  const to = (path: string): Received[] => received.filter((one) => one.path === path)

  before(async () => {
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
        response.writeHead(status).end('said the receiver')
      })
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    service = await startService(engine, {
      role: 'all',
      environment: { WEBHOOK_ALLOWED_PRIVATE_HOSTS: '127.0.0.1' },
    })
    await service.publish([input('first', { status: 'continuous' })])
  })
  after(async () => {
    receiver.closeAllConnections()
    receiver.close()
    await service.stop()
  })

  test(`${engine.name}: a ping and a change reach the receiver within seconds, signed over the bytes that are the feed's`, async () => {
    const { id, secret } = await made({}, '/signed')
    assert.equal((await act(id, 'test')).status, 202)
    await until(() => to('/signed').length === 1)
    await service.publish([input('first', { status: 'continuous', title: 'Another title' })])
    await until(() => to('/signed').length === 2)
    const [ping, change] = to('/signed')
    assert.ok(ping && change)
    for (const { headers, body } of [ping, change]) {
      const [, seconds = '', code = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['service-signature'])) ?? []
      assert.equal(code, createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'))
      const event = JSON.parse(body) as { id: string; event: string }
      assert.equal(headers['service-event'], event.event)
      assert.equal(headers['content-type'], 'application/json')
      assert.match(
        String(headers['user-agent']),
        /^SubsidyMeasures\/0\.0\.0-test \(\+https:\/\/api\.example\.org\/docs\/webhooks\)$/,
      )
    }
    const feed = (await service.get('/v1/changes?limit=50')).json().data as { id: string }[]
    assert.deepEqual(JSON.parse(change.body), feed.at(-1))
    // What came of an attempt is written after its answer.
    await until(async () => (await deliveries(id)).every(({ status: is }) => is !== 'pending'))
    const listed = await deliveries(id)
    assert.deepEqual(
      listed.map(({ event_type, status: is, attempts }) => [event_type, is, attempts]),
      [
        ['subsidy.content_changed', 'delivered', 1],
        ['ping', 'delivered', 1],
      ],
    )
    assert.deepEqual(
      listed.map(({ id: delivery }) => delivery),
      [change, ping].map(({ headers }) => headers['service-delivery']),
    )
    assert.equal((await act(id, 'test')).status, 202)
  })

  test(`${engine.name}: what fails is retried with its id and bytes, signed with the secret of then`, async () => {
    const { id, secret } = await made({}, '/failing')
    status = 503
    assert.equal((await act(id, 'test')).status, 202)
    await until(async () => (await deliveries(id))[0]?.attempts === 1 && (await deliveries(id))[0]?.last_error !== null)
    assert.deepEqual(
      (await deliveries(id)).map(({ status: is, last_error }) => [is, last_error]),
      [['pending', 'status: said the receiver']],
    )
    const rotated = await act(id, 'rotate')
    const { secret: next } = (rotated.json() as { data: { secret: string } }).data
    assert.notEqual(next, secret)
    status = 200
    service.clock.advance({ seconds: 67 })
    await until(() => to('/failing').length === 2)
    const [first, second] = to('/failing')
    assert.ok(first && second)
    assert.deepEqual([second.body, second.headers['service-delivery']], [first.body, first.headers['service-delivery']])
    const [, seconds = '', code = ''] = /^t=(\d+),v1=(.*)$/.exec(String(second.headers['service-signature'])) ?? []
    assert.equal(code, createHmac('sha256', next).update(`${seconds}.${second.body}`).digest('hex'))
    await until(async () => (await deliveries(id))[0]?.status === 'delivered')
  })

  test(`${engine.name}: a match of a watched company reaches its account's endpoints alone, by the list that they name`, async () => {
    const list = await makeWatchlist(service, {}, service.keys.business)
    const rows = [{ reference: 'client', company: { postcode: '9000', employees: 20 } }]
    assert.equal((await upload(service, list, rows, { key: service.keys.business })).status, 200)
    await made({ watchlists: [list] }, '/matches')
    const other = await call(service.origin, 'POST', '/v1/webhooks', {
      key: service.keys.enterprise,
      json: { url: `${origin}/stranger`, filters: { event_types: ['match.created'] } },
    })
    assert.equal(other.status, 201)
    await service.publish([
      input('first', { status: 'continuous', title: 'Another title' }),
      input('sized', { status: 'continuous', company_sizes: ['small'] }),
    ])
    await until(() => to('/matches').length === 1)
    const event = JSON.parse(to('/matches')[0]?.body ?? '') as { event: string; data: { id: string } }
    assert.deepEqual([event.event, event.data.id], ['match.created', `${list}:client:al:sized`])
    await pause(500)
    assert.deepEqual(to('/stranger'), [])
  })

  test(`${engine.name}: an endpoint that is deleted, or whose plan lacks webhooks, is sent nothing more`, async () => {
    const [gone, poor] = [await made({}, '/gone'), await made({}, '/poor')]
    assert.equal(
      (await call(service.origin, 'DELETE', `/v1/webhooks/${gone.id}`, { key: service.keys.business })).status,
      200,
    )
    await setPlan(service.database, service.clock.now(), service.accounts.business, 'developer')
    received = []
    await service.publish([input('first', { status: 'continuous', title: 'A third title' })])
    await pause(1_000)
    assert.deepEqual(received, [])
    await setPlan(service.database, service.clock.now(), service.accounts.business, 'business')
    assert.equal((await act(poor.id, 'test')).status, 202)
    await until(() => to('/poor').length === 1)
    assert.deepEqual(
      (await deliveries(poor.id)).map(({ event_type }) => event_type),
      ['ping'],
    )
  })
}
