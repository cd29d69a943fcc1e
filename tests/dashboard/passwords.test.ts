/** Signing in with a password: guessing waits, in the store, and tells nothing. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { delaysSeconds } from '../../src/sign_in/passwords/password-sign-in.ts'
import { engines } from '../harness/databases.ts'
import type { Answer } from '../harness/http.ts'
import { startService, type TestService } from '../harness/service.ts'
import { browserWith, cookieOf, signedInTo } from '../harness/signed-in.ts'

const password = 'a long enough secret'

for (const engine of engines) {
  describe(`${engine.name}: signing in with a password`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine, { environment: { PASSWORD_SIGN_IN: 'on' } })
      const ann = await signedInTo(service, service.accounts.pro)
      assert.equal((await ann.send('PATCH', '/v1/dashboard/account', { json: { password } })).status, 200)
    })
    after(() => service.stop())
    const guess = (email: string, given: string): Promise<Answer> =>
      browserWith(service, '').send('POST', '/v1/dashboard/session/password', { json: { email, password: given } })

    test('the right one signs in, case of the address ignored', async () => {
      const answer = await guess('PRO@example.org', password)
      assert.equal(answer.status, 200, String(answer.body))
      assert.match(answer.headers['set-cookie'] ?? '', /; HttpOnly; Secure; SameSite=Lax$/)
      assert.equal((await browserWith(service, cookieOf(answer)).send('GET', '/v1/dashboard/session')).status, 200)
    })

    test('a wrong password, an account without one, an unknown address: one answer', async () => {
      const answers = [
        await guess('pro@example.org', 'not this one at all'),
        await guess('business@example.org', 'not this one at all'),
        await guess('nobody@example.org', 'not this one at all'),
        await guess('no address', 'not this one at all'),
      ]
      for (const answer of answers) {
        assert.equal(answer.status, 401)
        assert.deepEqual({ ...answer.error(), request_id: '' }, { ...answers[0]?.error(), request_id: '' })
      }
    })

    test('attempts in a row wait longer each, also at an address that nobody has; a right one ends it', async () => {
      for (const email of ['enterprise@example.org', 'unknown@example.org']) {
        for (let attempt = 1; attempt < 8; attempt += 1) {
          const answer = await guess(email, 'wrong and wrong again')
          assert.equal(answer.status, 401, `${email} ${attempt}`)
          const seconds = delaysSeconds[attempt] ?? 0
          if (seconds === 0) continue
          const early = await guess(email, password)
          assert.equal(early.status, 429, `${email} ${attempt}`)
          assert.ok(Number(early.headers['retry-after']) <= seconds && Number(early.headers['retry-after']) >= 1)
          service.clock.advance({ seconds })
        }
      }
      service.clock.advance({ hours: 1 })
      await guess('pro@example.org', 'wrong and wrong again')
      assert.equal((await guess('pro@example.org', password)).status, 200)
      const row = await service.database.one<{ rows: number }>(
        'select count(*) as rows from sign_in_delay where attempts > 7',
      )
      assert.equal(row?.rows, 0)
    })

    test('guesses that come at once are counted one after the other: no more are judged than may be', async () => {
      service.clock.advance({ hours: 30 })
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => guess('developer@example.org', 'wrong and wrong again')),
      )
      const judged = answers.filter(({ status }) => status === 401).length
      assert.ok(judged >= 1 && judged <= delaysSeconds.findIndex((seconds) => seconds > 0), String(judged))
    })

    test('a new password ends every other session, and needs a sign-in of the last 15 minutes', async () => {
      const [one, other] = [
        await signedInTo(service, service.accounts.pro),
        await signedInTo(service, service.accounts.pro),
      ]
      service.clock.advance({ seconds: 16 * 60 })
      assert.equal(
        (await one.send('PATCH', '/v1/dashboard/account', { json: { password: 'another long secret' } })).status,
        401,
      )
      assert.equal((await one.send('GET', '/v1/dashboard/session')).status, 200, 'signed in all the same')
      const fresh = await signedInTo(service, service.accounts.pro)
      assert.equal(
        (await fresh.send('PATCH', '/v1/dashboard/account', { json: { password: 'another long secret' } })).status,
        200,
      )
      assert.equal((await other.send('GET', '/v1/dashboard/session')).status, 401)
      assert.equal((await guess('pro@example.org', password)).status, 401)
      assert.equal((await guess('pro@example.org', 'another long secret')).status, 200)
    })

    test('nobody is in by the old password once the new one holds, also who came in at that moment', async () => {
      service.clock.advance({ hours: 30 })
      for (let round = 0; round < 6; round += 1) {
        const ann = await signedInTo(service, service.accounts.business)
        const [old, next] = [`an old secret ${round}`, `a new secret ${round}`]
        const set = (given: string) => ann.send('PATCH', '/v1/dashboard/account', { json: { password: given } })
        assert.equal((await set(old)).status, 200)
        const [changed, ...entered] = await Promise.all([
          set(next),
          ...Array.from({ length: 3 }, () => guess('business@example.org', old)),
        ])
        assert.equal(changed.status, 200)
        for (const answer of entered) {
          const later = await browserWith(service, cookieOf(answer)).send('GET', '/v1/dashboard/session')
          assert.equal(later.status, 401, `${round}: ${answer.status}`)
        }
        service.clock.advance({ hours: 1 })
      }
    })

    test('a change of several things of which one may not be changes none', async () => {
      const ann = await signedInTo(service, service.accounts.pro)
      const { data: before } = (await ann.send('GET', '/v1/dashboard/account')).json()
      const phcs = () => service.database.all('select phc from password order by account_id')
      const kept = await phcs()
      for (const wrong of [{ email: 'none' }, { password: 'short' }]) {
        const json = { language: 'fr', password: 'a secret of its own', email: 'ann@example.net', ...wrong }
        assert.equal((await ann.send('PATCH', '/v1/dashboard/account', { json })).status, 422)
      }
      assert.deepEqual((await ann.send('GET', '/v1/dashboard/account')).json().data, before)
      assert.deepEqual(await phcs(), kept)
      const mails = await service.database.all("select id from mail where kind = 'email_change'")
      assert.equal(mails.length, 0)
    })

    test('too short and too long are 422, in characters', async () => {
      const ann = await signedInTo(service, service.accounts.pro)
      for (const [given, status] of [
        ['elevenchars', 422],
        ['é'.repeat(12), 200],
        ['😀'.repeat(256), 200],
        ['😀'.repeat(257), 422],
      ] as const) {
        const answer = await ann.send('PATCH', '/v1/dashboard/account', { json: { password: given } })
        assert.equal(answer.status, status, given)
      }
    })

    test('what is kept is no password: argon2id, another text each time', async () => {
      const rows = await service.database.all<{ phc: string }>('select phc from password')
      for (const { phc } of rows)
        assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    })
  })

  test(`${engine.name}: a delay stands in the store, where every process meets it`, async () => {
    const first = await startService(engine, { environment: { PASSWORD_SIGN_IN: 'on' } })
    try {
      const guess = (service: TestService) =>
        browserWith(service, '').send('POST', '/v1/dashboard/session/password', {
          json: { email: 'a@b.example', password: 'wrong and wrong again' },
        })
      for (let attempt = 0; attempt < 6; attempt += 1) {
        await guess(first)
        first.clock.advance({ seconds: delaysSeconds[attempt + 1] ?? 0 })
      }
      assert.equal((await guess(first)).status, 401)
      const row = await first.database.one<{ attempts: number; next_at: number }>(
        'select attempts, next_at from sign_in_delay',
      )
      assert.equal(row?.attempts, 7)
      assert.ok((row?.next_at ?? 0) > first.clock.now())
    } finally {
      await first.stop()
    }
  })

  test(`${engine.name}: where passwords are off, signing in and setting one are 403 password_sign_in_disabled`, async () => {
    const service = await startService(engine)
    try {
      const ann = await signedInTo(service, service.accounts.pro)
      for (const answer of [
        await browserWith(service, '').send('POST', '/v1/dashboard/session/password', {
          json: { email: 'pro@example.org', password },
        }),
        await ann.send('PATCH', '/v1/dashboard/account', { json: { password } }),
      ])
        assert.deepEqual([answer.status, answer.error().code], [403, 'password_sign_in_disabled'])
    } finally {
      await service.stop()
    }
  })
}
