/** `webhooks listen` against a service and a receiver that do as a test says; only time is left out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verify } from '../../docs/examples/webhooks/verify.ts'
import {
  feedEvent,
  type Heard,
  listenerKey,
  listenerSecret,
  listening,
  type Reply,
  type Request,
  refusal,
  type Server,
  serverThat,
  writtenFeed,
} from '../harness/listening.ts'

const taking = (): Promise<Server> => serverThat(() => ({ status: 204 }))
const idsSent = ({ requests }: Server): string[] => requests.map(({ body }) => JSON.parse(body).id)

/** A service whose feed is as a test writes it, and whose other answers are these by path. */
async function serviceWith(others: (request: Request) => Reply | undefined = () => undefined) {
  const feed = writtenFeed()
  const server = await serverThat((request) => others(request) ?? feed.reply(request))
  return { server, feed, say: (...events: unknown[]) => void feed.events.push(...events) }
}

test('what happens while it listens is sent in order and once, what was there before is not', async () => {
  const { server, feed, say } = await serviceWith()
  await using service = server
  await using receiver = await taking()
  say(feedEvent(1), feedEvent(2))
  const { counts, waits } = await listening({ service: service.origin, receiver: receiver.origin }, [
    () => say(feedEvent(3)),
    () => say(feedEvent(4), feedEvent(5), feedEvent(6), feedEvent(7), feedEvent(8)),
  ])
  assert.deepEqual(idsSent(receiver), ['chg_3', 'chg_4', 'chg_5', 'chg_6', 'chg_7', 'chg_8'])
  assert.deepEqual(counts, { delivered: 6, passed_over: 0 })
  assert.deepEqual(waits, [2_000, 2_000, 2_000], 'pages that lie ready are read at once')
  assert.equal(feed.events.length, 8)
  const [first, ...later] = service.requests.map(({ path }) => new URL(path, 'http://any').searchParams)
  assert.deepEqual([...(first ?? [])], [['since', '9999-12-31T00:00:00Z']])
  for (const parameters of later) assert.deepEqual([...parameters.keys()], ['cursor'])
  for (const { headers } of service.requests) assert.equal(headers.authorization, `Bearer ${listenerKey}`)
})

test('while nothing happens the feed is looked at ever less, until an event comes', async () => {
  const { server, say } = await serviceWith()
  await using service = server
  await using receiver = await taking()
  const nothing = (): void => {}
  const steps = [nothing, nothing, nothing, nothing, () => say(feedEvent(1)), nothing]
  const { waits } = await listening({ service: service.origin, receiver: receiver.origin }, steps)
  assert.deepEqual(waits, [2_000, 4_000, 8_000, 15_000, 15_000, 2_000, 4_000])
})

test('a delivery has the headers of a real one and no other, a signature that verifies, and the event of the feed', async () => {
  const { server, say } = await serviceWith()
  await using service = server
  await using receiver = await taking()
  const event = feedEvent(1, { data: { diff: { 'title.fr': { from: 'a\u0000', to: '補助金 😀' } } } })
  await listening({ service: service.origin, receiver: receiver.origin }, [() => say(event)])
  const [sent] = receiver.requests
  assert.ok(sent)
  assert.deepEqual([sent.method, sent.path, sent.body], ['POST', '/hook?a=1', JSON.stringify(event)])
  const names = sent.rawHeaders.filter((_, index) => index % 2 === 0)
  const own = ['Content-Type', 'Service-Signature', 'Service-Event', 'Service-Delivery', 'User-Agent']
  assert.deepEqual(names.toSorted(), [...own, 'Host', 'Connection', 'Content-Length'].toSorted())
  const { headers } = sent
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['service-event'], 'subsidy.created')
  assert.match(String(headers['service-delivery']), /^whd_[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.equal(headers['user-agent'], 'SubsidyMeasures/1.2.3 (+https://api.example.org/docs/webhooks)')
  const now = Math.floor(Date.now() / 1_000)
  assert.ok(verify(Buffer.from(sent.body), String(headers['service-signature']), listenerSecret, now))
  assert.ok(!verify(Buffer.from(`${sent.body} `), String(headers['service-signature']), listenerSecret, now))
})

test('what is not answered 2xx is sent again with the same body under the same delivery, three times in all', async () => {
  const { server, say } = await serviceWith()
  await using service = server
  const replies: Reply[] = [
    { status: 500 },
    'cut',
    { status: 200 },
    { status: 302, headers: { location: '/elsewhere' } },
    { status: 404 },
    { status: 410 },
    { status: 299 },
  ]
  await using receiver = await serverThat(() => replies.shift() ?? { status: 500 })
  const { counts, waits, lines } = await listening({ service: service.origin, receiver: receiver.origin }, [
    () => say(feedEvent(1), feedEvent(2), feedEvent(3)),
  ])
  assert.deepEqual(
    receiver.requests.map(({ body }) => JSON.parse(body).id),
    ['chg_1', 'chg_1', 'chg_1', 'chg_2', 'chg_2', 'chg_2', 'chg_3'],
  )
  assert.ok(
    receiver.requests.every(({ path }) => path === '/hook?a=1'),
    'a redirect is not followed',
  )
  const deliveries = receiver.requests.map(({ headers }) => headers['service-delivery'])
  assert.equal(new Set(deliveries.slice(0, 3)).size, 1)
  assert.equal(new Set(deliveries).size, 3)
  assert.equal(new Set(receiver.requests.slice(3, 6).map(({ body }) => body)).size, 1)
  assert.deepEqual(counts, { delivered: 2, passed_over: 1 })
  assert.deepEqual(waits, [2_000, 1_000, 3_000, 1_000, 3_000, 2_000])
  const told = lines
    .filter((line) => line.includes('chg_'))
    .map((line) => line.replace(/^\S+ +/, '').replace(/\d+ ms/, '_ ms'))
  assert.deepEqual(told, [
    'subsidy.created  chg_1  500  _ ms  again in 1 s',
    'subsidy.created  chg_1  ECONNRESET  _ ms  again in 3 s',
    'subsidy.created  chg_1  200  _ ms',
    'subsidy.created  chg_2  302  _ ms  again in 1 s',
    'subsidy.created  chg_2  404  _ ms  again in 3 s',
    'subsidy.created  chg_2  410  _ ms  passed over after 3 attempts',
    'subsidy.created  chg_3  299  _ ms',
  ])
})

test('a receiver that is not there costs its events alone: when it is back it gets the next', async () => {
  const { server, say } = await serviceWith()
  await using service = server
  await using receiver = await taking()
  const { counts, lines } = await listening({ service: service.origin, receiver: receiver.origin }, [
    () => receiver.close(),
    () => say(feedEvent(1)),
    () => receiver.open(),
    () => say(feedEvent(2)),
  ])
  assert.deepEqual(idsSent(receiver), ['chg_2'])
  assert.deepEqual(counts, { delivered: 1, passed_over: 1 })
  assert.equal(lines.filter((line) => line.includes('ECONNREFUSED')).length, 3)
})

test('a receiver that says nothing within 10 seconds has not taken it', async (t) => {
  let late = new AbortController()
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    const timer = new AbortController()
    if (ms === 10_000) late = timer
    return timer.signal
  })
  const { server, say } = await serviceWith()
  await using service = server
  await using receiver = await serverThat(() => {
    setImmediate(() => late.abort())
    return 'silent'
  })
  const { counts, lines } = await listening({ service: service.origin, receiver: receiver.origin }, [
    () => say(feedEvent(1)),
  ])
  assert.deepEqual(counts, { delivered: 0, passed_over: 1 })
  assert.equal(lines.filter((line) => line.includes('  no answer in 10 s  ')).length, 3)
})

test('a service that is busy, broken or away is asked again, ever later, and loses nothing', async () => {
  const troubles: (Reply | undefined)[] = [
    undefined,
    refusal(429, 'rate_limit_exceeded', { 'retry-after': '7' }),
    refusal(500, 'internal_error'),
    'cut',
    ...Array.from({ length: 6 }, (): Reply => ({ status: 503, text: '<h1>No</h1>' })),
  ]
  const { server, say } = await serviceWith(() => troubles.shift())
  await using service = server
  await using receiver = await taking()
  const { counts, waits, lines } = await listening({ service: service.origin, receiver: receiver.origin }, [
    () => say(feedEvent(1)),
  ])
  assert.deepEqual(counts, { delivered: 1, passed_over: 0 })
  assert.deepEqual(
    waits.map((ms) => ms / 1_000),
    [7, 3, 9, 27, 30, 30, 30, 30, 30, 2, 2],
  )
  assert.equal(lines.filter((line) => line === 'The service answers again.').length, 1)
})

const ends: [name: string, reply: Reply, code: string, message: RegExp][] = [
  ['a key that is refused', refusal(401, 'unauthorized'), 'unauthorized', /refuses the key: .*revoked/],
  [
    'an account without a plan',
    refusal(402, 'subscription_required'),
    'subscription_required',
    /^subscription_required it is\.$/,
  ],
  ['a plan without the feed', refusal(403, 'plan_required'), 'plan_required', /^plan_required it is\.$/],
  ['a month that is used up', refusal(429, 'quota_exceeded', { 'retry-after': '600000' }), 'quota_exceeded', /^quota_/],
  [
    'a parameter that is refused',
    refusal(400, 'invalid_parameter'),
    'invalid_parameter',
    /^invalid_parameter it is\.$/,
  ],
  ['another service', { status: 200, text: '<h1>Hello</h1>' }, 'unexpected_answer', /no page of the feed.*--base-url/],
  ['a path that is not there', { status: 404, text: '<h1>No</h1>' }, 'unexpected_answer', /\/v1\/changes answers 404/],
  ['a redirect', { status: 301, headers: { location: 'https://evil.example' } }, 'unexpected_answer', /answers 301/],
]
for (const [name, reply, code, message] of ends) {
  for (const isFirst of [true, false]) {
    test(`${name} ends it with a sentence, ${isFirst ? 'at the first request' : 'and what was delivered before is counted'}`, async () => {
      const { server, say } = await serviceWith(({ path }) =>
        isFirst || path.endsWith('cursor=1') ? reply : undefined,
      )
      await using service = server
      await using receiver = await taking()
      const { fault, counts, lines } = await listening({ service: service.origin, receiver: receiver.origin }, [
        () => say(feedEvent(1)),
        () => {},
      ])
      assert.equal(fault?.code, code)
      assert.match(fault?.message ?? '', message)
      assert.equal(counts.delivered, isFirst ? 0 : 1)
      assert.ok(![fault?.message, ...lines].join('\n').includes(listenerKey))
    })
  }
}

test('an address at which nobody answers is told after three tries; one that has answered is waited for', async () => {
  await using service = await serverThat(() => 'cut')
  const { fault, waits } = await listening({ service: service.origin, receiver: service.origin })
  assert.equal(fault?.code, 'unreachable')
  assert.match(fault?.message ?? '', /cannot be reached \(\w+\)\. --base-url names the service/)
  assert.deepEqual(waits, [1_000, 3_000])
})

test('a place that holds no longer is told, and it goes on from now', async () => {
  const { server, say } = await serviceWith(({ path }) =>
    path.includes('cursor=1') ? refusal(400, 'invalid_cursor') : undefined,
  )
  await using service = server
  await using receiver = await taking()
  const { counts, lines } = await listening({ service: service.origin, receiver: receiver.origin }, [
    () => say(feedEvent(1)),
    () => say(feedEvent(2)),
    () => say(feedEvent(3)),
  ])
  assert.deepEqual(idsSent(receiver), ['chg_1', 'chg_3'])
  assert.equal(counts.delivered, 2)
  assert.equal(lines.filter((line) => line.includes('holds no longer')).length, 1)
})

const sources = [
  { id: 'alpha', regions: ['flanders'] },
  { id: 'beta', regions: ['wallonia'] },
]
const merged = { data: { id: 'al:2', related: { merged_from: ['al:1'] } } }
const summaryOf = (summary: object): { data: Record<string, unknown> } => ({ data: { summary } })
const inFlanders = feedEvent(1, summaryOf({ regions: ['flanders'], topics: ['energy'], source_id: 'alpha' }))
const inWallonia = feedEvent(2, summaryOf({ regions: ['wallonia'], topics: ['water'], source_id: 'beta' }))
const everywhere = feedEvent(3, {
  event: 'subsidy.deadline_changed',
  data: {
    categories: ['subsidy.deadline_changed', 'subsidy.content_changed'],
    summary: { regions: [], topics: ['energy', 'water'], source_id: 'beta' },
  },
})
const staleAlpha = feedEvent(4, {
  event: 'source.stale',
  data: { subject: 'source', id: 'alpha', summary: { source_id: 'alpha', name: 'Alpha' } },
})
const match = feedEvent(5, {
  event: 'match.created',
  data: {
    subject: 'match',
    id: 'wl_A:r:1:al:1',
    summary: {
      watchlist_id: 'wl_A',
      subsidy_id: 'al:1',
      regions: ['flanders'],
      topics: ['energy'],
      source_id: 'alpha',
    },
  },
})
const unknownType = feedEvent(6, { event: 'some.new_type', data: { id: 'al:9' } })
const all = [inFlanders, inWallonia, everywhere, staleAlpha, match, unknownType]

const filterRows: [filters: Record<string, string>, passing: number[], asked: Record<string, string>][] = [
  [{}, [1, 2, 3, 4, 5, 6], {}],
  [
    { event_types: 'Subsidy.Content_Changed, match.created' },
    [3, 5],
    { type: 'subsidy.content_changed,match.created' },
  ],
  [{ sources: 'ALPHA' }, [1, 4, 6], { source: 'alpha' }],
  [{ sources: 'gone' }, [], { source: 'gone' }],
  [{ regions: 'flanders' }, [1, 3, 4, 5, 6], {}],
  [{ regions: 'wallonia' }, [2, 3, 6], {}],
  [{ topics: 'water' }, [2, 3], {}],
  [{ subsidy_ids: 'AL:2' }, [1, 2, 5], {}],
  [{ subsidy_ids: 'al:404' }, [], {}],
  [{ watchlists: 'wl_A' }, [5], {}],
  [{ regions: 'flanders', topics: 'energy' }, [1, 3], {}],
]
for (const [filters, passing, asked] of filterRows) {
  test(`filters are those of an endpoint: ${JSON.stringify(filters)} lets ${passing.join(', ') || 'nothing'} pass`, async () => {
    const { server, say } = await serviceWith(({ path }) => {
      if (path === '/v1/sources') return { status: 200, json: { data: sources } }
      if (path === '/v1/watchlists/wl_A') return { status: 200, json: { data: { id: 'wl_A' } } }
      if (path.startsWith('/v1/subsidies/al%3A404')) return refusal(404, 'subsidy_not_found')
      return path.startsWith('/v1/subsidies/') ? { status: 200, json: merged } : undefined
    })
    await using service = server
    await using receiver = await taking()
    const heard = await listening({ service: service.origin, receiver: receiver.origin, filters }, [() => say(...all)])
    assert.equal(heard.fault, null)
    assert.deepEqual(
      idsSent(receiver),
      passing.map((place) => `chg_${place}`),
    )
    assert.deepEqual(heard.counts, { delivered: passing.length, passed_over: 0 })
    for (const { path } of service.requests.filter(({ path: each }) => each.startsWith('/v1/changes'))) {
      const { since, cursor, ...rest } = Object.fromEntries(new URL(path, 'http://any').searchParams)
      assert.deepEqual(rest, asked)
      assert.ok((since === undefined) !== (cursor === undefined))
    }
  })
}

test('a filter names the measure still when it is merged while it listens, and a source that came later has its regions', async () => {
  let isMerged = false
  let isThere = false
  const { server, say } = await serviceWith(({ path }) => {
    if (path === '/v1/sources')
      return { status: 200, json: { data: isThere ? [{ id: 'late', regions: ['brussels'] }] : [] } }
    const related = { merged_from: isMerged ? ['al:1'] : [] }
    if (path === '/v1/subsidies/al%3A1')
      return { status: 200, json: { data: { id: isMerged ? 'al:2' : 'al:1', related } } }
    return undefined
  })
  await using service = server
  await using receiver = await taking()
  const about = (place: number, id: string, event = 'subsidy.content_changed'): unknown =>
    feedEvent(place, { event, data: { id } })
  const listened = { service: service.origin, receiver: receiver.origin }
  await listening({ ...listened, filters: { subsidy_ids: 'al:1' } }, [
    () => say(about(1, 'al:1'), about(2, 'al:2')),
    () => {
      isMerged = true
      say(about(3, 'al:2', 'subsidy.merged'), about(4, 'al:2'), about(5, 'al:3'))
    },
  ])
  assert.deepEqual(idsSent(receiver), ['chg_1', 'chg_3', 'chg_4'])

  await listening({ ...listened, filters: { regions: 'brussels' } }, [
    () => {
      isThere = true
      say(feedEvent(6, { event: 'source.stale', data: { subject: 'source', id: 'late', summary: {} } }))
    },
  ])
  assert.deepEqual(idsSent(receiver).slice(3), ['chg_6'])
})

test('a watchlist that is not there ends it, as the service says', async () => {
  const { server } = await serviceWith(() => refusal(404, 'watchlist_not_found'))
  await using service = server
  const { fault } = await listening({
    service: service.origin,
    receiver: service.origin,
    filters: { watchlists: 'wl_B' },
  })
  assert.equal(fault?.code, 'watchlist_not_found')
})

test('what is no event is not sent: a header or a line of its making would be', async () => {
  for (const wrong of [
    { ...feedEvent(1), id: 'chg_1\r\nX: 1' },
    { ...feedEvent(1), event: 3 },
    { ...feedEvent(1), event: 'a b' },
    { ...feedEvent(1), data: null },
    'text',
  ]) {
    const { server, say } = await serviceWith()
    await using service = server
    await using receiver = await taking()
    const heard: Heard = await listening({ service: service.origin, receiver: receiver.origin }, [() => say(wrong)])
    assert.equal(heard.fault?.code, 'unexpected_answer')
    assert.deepEqual(receiver.requests, [])
  }
})
