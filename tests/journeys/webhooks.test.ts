/** Webhook endpoints at the wire: making and listing them, within the plan, and never their secrets twice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setPlan } from '../../src/accounts/operations.ts'
import { switchSource } from '../../src/measures/publishing/switch-source.ts'
import { type Engine, engines } from '../harness/databases.ts'
import type { Answer } from '../harness/http.ts'
import { makeWatchlist, sampleWatchlistId } from '../harness/watchlists.ts'
import {
  bodyOf,
  makeWebhook,
  noFilters,
  type ShownWebhook,
  sampleUrl,
  webhookIn,
  webhooksScene,
} from '../harness/webhooks.ts'
import { pagedListSuite } from '../suites/paged-list.ts'

const many = (count: number): string[] => Array.from({ length: count }, (_, place) => `zz:${place}`)

/** The first fault is told, whatever else is wrong. */
const badBodies: [what: string, json: unknown, where: string][] = [
  ['no url', {}, 'url'],
  ['a url that is null', { url: null }, 'url'],
  ['a url that is no text', { url: ['https://a.example.com'] }, 'url'],
  ['an empty url', { url: '' }, 'url'],
  ['http', { url: 'http://receiver.example.com' }, 'url'],
  ['a loopback address', { url: 'https://127.0.0.1/' }, 'url'],
  ['an address in another notation', { url: 'https://0x7f.1/' }, 'url'],
  ['a url with credentials', { url: 'https://a:b@receiver.example.com' }, 'url'],
  ['a url of 2,049 characters', { url: `${sampleUrl}?${'a'.repeat(2_049 - sampleUrl.length - 1)}` }, 'url'],
  ['a filter that there is not', { url: sampleUrl, filters: { topic: ['energy'] } }, 'filters.topic'],
  ['a filter in another case', { url: sampleUrl, filters: { Topics: ['energy'] } }, 'filters.Topics'],
  ['filters that are a list', { url: sampleUrl, filters: [] }, 'filters'],
  ['filters that are a text', { url: sampleUrl, filters: 'topics=energy' }, 'filters'],
  ['a topic that there is not', { url: sampleUrl, filters: { topics: ['energy', 'nope'] } }, 'filters.topics'],
  ['topics that are a number', { url: sampleUrl, filters: { topics: 7 } }, 'filters.topics'],
  ['a topic that is a number', { url: sampleUrl, filters: { topics: ['energy', 7] } }, 'filters.topics'],
  ['a topic that is an object', { url: sampleUrl, filters: { topics: [{}] } }, 'filters.topics'],
  ['a type that there is not', { url: sampleUrl, filters: { event_types: 'match.gone' } }, 'filters.event_types'],
  ['a region that there is not', { url: sampleUrl, filters: { regions: 'flandre' } }, 'filters.regions'],
  ['a slug', { url: sampleUrl, filters: { subsidy_ids: ['support-a'] } }, 'filters.subsidy_ids'],
  ['1,001 values', { url: sampleUrl, filters: { subsidy_ids: many(1_001) } }, 'filters.subsidy_ids'],
  ['a source of 401 characters', { url: sampleUrl, filters: { sources: 'a'.repeat(401) } }, 'filters.sources'],
  ['a property that there is not', { url: sampleUrl, secret: 'whsec_mine' }, 'secret'],
]

const unknownIds: [what: string, filters: Record<string, unknown>, code: string, details: Record<string, unknown>][] = [
  ['a source that never was', { sources: ['alpha', 'beta'] }, 'source_not_found', { source: 'beta' }],
  ['a source that is switched off', { sources: ['alpha', 'OFF'] }, 'source_not_found', { source: 'OFF' }],
  ['what can be no source', { sources: 'alpha,a b' }, 'source_not_found', { source: 'a b' }],
  ['a watchlist that never was', { watchlists: [sampleWatchlistId] }, 'watchlist_not_found', {}],
  ['what can be no watchlist', { watchlists: 'wl_1' }, 'watchlist_not_found', {}],
]

for (const engine of engines) testsOn(engine)

function testsOn(engine: Engine): void {
  const title = (words: string): string => `${engine.name}: ${words}`
  const scene = webhooksScene(engine)
  const { send, endpoints, newcomer, stored } = scene

  test(title('POST /v1/webhooks, 201: an endpoint with every key, and its secret, that nobody may store'), async () => {
    const answer = await send('POST', '/v1/webhooks', { json: { url: 'https://Receiver.example.com:443/a/../b?c#d' } })
    assert.equal(answer.status, 201, answer.body.toString())
    assert.equal(answer.headers['cache-control'], 'no-store')
    const { id, created_at, secret = '', ...rest } = webhookIn(answer)
    assert.match(id, /^wh_[0-9A-HJKMNP-TV-Z]{26}$/)
    assert.match(secret, /^whsec_[A-Za-z0-9_-]{43}$/)
    assert.match(created_at, /\+0[12]:00$/)
    assert.deepEqual(rest, {
      ...{ url: 'https://receiver.example.com/b?c', filters: noFilters, active: true },
      ...{ last_success_at: null, consecutive_failures: 0 },
    })
    const keys = ['id', 'url', 'filters', 'active', 'created_at', 'last_success_at', 'consecutive_failures']
    assert.deepEqual(Object.keys(webhookIn(answer)), [...keys, 'secret'])
    assert.deepEqual(Object.keys(webhookIn(answer).filters), Object.keys(noFilters))
    const [listed] = (await endpoints(scene.service.keys.enterprise)).filter((endpoint) => endpoint.id === id)
    assert.deepEqual(Object.keys(listed ?? {}), keys)
    assert.deepEqual({ ...listed, secret }, webhookIn(answer))
  })

  test(title('POST /v1/webhooks, 201: filters are kept, ids and words in their own spelling'), async () => {
    const list = await makeWatchlist(scene.service)
    const filters = {
      event_types: ' Subsidy.Created , ping,,ping',
      sources: ['ALPHA', ' alpha ', '', 'Alpha'],
      regions: null,
      topics: ['ENERGY'],
      subsidy_ids: ['zz:Unknown', 'al:a', 'ZZ:unknown'],
      watchlists: `${list.toLowerCase()},${list}`,
    }
    const made = await makeWebhook(scene.service, { filters })
    assert.deepEqual(made.filters, {
      ...{ event_types: ['subsidy.created', 'ping'], sources: ['alpha'], regions: [], topics: ['energy'] },
      ...{ subsidy_ids: ['zz:Unknown', 'al:a'], watchlists: [list] },
    })
    const kept = (await endpoints(scene.service.keys.enterprise)).find(({ id }) => id === made.id)
    assert.deepEqual(kept?.filters, made.filters)
  })

  test(title('POST /v1/webhooks, 201: 1,000 values of a filter; null filters are none'), async () => {
    assert.deepEqual((await makeWebhook(scene.service, { filters: { subsidy_ids: many(1_000) } })).filters, {
      ...noFilters,
      subsidy_ids: many(1_000),
    })
    assert.deepEqual((await makeWebhook(scene.service, { filters: null })).filters, noFilters)
  })

  test(title('POST /v1/webhooks, 201: it gets what the feed has after it was made'), async () => {
    const { id } = await makeWebhook(scene.service)
    const head = await scene.service.database.one('select last_seq from feed_head')
    assert.ok(Number(head?.last_seq) > 0)
    assert.equal((await stored(id))?.after_seq, head?.last_seq)
    assert.equal((await stored(id))?.due_at, null)
  })

  for (const [what, json, where] of badBodies)
    test(title(`POST /v1/webhooks, 400: ${what} is refused, named, and makes nothing`), async () => {
      const { key } = await newcomer()
      const answer = await send('POST', '/v1/webhooks', { key, json })
      assert.equal(answer.status, 400, answer.body.toString())
      const { code, message, details } = answer.error()
      assert.deepEqual([code, details], ['invalid_parameter', { parameter: where }])
      assert.ok(message.includes(where) && message.length < 1_000, message)
      assert.deepEqual(await endpoints(key), [])
    })

  for (const [what, filters, code, details] of unknownIds)
    test(title(`POST /v1/webhooks, 404: ${what} in a filter is refused, and makes nothing`), async () => {
      const { key } = await newcomer()
      const answer = await send('POST', '/v1/webhooks', { key, json: { url: sampleUrl, filters } })
      assert.equal(answer.status, 404, answer.body.toString())
      assert.deepEqual([answer.error().code, answer.error().details], [code, details])
      assert.deepEqual(await endpoints(key), [])
    })

  test(
    title(
      'a source that is switched off: new filters refuse it, those that have it keep it, lists and the feed know it',
    ),
    async () => {
      const { key } = await newcomer()
      const ask = (): Promise<Answer> =>
        send('POST', '/v1/webhooks', { key, json: { url: sampleUrl, filters: { sources: ['alpha'] } } })
      assert.equal((await ask()).status, 201)
      const { means } = scene.service
      await switchSource(means, 'alpha', false)
      try {
        const refused = await ask()
        assert.deepEqual([refused.status, refused.error().details], [404, { source: 'alpha' }])
        assert.deepEqual(
          (await endpoints(key)).map(({ filters }) => filters.sources),
          [['alpha']],
        )
        for (const path of ['/v1/subsidies?source=alpha&include_withdrawn=true', '/v1/changes?source=alpha'])
          assert.equal((await scene.service.get(path, { key })).status, 200, path)
        assert.equal((await scene.service.get('/v1/sources/alpha')).status, 404)
      } finally {
        await switchSource(means, 'alpha', true)
      }
      assert.equal((await ask()).status, 201)
    },
  )

  test(title("POST /v1/webhooks, 404: another account's watchlist is none, nor is a deleted one"), async () => {
    const { key } = await newcomer('business')
    const [own, others] = [await makeWatchlist(scene.service, {}, key), await makeWatchlist(scene.service)]
    const ask = (list: string) =>
      send('POST', '/v1/webhooks', { key, json: { url: sampleUrl, filters: { watchlists: [list] } } })
    assert.equal((await ask(own)).status, 201)
    const refused = await ask(others)
    assert.deepEqual([refused.status, refused.error().code], [404, 'watchlist_not_found'])
    assert.ok(!refused.body.includes(others))
    await send('DELETE', `/v1/watchlists/${own}`, { key })
    assert.equal((await ask(own)).status, 404)
    assert.deepEqual((await endpoints(key))[0]?.filters.watchlists, [own], 'it stays in the filter that has it')
  })

  test(
    title('POST /v1/webhooks: what cannot be read goes before what is unknown, and that before the count'),
    async () => {
      const { key } = await newcomer()
      for (let made = 0; made < 5; made += 1) await makeWebhook(scene.service, {}, key)
      const ask = async (url: string, filters: Record<string, unknown>): Promise<string> =>
        (await send('POST', '/v1/webhooks', { key, json: { url, filters } })).error().code
      const [bad, unknown] = [{ topics: 'nope' }, { sources: 'nope', watchlists: 'nope' }]
      assert.equal(await ask('http://a.b', unknown), 'invalid_parameter')
      assert.equal(await ask(sampleUrl, { ...bad, ...unknown }), 'invalid_parameter')
      assert.equal(await ask(sampleUrl, unknown), 'source_not_found')
      assert.equal(await ask(sampleUrl, { watchlists: 'nope' }), 'watchlist_not_found')
      assert.equal(await ask(sampleUrl, {}), 'plan_required')
    },
  )

  test(title('POST /v1/webhooks, 403: more than the plan takes is refused, with the plan that would'), async () => {
    const { key, account } = await newcomer()
    for (let made = 0; made < 5; made += 1) await makeWebhook(scene.service, {}, key)
    const refused = await send('POST', '/v1/webhooks', { key, json: { url: sampleUrl } })
    assert.equal(refused.status, 403)
    const counts = (required: string | null, requested: number, allowed: number) => ({
      ...{ capability: 'webhooks', required_plan: required, parameter: 'webhook_endpoints' },
      ...{ requested: String(requested), allowed: String(allowed) },
    })
    assert.deepEqual(refused.error().details, counts('business', 6, 5))
    assert.equal(refused.error().required_plan, 'business')
    const [first] = await endpoints(key)
    assert.equal((await send('DELETE', `/v1/webhooks/${first?.id}`, { key })).status, 200)
    await makeWebhook(scene.service, {}, key)
    await setPlan(scene.service.database, scene.service.clock.now(), account, 'enterprise')
    for (let made = 5; made < 50; made += 1) await makeWebhook(scene.service, {}, key)
    const beyond = await send('POST', '/v1/webhooks', { key, json: { url: sampleUrl } })
    assert.deepEqual(beyond.error().details, counts(null, 51, 50))
    assert.equal(beyond.error().required_plan, null)

    await setPlan(scene.service.database, scene.service.clock.now(), account, 'pro')
    const smaller = await send('POST', '/v1/webhooks', { key, json: { url: sampleUrl } })
    assert.deepEqual(smaller.error().details, counts(null, 51, 5))
    assert.equal((await endpoints(key)).length, 50, 'what exceeds a smaller plan stays')
    assert.equal((await send('POST', `/v1/webhooks/${first?.id}/test`, { key })).status, 404)
    const [kept] = await endpoints(key)
    assert.equal((await send('POST', `/v1/webhooks/${kept?.id}/test`, { key })).status, 202)
  })

  test(title('POST /v1/webhooks: of many at once no account gets more than its plan takes'), async () => {
    const { key } = await newcomer()
    for (let made = 0; made < 2; made += 1) await makeWebhook(scene.service, {}, key)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send('POST', '/v1/webhooks', { key, json: { url: sampleUrl } })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 403, 403, 403, 403, 403])
    assert.equal((await endpoints(key)).length, 5)
    assert.equal(new Set(answers.map((answer) => (answer.status === 201 ? webhookIn(answer).secret : ''))).size, 4)
  })

  test(title('GET /v1/webhooks, 200: none is an empty page; a limit above the plan is 400'), async () => {
    const { key } = await newcomer()
    const { data, pagination } = (await send('GET', '/v1/webhooks', { key })).json()
    assert.deepEqual([data, pagination], [[], { has_more: false, limit: 50 }])
    for (const limit of ['201', '0', '', '1.0', 'a']) {
      const refused = await send('GET', `/v1/webhooks?limit=${limit}`, { key })
      assert.deepEqual([refused.status, refused.error().details], [400, { parameter: 'limit' }], limit)
    }
  })

  test(title('GET /v1/webhooks: a cursor holds for its account alone, and across what changes meanwhile'), async () => {
    const { key } = await newcomer()
    const made: ShownWebhook[] = []
    for (let count = 0; count < 4; count += 1) made.push(await makeWebhook(scene.service, {}, key))
    const first = (await send('GET', '/v1/webhooks?limit=2', { key })).json() as {
      data: ShownWebhook[]
      pagination: { next_cursor: string }
    }
    const ids = made.map(({ id }) => id)
    assert.deepEqual(
      first.data.map(({ id }) => id),
      ids.slice(0, 2),
    )
    const rest = `/v1/webhooks?cursor=${first.pagination.next_cursor}`
    for (const stranger of [scene.service.keys.enterprise, (await newcomer()).key]) {
      const refused = await send('GET', rest, { key: stranger })
      assert.deepEqual([refused.status, refused.error().code], [400, 'invalid_cursor'])
    }
    for (const id of [ids[1], ids[2]]) await send('DELETE', `/v1/webhooks/${id}`, { key })
    const last = await makeWebhook(scene.service, {}, key)
    assert.deepEqual(
      ((await send('GET', rest, { key })).json().data as ShownWebhook[]).map(({ id }) => id),
      [ids[3], last.id],
    )
  })

  test(title('GET /v1/webhooks: endpoints of one instant are listed once each, by id'), async () => {
    const { key, account } = await newcomer('business')
    for (let count = 0; count < 7; count += 1) await makeWebhook(scene.service, {}, key)
    await scene.service.database.run('update webhook set created_at = 7 where account_id = $1', [account])
    const ids: string[] = []
    for (let cursor = ''; ids.length < 10; ) {
      const { data, pagination } = (await send('GET', `/v1/webhooks?limit=2${cursor}`, { key })).json() as {
        data: ShownWebhook[]
        pagination: { has_more: boolean; next_cursor?: string }
      }
      ids.push(...data.map(({ id }) => id))
      if (!pagination.has_more) break
      cursor = `&cursor=${pagination.next_cursor}`
    }
    assert.deepEqual(
      ids,
      (await endpoints(key)).map(({ id }) => id),
    )
    assert.deepEqual(ids, ids.toSorted())
    assert.equal(ids.length, 7)
  })

  pagedListSuite(
    {
      name: title('webhooks'),
      path: '/v1/webhooks',
      emptyPath: null,
      elsewhere: ['/v1/subsidies', '/v1/changes'],
      identityOf: ({ id }) => String(id),
    },
    () => ({
      origin: scene.service.origin,
      key: scene.service.keys.enterprise,
      unknownKey: scene.service.unknownKey,
      keyWithoutPlan: scene.service.keys.none,
      keyOfSmallestPlan: scene.service.keys.developer,
    }),
  )

  test(
    title('Idempotency-Key: a create is answered as the first time, its secret too, and makes nothing twice'),
    async () => {
      const { key } = await newcomer('business')
      const list = await makeWatchlist(scene.service, {}, key)
      const json = { url: sampleUrl, filters: { watchlists: list } }
      const options = { key, json, headers: { 'idempotency-key': 'once' } }
      const first = await send('POST', '/v1/webhooks', options)
      const { id } = webhookIn(first)
      // Whatever has become of it since, and of what it names.
      await scene.set(id, { active: 0, consecutive_failures: 20, last_success_at: 5 })
      await send('DELETE', `/v1/watchlists/${list}`, { key })
      const second = await send('POST', '/v1/webhooks', options)
      assert.equal(second.status, 201)
      assert.equal(bodyOf(second), bodyOf(first))
      assert.equal(second.headers['cache-control'], 'no-store')
      assert.equal((await endpoints(key)).length, 1)
      const other = await send('POST', '/v1/webhooks', { ...options, json: { url: `${sampleUrl}/other` } })
      assert.deepEqual([other.status, other.error().code], [409, 'conflict'])
      scene.service.clock.advance({ hours: 25 })
      assert.equal((await send('POST', '/v1/webhooks', options)).error().code, 'watchlist_not_found')
    },
  )

  test(title('Idempotency-Key: of creates at once the later are answered what the first was'), async () => {
    const { key } = await newcomer()
    const options = { key, json: { url: sampleUrl }, headers: { 'idempotency-key': 'at once' } }
    const answers = await Promise.all([1, 2, 3].map(() => send('POST', '/v1/webhooks', options)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201],
    )
    assert.equal(new Set(answers.map(bodyOf)).size, 1)
    assert.equal((await endpoints(key)).length, 1)
  })

  test(
    title('Idempotency-Key: when the endpoint is gone or has another secret, the create is 409 and says so'),
    async () => {
      const { key } = await newcomer()
      const options = { key, json: { url: sampleUrl }, headers: { 'idempotency-key': 'gone' } }
      const { id } = webhookIn(await send('POST', '/v1/webhooks', options))
      await send('POST', `/v1/webhooks/${id}/rotate`, { key })
      const rotated = await send('POST', '/v1/webhooks', options)
      assert.deepEqual([rotated.status, rotated.error().code], [409, 'conflict'])
      assert.match(rotated.error().message, /rotated/)
      await send('DELETE', `/v1/webhooks/${id}`, { key })
      const deleted = await send('POST', '/v1/webhooks', options)
      assert.deepEqual([deleted.status, deleted.error().code], [409, 'conflict'])
      assert.match(deleted.error().message, /deleted/)
      assert.deepEqual(await endpoints(key), [])
    },
  )

  test(
    title('Idempotency-Key: a create that was refused is not remembered, and one that was not needs no room'),
    async () => {
      const { key } = await newcomer()
      for (let made = 0; made < 5; made += 1) await makeWebhook(scene.service, {}, key)
      const options = { key, json: { url: sampleUrl }, headers: { 'idempotency-key': 'late' } }
      assert.equal((await send('POST', '/v1/webhooks', options)).status, 403)
      const [oldest] = await endpoints(key)
      await send('DELETE', `/v1/webhooks/${oldest?.id}`, { key })
      const made = await send('POST', '/v1/webhooks', options)
      assert.equal(made.status, 201)
      // The account holds 5 again: the same request is still answered as the first time.
      assert.equal(bodyOf(await send('POST', '/v1/webhooks', options)), bodyOf(made))
    },
  )
}
