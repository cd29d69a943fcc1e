/** Whoever knows an address keeps its owner out neither by asking for links nor by guessing at the password. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showAccount } from '../../src/accounts/operations.ts'
import { signInLinkKind } from '../../src/sign_in/links/link-mails.ts'
import { linkTokens } from '../../src/sign_in/links/links.ts'
import { delaysSeconds, strangersPerHour } from '../../src/sign_in/passwords/password-sign-in.ts'
import { engines } from '../harness/databases.ts'
import type { Answer } from '../harness/http.ts'
import { startService, type TestService } from '../harness/service.ts'
import { browserWith, signedInTo } from '../harness/signed-in.ts'

const password = 'a long enough secret'
const wrong = 'wrong and wrong again'
const environment = { PASSWORD_SIGN_IN: 'on', TRUST_PROXY: '127.0.0.0/8' }
const owner = '198.51.100.7'
const email = 'pro@example.org'

const from = (service: TestService, address: string, path: string, json: object): Promise<Answer> =>
  browserWith(service, '').send('POST', `/v1/dashboard/session/${path}`, {
    json,
    headers: { 'x-forwarded-for': address },
  })
const guess = (service: TestService, address: string, given: string, at = email): Promise<Answer> =>
  from(service, address, 'password', { email: at, password: given })

async function withPassword(engine: (typeof engines)[number], work: (service: TestService) => Promise<void>) {
  const service = await startService(engine, { environment })
  try {
    const ann = await signedInTo(service, service.accounts.pro)
    assert.equal((await ann.send('PATCH', '/v1/dashboard/account', { json: { password } })).status, 200)
    assert.equal((await guess(service, owner, password)).status, 200)
    await work(service)
  } finally {
    await service.stop()
  }
}

for (const engine of engines) {
  test(`${engine.name}: a wrong password every 15 minutes from elsewhere never delays the right one from where the owner signs in`, () =>
    withPassword(engine, async (service) => {
      for (let quarter = 0; quarter < 96; quarter += 1) {
        assert.ok([401, 429].includes((await guess(service, '203.0.113.9', wrong)).status))
        if (quarter % 12 === 0) assert.equal((await guess(service, owner, password)).status, 200, `quarter ${quarter}`)
        service.clock.advance({ seconds: 900 })
      }
      assert.equal((await guess(service, owner, password)).status, 200)
    }))

  test(`${engine.name}: a flood from many networks is bounded for all strangers together, and a known network and a browser that is signed in pass it`, () =>
    withPassword(engine, async (service) => {
      const ann = await signedInTo(service, service.accounts.pro)
      let judged = 0
      for (let network = 0; network < strangersPerHour + 20; network += 1) {
        const answer = await guess(service, `2001:db8:${network.toString(16)}::1`, wrong)
        if (answer.status === 401) judged += 1
        else {
          assert.equal(answer.status, 429, String(answer.body))
          assert.ok(Number(answer.headers['retry-after']) > 3_000)
        }
      }
      assert.equal(judged, strangersPerHour - 1, 'the first sign-in of the owner came from a strange network, too')
      assert.equal((await guess(service, '192.0.2.1', password)).status, 429, 'a stranger waits, whatever is typed')
      assert.equal((await guess(service, owner, password)).status, 200)
      const again = await ann.send('POST', '/v1/dashboard/session/password', {
        json: { email, password },
        headers: { 'x-forwarded-for': '192.0.2.2' },
      })
      assert.equal(again.status, 200, 'in a browser that is signed in')
      service.clock.advance({ hours: 1 })
      assert.equal((await guess(service, '192.0.2.1', password)).status, 200)
    }))

  test(`${engine.name}: guesses of one network wait longer each at a known, an unknown and an ill-formed address alike, also of a known network`, () =>
    withPassword(engine, async (service) => {
      for (const [address, at] of [
        [owner, email],
        ['203.0.113.1', email],
        ['203.0.113.2', 'nobody@example.org'],
        ['203.0.113.3', 'no address'],
      ] as const) {
        for (let attempt = 1; attempt < 7; attempt += 1) {
          assert.equal((await guess(service, address, wrong, at)).status, 401, `${at} ${attempt}`)
          const seconds = delaysSeconds[attempt] ?? 0
          if (seconds === 0) continue
          const early = await guess(service, address, wrong, at)
          assert.deepEqual([early.status, early.headers['retry-after']], [429, String(seconds)], `${at} ${attempt}`)
          service.clock.advance({ seconds })
        }
      }
      const stored = JSON.stringify(await service.database.all('select * from sign_in_network'))
      assert.ok(!stored.includes(owner), 'no address of a client is kept')
    }))

  test(`${engine.name}: passwords of one network are hashed within its own places: of 20 attempts at once at unknown addresses some are 429, and the owner is let in from another network meanwhile`, () =>
    withPassword(engine, async (service) => {
      const flood = Array.from({ length: 20 }, (_, number) =>
        guess(service, '203.0.113.4', wrong, `nobody${number}@example.org`),
      )
      const right = await guess(service, owner, password)
      assert.equal(right.status, 200, String(right.body))
      const statuses = (await Promise.all(flood)).map(({ status }) => status)
      assert.deepEqual([...new Set(statuses)].toSorted(), [401, 429], statuses.join())
    }))

  test(`${engine.name}: a link is asked for 3 times an hour by a network and 10 times by all; over that the newest that holds is sent again, and always 202`, async () => {
    const service = await startService(engine, { environment })
    try {
      const { database, clock } = service
      const asked = async (address: string, at: string): Promise<number> => {
        assert.equal((await from(service, address, 'link/request', { email: at })).status, 202)
        const row = await database.one<{ mails: number }>(
          `select count(*) as mails from mail where kind = 'sign_in_link'`,
        )
        return row?.mails ?? 0
      }
      for (let times = 1; times <= 5; times += 1) {
        assert.equal(await asked('203.0.113.1', email), Math.min(times, 3), 'of one network')
        assert.equal(await asked('203.0.113.1', `nobody${times}@example.org`), Math.min(times, 3))
      }
      for (let network = 0; network < 7; network += 1) await asked(`2001:db8:${network}::1`, email)
      assert.equal(await asked('198.51.100.7', email), 11, 'the owner is sent one all the same')
      assert.equal(await asked('198.51.100.8', email), 11, 'and not one for each who asks')
      clock.advance({ seconds: 300 })
      assert.equal(await asked('198.51.100.9', email), 12)
      const rows = await database.all<{ parameters: string }>(`select parameters from mail order by id`)
      assert.deepEqual(
        rows.map(({ parameters }) => JSON.parse(parameters).again),
        [...Array(10).fill(0), 1, 1],
      )
      clock.advance({ hours: 1 })
      await asked('203.0.113.1', email)
      const last = await database.one<{ parameters: string }>('select parameters from mail order by id desc limit 1')
      assert.deepEqual(JSON.parse(last?.parameters ?? ''), { again: 0 }, 'a new hour')
    } finally {
      await service.stop()
    }
  })

  test(`${engine.name}: a link that is sent again is the same while it holds, ends when it would have ended, and stands in no row`, async () => {
    const service = await startService(engine, { environment })
    try {
      const account = await showAccount(service.database, email)
      const kind = signInLinkKind(linkTokens(Buffer.alloc(32, 1)), { isFiled: false })
      const mailed = async (again: 0 | 1): Promise<{ href: string; text: string }> => {
        const context = { database: service.database, account, parameters: { again }, queuedAt: 0 }
        const composed = await kind.compose({ ...context, now: service.clock.now(), baseUrl: 'https://x.example' })
        const part = composed?.letter.parts.find(({ kind: of }) => of === 'button')
        return { href: part?.kind === 'button' ? part.href : '', text: JSON.stringify(composed?.letter) }
      }
      const first = await mailed(0)
      const second = await mailed(0)
      assert.notEqual(first.href, second.href)
      service.clock.advance({ seconds: 540 })
      const again = await mailed(1)
      assert.equal(again.href, second.href)
      assert.match(again.text, /another [56] minutes/)
      const token = again.href.slice(again.href.lastIndexOf('/') + 1)
      for (const table of ['sign_in_link', 'mail'])
        assert.ok(!JSON.stringify(await service.database.all(`select * from ${table}`)).includes(token))
      assert.equal((await from(service, owner, 'link', { token })).status, 200)
      assert.equal((await from(service, owner, 'link', { token })).status, 401)
      const firstAgain = await mailed(1)
      assert.equal(firstAgain.href, first.href, 'the newest that still holds')
      service.clock.advance({ seconds: 360 })
      const fresh = await mailed(1)
      assert.ok(![first.href, second.href].includes(fresh.href), 'none holds: the owner can always have one that does')
    } finally {
      await service.stop()
    }
  })
}
