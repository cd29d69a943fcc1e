/** One-time links: once, in time, by a press, and only to whom they belong. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createAccount } from '../../src/accounts/operations.ts'
import { accountForLink, makeLink } from '../../src/sign_in/links/links.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { startService, type TestService } from '../harness/service.ts'
import { browserWith, cookieOf, fromOurPages, signedInTo } from '../harness/signed-in.ts'

for (const engine of engines) {
  describe(`${engine.name}: one-time links`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())
    const link = (accountId: string, email: string | null = null): Promise<string> =>
      makeLink(service.database, service.clock.now(), accountId, email)
    const tokenOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
    const press = (token: string, cookie = '') =>
      browserWith(service, cookie).send('POST', '/v1/dashboard/session/link', { json: { token } })

    test('opening a link spends nothing, however often; pressing its button signs in, once', async () => {
      const path = await link(service.accounts.pro)
      for (let opened = 0; opened < 3; opened += 1) {
        const page = await call(service.origin, 'GET', path)
        assert.equal(page.status, 200)
        assert.equal(page.headers['cache-control'], 'no-store')
        assert.equal(page.headers['set-cookie'], undefined)
      }
      const answers = await Promise.all([press(tokenOf(path)), press(tokenOf(path)), press(tokenOf(path))])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401])
      assert.equal((await call(service.origin, 'GET', path)).status, 404)
    })

    test('after 15 minutes a link is none any more', async () => {
      const [early, late] = [await link(service.accounts.pro), await link(service.accounts.pro)]
      service.clock.advance({ seconds: 14 * 60 + 50 })
      assert.equal((await press(tokenOf(early))).status, 200)
      service.clock.advance({ seconds: 20 })
      assert.equal((await press(tokenOf(late))).status, 401)
    })

    test('a form at the door does the same: the cookie comes with a redirect, and what is no link is said', async () => {
      const token = tokenOf(await link(service.accounts.pro))
      const post = (sent: string) =>
        call(service.origin, 'POST', '/dashboard/sign-in/press', {
          headers: { ...fromOurPages, 'content-type': 'application/x-www-form-urlencoded' },
          body: `token=${sent}`,
        })
      const answer = await post(token)
      assert.deepEqual([answer.status, answer.headers.location], [303, '/dashboard'])
      assert.equal((await browserWith(service, cookieOf(answer)).send('GET', '/dashboard')).status, 200)
      for (const sent of [token, 'x', ''.padEnd(43, 'A')]) assert.equal((await post(sent)).status, 401)
    })

    test('pressing in a browser that is signed in ends the session that it had', async () => {
      const before = await signedInTo(service, service.accounts.pro)
      const answer = await press(tokenOf(await link(service.accounts.business)), before.cookie)
      assert.equal(answer.status, 200)
      assert.equal((await before.send('GET', '/v1/dashboard/session')).status, 401)
    })

    test('a link to another address changes it in the browser that is signed in, and lets no stranger in', async () => {
      const path = await link(service.accounts.enterprise, 'new@example.org')
      assert.equal((await press(tokenOf(path))).status, 401, 'whoever else got the mail')
      const own = await signedInTo(service, service.accounts.enterprise)
      assert.equal((await press(tokenOf(path), own.cookie)).status, 200)
      const account = await service.database.one<{ email: string; email_verified: number }>(
        'select email, email_verified from account where id = $1',
        [service.accounts.enterprise],
      )
      assert.deepEqual({ ...account }, { email: 'new@example.org', email_verified: 1 })
    })

    test('a link that went to the address before is none any more when the address has changed', async () => {
      const { id } = await service.database.transaction((transaction) =>
        createAccount(transaction, service.clock.now(), { email: 'before@example.org' }),
      )
      const own = await signedInTo(service, id)
      const older = await link(id, 'before@example.org')
      const answer = await press(tokenOf(await link(id, 'after@example.org')), own.cookie)
      assert.equal(answer.status, 200)
      const now = cookieOf(answer)
      assert.equal((await press(tokenOf(older), now)).status, 401)
      const shown = await browserWith(service, now).send('GET', '/v1/dashboard/account')
      assert.equal((shown.json() as { data: { email: string } }).data.email, 'after@example.org')
    })

    test('a link to an address that another account has by then changes nothing, and is not spent', async () => {
      const own = await signedInTo(service, service.accounts.business)
      const path = await link(service.accounts.business, 'pro@example.org')
      assert.equal((await press(tokenOf(path), own.cookie)).status, 409)
      assert.equal((await own.send('GET', '/v1/dashboard/session')).status, 200)
    })

    test('a network that has asked often enough uses up nobody’s links', async () => {
      const ask = (email: string, address: string) =>
        accountForLink(service.database, service.clock.now(), { email, address }, (kind, text) => `${kind} ${text}`)
      for (let asked = 0; asked < 9; asked += 1)
        await ask(`${asked % 2 === 0 ? 'pro' : 'x'}@example.org`, '203.0.113.9')
      for (let asked = 0; asked < 4; asked += 1) await ask('developer@example.org', '203.0.113.9')
      assert.equal((await ask('developer@example.org', '198.51.100.7'))?.id, service.accounts.developer)
    })

    test('where no mail is sent, the door and the account offer none, and say whom to ask', async () => {
      // On SQLite mails are files where no server is set; on PostgreSQL there is no mail then.
      const isOff = engine.name === 'postgres'
      const own = await signedInTo(service, service.accounts.pro)
      const door = (await call(service.origin, 'GET', '/dashboard/sign-in')).body.toString()
      const account = (await own.send('GET', '/dashboard/account')).body.toString()
      assert.equal(door.includes('action="/dashboard/sign-in/link"'), !isOff)
      assert.equal(door.includes('This service sends no mail.'), isOff)
      assert.equal(account.includes('action="/dashboard/account/email"'), !isOff)
      assert.equal(account.includes('This service sends no mail'), isOff)
    })

    test('a token is in no table as it is, nor is a session’s', async () => {
      const path = await link(service.accounts.pro)
      const session = await signedInTo(service, service.accounts.pro)
      for (const table of ['sign_in_link', 'session', 'audit_entry', 'link_request']) {
        const rows = JSON.stringify(await service.database.all(`select * from ${table}`))
        assert.ok(!rows.includes(tokenOf(path)) && !rows.includes(session.cookie.split('=')[1] ?? '!'), table)
      }
    })
  })
}
