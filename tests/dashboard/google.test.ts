/** Signing in with Google, against a stand-in with keys of its own. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { JWTPayload } from 'jose'
import { createAccount, deleteAccount } from '../../src/accounts/operations.ts'
import { engines } from '../harness/databases.ts'
import { clientId, type GoogleStandIn, googleStandIn } from '../harness/google-stand-in.ts'
import { type Answer, call } from '../harness/http.ts'
import { startService, type TestService } from '../harness/service.ts'
import { browserWith, cookieOf, fromOurPages } from '../harness/signed-in.ts'

for (const engine of engines) {
  test(`${engine.name}: the door says who makes accounts: Google where plans can be paid for, else the operator`, async () => {
    for (const [environment, said] of [
      [{ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }, /Sign in with Google: that makes one/],
      [{}, /The operator of this service makes one/],
    ] as const) {
      const service = await startService(engine, { environment: { GOOGLE_CLIENT_ID: clientId, ...environment } })
      try {
        const door = await call(service.origin, 'GET', '/dashboard/sign-in')
        assert.match(door.body.toString(), said)
        assert.equal(/npx subsidies/.test(door.body.toString()), !('STRIPE_SECRET_KEY' in environment))
      } finally {
        await service.stop()
      }
    }
  })

  describe(`${engine.name}: signing in with Google`, () => {
    let google: GoogleStandIn
    let service: TestService
    before(async () => {
      google = await googleStandIn()
      service = await startService(engine, {
        environment: { GOOGLE_CLIENT_ID: clientId, GOOGLE_KEYS_URL: google.keysUrl },
      })
    })
    after(async () => {
      await service.stop()
      await google.close()
    })

    /** A browser at the door: its cookie, and the nonce that the page hands to Google. */
    const atTheDoor = async (): Promise<{ cookie: string; nonce: string }> => {
      service.clock.advance({ seconds: 1 })
      const page = await call(service.origin, 'GET', '/dashboard/sign-in')
      assert.equal(page.status, 200)
      const nonce = /data-nonce="([^"]+)"/.exec(page.body.toString())?.[1] ?? ''
      assert.match(
        page.headers['set-cookie'] ?? '',
        /^__Host-sm_nonce=[^;]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
      return { cookie: cookieOf(page), nonce }
    }
    const seconds = () => Math.floor(service.clock.now() / 1_000)
    const claimsFor = (nonce: string, more: JWTPayload = {}): JWTPayload => ({
      ...{
        iss: 'https://accounts.google.com',
        aud: clientId,
        sub: '1234',
        email: 'pro@example.org',
        email_verified: true,
      },
      ...{ nonce, iat: seconds() - 1, exp: seconds() + 3_600, ...more },
    })
    const send = (credential: string, cookie: string): Promise<Answer> =>
      call(service.origin, 'POST', '/v1/dashboard/session/google', {
        json: { credential },
        headers: { ...fromOurPages, cookie },
      })
    const failed = (answer: Answer, what: string): void => {
      assert.equal(answer.status, 401, `${what}: ${answer.body}`)
      assert.equal(answer.error().code, 'google_sign_in_failed', what)
      assert.equal(answer.headers['set-cookie'], undefined, what)
    }

    test('a true token signs in to the account whose address the operator set, and the person is known from then on', async () => {
      const { cookie, nonce } = await atTheDoor()
      const answer = await send(await google.sign(claimsFor(nonce)), cookie)
      assert.equal(answer.status, 200, String(answer.body))
      const { data } = answer.json() as { data: { account: { id: string }; session: { method: string } } }
      assert.deepEqual([data.account.id, data.session.method], [service.accounts.pro, 'google'])
      assert.equal((await browserWith(service, cookieOf(answer)).send('GET', '/v1/dashboard/session')).status, 200)
      // Known by who they are, whatever address they have now.
      const later = await atTheDoor()
      const moved = await send(
        await google.sign(claimsFor(later.nonce, { email: 'elsewhere@example.net' })),
        later.cookie,
      )
      assert.equal((moved.json() as { data: { account: { id: string } } }).data.account.id, service.accounts.pro)
    })

    test('every fault of a token is 401 in the same words, and sets no cookie', async () => {
      const { cookie, nonce } = await atTheDoor()
      const wrong: [what: string, claims: JWTPayload][] = [
        ['another audience', { aud: 'other.apps.example' }],
        ['audiences beside ours', { aud: [clientId, 'other.apps.example'] }],
        ['another issuer', { iss: 'https://accounts.google.com.evil.example' }],
        ['expired beyond the leeway', { exp: seconds() - 61 }],
        ['another nonce', { nonce: 'x' }],
        ['an address that is not verified', { email_verified: false }],
        ['a text in the place of true', { email_verified: 'true' }],
        ['no address', { email: undefined }],
        ['no such address', { email: 'not an address' }],
        ['nobody', { sub: '' }],
        ['not yet valid', { nbf: seconds() + 3_600 }],
      ]
      const messages = new Set<string>()
      for (const [what, more] of wrong) {
        const answer = await send(await google.sign(claimsFor(nonce, more)), cookie)
        failed(answer, what)
        messages.add(answer.error().message)
        service.clock.advance({ seconds: 1 })
      }
      const good = await google.sign(claimsFor(nonce))
      const [head = '', body = '', mark = ''] = good.split('.')
      const none = `${Buffer.from(JSON.stringify({ alg: 'none', kid: 'one' })).toString('base64url')}.${body}.`
      const symmetric = `${Buffer.from(JSON.stringify({ alg: 'HS256', kid: 'one' })).toString('base64url')}.${body}`
      const forged: [what: string, token: string][] = [
        ['no signature', none],
        ['a symmetric one', `${symmetric}.${createHmac('sha256', 'one').update(symmetric).digest('base64url')}`],
        ['another key', await google.signFalsely(claimsFor(nonce))],
        [
          'a changed body',
          `${head}.${Buffer.from(JSON.stringify(claimsFor(nonce, { sub: '9' }))).toString('base64url')}.${mark}`,
        ],
        ['no token', 'x'],
        ['a long one', 'x'.repeat(8_192)],
      ]
      for (const [what, token] of forged) {
        const answer = await send(token, cookie)
        failed(answer, what)
        messages.add(answer.error().message)
        service.clock.advance({ seconds: 1 })
      }
      failed(await send(good, ''), 'without the cookie of this browser')
      failed(await send(good, (await atTheDoor()).cookie), 'in another browser')
      assert.equal(messages.size, 1)
      assert.equal((await send(good, cookie)).status, 200, 'none of these spent it')
      failed(await send(good, cookie), 'a second time')
    })

    test('a token is spent once, in whatever spelling it is sent again', async () => {
      const { cookie, nonce } = await atTheDoor()
      const token = await google.sign(claimsFor(nonce))
      const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      const [head = '', claims = '', mark = ''] = token.split('.')
      // 256 bytes leave four spare bits in the last letter of the signature.
      const same = [...letters].map((last) => `${head}.${claims}.${mark.slice(0, -1)}${last}`)
      const bytesOf = (text: string): string => Buffer.from(text.split('.')[2] ?? '', 'base64url').toString('hex')
      const respelled = same.filter((other) => other !== token && bytesOf(other) === bytesOf(token))
      assert.equal(respelled.length, 15)
      respelled.push(`${token}=`, `${token}==`, `${head}.${claims}.${mark.slice(0, 9)} ${mark.slice(9)}`)
      respelled.push(`${head}=.${claims}.${mark}`, `${head}.${claims}\n.${mark}`, `${token}.`, `${token}.${mark}`)
      respelled.push(`${head}.${claims}.${mark.replaceAll('-', '+').replaceAll('_', '/')}=`)
      for (const when of ['before', 'after'] as const) {
        for (const [index, other] of respelled.entries()) {
          failed(await send(other, cookie), `${when} it was used, spelling ${index}`)
          service.clock.advance({ seconds: 1 })
        }
        if (when === 'before') assert.equal((await send(token, cookie)).status, 200, 'none of these spent it')
      }
      failed(await send(token, cookie), 'a second time')
    })

    test('a claim of any other JSON type, and times that are none, are 401: what is signed may still be ill made', async () => {
      const { cookie, nonce } = await atTheDoor()
      const never: unknown[] = [null, true, false, {}, [], ['x'], [null], { a: 1 }, '', '\0', 'x'.repeat(300)]
      const numbers: unknown[] = [0, -1, 1.5, 1e300, 2 ** 53, -0.5]
      const sendsWith = async (claim: string, value: unknown) => {
        failed(
          await send(await google.sign(claimsFor(nonce, { [claim]: value } as JWTPayload)), cookie),
          `${claim} ${JSON.stringify(value)?.slice(0, 40)}`,
        )
        service.clock.advance({ seconds: 1 })
      }
      for (const claim of ['iss', 'aud', 'azp', 'sub', 'email', 'email_verified', 'nonce', 'iat', 'exp']) {
        // `true` is what an address that is verified says.
        for (const value of [...never, ...numbers])
          if (claim !== 'email_verified' || value !== true) await sendsWith(claim, value)
      }
      for (const value of [...never, seconds() + 3_600]) await sendsWith('nbf', value)
      for (const value of ['12', 12, [12], seconds() + 120, String(seconds())]) await sendsWith('iat', value)
      for (const value of [seconds() + 86_400 * 366, 8.64e15, 9e15, 253_402_300_800]) await sendsWith('exp', value)
      for (const value of [1234, [1234], ['1234'], 'zwölf', 'a\tb', 'x'.repeat(256)]) await sendsWith('sub', value)
      for (const bytes of ['null', '[]', '5', '"x"', 'true', '{}', '', 'no JSON', '['.repeat(5_000)]) {
        failed(await send(await google.signBytes(bytes), cookie), `signed ${bytes.slice(0, 20)}`)
        service.clock.advance({ seconds: 1 })
      }
    })

    test('a token of a clock that is up to 60 s ahead holds, and none of later', async () => {
      for (const [ahead, status] of [
        [59, 200],
        [75, 401],
      ] as const) {
        const { cookie, nonce } = await atTheDoor()
        const answer = await send(await google.sign(claimsFor(nonce, { iat: seconds() + ahead })), cookie)
        assert.equal(answer.status, status, `${ahead} s ahead`)
      }
    })

    test('of two that send one token at once, one is let in', async () => {
      const { cookie, nonce } = await atTheDoor()
      const token = await google.sign(claimsFor(nonce))
      const answers = await Promise.all([send(token, cookie), send(token, cookie), send(token, cookie)])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401])
    })

    test('within 60 s after its end a token still holds', async () => {
      const { cookie, nonce } = await atTheDoor()
      assert.equal((await send(await google.sign(claimsFor(nonce, { exp: seconds() - 50 })), cookie)).status, 200)
    })

    test('an address that was never shown to be anybody’s, and one that nobody has, are 409: nobody is let in by a likeness', async () => {
      await createAccount(service.database, service.clock.now(), { email: 'un@example.org', emailVerified: false })
      for (const email of ['un@example.org', 'UN@example.org', 'nobody@example.org']) {
        const { cookie, nonce } = await atTheDoor()
        const answer = await send(await google.sign(claimsFor(nonce, { sub: `of ${email}`, email })), cookie)
        assert.deepEqual([answer.status, answer.error().code], [409, 'conflict'], email)
      }
    })

    test('who deleted their account is led to the one that their address has now, before the old one is erased', async () => {
      const email = 'again@example.org'
      const make = () => createAccount(service.database, service.clock.now(), { email })
      const enter = async () => {
        const { cookie, nonce } = await atTheDoor()
        return send(await google.sign(claimsFor(nonce, { sub: 'again', email })), cookie)
      }
      const first = await make()
      assert.equal((await enter()).status, 200)
      await deleteAccount(service.database, service.clock.now(), first.id)
      const gone = await enter()
      assert.deepEqual([gone.status, gone.error().code], [409, 'conflict'])
      const second = await make()
      const answer = await enter()
      assert.equal(answer.status, 200, String(answer.body))
      assert.equal((answer.json() as { data: { account: { id: string } } }).data.account.id, second.id)
    })

    test('tokens under names that no key has: the keys are asked for once a minute, however many come', async () => {
      const { cookie, nonce } = await atTheDoor()
      const token = await google.sign(claimsFor(nonce))
      const [, body, mark] = token.split('.')
      const before = google.asked()
      service.clock.advance({ seconds: 61 })
      for (let storm = 0; storm < 20; storm += 1) {
        const head = Buffer.from(JSON.stringify({ alg: 'RS256', kid: `k${storm}` })).toString('base64url')
        failed(await send(`${head}.${body}.${mark}`, cookie), 'unknown key')
      }
      assert.equal(google.asked(), before + 1)
    })

    test('new keys are taken when a token names one; keys are kept a day and no longer; without them nobody is let in', async () => {
      service.clock.advance({ seconds: 61 })
      await google.rotate()
      const first = await atTheDoor()
      assert.equal((await send(await google.sign(claimsFor(first.nonce), { kid: 'two' }), first.cookie)).status, 200)
      google.behave('fails')
      service.clock.advance({ hours: 23 })
      const second = await atTheDoor()
      assert.equal(
        (await send(await google.sign(claimsFor(second.nonce), { kid: 'two' }), second.cookie)).status,
        200,
        'kept',
      )
      service.clock.advance({ hours: 2 })
      const third = await atTheDoor()
      const token = await google.sign(claimsFor(third.nonce), { kid: 'two' })
      failed(await send(token, third.cookie), 'no keys')
      google.behave('nonsense')
      service.clock.advance({ seconds: 61 })
      failed(await send(token, third.cookie), 'no keys that can be read')
      google.behave('answers')
      service.clock.advance({ seconds: 61 })
      assert.equal((await send(token, third.cookie)).status, 200)
    })

    test('keys in a document of any other form let nobody in, and keep nobody out once there are keys again', async () => {
      const texts = ['null', 'true', '5', '"x"', '[]', '{}', '{"keys":null}', '{"keys":{}}', '{"keys":[]}']
      texts.push('{"keys":[null]}', '{"keys":[5,"x",[],{},true]}', '{"keys":[{"kid":"two"}]}', '['.repeat(50_000))
      texts.push(
        '{"keys":[{"kty":"oct","kid":"two","k":"AAAA"}]}',
        '{"keys":[{"kty":"RSA","kid":"two","n":5,"e":null}]}',
      )
      const bodies: (string | Uint8Array)[] = [...texts, Uint8Array.of(0x7b, 0xff, 0x7d)]
      service.clock.advance({ hours: 25 })
      const [token, cookie] = await (async () => {
        const door = await atTheDoor()
        const exp = seconds() + 7_200
        return [await google.sign(claimsFor(door.nonce, { exp }), { kid: 'two' }), door.cookie] as const
      })()
      for (const body of bodies) {
        google.answersWith(() => body)
        service.clock.advance({ seconds: 61 })
        failed(await send(token, cookie), `keys in ${String(body).slice(0, 40)}`)
      }
      google.answersWith((keys) => JSON.stringify({ keys: [null, 5, {}, ...keys] }))
      service.clock.advance({ seconds: 61 })
      assert.equal((await send(token, cookie)).status, 200, 'keys that can be used beside some that cannot')
      google.behave('answers')
    })

    test('the door allows Google’s script and frame there and nowhere else, and health names the way', async () => {
      service.clock.advance({ seconds: 5 })
      const door = await call(service.origin, 'GET', '/dashboard/sign-in')
      assert.match(
        door.headers['content-security-policy'] ?? '',
        /script-src 'self' https:\/\/accounts\.google\.com\/gsi\/client;/,
      )
      assert.equal(door.headers['cross-origin-opener-policy'], 'same-origin-allow-popups')
      const home = await call(service.origin, 'GET', '/en/')
      assert.ok(!(home.headers['content-security-policy'] ?? '').includes('google'))
      const health = (await call(service.origin, 'GET', '/v1/health')).json()
      assert.deepEqual(health.sign_in, ['google'])
    })
  })
}
