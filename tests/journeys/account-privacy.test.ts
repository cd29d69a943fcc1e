/** An account with something in every table that is personal: handed out whole, and nowhere in the store a day after it is deleted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { eraseDeletedAccounts } from '../../src/accounts/erasure.ts'
import { createAccount, createKey } from '../../src/accounts/operations.ts'
import { erasers } from '../../src/erasers.ts'
import { queueMail } from '../../src/mail/outbox.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { makeLink } from '../../src/sign_in/links/links.ts'
import { tables } from '../../src/tables.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'
import { signedInTo } from '../harness/signed-in.ts'
import { until } from '../harness/started-process.ts'
import { makeWatchlist, upload } from '../harness/watchlists.ts'
import { makeWebhook, putDeliveries } from '../harness/webhooks.ts'

/** Nothing of an account stands there but for the moment in which something is published. */
const ofTheMoment: (keyof typeof tables)[] = ['prepared_event']
/** What nobody but this account says anywhere. */
const email = 'jan.zonder.naam@voorbeeld.example'
const client = 'client-of-jan-alone'

/** Rows of the account by personal table. */
async function rowsOf(database: Database, accountId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [table, { accountColumn, sqliteFile }] of Object.entries(tables)) {
    if (accountColumn === null || ofTheMoment.some((name) => name === table)) continue
    const file = sqliteFile === 'counters' ? database.counters : database
    const row = await file.one<{ rows: number }>(`select count(*) as rows from ${table} where ${accountColumn} = $1`, [
      accountId,
    ])
    counts[table] = row?.rows ?? 0
  }
  return counts
}

async function textOf(database: Database): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const [table, { sqliteFile }] of Object.entries(tables)) {
    const file = sqliteFile === 'counters' ? database.counters : database
    texts.set(table, JSON.stringify(await file.all(`select * from ${table}`)))
  }
  return texts
}

/** Makes the account, with a row in every personal table, most of them by what people and programs do. */
async function fullAccount(
  service: TestService,
): Promise<{ id: string; words: string[]; secrets: string[]; cookie: string }> {
  const { database, clock, origin } = service
  const { id } = await createAccount(database, clock.now(), { email, plan: 'enterprise' })
  const { key } = await createKey(database, clock.now(), { account: id, mode: 'live', name: 'the key of jan' })
  const list = await makeWatchlist(service, { name: 'The clients of jan' }, key)
  const companies = [{ reference: client, company: { postcode: '9000', employees: 20 } }]
  await upload(service, list, companies, { key, headers: { 'idempotency-key': 'a-key-of-jan' } })
  const hook = await makeWebhook(service, { url: 'https://jan.voorbeeld.example/hooks' }, key)
  await putDeliveries(database, hook.id, id, [{ created_at: clock.now() }])
  await service.publish([input('m', { status: 'continuous', company_sizes: ['small'] })])
  await call(origin, 'POST', '/v1/match', { key, json: { company: { postcode: '9000' } } })
  const jan = await signedInTo(service, id)
  assert.equal(
    (await jan.send('PATCH', '/v1/dashboard/account', { json: { password: 'a secret of jan' } })).status,
    200,
  )
  const search = await jan.send('POST', '/v1/dashboard/searches', {
    json: { name: 'What jan looks for', parameters: { q: 'dak' }, digest: 'daily' },
  })
  assert.equal(search.status, 201, String(search.body))
  const link = await makeLink(database, clock.now(), id, null)
  await database.transaction((transaction) =>
    queueMail(transaction, clock.now(), { accountId: id, kind: 'none', cause: `of ${id}`, parameters: {} }),
  )
  // What only somebody else's service makes happen.
  await database.run(
    `insert into person (issuer, subject, account_id, email, created_at, last_sign_in_at) values ('https://accounts.google.com', 'jan-at-google', $1, $2, 5, 5)`,
    [id, email],
  )
  await database.run(`insert into billing (account_id, customer_id, due_at) values ($1, 'cus_of_jan', 5)`, [id])
  await database.run(`insert into billing_event (id, account_id, kind, taken_at) values ('evt_of_jan', $1, 'x', 5)`, [
    id,
  ])
  await database.run(
    `insert into capability_gain (account_id, capability, seq) values ($1, 'watchlists', 0) on conflict do nothing`,
    [id],
  )
  return {
    id,
    words: [
      id,
      email,
      client,
      'The clients of jan',
      'https://jan.voorbeeld.example/hooks',
      'the key of jan',
      'What jan looks for',
      'jan-at-google',
      'cus_of_jan',
    ],
    secrets: [
      key,
      hook.secret ?? '',
      link.slice(link.lastIndexOf('/') + 1),
      'a secret of jan',
      jan.cookie.split('=')[1] ?? '',
    ],
    cookie: jan.cookie,
  }
}

for (const engine of engines) {
  test(`${engine.name}: what every personal table holds of an account is handed out, without a secret, and is nowhere a day after it is deleted`, async () => {
    const service = await startService(engine, { role: 'all', environment: { PASSWORD_SIGN_IN: 'on' } })
    try {
      const { database, clock, origin } = service
      const { id, words, secrets, cookie } = await fullAccount(service)
      await until('something of the account stands in every table', async () => {
        const empty = Object.entries(await rowsOf(database, id)).filter(([, rows]) => rows === 0)
        return empty.length === 0
      }).catch(async () =>
        assert.deepEqual(
          Object.entries(await rowsOf(database, id)).filter(([, rows]) => rows === 0),
          [],
        ),
      )
      const headers = { cookie, origin: 'https://api.example.org' }
      const archive = await call(origin, 'GET', '/v1/dashboard/account/export', { headers })
      assert.equal(archive.status, 200, String(archive.body))
      const text = Object.values(unzipSync(archive.body))
        .map((bytes) => Buffer.from(bytes).toString())
        .join('')
      for (const word of words) assert.ok(text.includes(word), `the export has ${word}`)
      for (const secret of secrets) assert.ok(secret.length > 10 && !text.includes(secret), 'no secret')

      const deleted = await call(origin, 'DELETE', '/v1/dashboard/account', { headers })
      assert.equal(deleted.status, 200, String(deleted.body))
      assert.equal((await call(origin, 'GET', '/v1/dashboard/session', { headers })).status, 401)
      assert.equal((await call(origin, 'GET', '/v1/key', { key: secrets[0] ?? '' })).status, 401)
      clock.advance({ hours: 1 })
      const context = { database, clock, signal: new AbortController().signal }
      await until('the account is erased', async () => {
        await eraseDeletedAccounts(context, erasers)
        return (await database.one('select id from account where id = $1', [id])) === null
      })
      const texts = await textOf(database)
      for (const [table, left] of texts) {
        // That it was deleted, and what is to be ended at the payment provider, by its ids alone.
        const allowed = table === 'erased_account' ? [id] : table === 'billing_ending' ? ['cus_of_jan'] : []
        for (const word of words.filter((one) => !allowed.includes(one)))
          assert.ok(!left.includes(word), `${word} stands in ${table}`)
      }
    } finally {
      await service.stop()
    }
  })
}
