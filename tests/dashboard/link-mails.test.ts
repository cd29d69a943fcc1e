/** Links by mail: asked for without a word of whose address it is, sent as files here, pressed as people do. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import PostalMime from 'postal-mime'
import { createAccount } from '../../src/accounts/operations.ts'
import { setOperator } from '../../src/accounts/profile.ts'
import { engines } from '../harness/databases.ts'
import { startService, type TestService } from '../harness/service.ts'
import { browserWith, cookieOf, signedInTo } from '../harness/signed-in.ts'

type Mail = { to: string; subject: string; token: string; text: string }
const waitMs = 25
const looksMax = 200

for (const engine of engines.filter(({ name }) => name === 'sqlite')) {
  describe(`${engine.name}: links by mail`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine, { role: 'all' })
    })
    after(() => service.stop())

    const folder = (): string => path.join(service.dataDir, 'mail')
    const mails = async (): Promise<Mail[]> => {
      const names = (await readdir(folder()).catch(() => [] as string[]))
        .filter((name) => name.endsWith('.eml'))
        .toSorted()
      return Promise.all(
        names.map(async (name) => {
          const mail = await PostalMime.parse(await readFile(path.join(folder(), name)))
          const text = mail.text ?? ''
          const token = /\/dashboard\/sign-in\/link\/([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? ''
          return { to: mail.to?.[0]?.address ?? '', subject: mail.subject ?? '', token, text }
        }),
      )
    }
    /** Waits until that many have come; then a little, so that one too many would be seen. */
    const arrived = async (count: number): Promise<Mail[]> => {
      for (let look = 0; look < looksMax; look += 1) {
        if ((await mails()).length >= count) break
        await new Promise((resolve) => setTimeout(resolve, waitMs))
      }
      await new Promise((resolve) => setTimeout(resolve, 4 * waitMs))
      return mails()
    }
    const ask = (email: string) =>
      browserWith(service, '').send('POST', '/v1/dashboard/session/link/request', { json: { email } })

    test('a known address, an unknown one, one never verified and no address: 202 in the same words, and one mail', async () => {
      await createAccount(service.database, service.clock.now(), { email: 'un@example.org', emailVerified: false })
      const answers = []
      for (const email of ['unknown@example.org', 'un@example.org', 'no address', 'PRO@example.org']) {
        service.clock.advance({ hours: 2 })
        answers.push(await ask(email))
      }
      for (const answer of answers) {
        assert.equal(answer.status, 202)
        assert.deepEqual(answer.json().data, { requested: true })
      }
      const [mail, ...more] = await arrived(1)
      assert.equal(more.length, 0)
      assert.equal(mail?.to, 'pro@example.org')
    })

    test('the link in the mail signs in, once', async () => {
      const before = (await mails()).length
      await ask('business@example.org')
      const mail = (await arrived(before + 1)).at(-1)
      const press = () =>
        browserWith(service, '').send('POST', '/v1/dashboard/session/link', { json: { token: mail?.token } })
      const answer = await press()
      assert.equal(answer.status, 200, String(answer.body))
      assert.equal((await browserWith(service, cookieOf(answer)).send('GET', '/v1/dashboard/session')).status, 200)
      assert.equal((await press()).status, 401)
    })

    test('3 an hour for an address from one network: what is asked beyond is answered alike, and sends nothing', async () => {
      service.clock.advance({ hours: 2 })
      const before = (await mails()).length
      for (let asked = 0; asked < 6; asked += 1) assert.equal((await ask('enterprise@example.org')).status, 202)
      assert.equal((await arrived(before + 3)).length, before + 3)
      service.clock.advance({ hours: 1 })
      await ask('enterprise@example.org')
      assert.equal((await arrived(before + 4)).length, before + 4)
    })

    test('an address is changed by the link that went there, pressed in the browser that asked for it', async () => {
      service.clock.advance({ hours: 2 })
      const before = (await mails()).length
      const ann = await signedInTo(service, service.accounts.developer)
      const asked = await ann.send('PATCH', '/v1/dashboard/account', {
        json: { email: 'ann@example.net', language: 'nl' },
      })
      assert.equal(
        (asked.json() as { data: { email: string } }).data.email,
        'developer@example.org',
        'not before it is pressed',
      )
      const mail = (await arrived(before + 1)).at(-1)
      assert.equal(mail?.to, 'ann@example.net')
      const answer = await ann.send('POST', '/v1/dashboard/session/link', { json: { token: mail?.token } })
      assert.equal((answer.json() as { data: { account: { email: string } } }).data.account.email, 'ann@example.net')
    })

    test('no token stands in the outbox', async () => {
      const rows = JSON.stringify(await service.database.all('select * from mail'))
      for (const { token } of await mails()) assert.ok(token.length === 43 && !rows.includes(token))
    })

    test('who runs the service is let in by a link asked for, though the address was never verified, and it stays so', async () => {
      service.clock.advance({ hours: 2 })
      const parts = { email: 'owner@localhost.localdomain', emailVerified: false }
      const { id } = await createAccount(service.database, service.clock.now(), parts)
      await ask(parts.email)
      await setOperator(service.database, service.clock.now(), id, true)
      const form = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' }
      const body = `email=${encodeURIComponent(parts.email)}`
      const answer = await browserWith(service, '').send('POST', '/dashboard/sign-in/link', { headers: form, body })
      assert.match(String(answer.body), /npx subsidies accounts sign-in-link &lt;account>/)
      // Mails of the tests before may come meanwhile.
      const toThem = async (): Promise<Mail[]> => (await mails()).filter(({ to }) => to === parts.email)
      for (let look = 0; look < looksMax && (await toThem()).length === 0; look += 1)
        await new Promise((resolve) => setTimeout(resolve, waitMs))
      const [mail, ...more] = await toThem()
      assert.equal(more.length, 0, 'none before the account ran the service')
      const json = { token: mail?.token }
      const pressed = await browserWith(service, '').send('POST', '/v1/dashboard/session/link', { json })
      assert.equal(pressed.status, 200, String(pressed.body))
      const { account } = (pressed.json() as { data: { account: { email_verified: boolean } } }).data
      assert.equal(account.email_verified, false)
    })
  })
}
