/** An account that is deleted: refused at once, and after a while nowhere in the store. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eraseDeletedAccounts } from '../../src/accounts/erasure.ts'
import { countAccounts, createAccount, createKey, deleteAccount, listAccounts } from '../../src/accounts/operations.ts'
import { consumeVersions } from '../../src/changes/version-consumer.ts'
import { erasers } from '../../src/erasers.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { tables } from '../../src/tables.ts'
import { WatchedLists } from '../../src/watchlists/memory/watched-lists.ts'
import { reevaluation } from '../../src/watchlists/reevaluation/reevaluate.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { unobserved } from '../harness/observer.ts'
import { noLooking } from '../harness/register-scene.ts'
import { startService, type TestService } from '../harness/service.ts'
import { until } from '../harness/started-process.ts'
import { makeWatchlist, upload } from '../harness/watchlists.ts'
import { makeWebhook, putDeliveries } from '../harness/webhooks.ts'

/** Stands in the facts of the deleted account's company and nowhere else. */
const budget = 1_234_567
const companies = [
  { reference: 'client-of-jan', company: { postcode: '9000', employees: 20 }, project: { budget_eur: budget } },
]

/** The tables of the store in which any of these words stands in any column. */
async function tablesWith(database: Database, words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const [table, { sqliteFile }] of Object.entries(tables)) {
    const file = sqliteFile === 'counters' ? database.counters : database
    const text = JSON.stringify(await file.all(`select * from ${table}`))
    if (words.some((word) => text.includes(word))) found.push(table)
  }
  return found
}

async function told({ database, clock, means }: TestService): Promise<void> {
  const { signal } = new AbortController()
  const lists = new WatchedLists(unobserved, noLooking)
  using consumer = reevaluation({ database, clock, lists, lookups: means.lookups, looking: noLooking, signal })
  await consumeVersions(consumer, { database, clock, signal })
}

for (const engine of engines) {
  test(`${engine.name}: a deleted account is refused by the next request, and within a day nothing of it is left but that it was deleted`, async () => {
    const service = await startService(engine)
    try {
      const { database, clock, origin } = service
      const { id } = await createAccount(database, clock.now(), { email: 'jan@voorbeeld.be', plan: 'enterprise' })
      const { key } = await createKey(database, clock.now(), { account: id, mode: 'live', name: 'of jan' })
      const watchlists = [await makeWatchlist(service, { name: 'Clients of Jan' }, key)]
      const kept = await makeWatchlist(service)
      for (const list of watchlists) {
        const headers = { 'idempotency-key': 'once' }
        assert.equal((await upload(service, list, companies, { key, headers })).status, 200)
      }
      assert.equal((await upload(service, kept, [{ reference: 'ours', company: { postcode: '9000' } }])).status, 200)
      const webhook = await makeWebhook(service, { url: 'https://jan.voorbeeld.be/hooks' }, key)
      // More than are erased at once.
      await putDeliveries(database, webhook.id, id, Array(2_100).fill({ created_at: 5 }))
      const keptWebhook = await makeWebhook(service)
      await putDeliveries(database, keptWebhook.id, service.accounts.enterprise, [{ created_at: 5 }])
      const match = { key, json: { company: { postcode: '9000' } } }
      assert.equal((await call(origin, 'POST', '/v1/match', match)).status, 200)
      await service.publish([input('m', { status: 'continuous', company_sizes: ['small'] })])
      await told(service)
      const words = [id, 'jan@voorbeeld.be', 'client-of-jan', String(budget), ...watchlists, webhook.id, webhook.url]
      // Its requests are taken down behind their answers.
      await until('its requests are taken down', () =>
        database.one('select requests from usage_day where account_id = $1 and route = $2', [id, '/v1/match']),
      )
      assert.deepEqual((await tablesWith(database, words)).toSorted(), [
        ...[
          'account',
          'api_key',
          'audit_entry',
          'change_event',
          'event_kind',
          'idempotency_key',
          'match_usage',
          'meter',
        ],
        ...['request_page', 'usage_day', 'watched_company', 'watchlist', 'webhook', 'webhook_delivery'],
      ])

      const before = await countAccounts(database)
      assert.equal((await deleteAccount(database, clock.now(), 'JAN@voorbeeld.be')).id, id)
      assert.equal((await service.get('/v1/watchlists', { key })).status, 401)
      assert.ok(!(await listAccounts(database)).some((account) => account.id === id))
      await assert.rejects(deleteAccount(database, clock.now(), id), /no account/)
      const again = await createAccount(database, clock.now(), { email: 'jan@voorbeeld.be' })
      assert.notEqual(again.id, id)
      assert.equal(await countAccounts(database), before + 1)

      const context = { database, clock, signal: new AbortController().signal }
      assert.equal(await eraseDeletedAccounts(context, erasers), 0, 'what was let in before may still be at it')
      clock.advance({ seconds: 60 })
      const stopped = { ...context, signal: AbortSignal.abort() }
      assert.equal(await eraseDeletedAccounts(stopped, erasers), 0, 'whoever is cut short begins with it again')
      assert.equal(await eraseDeletedAccounts(context, erasers), 1)
      assert.deepEqual(await tablesWith(database, [id]), ['erased_account'])
      assert.deepEqual(await tablesWith(database, words.slice(2)), [])
      assert.deepEqual(await tablesWith(database, [words[1] ?? '']), ['account'], 'that of the account made since')
      assert.equal(await eraseDeletedAccounts(context, erasers), 0)
      assert.match(
        (await service.get('/v1/changes')).body.toString(),
        /"match.created"/,
        'others have their events still',
      )
      assert.match((await service.get(`/v1/watchlists/${kept}/companies`)).body.toString(), /"ours"/)
      const deliveries = (await service.get(`/v1/webhooks/${keptWebhook.id}/deliveries`)).json().data as unknown[]
      assert.equal(deliveries.length, 1)
    } finally {
      await service.stop()
    }
  })
}
