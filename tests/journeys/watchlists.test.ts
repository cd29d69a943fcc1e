/** Watchlists at the wire: making, listing, changing and deleting them, and that nobody else can tell they are there. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAccount, createKey } from '../../src/accounts/operations.ts'
import { eraseDeletedLists } from '../../src/watchlists/lists.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { type Answer, type CallOptions, call } from '../harness/http.ts'
import { startService, type TestService } from '../harness/service.ts'
import { makeWatchlist, sampleWatchlistId, upload } from '../harness/watchlists.ts'

type Shown = {
  id: string
  name: string
  language: string
  companies: number
  min_severity: string
  muted_subsidies: string[]
  created_at: string
  updated_at: string
}

const dataOf = (answer: Answer): Shown => {
  assert.ok(answer.status < 300, `${answer.status} ${answer.body}`)
  return (answer.json() as { data: Shown }).data
}
/** The body but for what is another in every answer. */
const bodyOf = (answer: Answer): string => answer.body.toString().replace(/req_[0-9A-Z]+/, '')

const badOptions: [what: string, json: Record<string, unknown>, status: number, where: string][] = [
  ['a name that is no text', { name: 7 }, 400, 'name'],
  ['an empty name', { name: '' }, 422, 'name'],
  ['a name of 201 code points', { name: '🙂'.repeat(201) }, 422, 'name'],
  ['a control character in the name', { name: 'a\tb' }, 422, 'name'],
  ['half of a character in the name', { name: 'a\ud83d' }, 422, 'name'],
  ['a language that is not served', { language: 'de' }, 400, 'language'],
  ['a severity that is none', { min_severity: 'HIGH' }, 400, 'min_severity'],
  ['muted measures that are no list', { muted_subsidies: 'al:a' }, 400, 'muted_subsidies'],
  ['a muted measure that is no text', { muted_subsidies: ['al:a', 1] }, 400, 'muted_subsidies[1]'],
  [
    'a muted measure of the wrong form',
    { muted_subsidies: ['al:a', 'al:b', 'al:c', 'a slug'] },
    422,
    'muted_subsidies[3]',
  ],
  ['1,001 muted measures', { muted_subsidies: Array(1_001).fill('al:a') }, 422, 'muted_subsidies'],
  ['a property that there is not', { companies: 3 }, 400, 'companies'],
]

for (const engine of engines) listsOn(engine)

function listsOn(engine: Engine): void {
  const title = (words: string): string => `${engine.name}: ${words}`
  let service: TestService
  before(async () => {
    service = await startService(engine)
  })
  after(() => service.stop())

  const send = (method: string, path: string, options: CallOptions = {}): Promise<Answer> =>
    call(service.origin, method, path, { key: service.keys.enterprise, ...options })
  const lists = async (key: string): Promise<Shown[]> =>
    (await send('GET', '/v1/watchlists', { key })).json().data as Shown[]
  /** An account that has nothing yet. */
  async function newcomer(plan: 'business' | 'enterprise' = 'business'): Promise<string> {
    const { database, clock } = service
    const email = `newcomer-${clock.now()}@example.org`
    const { id } = await createAccount(database, clock.now(), { email, plan })
    return (await createKey(database, clock.now(), { account: id, mode: 'live', name: 'x' })).key
  }

  test(title('POST /v1/watchlists, 201: a list with the defaults, and every key of the contract'), async () => {
    const answer = await send('POST', '/v1/watchlists', { json: { name: ' Klanten – Gent ', language: null } })
    assert.equal(answer.status, 201, answer.body.toString())
    const { id, created_at, updated_at, ...rest } = dataOf(answer)
    assert.match(id, /^wl_[0-9A-HJKMNP-TV-Z]{26}$/)
    assert.match(created_at, /\+0[12]:00$/)
    assert.equal(updated_at, created_at)
    assert.deepEqual(rest, {
      ...{ name: ' Klanten – Gent ', language: 'en', companies: 0, min_severity: 'low', muted_subsidies: [] },
    })
    assert.deepEqual(Object.keys(dataOf(answer)), [
      ...['id', 'name', 'language', 'companies', 'min_severity', 'muted_subsidies', 'created_at', 'updated_at'],
    ])
    assert.deepEqual(dataOf(await send('GET', `/v1/watchlists/${id}`)), dataOf(answer))
  })

  test(title('POST /v1/watchlists, 201: all that can be set is kept as given, unknown measures too'), async () => {
    const json = {
      name: '🙂'.repeat(200),
      language: 'fr',
      min_severity: 'high',
      muted_subsidies: ['zz:b', 'al:a', 'zz:b'],
    }
    const { id } = dataOf(await send('POST', '/v1/watchlists', { json }))
    const { name, language, min_severity, muted_subsidies } = dataOf(await send('GET', `/v1/watchlists/${id}`))
    assert.deepEqual({ name, language, min_severity, muted_subsidies }, json)
  })

  for (const [what, json, status, where] of badOptions)
    test(title(`POST and PATCH, ${status}: ${what} is refused, named, and changes nothing`), async () => {
      const key = await newcomer()
      const id = await makeWatchlist(service, {}, key)
      const stood = await lists(key)
      const asked: [method: string, path: string, json: Record<string, unknown>][] = [
        ['POST', '/v1/watchlists', { name: 'a', ...json }],
        ['PATCH', `/v1/watchlists/${id}`, json],
      ]
      for (const [method, path, body] of asked) {
        const answer = await send(method, path, { key, json: body })
        assert.equal(answer.status, status, answer.body.toString())
        const { code, details } = answer.error()
        assert.equal(code, status === 400 ? 'invalid_parameter' : 'invalid_body')
        assert.equal(details[status === 400 ? 'parameter' : 'field'], where)
      }
      assert.deepEqual(await lists(key), stood)
    })

  test(title('POST /v1/watchlists, 422: a list without a name is refused, null reads as none'), async () => {
    for (const json of [{}, { name: null }]) {
      const answer = await send('POST', '/v1/watchlists', { json })
      assert.equal(answer.status, 422)
      assert.equal(answer.error().details.field, 'name')
    }
  })

  test(title('GET /v1/watchlists, 200: all lists, oldest first, in one page'), async () => {
    const key = await newcomer()
    const empty = (await send('GET', '/v1/watchlists', { key })).json()
    assert.deepEqual([empty.data, empty.pagination], [[], { has_more: false, limit: 50 }])
    const ids = [await makeWatchlist(service, { name: 'b' }, key), await makeWatchlist(service, { name: 'a' }, key)]
    await send('PATCH', `/v1/watchlists/${ids[0]}`, { key, json: { name: 'c' } })
    const { data, pagination } = (await send('GET', '/v1/watchlists', { key })).json()
    assert.deepEqual(
      (data as Shown[]).map(({ id, name }) => [id, name]),
      [
        [ids[0], 'c'],
        [ids[1], 'a'],
      ],
    )
    assert.deepEqual(pagination, { has_more: false, limit: 50 })
  })

  test(title('POST /v1/watchlists, 409: the 51st list is refused; a deleted one makes room'), async () => {
    const key = await newcomer('enterprise')
    const ids: string[] = []
    for (let made = 0; made < 50; made += 1) ids.push(await makeWatchlist(service, {}, key))
    const refused = await send('POST', '/v1/watchlists', { key, json: { name: 'x' } })
    assert.equal(refused.status, 409)
    assert.equal(refused.error().code, 'conflict')
    assert.equal((await lists(key)).length, 50)
    assert.equal((await send('DELETE', `/v1/watchlists/${ids[7]}`, { key })).status, 200)
    await makeWatchlist(service, {}, key)
  })

  test(title('POST /v1/watchlists: of many at once no account gets more than 50'), async () => {
    const key = await newcomer('enterprise')
    for (let made = 0; made < 45; made += 1) await makeWatchlist(service, {}, key)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send('POST', '/v1/watchlists', { key, json: { name: 'x' } })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 201, 201, 409, 409, 409])
    assert.equal((await lists(key)).length, 50)
  })

  test(title('PATCH, 200: what is given is set, the rest stays, and updated_at moves'), async () => {
    const id = await makeWatchlist(service, { name: 'a', language: 'nl', muted_subsidies: ['al:a'] })
    const made = dataOf(await send('GET', `/v1/watchlists/${id}`))
    service.clock.advance({ seconds: 60 })
    const changed = dataOf(
      await send('PATCH', `/v1/watchlists/${id}`, { json: { min_severity: 'medium', name: null } }),
    )
    assert.deepEqual({ ...changed, updated_at: '' }, { ...made, min_severity: 'medium', updated_at: '' })
    assert.ok(changed.updated_at > made.updated_at)
    const unmuted = dataOf(
      await send('PATCH', `/v1/watchlists/${id}`, { json: { muted_subsidies: [], language: 'fr' } }),
    )
    assert.deepEqual([unmuted.muted_subsidies, unmuted.language, unmuted.name], [[], 'fr', 'a'])
    assert.deepEqual(dataOf(await send('GET', `/v1/watchlists/${id}`)), unmuted)
  })

  test(title('PATCH, 200: an empty object changes nothing, updated_at included'), async () => {
    const id = await makeWatchlist(service)
    const made = dataOf(await send('GET', `/v1/watchlists/${id}`))
    service.clock.advance({ seconds: 60 })
    for (const json of [{}, { name: null, muted_subsidies: null }])
      assert.deepEqual(dataOf(await send('PATCH', `/v1/watchlists/${id}`, { json })), made)
  })

  test(title('DELETE, 200: the list is gone with its companies, and its room in the plan is free'), async () => {
    const key = await newcomer()
    const id = await makeWatchlist(service, {}, key)
    const many = Array.from({ length: 700 }, (_, index) => ({ reference: `c${index}`, company: {} }))
    assert.equal((await upload(service, id, many, { key })).status, 200)
    const answer = await send('DELETE', `/v1/watchlists/${id}`, { key })
    assert.equal(answer.status, 200, answer.body.toString())
    assert.deepEqual(answer.json().data, { id, deleted: true })
    const left = await service.database.all('select place from watched_company where watchlist_id = $1', [id])
    assert.deepEqual(left, [])
    for (const method of ['GET', 'DELETE']) {
      const gone = await send(method, `/v1/watchlists/${id}`, { key })
      assert.deepEqual([gone.status, gone.error().code], [404, 'watchlist_not_found'])
    }
    assert.deepEqual(await lists(key), [])
  })

  test(
    title('DELETE, 200: a long list is gone for everybody at once, and is erased a few companies at a time'),
    async () => {
      const key = await newcomer()
      const id = await makeWatchlist(service, {}, key)
      for (let from = 0; from < 2_500; from += 500) {
        const some = Array.from({ length: 500 }, (_, index) => ({ reference: `c${from + index}`, company: {} }))
        assert.equal((await upload(service, id, some, { key })).status, 200)
      }
      assert.equal((await send('DELETE', `/v1/watchlists/${id}`, { key })).status, 200)
      for (const path of ['', '/companies', '/matches']) {
        const gone = await send('GET', `/v1/watchlists/${id}${path}`, { key })
        assert.deepEqual([gone.status, gone.error().code], [404, 'watchlist_not_found'], path)
      }
      assert.deepEqual(await lists(key), [])
      const count = async (): Promise<unknown> =>
        (await service.database.one('select count(*) as n from watched_company where watchlist_id = $1', [id]))?.n
      assert.equal(await count(), 2_500)
      const stopped = AbortSignal.abort()
      assert.equal(await eraseDeletedLists(service.database, stopped), 0)
      assert.equal(await eraseDeletedLists(service.database, new AbortController().signal), 1)
      assert.equal(await count(), 0)
      assert.equal(await service.database.one('select id from watchlist where id = $1', [id]), null)
    },
  )

  test(title('Idempotency-Key: a create is answered as the first time, and makes nothing twice'), async () => {
    const key = await newcomer()
    const options = { key, json: { name: 'Once' }, headers: { 'idempotency-key': 'once' } }
    const first = await send('POST', '/v1/watchlists', options)
    await send('PATCH', `/v1/watchlists/${dataOf(first).id}`, { key, json: { name: 'Twice' } })
    const second = await send('POST', '/v1/watchlists', options)
    assert.equal(second.status, 201)
    assert.equal(bodyOf(second), bodyOf(first))
    assert.notEqual(second.headers['x-request-id'], first.headers['x-request-id'])
    assert.equal((await lists(key)).length, 1)
    const other = await send('POST', '/v1/watchlists', { ...options, json: { name: 'Other' } })
    assert.deepEqual([other.status, other.error().code], [409, 'conflict'])
    await send('DELETE', `/v1/watchlists/${dataOf(first).id}`, { key })
    assert.equal(bodyOf(await send('POST', '/v1/watchlists', options)), bodyOf(first))
    assert.deepEqual(await lists(key), [])
    service.clock.advance({ hours: 25 })
    assert.notEqual(dataOf(await send('POST', '/v1/watchlists', options)).id, dataOf(first).id)
  })

  test(title('Idempotency-Key: of two creates at once the second is answered what the first was'), async () => {
    const key = await newcomer()
    const options = { key, json: { name: 'Once' }, headers: { 'idempotency-key': 'at once' } }
    const answers = await Promise.all([1, 2, 3].map(() => send('POST', '/v1/watchlists', options)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201],
    )
    assert.equal(new Set(answers.map(bodyOf)).size, 1)
    assert.equal((await lists(key)).length, 1)
  })

  test(title('Idempotency-Key: a create that was refused is not remembered'), async () => {
    const key = await newcomer('enterprise')
    for (let made = 0; made < 50; made += 1) await makeWatchlist(service, {}, key)
    const options = { key, json: { name: 'Late' }, headers: { 'idempotency-key': 'late' } }
    assert.equal((await send('POST', '/v1/watchlists', options)).status, 409)
    const [oldest] = await lists(key)
    await send('DELETE', `/v1/watchlists/${oldest?.id}`, { key })
    const made = await send('POST', '/v1/watchlists', options)
    assert.equal(made.status, 201)
    // The account holds 50 again: the same request is still answered as the first time.
    assert.equal(bodyOf(await send('POST', '/v1/watchlists', options)), bodyOf(made))
  })

  test(title('a list of another account is met, on every route, like one that never was or can never be'), async () => {
    const id = await makeWatchlist(service)
    await upload(service, id, [{ reference: 'a', company: {} }])
    const stranger = await newcomer()
    const ids = [id, sampleWatchlistId, 'wl_1', 'al:a', 'wl_%00', 'wl_%F0%9F', '..%2F', `wl_${'0'.repeat(500)}`]
    const row = { reference: 'a', company: {} }
    const asked: [method: string, rest: string, json?: unknown][] = [
      ['GET', ''],
      ['PATCH', '', { name: 'Mine' }],
      ['PATCH', '', {}],
      ['DELETE', ''],
      ['GET', '/companies'],
      ['POST', '/companies', { companies: [row] }],
      ['DELETE', '/companies/a'],
    ]
    for (const [method, rest, json] of asked) {
      const options = json === undefined ? { key: stranger } : { key: stranger, json }
      const answers = await Promise.all(ids.map((one) => send(method, `/v1/watchlists/${one}${rest}`, options)))
      for (const answer of answers) {
        assert.equal(answer.status, 404, `${method} ${rest}: ${answer.body}`)
        assert.equal(answer.error().code, 'watchlist_not_found')
      }
      assert.equal(new Set(answers.map(bodyOf)).size, 1)
      assert.ok(!answers[0]?.body.includes(id))
    }
    assert.deepEqual(await lists(stranger), [])
    assert.equal(dataOf(await send('GET', `/v1/watchlists/${id}`)).companies, 1)
    const { data } = (await send('GET', '/v1/key', { key: stranger })).json() as { data: Record<string, number> }
    assert.equal(data.match_evaluations_this_month, 0)
  })

  test(title('a plan without watchlists is 403 on each of them, and they are there when it comes back'), async () => {
    const { database, clock } = service
    const { id: account } = await createAccount(database, clock.now(), {
      email: `a${clock.now()}@example.org`,
      plan: 'business',
    })
    const { key } = await createKey(database, clock.now(), { account, mode: 'live', name: 'x' })
    const id = await makeWatchlist(service, { name: 'Kept' }, key)
    await upload(service, id, [{ reference: 'a', company: { postcode: '9000' } }], { key })
    await database.run('update account set plan = $2 where id = $1', [account, 'pro'])
    const paths = ['/v1/watchlists', `/v1/watchlists/${id}`, `/v1/watchlists/${id}/companies`]
    for (const path of paths) {
      const refused = await send('GET', path, { key })
      assert.equal(refused.status, 403)
      const { code, details, required_plan } = refused.error()
      assert.deepEqual([code, details.capability, required_plan], ['plan_required', 'watchlists', 'business'])
    }
    await database.run('update account set plan = $2 where id = $1', [account, 'business'])
    const [kept] = await lists(key)
    assert.deepEqual([kept?.id, kept?.name, kept?.companies], [id, 'Kept', 1])
  })
}
