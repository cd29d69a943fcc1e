/** What a person does with webhooks in the dashboard beyond the API, at the wire: trying filters, looking, sending again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAudit } from '../../src/accounts/audit/audit.ts'
import { formatInstant } from '../../src/values/brussels.ts'
import { resendBounds } from '../../src/webhooks/deliveries/resend.ts'
import { previewBounds } from '../../src/webhooks/fan-out/preview-filters.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { append, sampleEvent } from '../harness/feed-events.ts'
import type { Answer } from '../harness/http.ts'
import { type SignedInBrowser, signedInTo } from '../harness/signed-in.ts'
import { makeWatchlist } from '../harness/watchlists.ts'
import { makeWebhook, putDeliveries, webhooksScene } from '../harness/webhooks.ts'

type Preview = { matched: number; days: number; complete: boolean; examples: { id: string; event: string }[] }
type Whole = Record<string, unknown> & { id: string; event_id: string; log: unknown[] }

const dataOf = <Data>(answer: Answer, status = 200): Data => {
  assert.equal(answer.status, status, answer.body.toString())
  return answer.json().data as Data
}

for (const engine of engines) testsOn(engine)

function testsOn(engine: Engine): void {
  const title = (words: string): string => `${engine.name}: ${words}`
  const scene = webhooksScene(engine)

  async function person(plan: 'pro' | 'business' = 'pro') {
    const { account, key } = await scene.newcomer(plan)
    return { account, key, browser: await signedInTo(scene.service, account) }
  }
  const preview = async (browser: SignedInBrowser, filters: unknown): Promise<Preview> =>
    dataOf(await browser.send('POST', '/v1/dashboard/webhooks/preview', { json: { filters } }))
  const whole = async (browser: SignedInBrowser, webhook: string, id: string): Promise<Whole> =>
    dataOf(await browser.send('GET', `/v1/dashboard/webhooks/${webhook}/deliveries/${id}`))
  const resend = (browser: SignedInBrowser, webhook: string, id: string): Promise<Answer> =>
    browser.send('POST', `/v1/dashboard/webhooks/${webhook}/deliveries/${id}/resend`)

  /** An endpoint with a delivery that failed, as six attempts leave it. */
  async function failed(account: string, key: string, body: string | null = '{"id":"chg_x"}') {
    const { id: webhook } = await makeWebhook(scene.service, {}, key)
    const at = scene.service.clock.now()
    const [id = ''] = await putDeliveries(scene.service.database, webhook, account, [
      { created_at: at, status: 'failed', attempts: 6, last_status: 500, last_error: 'status: no' },
    ])
    const log = '1,1700000000000,12,500,status\n2,1700000060000,10000,,timeout\n'
    await scene.service.database.run('update webhook_delivery set body = $2, attempt_log = $3 where id = $1', [
      id,
      body,
      log,
    ])
    return { webhook, id }
  }

  test(
    title('preview, 200: counts what an endpoint with these filters would have been sent, and shows the newest'),
    async () => {
      const { account, browser } = await person('business')
      const other = await scene.newcomer('business')
      const { database, clock } = scene.service
      const before = await preview(browser, {})
      const match = { event: 'match.created', subject: 'match', subjectId: 'wl_x:r:al:a' } as const
      await append(database, clock.now(), [
        ...Array.from({ length: 7 }, () => sampleEvent({ event: 'subsidy.amount_changed', topics: ['energy'] })),
        sampleEvent({ ...match, accountId: account }),
        sampleEvent({ ...match, accountId: other.account }),
      ])
      const all = await preview(browser, {})
      assert.deepEqual([all.matched - before.matched, all.days, all.complete], [8, previewBounds.days, true])
      const energy = await preview(browser, { topics: 'Energy', event_types: ['subsidy.amount_changed'] })
      assert.equal(energy.matched, 7)
      assert.equal(energy.examples.length, previewBounds.examplesMax)
      const feed = (await browser.send('GET', '/v1/dashboard/session')).status
      assert.equal(feed, 200)
      const { data: events } = (
        await scene.service.get('/v1/changes?type=subsidy.amount_changed&limit=100')
      ).json() as {
        data: { id: string }[]
      }
      const newest = events.toReversed().slice(0, previewBounds.examplesMax)
      assert.deepEqual(energy.examples, newest)
      clock.advance({ days: previewBounds.days + 1 })
      const later = await signedInTo(scene.service, account)
      assert.deepEqual(await preview(later, {}), {
        matched: 0,
        days: previewBounds.days,
        complete: true,
        examples: [],
      })
    },
  )

  test(title('preview refuses what creation refuses'), async () => {
    const { browser } = await person()
    const sent = async (filters: unknown): Promise<unknown[]> => {
      const answer = await browser.send('POST', '/v1/dashboard/webhooks/preview', { json: { filters } })
      return [answer.status, answer.error().code, answer.error().details]
    }
    assert.deepEqual(await sent({ topics: ['cheese'] }), [400, 'invalid_parameter', { parameter: 'filters.topics' }])
    assert.deepEqual(await sent({ sources: ['nobody'] }), [404, 'source_not_found', { source: 'nobody' }])
    assert.deepEqual(await sent({ sources: ['off'] }), [404, 'source_not_found', { source: 'off' }])
    assert.deepEqual(await sent({ watchlists: ['wl_nobody'] }), [404, 'watchlist_not_found', {}])
    assert.equal((await sent({ colour: 'blue' }))[0], 400)
  })

  test(title('delivery, 200: what was sent to the byte, every attempt that is known, and no signature'), async () => {
    const { account, key, browser } = await person()
    const body = '{"id":"chg_x","é":"\\u00e9 🙂"}'
    const { webhook, id } = await failed(account, key, body)
    const { event_id, created_at, ...shown } = await whole(browser, webhook, id)
    assert.match(event_id, /^chg_[0-9A-Z]{26}$/)
    assert.deepEqual(shown, {
      ...{
        id,
        event_type: 'subsidy.created',
        status: 'failed',
        attempts: 6,
        last_status: 500,
        last_error: 'status: no',
      },
      ...{ delivered_at: null, next_attempt_at: null, resend_of: null, resent_as: null, body },
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'SubsidyMeasures/0.0.0-test (+https://api.example.org/docs/webhooks)',
        'Service-Event': 'subsidy.created',
        'Service-Delivery': id,
      },
      log: [
        { attempt: 1, at: formatInstant(1_700_000_000_000), duration_ms: 12, status: 500, error: 'status' },
        { attempt: 2, at: formatInstant(1_700_000_060_000), duration_ms: 10_000, status: null, error: 'timeout' },
      ],
    })
    assert.equal(typeof created_at, 'string')
  })

  test(
    title('delivery, 404: one of another endpoint, of another account, and one that never was are answered alike'),
    async () => {
      const { account, key, browser } = await person()
      const mine = await failed(account, key)
      const { webhook: second } = await failed(account, key)
      const other = await person()
      const theirs = await failed(other.account, other.key)
      const path = (webhook: string, id: string): string => `/v1/dashboard/webhooks/${webhook}/deliveries/${id}`
      for (const [method, end] of [
        ['GET', ''],
        ['POST', '/resend'],
      ] as const) {
        const answers = await Promise.all([
          browser.send(method, path(second, mine.id) + end),
          browser.send(method, path(mine.webhook, 'whd_nobody') + end),
          browser.send(method, path(mine.webhook, theirs.id) + end),
        ])
        assert.deepEqual(
          answers.map((answer) => [answer.status, answer.error().code]),
          Array(3).fill([404, 'not_found']),
        )
        const foreign = await browser.send(method, path(theirs.webhook, theirs.id) + end)
        assert.deepEqual([foreign.status, foreign.error().code], [404, 'webhook_not_found'])
      }
    },
  )

  test(
    title('resend, 202: a new delivery of the same event and text, due now, with six attempts; the old one stays'),
    async () => {
      const { account, key, browser } = await person()
      const { webhook, id } = await failed(account, key, '{"id":"chg_same"}')
      const before = await whole(browser, webhook, id)
      const made = dataOf<{ delivery_id: string; resend_of: string; event_id: string }>(
        await resend(browser, webhook, id),
        202,
      )
      assert.deepEqual([made.resend_of, made.event_id], [id, before.event_id])
      const fresh = await whole(browser, webhook, made.delivery_id)
      assert.deepEqual(
        [fresh.status, fresh.attempts, fresh.body, fresh.resend_of, fresh.event_id, fresh.log, fresh.event_type],
        ['pending', 0, '{"id":"chg_same"}', id, before.event_id, [], 'subsidy.created'],
      )
      assert.deepEqual(await whole(browser, webhook, id), { ...before, resent_as: made.delivery_id })
      const listed = (await scene.send('GET', `/v1/webhooks/${webhook}/deliveries`, { key })).json().data as Whole[]
      assert.deepEqual(
        listed.map((row) => [row.id, row.event_id]),
        [
          [made.delivery_id, before.event_id],
          [id, before.event_id],
        ],
      )
      const row = await scene.service.database.one('select lane, due_at from webhook_delivery where id = $1', [
        made.delivery_id,
      ])
      assert.deepEqual([row?.lane, row?.due_at], [1, 0])
      const stored = await scene.stored(webhook)
      assert.equal(stored?.due_at, 0)
    },
  )

  test(
    title('resend, 409: twice, of what has not failed, to an endpoint that is off; a resend that failed may be resent'),
    async () => {
      const { account, key, browser } = await person()
      const { webhook, id } = await failed(account, key)
      const twice = await Promise.all([resend(browser, webhook, id), resend(browser, webhook, id)])
      assert.deepEqual(twice.map(({ status }) => status).sort(), [202, 409])
      const made = await whole(browser, webhook, String((await whole(browser, webhook, id)).resent_as))
      assert.deepEqual((await resend(browser, webhook, made.id)).error().code, 'conflict')
      const { database } = scene.service
      await database.run("update webhook_delivery set status = 'failed', due_at = null where id = $1", [made.id])
      const second = dataOf<{ delivery_id: string; event_id: string }>(await resend(browser, webhook, made.id), 202)
      assert.deepEqual((await whole(browser, webhook, second.delivery_id)).resend_of, made.id)
      assert.equal(second.event_id, made.event_id)
      const [arrived = ''] = await putDeliveries(database, webhook, account, [
        { created_at: 1, status: 'delivered', delivered_at: 2, attempts: 1 },
      ])
      assert.deepEqual((await resend(browser, webhook, arrived)).error().code, 'conflict')
      const off = await failed(account, key)
      await scene.set(off.webhook, { active: 0 })
      assert.deepEqual((await resend(browser, off.webhook, off.id)).error().code, 'conflict')
      const none = await browser.send('POST', `/v1/dashboard/webhooks/${off.webhook}/resend`, { json: {} })
      assert.deepEqual([none.status, none.error().code], [409, 'conflict'])
    },
  )

  test(
    title('resend: what was never sent is put into words now; where the feed has it no more, it is 409'),
    async () => {
      const { account, key, browser } = await person()
      const { webhook, id } = await failed(account, key, null)
      const gone = await resend(browser, webhook, id)
      assert.deepEqual([gone.status, gone.error().code], [409, 'conflict'])
      const { database } = scene.service
      const { data: events } = (await scene.service.get('/v1/changes?limit=1')).json() as { data: { id: string }[] }
      await database.run('update webhook_delivery set event_id = $2 where id = $1', [id, events[0]?.id ?? ''])
      const { delivery_id } = dataOf<{ delivery_id: string }>(await resend(browser, webhook, id), 202)
      assert.deepEqual(JSON.parse(String((await whole(browser, webhook, delivery_id)).body)), events[0])
    },
  )

  test(
    title('resend all, 202: what failed and passes the filter, once, the oldest first, as many as a call may'),
    async () => {
      const { account, key, browser } = await person()
      const { id: webhook } = await makeWebhook(scene.service, {}, key)
      const { database, clock } = scene.service
      const at = clock.now()
      const many = resendBounds.resentMax + 7
      const row = (place: number) => ({ created_at: at + place, status: 'failed', attempts: 6 }) as const
      const ids = await putDeliveries(database, webhook, account, [
        ...Array.from({ length: many }, (_, place) => row(place)),
        { created_at: at, status: 'delivered', delivered_at: at },
        { ...row(0), lane: 0 },
      ])
      await database.run("update webhook_delivery set body = '{}' where webhook_id = $1", [webhook])
      const call = async (json: unknown): Promise<unknown> =>
        dataOf(await browser.send('POST', `/v1/dashboard/webhooks/${webhook}/resend`, { json }), 202)
      assert.deepEqual(await call({ event_types: ['ping'] }), { resent: 1, left: 0 })
      assert.deepEqual(await call({ event_types: [] }), { resent: 0, left: 0 })
      assert.deepEqual(await call({ event_types: ['subsidy.created'], since: formatInstant(at + many - 2) }), {
        resent: 2,
        left: 0,
      })
      assert.deepEqual(await call({}), { resent: resendBounds.resentMax, left: 5 })
      assert.equal((await whole(browser, webhook, ids[many - 3] ?? '')).resent_as, null)
      assert.deepEqual(await call({}), { resent: 5, left: 0 })
      assert.deepEqual(await call({}), { resent: 0, left: 0 })
      const pending = await database.one(
        "select count(*) as count from webhook_delivery where webhook_id = $1 and status = 'pending'",
        [webhook],
      )
      assert.equal(pending?.count, many + 1)
      const wrong = await browser.send('POST', `/v1/dashboard/webhooks/${webhook}/resend`, {
        json: { since: 'yesterday' },
      })
      assert.ok([400, 422].includes(wrong.status))
    },
  )

  test(title('what is done to endpoints and lists is noted, with the key that did it, or as a person'), async () => {
    const { account, key, browser } = await person('business')
    const { id, url } = await makeWebhook(scene.service, {}, key)
    const list = await makeWatchlist(scene.service, { name: 'Klanten' }, key)
    for (const [method, path] of [
      ['POST', `/v1/dashboard/webhooks/${id}/rotate`],
      ['POST', `/v1/dashboard/webhooks/${id}/enable`],
      ['DELETE', `/v1/dashboard/webhooks/${id}`],
      ['DELETE', `/v1/dashboard/watchlists/${list}`],
    ] as const)
      assert.equal((await browser.send(method, path)).status, 200)
    const deeds = await listAudit(scene.service.database, account, { limit: 20 })
    const host = { host: new URL(url).host }
    assert.deepEqual(
      deeds
        .filter(({ subject }) => subject === id || subject === list)
        .map(({ action, actor, keyId, about }) => [action, actor, keyId !== null, about]),
      [
        ['watchlist_deleted', 'session', false, { name: 'Klanten' }],
        ['webhook_deleted', 'session', false, host],
        ['webhook_enabled', 'session', false, host],
        ['webhook_secret_rotated', 'session', false, host],
        ['watchlist_created', 'key', true, { name: 'Klanten' }],
        ['webhook_created', 'key', true, host],
      ],
    )
    const own = await makeWatchlist(scene.service, { name: 'A' }, key)
    const changed = await scene.send('PATCH', `/v1/watchlists/${own}`, { key, json: { name: 'B' } })
    assert.equal(changed.status, 200)
    assert.equal((await scene.send('PATCH', `/v1/watchlists/${own}`, { key, json: {} })).status, 200)
    const [last, first] = (await listAudit(scene.service.database, account, { limit: 2 })).map(({ action, about }) => [
      action,
      about,
    ])
    assert.deepEqual(
      [last, first],
      [
        ['watchlist_changed', { name: 'B' }],
        ['watchlist_created', { name: 'A' }],
      ],
    )
  })
}
