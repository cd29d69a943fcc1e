/** Every route of the dashboard, as anybody may come to it: who is not let in is refused alike, and changes nothing. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { deleteAccount } from '../../src/accounts/operations.ts'
import { dashboardRoutes, pageRoutes, routes } from '../../src/app.ts'
import { screenAccess } from '../../src/dashboard/frame/access.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { dashboardAccess, dashboardTwinAccess, signingInAccess } from '../../src/sign_in/access.ts'
import { newToken } from '../../src/sign_in/tokens.ts'
import { tables } from '../../src/tables.ts'
import { engines } from '../harness/databases.ts'
import { type Answer, type CallOptions, call } from '../harness/http.ts'
import { startService, type TestService } from '../harness/service.ts'
import { fromOurPages, type SignedInBrowser, signedInTo } from '../harness/signed-in.ts'

const ofSession = dashboardRoutes.filter(({ access }) =>
  [dashboardAccess.entrance, dashboardTwinAccess.entrance].includes(access.entrance),
)
const screens = pageRoutes.filter(({ access }) => access.entrance === screenAccess.entrance)
const pathOf = (pattern: string): string => pattern.replaceAll(/\{\w+\}/g, 'wl_00000000000000000000000000')
const writes = (method: string): boolean => method !== 'GET'

/** Rows of every table but what a visit may note. */
async function rowsOf(database: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of Object.keys(tables).filter((name) => name !== 'held_lease' && name !== 'meter')) {
    const row = await database.one<{ rows: number }>(`select count(*) as rows from ${table}`)
    counts[table] = row?.rows ?? 0
  }
  return counts
}

test('every writing route of the dashboard is behind a session or at the door, none behind a key', () => {
  const known = [dashboardAccess, dashboardTwinAccess, signingInAccess].map(({ entrance }) => entrance)
  const others = dashboardRoutes.filter(({ access }) => !known.includes(access.entrance))
  // The provider of payments signs what it sends.
  assert.deepEqual(
    others.map(({ path }) => path),
    others.length === 0 ? [] : ['/v1/dashboard/billing/stripe'],
  )
  for (const { path, access } of routes)
    assert.ok(!path.startsWith('/v1/dashboard') && !known.includes(access.entrance))
})

for (const engine of engines) {
  describe(`${engine.name}: the dashboard`, () => {
    let service: TestService
    let ann: SignedInBrowser
    before(async () => {
      service = await startService(engine)
      ann = await signedInTo(service, service.accounts.business)
    })
    after(() => service.stop())

    const refusedAs = (answer: Answer, status: number, code: string, what: string): void => {
      assert.equal(answer.status, status, what)
      assert.equal(answer.error().code, code, what)
      assert.equal(answer.headers['access-control-allow-origin'], undefined, what)
      assert.equal(answer.headers['cache-control'], 'no-store', what)
    }
    const asked = (method: string, path: string, options: CallOptions): Promise<Answer> =>
      call(service.origin, method, pathOf(path), { ...options, headers: { ...fromOurPages, ...options.headers } })

    test('no session, a forged one, a key in its place: 401 everywhere, and nothing is changed', async () => {
      const before = await rowsOf(service.database)
      for (const { method, path } of ofSession) {
        const what = `${method} ${path}`
        refusedAs(await asked(method, path, {}), 401, 'unauthorized', what)
        for (const cookie of [
          `__Host-sm_session=${newToken()}`,
          '__Host-sm_session=',
          'sm_session=x',
          '__Host-sm_session=../x',
        ])
          refusedAs(await asked(method, path, { headers: { cookie } }), 401, 'unauthorized', `${what} ${cookie}`)
        refusedAs(await asked(method, path, { key: service.keys.business }), 401, 'unauthorized', what)
        refusedAs(
          await asked(method, path, { headers: { cookie: `__Host-sm_session=${service.keys.business}` } }),
          401,
          'unauthorized',
          what,
        )
        service.clock.advance({ seconds: 30 })
      }
      assert.deepEqual(await rowsOf(service.database), before)
    })

    test('from elsewhere, whatever else it says of itself: 403 on all that writes, and nothing is changed', async () => {
      const session = await signedInTo(service, service.accounts.business)
      const before = await rowsOf(service.database)
      const elsewhere: Record<string, string>[] = [
        {},
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: 'https://api.example.org.evil.example', 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { origin: 'http://api.example.org' },
      ]
      for (const { method, path } of ofSession.filter((record) => writes(record.method))) {
        for (const headers of elsewhere) {
          for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
            const sent = { ...headers, cookie: session.cookie, 'content-type': type }
            const answer = await call(service.origin, method, pathOf(path), { headers: sent, body: '{}' })
            refusedAs(answer, 403, 'forbidden', `${method} ${path} ${JSON.stringify(sent)}`)
          }
          service.clock.advance({ seconds: 3 })
        }
      }
      const after = await rowsOf(service.database)
      assert.deepEqual(after, before)
    })

    test('a session opens no keyed route', async () => {
      for (const { method, path, access } of routes.filter(({ access }) => access.isMetered)) {
        const answer = await asked(method, path, { headers: { cookie: ann.cookie } })
        assert.equal(answer.status, 401, `${method} ${path} ${access.entrance}`)
      }
    })

    test('what is of another account is not found, as what never was', async () => {
      const bea = await signedInTo(service, service.accounts.enterprise)
      const own = await signedInTo(service, service.accounts.business)
      const list = (await own.send('POST', '/v1/dashboard/watchlists', { json: { name: 'Ann' } })).json() as {
        data: { id: string }
      }
      const hook = (
        await own.send('POST', '/v1/dashboard/webhooks', { json: { url: 'https://ann.example/x', filters: {} } })
      ).json() as { data: { id: string } }
      const key = (await own.send('POST', '/v1/dashboard/keys', { json: { name: 'Ann', mode: 'test' } })).json() as {
        data: { id: string }
      }
      const {
        data: { session },
      } = (await own.send('GET', '/v1/dashboard/session')).json() as { data: { session: { id: string } } }
      const ids = [list.data.id, hook.data.id, key.data.id, session.id]
      const withIds = ofSession.filter(({ path }) => path.includes('{'))
      for (const { method, path } of withIds) {
        for (const id of ids) {
          const theirs = path.replace(/\{\w+\}/, id).replaceAll(/\{\w+\}/g, 'x')
          const nobodys = path.replace(/\{\w+\}/, `${id.slice(0, -4)}0000`).replaceAll(/\{\w+\}/g, 'x')
          const [one, other] = [await bea.send(method, theirs, {}), await bea.send(method, nobodys, {})]
          assert.equal(one.status, other.status, `${method} ${theirs}`)
          if (one.status !== 404) continue
          assert.equal(one.error().code, other.error().code)
          assert.equal(
            one.error().message.replaceAll(id, ''),
            other.error().message.replaceAll(`${id.slice(0, -4)}0000`, ''),
          )
        }
        service.clock.advance({ seconds: 5 })
      }
      assert.equal((await own.send('GET', `/v1/dashboard/watchlists/${list.data.id}`)).status, 200)
      assert.equal((await own.send('GET', '/v1/dashboard/session')).status, 200)
    })

    test('screens lead who is not signed in to the door, and back to where they wanted to go', async () => {
      for (const { method, path } of screens) {
        const answer = await asked(method, path, {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: writes(method) ? 'a=b' : '',
        })
        assert.equal(answer.status, 303, `${method} ${path}`)
        const location = answer.headers.location ?? ''
        assert.match(location, /^\/dashboard\/sign-in(?:$|\?next=)/)
        if (writes(method)) assert.equal(location, '/dashboard/sign-in')
        service.clock.advance({ seconds: 2 })
      }
    })

    test('forms from elsewhere are 403, on every screen, and nothing is changed', async () => {
      const before = await rowsOf(service.database)
      for (const { method, path } of screens.filter((record) => writes(record.method))) {
        const headers = {
          cookie: ann.cookie,
          origin: 'https://evil.example',
          'content-type': 'application/x-www-form-urlencoded',
        }
        const answer = await call(service.origin, method, pathOf(path), {
          headers,
          body: 'language=fr&name=x&mode=live',
        })
        assert.equal(answer.status, 403, `${method} ${path}`)
        service.clock.advance({ seconds: 1 })
      }
      assert.deepEqual(await rowsOf(service.database), before)
    })

    test('a session ends after 7 days without a visit, and after 30 with one a day', async () => {
      const idle = await signedInTo(service, service.accounts.pro)
      const daily = await signedInTo(service, service.accounts.pro)
      for (let day = 0; day < 29; day += 1) {
        service.clock.advance({ days: 1 })
        assert.equal((await daily.send('GET', '/v1/dashboard/session')).status, 200, `day ${day}`)
        if (day === 6) assert.equal((await idle.send('GET', '/v1/dashboard/session')).status, 401)
      }
      service.clock.advance({ days: 1 })
      assert.equal((await daily.send('GET', '/v1/dashboard/session')).status, 401)
    })

    test('signing out ends the session in the store: its cookie opens nothing any more', async () => {
      const gone = await signedInTo(service, service.accounts.pro)
      const answer = await gone.send('DELETE', '/v1/dashboard/session')
      assert.match(
        answer.headers['set-cookie'] ?? '',
        /^__Host-sm_session=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax,__Host-sm_form=; Max-Age=0; /,
      )
      for (const { method, path } of ofSession) {
        refusedAs(await gone.send(method, pathOf(path), {}), 401, 'unauthorized', path)
        service.clock.advance({ seconds: 1 })
      }
    })

    test('a session of a deleted account opens nothing from the next request on', async () => {
      const gone = await signedInTo(service, service.accounts.developer)
      await deleteAccount(service.database, service.clock.now(), service.accounts.developer)
      refusedAs(await gone.send('GET', '/v1/dashboard/session'), 401, 'unauthorized', 'deleted')
    })

    test('without a plan: what the API does is 402, what a plan lacks 403 with the cheapest that has it', async () => {
      const without = await signedInTo(service, service.accounts.none)
      for (const { method, path } of ofSession.filter(
        ({ access }) => access.entrance === dashboardTwinAccess.entrance,
      )) {
        refusedAs(await without.send(method, pathOf(path), {}), 402, 'subscription_required', path)
        service.clock.advance({ seconds: 1 })
      }
      const pro = await signedInTo(service, service.accounts.pro)
      const lacking = await pro.send('GET', '/v1/dashboard/watchlists')
      refusedAs(lacking, 403, 'plan_required', 'watchlists')
      assert.equal(lacking.error().required_plan, 'business')
      assert.equal((await without.send('GET', '/v1/dashboard/keys')).status, 200)
    })

    test('what a session does counts no request, and evaluations as the API does', async () => {
      service.clock.advance({ seconds: 10 })
      const key = service.keys.business
      const used = async () => (await service.get('/v1/key', { key })).json().data as Record<string, number>
      const before = await used()
      const session = await signedInTo(service, service.accounts.business)
      assert.equal(
        (await session.send('POST', '/v1/dashboard/match', { json: { company: { postcode: '9000' } } })).status,
        200,
      )
      assert.equal((await session.send('GET', '/v1/dashboard/webhooks')).status, 200)
      const after = await used()
      assert.equal(after.requests_this_month, (before.requests_this_month ?? 0) + 1)
      assert.equal(after.match_evaluations_this_month, (before.match_evaluations_this_month ?? 0) + 1)
    })
  })
}
