/** The export of an account: everything that is its own, and nothing that opens anything. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { unzipSync } from 'fflate'
import { exporters } from '../../src/dashboard/account/export-account.ts'
import { tables } from '../../src/tables.ts'
import { engines } from '../harness/databases.ts'
import { startService, type TestService } from '../harness/service.ts'
import { signedInTo } from '../harness/signed-in.ts'
import { makeWatchlist, upload } from '../harness/watchlists.ts'
import { makeWebhook, putDeliveries } from '../harness/webhooks.ts'

/** Personal tables that are in no file, each with its reason. */
const notHandedOut: Record<string, string> = {
  prepared_event: 'of the moment: what is told of it is told in events',
  sign_in_link: 'opens the account',
}

test('every personal table is in the export, but those with a reason', () => {
  const personal = Object.entries(tables).flatMap(([name, { accountColumn }]) => (accountColumn === null ? [] : [name]))
  const handedOut = exporters.flatMap((exporter) => exporter.tables)
  assert.deepEqual(
    [...handedOut, ...Object.keys(notHandedOut)].filter((name) => name !== 'watched_company').toSorted(),
    personal.toSorted(),
  )
})

for (const engine of engines) {
  describe(`${engine.name}: the export of an account`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())

    const filesOf = (archive: Buffer): Record<string, Record<string, unknown>[]> =>
      Object.fromEntries(
        Object.entries(unzipSync(archive)).map(([name, bytes]) => {
          const text = Buffer.from(bytes).toString()
          const rows = name.endsWith('.ndjson') ? text.split('\n').filter((line) => line !== '') : []
          return [name, rows.map((line) => JSON.parse(line) as Record<string, unknown>)]
        }),
      )

    test('holds what was put in, of this account alone, page after page, and no secret', async () => {
      const { database, keys, accounts } = service
      const key = keys.business
      const list = await makeWatchlist(service, { name: 'Clients of Ann' }, key)
      const companies = Array.from({ length: 450 }, (_, at) => ({
        reference: `client-${at}`,
        company: { postcode: '9000' },
      }))
      assert.equal((await upload(service, list, companies, { key })).status, 200)
      await makeWatchlist(service, { name: 'Clients of others' }, keys.enterprise)
      const hook = await makeWebhook(service, { url: 'https://ann.example/hooks' }, key)
      await putDeliveries(database, hook.id, accounts.business, Array(450).fill({ created_at: 5 }))
      const ann = await signedInTo(service, accounts.business)
      const answer = await ann.send('GET', '/v1/dashboard/account/export')
      assert.equal(answer.status, 200, String(answer.body))
      assert.equal(answer.headers['content-type'], 'application/zip')
      assert.match(
        answer.headers['content-disposition'] ?? '',
        /^attachment; filename="subsidy-measures-acc_\w+-\d{4}-\d\d-\d\d\.zip"$/,
      )
      const files = filesOf(answer.body)
      assert.deepEqual(
        files['watchlists.ndjson']?.map(({ name }) => name),
        ['Clients of Ann'],
      )
      assert.equal(files['watched_companies.ndjson']?.length, 450)
      assert.equal(new Set(files['watched_companies.ndjson']?.map(({ reference }) => reference)).size, 450)
      assert.equal(files['deliveries.ndjson']?.length, 450)
      assert.deepEqual(
        files['webhooks.ndjson']?.map(({ url }) => url),
        ['https://ann.example/hooks'],
      )
      assert.equal(files['keys.ndjson']?.[0]?.prefix, key.slice(0, 12))
      assert.equal(files['account.ndjson']?.[0]?.email, 'business@example.org')
      assert.deepEqual(files['audit.ndjson']?.map(({ action }) => action).at(-1), 'account_exported')
      const everything = Object.values(unzipSync(answer.body))
        .map((bytes) => Buffer.from(bytes).toString())
        .join('')
      const sealed = await database.one<{ secret: string }>('select secret from webhook where id = $1', [hook.id])
      const digest = await database.one<{ digest: string }>('select digest from api_key where account_id = $1', [
        accounts.business,
      ])
      const session = await database.one<{ digest: string }>('select digest from session where account_id = $1', [
        accounts.business,
      ])
      const secrets = [key, hook.secret, sealed?.secret, digest?.digest, session?.digest, ann.cookie.split('=')[1]]
      for (const secret of secrets)
        assert.ok(typeof secret === 'string' && secret.length > 20 && !everything.includes(secret))
      for (const other of [accounts.enterprise, 'Clients of others', 'enterprise@example.org'])
        assert.ok(!everything.includes(other), other)
    })

    test('needs a sign-in of the last 15 minutes', async () => {
      const ann = await signedInTo(service, service.accounts.pro)
      service.clock.advance({ seconds: 15 * 60 })
      assert.equal((await ann.send('GET', '/v1/dashboard/account/export')).status, 401)
      const screen = await ann.send('GET', '/dashboard/account/export')
      assert.deepEqual(
        [screen.status, screen.headers.location],
        [303, '/dashboard/sign-in?next=%2Fdashboard%2Faccount%2Fexport&again=1&lang=en'],
      )
    })
  })
}
