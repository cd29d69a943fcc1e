/** Whoever owns an account is told by mail when something changes by which it can be entered. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showAccount } from '../../src/accounts/operations.ts'
import { letterText } from '../../src/mail/letter/message.ts'
import { securityMailKind } from '../../src/mail/security/security-letter.ts'
import { makeLink } from '../../src/sign_in/links/links.ts'
import { engines } from '../harness/databases.ts'
import { startService } from '../harness/service.ts'
import { signedInTo } from '../harness/signed-in.ts'

const password = 'a long enough secret'

for (const engine of engines)
  test(`${engine.name}: a password, an address, a key: each change is told once, in the account's language, to the old address too, and no mail holds a secret`, async () => {
    const service = await startService(engine, { environment: { PASSWORD_SIGN_IN: 'on' } })
    try {
      const { database, clock, accounts } = service
      const ann = await signedInTo(service, accounts.pro)
      const mails = () =>
        database.all<{ parameters: string }>(`select parameters from mail where kind = 'security' order by id`)
      assert.equal((await ann.send('PATCH', '/v1/dashboard/account', { json: { password: 'short' } })).status, 422)
      assert.deepEqual(await mails(), [], 'what is refused tells nothing')
      assert.equal((await ann.send('PATCH', '/v1/dashboard/account', { json: { password } })).status, 200)
      const made = await ann.send('POST', '/v1/dashboard/keys', { json: { name: 'of ann', mode: 'live' } })
      assert.equal(made.status, 201, String(made.body))
      const { key } = (made.json() as { data: { key: string } }).data
      const path = await makeLink(database, clock.now(), accounts.pro, 'ann@example.net')
      const token = path.slice(path.lastIndexOf('/') + 1)
      assert.equal((await ann.send('POST', '/v1/dashboard/session/link', { json: { token } })).status, 200)
      const told = (await mails()).map(({ parameters }) => JSON.parse(parameters))
      assert.deepEqual(
        told.map(({ what, to }) => [what, to ?? null]).toSorted(),
        [
          ['email_changed', null],
          ['email_changed', 'pro@example.org'],
          ['key_created', null],
          ['password_changed', null],
        ].toSorted(),
      )
      const account = await showAccount(database, accounts.pro)
      const texts = new Set<string>()
      for (const language of ['nl', 'fr', 'en'] as const)
        for (const parameters of told) {
          const composed = await securityMailKind.compose({
            ...{ database, account: { ...account, language }, parameters, queuedAt: 0, now: clock.now() },
            baseUrl: 'https://x.example',
          })
          assert.ok(composed !== null)
          assert.deepEqual([composed.to ?? null, composed.letter.stop], [parameters.to ?? null, null])
          const text = letterText(composed.letter)
          assert.match(text, /Was jij dit niet\?|Ce n’était pas vous \?|Was it not you\?/)
          for (const secret of [key, password, token]) assert.ok(!text.includes(secret))
          texts.add(text)
        }
      assert.equal(texts.size, 12, 'each says something of its own in each language')
    } finally {
      await service.stop()
    }
  })
