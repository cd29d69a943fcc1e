/**
 * A service from its first start on, and all that is done with it that it acknowledges: by customers over the wire, by
 * somebody signed in, by commands of the operator. It is killed once on the way, started again, and stopped at the end.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { digestOf } from '../../src/accounts/api-key.ts'
import { secretBox } from '../../src/webhooks/secret-box.ts'
import type { Answer } from '../harness/http.ts'
import { call } from '../harness/http.ts'
import { type ProcessScene, record, type ServiceProcess } from '../harness/process.ts'
import { cookieOf } from '../harness/signed-in.ts'
import { until } from '../harness/started-process.ts'
import { type Claim, type Claims, isGone, rowIs, secretFile } from './claims.ts'

type Json = Record<string, unknown>
type Asked = { key?: string; json?: unknown; headers?: Record<string, string> }

export type Life = {
  /** Of the first account, as the first start printed it. */
  key: string
  /** That this key is there. */
  first: Claim | null
  /** Events, in the order in which the feed showed them. */
  shown: { id: string; claim: Claim }[]
  /** Deliveries that were shown as delivered. */
  delivered: { id: string; claim: Claim }[]
  revoked: { key: string; claim: Claim }[]
  /** Where endpoints of this life send to. */
  receiverPort: number
}

const delivery = 'select status from webhook_delivery where id = $1'
const dataOf = (answer: Answer): Json => {
  assert.ok(answer.status >= 200 && answer.status < 300, `answered ${answer.status}: ${answer.body}`)
  return answer.json().data as Json
}
const textOf = (from: Json, name: string): string => {
  const value = from[name]
  assert.ok(typeof value === 'string', `${name} of ${JSON.stringify(from)}`)
  return value
}

/** Lives so many rounds. */
export async function live(scene: ProcessScene, claims: Claims, rounds: number): Promise<Life> {
  const receiver = createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const receiverPort = (receiver.address() as AddressInfo).port
  const life: Life = { key: '', first: null, shown: [], delivered: [], revoked: [], receiverPort }
  try {
    await scene.lists('city', [record('first')])
    let service = await scene.serve()
    life.key = service.key
    life.first = claims.hold('the key of the first account', rowIs(keyRow, [digestOf(life.key)], { revoked_at: null }))
    const secret = secretFile(path.join(scene.folder, 'var'))
    claims.hold('the secret of the installation', ({ folder }) => assert.deepEqual(secretFile(folder), secret))
    let feed = ''
    for (let round = 0; round < rounds; round += 1) {
      const customer = await customerOf(scene, claims, round)
      const means = { scene, claims, life, service, round, customer }
      await keysComeAndGo(means)
      await watch(means)
      await toldOf(means)
      feed = await measuresChange(means, feed)
      await signedIn(means)
      if (round === 0) {
        await service.process.kill()
        service = await scene.serve()
      }
    }
    assert.equal(await service.process.stop(), 0)
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
  return life
}

type Customer = { account: string; email: string; key: string; keyId: string; keyClaim: Claim }
type Means = {
  scene: ProcessScene
  claims: Claims
  life: Life
  service: ServiceProcess
  round: number
  customer: Customer
}
const keyRow = 'select revoked_at from api_key where digest = $1'

async function done(scene: ProcessScene, ...words: string[]): Promise<Json> {
  const result = await scene.command(...words, '--json')
  assert.equal(result.status, 0, `${words.join(' ')}: ${result.out} ${result.error}`)
  return result.document()
}

async function customerOf(scene: ProcessScene, claims: Claims, round: number): Promise<Customer> {
  const email = `customer${round}@example.org`
  const account = textOf(await done(scene, 'accounts', 'create', '--email', email, '--plan', 'enterprise'), 'id')
  claims.hold('an account', rowIs('select plan from account where id = $1', [account], { plan: 'enterprise' }))
  const made = await done(scene, 'keys', 'create', '--account', account, '--mode', 'live', '--name', 'tests')
  const key = textOf(made, 'key')
  const keyClaim = claims.hold('a key', rowIs(keyRow, [digestOf(key)], { revoked_at: null }))
  return { account, email, key, keyId: textOf(made, 'id'), keyClaim }
}

/** A keyed request of the customer, which counts. */
async function ask(
  { claims, service, customer }: Means,
  method: string,
  target: string,
  asked: Asked = {},
): Promise<Answer> {
  const request = claims.asks()
  const answer = await call(service.origin, method, target, { key: customer.key, ...asked })
  request.answered()
  return answer
}

const isRevoked = async ({ database }: Parameters<Claim['check']>[0], key: string): Promise<void> => {
  const row = await database.one(keyRow, [digestOf(key)])
  assert.ok(row === null || row.revoked_at !== null, 'it is not')
}

async function keysComeAndGo(means: Means): Promise<void> {
  const { scene, claims, life, customer } = means
  const made = await done(scene, 'keys', 'create', '--account', customer.account, '--mode', 'test', '--name', 'goes')
  const key = textOf(made, 'key')
  const stands = claims.hold('a key that goes later', rowIs(keyRow, [digestOf(key)], { revoked_at: null }))
  claims.end(stands)
  await done(scene, 'keys', 'revoke', textOf(made, 'id'))
  life.revoked.push({ key, claim: claims.hold('that a key is revoked', (found) => isRevoked(found, key)) })
}

const evaluations =
  (account: string) =>
  async ({ database }: Parameters<Claim['check']>[0]) =>
    Number(
      (await database.one('select sum(evaluations) as n from match_usage where account_id = $1', [account]))?.n ?? 0,
    )

async function watch(means: Means): Promise<void> {
  const { claims, customer } = means
  const list = textOf(dataOf(await ask(means, 'POST', '/v1/watchlists', { json: { name: 'Clients' } })), 'id')
  claims.hold('a watchlist', rowIs('select deleted_at from watchlist where id = $1', [list], { deleted_at: null }))
  const companies = ['a', 'b', 'c'].map((reference) => ({ reference, company: { postcode: '9000', employees: 12 } }))
  const headers = { 'idempotency-key': `upload ${list}` }
  dataOf(await ask(means, 'POST', `/v1/watchlists/${list}/companies`, { json: { companies }, headers }))
  const row = 'select count(*) as n from watched_company where watchlist_id = $1'
  const stands = claims.hold('companies of an upload', rowIs(row, [list], { n: 3 }))
  claims.hold('what an upload was answered with', async ({ database }) =>
    assert.ok(
      (await database.all('select 1 as one from idempotency_key where account_id = $1', [customer.account])).length > 0,
    ),
  )
  dataOf(await ask(means, 'POST', '/v1/match', { json: { company: { postcode: '9000' } } }))
  const used = Number(dataOf(await ask(means, 'GET', '/v1/key')).match_evaluations_this_month)
  assert.ok(used >= 4)
  claims.shows('the number of evaluations', used, evaluations(customer.account))
  claims.end(stands)
  dataOf(await ask(means, 'DELETE', `/v1/watchlists/${list}/companies/b`))
  claims.hold(
    'that a company is gone',
    isGone("select 1 as one from watched_company where watchlist_id = $1 and reference = 'b'", [list]),
  )
}

async function toldOf(means: Means): Promise<void> {
  const { claims, life } = means
  const url = `http://127.0.0.1:${life.receiverPort}/hooks`
  const made = dataOf(await ask(means, 'POST', '/v1/webhooks', { json: { url } }))
  const id = textOf(made, 'id')
  const hasSecret = (secret: string): Claim =>
    claims.hold('the secret of an endpoint', async ({ database, folder }) => {
      const row = await database.one<{ secret: string }>('select secret from webhook where id = $1', [id])
      const box = secretBox(Buffer.from(secretFile(folder).toString(), 'base64'), null)
      assert.equal(box.open(row?.secret ?? ''), secret)
    })
  const first = hasSecret(textOf(made, 'secret'))
  claims.end(first)
  hasSecret(textOf(dataOf(await ask(means, 'POST', `/v1/webhooks/${id}/rotate`)), 'secret'))
  const ping = textOf(dataOf(await ask(means, 'POST', `/v1/webhooks/${id}/test`)), 'delivery_id')
  claims.hold('a ping that was asked for', async ({ database }) =>
    assert.notEqual(await database.one(delivery, [ping]), null),
  )
  await until('a ping is shown as delivered', async () => {
    const answer = (await ask(means, 'GET', `/v1/webhooks/${id}/deliveries`)).json() as { data: Json[] }
    return answer.data.some((one) => one.id === ping && one.status === 'delivered')
  })
  const claim = claims.hold('that a delivery was delivered', rowIs(delivery, [ping], { status: 'delivered' }))
  life.delivered.push({ id: ping, claim })
  const goes = textOf(dataOf(await ask(means, 'POST', '/v1/webhooks', { json: { url: `${url}/goes` } })), 'id')
  dataOf(await ask(means, 'DELETE', `/v1/webhooks/${goes}`))
  claims.hold(
    'that an endpoint is gone',
    isGone('select 1 as one from webhook where id = $1 and deleted_at is null', [goes]),
  )
}

/** Answers how far the feed was read. */
async function measuresChange(means: Means, from: string): Promise<string> {
  const { scene, claims, round, life } = means
  const listed = Array.from({ length: 5 + round }, (_, at) =>
    record(`m${at}`, { summary: `Support ${at} of round ${round}` }),
  )
  await scene.lists('city', [record('first'), ...listed])
  const run = textOf(await done(scene, 'ingest', 'city'), 'id')
  claims.hold('a run', rowIs('select status from run where id = $1', [run], { status: 'succeeded' }))
  const measure = `city:m${round}`
  await done(scene, 'measures', 'withdraw', measure)
  const row = 'select withdrawn_at is not null as gone from measure where id = $1'
  const gone = claims.hold('that a measure is withdrawn', rowIs(row, [measure], { gone: 1 }))
  const target = from === '' ? '/v1/changes' : `/v1/changes?cursor=${encodeURIComponent(from)}`
  const answer = (await ask(means, 'GET', target, { key: life.key })).json() as { data: Json[]; pagination: Json }
  assert.ok(answer.data.length > 0)
  for (const event of answer.data) {
    const data = event.data as Json
    const id = textOf(event, 'id')
    const seq = life.shown.length + 1
    const expected = { event: event.event, subject_id: data.id, version: data.version }
    const claim = claims.hold(
      `the event that was shown as number ${seq}`,
      rowIs('select event, subject_id, version from change_event where id = $1', [id], expected),
    )
    life.shown.push({ id, claim })
    if (data.subject !== 'subsidy') continue
    claims.hold(
      'a version that was shown',
      rowIs(
        'select event_id from measure_version where measure_id = $1 and version = cast($2 as integer)',
        [textOf(data, 'id'), String(data.version)],
        { event_id: event.id },
      ),
    )
  }
  claims.end(gone)
  await done(scene, 'measures', 'reinstate', measure)
  claims.hold('that a measure is listed again', rowIs(row, [measure], { gone: 0 }))
  return textOf(answer.pagination, 'next_cursor')
}

async function signedIn(means: Means): Promise<void> {
  const { scene, claims, service, customer } = means
  const ours = { origin: service.origin, 'sec-fetch-site': 'same-origin' }
  const { link } = await done(scene, 'accounts', 'sign-in-link', customer.account)
  const token = String(link).slice(String(link).lastIndexOf('/') + 1)
  const session = await call(service.origin, 'POST', '/v1/dashboard/session/link', { json: { token }, headers: ours })
  assert.equal(session.status, 200)
  claims.hold(
    'a session',
    rowIs('select method from session where account_id = $1', [customer.account], { method: 'link' }),
  )
  const here = async (method: string, target: string, json?: unknown): Promise<Json> => {
    const headers = { ...ours, cookie: cookieOf(session) }
    return dataOf(
      await call(service.origin, method, `/v1/dashboard/${target}`, {
        headers,
        ...(json === undefined ? {} : { json }),
      }),
    )
  }
  const key = textOf(await here('POST', 'keys', { name: 'mine', mode: 'live' }), 'key')
  claims.hold('a key made in the dashboard', rowIs(keyRow, [digestOf(key)], { revoked_at: null }))
  await here('PATCH', 'account', { language: 'fr' })
  claims.hold('a language', rowIs('select language from account where id = $1', [customer.account], { language: 'fr' }))
  const search = textOf(await here('POST', 'searches', { name: 'Mine', parameters: { status: 'open' } }), 'id')
  claims.hold('a saved search', rowIs('select name from saved_search where id = $1', [search], { name: 'Mine' }))
  await here('PATCH', `searches/${search}`, { digest: 'daily' })
  claims.hold('a digest', rowIs('select every from digest where subject = $1', [search], { every: 'daily' }))
  await call(service.origin, 'POST', '/v1/dashboard/session/link/request', {
    json: { email: customer.email },
    headers: ours,
  })
  claims.end(customer.keyClaim)
  await here('DELETE', `keys/${customer.keyId}`)
  claims.hold('that a key is revoked in the dashboard', (found) => isRevoked(found, customer.key))
}
