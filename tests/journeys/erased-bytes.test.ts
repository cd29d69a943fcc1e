/** What an erased account said stands in no byte under DATA_DIR: not in freed pages, not in a log, not in a mail that is a file. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { eraseDeletedAccounts, scrubFilesJob } from '../../src/accounts/erasure.ts'
import { createAccount, createKey, deleteAccount } from '../../src/accounts/operations.ts'
import { erasers } from '../../src/erasers.ts'
import { mailFileEraser } from '../../src/mail/leaving.ts'
import { fileMessage } from '../../src/mail/mail-folder.ts'
import { queueMail } from '../../src/mail/outbox.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { startService } from '../harness/service.ts'
import { until } from '../harness/started-process.ts'
import { makeWatchlist, upload } from '../harness/watchlists.ts'
import { makeWebhook, putDeliveries } from '../harness/webhooks.ts'

/** Each stands in something of the account, and nowhere else. */
const words = {
  email: 'zebulon.quastenflosser@voorbeeld.be',
  list: 'Quastenflosser Clients',
  reference: 'quastenflosser-client',
  key: 'quastenflosser key',
  host: 'quastenflosser.voorbeeld.be',
  body: 'quastenflosser body',
}

/** Files under the folder in which any of the words stands, whatever its case. */
function filesWith(folder: string, wanted: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file, 'latin1').toLowerCase()
      return wanted.some((word) => bytes.includes(word.toLowerCase()))
    })
    .map((file) => path.relative(folder, file))
    .toSorted()
}

for (const engine of engines.filter(({ name }) => name === 'sqlite')) {
  test(`${engine.name}: after its erasure no byte under DATA_DIR holds a word of an account; while a state is read it waits, and goes on after`, async () => {
    const service = await startService(engine)
    try {
      const { database, clock, origin } = service
      const folder = path.join(service.dataDir, 'mail')
      const { id } = await createAccount(database, clock.now(), { email: words.email, plan: 'enterprise' })
      const { key } = await createKey(database, clock.now(), { account: id, mode: 'live', name: words.key })
      const list = await makeWatchlist(service, { name: words.list }, key)
      // Many pages of rows, so that whole pages are freed.
      for (let part = 0; part < 4; part += 1) {
        const rows = Array.from({ length: 250 }, (_, at) => ({
          ...{ reference: `${words.reference}-${part}-${at}`, company: { postcode: '9000', employees: 20 + at } },
        }))
        assert.equal((await upload(service, list, rows, { key })).status, 200)
      }
      const webhook = await makeWebhook(service, { url: `https://${words.host}/hooks` }, key)
      await putDeliveries(database, webhook.id, id, Array(300).fill({ created_at: 5 }))
      await database.run('update webhook_delivery set body = $1 where webhook_id = $2', [
        `${words.body} ${'x'.repeat(9_000)}`,
        webhook.id,
      ])
      assert.equal((await call(origin, 'GET', '/v1/watchlists', { key })).status, 200)
      for (const [index, mail] of [1, 2].entries()) {
        await database.transaction((transaction) =>
          queueMail(transaction, clock.now(), {
            accountId: id,
            kind: 'k',
            cause: `c${mail}`,
            parameters: { to: words.email },
          }),
        )
        const row = await database.one<{ id: string }>('select id from mail where cause = $1', [`c${mail}`])
        await fileMessage(folder, row?.id ?? '', Buffer.from(`To: ${words.email}`))
        // As a process leaves it that dies while it writes.
        if (index === 1) writeFileSync(path.join(folder, `${row?.id}.part`), `To: ${words.email}`)
      }
      await until('its requests are taken down', () =>
        database.one('select count(*) as rows from usage_day where account_id = $1 having count(*) > 1', [id]),
      )
      const wanted = [...Object.values(words), id]
      const before = filesWith(service.dataDir, Object.values(words))
      assert.ok(before.length >= 4, before.join())

      await deleteAccount(database, clock.now(), id)
      clock.advance({ seconds: 61 })
      const context = { database, clock, signal: new AbortController().signal }
      const all = [mailFileEraser(folder), ...erasers]
      const reading = new DatabaseSync(path.join(service.dataDir, 'store.db'), { readOnly: true })
      reading.exec('begin')
      reading.prepare('select count(*) from account').get()
      assert.equal(await eraseDeletedAccounts(context, all), 0, 'a state is read in which its words stand')
      reading.close()
      assert.equal(await eraseDeletedAccounts(context, all), 1)
      assert.deepEqual(filesWith(service.dataDir, Object.values(words)), [])
      // That it was erased is known by its id alone.
      assert.ok(filesWith(service.dataDir, wanted).every((file) => !file.startsWith('mail/')))
    } finally {
      await service.stop()
    }
  })

  test(`${engine.name}: the facts of a company that is removed are in no byte under DATA_DIR after the next cut of the logs; while a state is read that waits`, async () => {
    const service = await startService(engine)
    try {
      const { database, clock, keys } = service
      const key = keys.enterprise
      const list = await makeWatchlist(service, { name: 'Clients' }, key)
      const rows = [{ reference: words.reference, company: { postcode: '9000', employees: 20 } }]
      assert.equal((await upload(service, list, rows, { key })).status, 200)
      assert.ok(filesWith(service.dataDir, [words.reference]).length > 0)
      const removed = await call(service.origin, 'DELETE', `/v1/watchlists/${list}/companies/${words.reference}`, {
        key,
      })
      assert.equal(removed.status, 200)
      const cut = () => scrubFilesJob.run({ database, clock, signal: new AbortController().signal })
      const reading = new DatabaseSync(path.join(service.dataDir, 'store.db'), { readOnly: true })
      reading.exec('begin')
      reading.prepare('select count(*) from account').get()
      await database.run("update account set language = 'en'")
      await cut()
      assert.deepEqual(filesWith(service.dataDir, [words.reference]), ['store.db-wal'])
      reading.close()
      await cut()
      // What was asked of the service is told to its account for a month, by route and without its words.
      assert.deepEqual(filesWith(service.dataDir, [words.reference]), [])
    } finally {
      await service.stop()
    }
  })
}
