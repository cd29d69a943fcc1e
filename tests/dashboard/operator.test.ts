/** The operator's pages: for accounts that run the service, and for nobody else anything at all. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setOperator } from '../../src/accounts/profile.ts'
import { dashboardRoutes, pageRoutes } from '../../src/app.ts'
import { makeLinkToHandOver } from '../../src/sign_in/links/links.ts'
import { engines } from '../harness/databases.ts'
import { input } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'
import { type SignedInBrowser, signedInTo } from '../harness/signed-in.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const operators = [...dashboardRoutes, ...pageRoutes].filter(({ path }) => path.includes('/operator'))

for (const engine of engines) {
  describe(`${engine.name}: the operator’s pages`, () => {
    let service: TestService
    let operator: SignedInBrowser
    before(async () => {
      service = await startService(engine)
      await setOperator(service.database, service.clock.now(), service.accounts.enterprise, true)
      operator = await signedInTo(service, service.accounts.enterprise)
    })
    after(() => service.stop())

    test('to an account that does not run the service they are paths that do not exist', async () => {
      const ann = await signedInTo(service, service.accounts.business)
      for (const { method, path } of operators) {
        const asked = path.replace('{id}', service.accounts.pro)
        const answer = await ann.send(
          method,
          asked,
          method === 'POST' ? { headers: form, body: 'plan=enterprise' } : {},
        )
        assert.equal(answer.status, 404, `${method} ${path}`)
        if (path.startsWith('/v1')) {
          const nowhere = await ann.send(method, '/v1/dashboard/nowhere')
          assert.deepEqual({ ...answer.error(), request_id: '' }, { ...nowhere.error(), request_id: '' })
        }
        service.clock.advance({ seconds: 1 })
      }
      const home = await ann.send('GET', '/dashboard')
      assert.ok(!home.body.toString().includes('/dashboard/operator'))
    })

    test('sources with their runs, what waits, accounts and findings are shown, as pages and as JSON', async () => {
      await service.publish([input('m')])
      const overview = (await operator.send('GET', '/v1/dashboard/operator/overview')).json().data as {
        sources: { id: string; measures: number; runs: { status: string }[] }[]
        mails: unknown
      }
      assert.deepEqual(
        overview.sources.map(({ id, measures, runs }) => [id, measures, runs[0]?.status]),
        [['alpha', 1, 'succeeded']],
      )
      assert.deepEqual(overview.mails, { waiting: 0, since: null })
      const accounts = (await operator.send('GET', '/v1/dashboard/operator/accounts')).json() as {
        data: { email: string }[]
      }
      assert.equal(accounts.data.length, 5)
      const findings = (await operator.send('GET', '/v1/dashboard/operator/check-up')).json() as {
        data: { check: string; level: string }[]
      }
      assert.equal(findings.data.find(({ check }) => check === 'source alpha')?.level, 'ok')
      for (const path of ['', '/accounts', '/check-up', `/accounts/${service.accounts.pro}`]) {
        const page = await operator.send('GET', `/dashboard/operator${path}`)
        assert.equal(page.status, 200, path)
      }
    })

    test('a held run is published by a press, once; a second press says that there is none', async () => {
      const many = Array.from({ length: 40 }, (_, at) => input(`held-${at}`))
      await service.publish([...many, input('m')])
      // What is missed once may be there again.
      assert.equal((await service.publish([input('m')])).status, 'succeeded')
      assert.equal((await service.publish([input('m')])).status, 'held')
      const page = (await operator.send('GET', '/dashboard/operator')).body.toString()
      assert.ok(page.includes('/dashboard/operator/sources/alpha/confirm'))
      const press = () =>
        operator.send('POST', '/dashboard/operator/sources/alpha/confirm', { headers: form, body: 'x=' })
      assert.equal((await press()).headers.location, '/dashboard/operator?done=confirmed')
      assert.equal((await press()).headers.location, '/dashboard/operator?done=notConfirmed')
      const list = (await service.get('/v1/subsidies')).json() as { meta: { total: number } }
      assert.equal(list.meta.total, 1)
    })

    test('a plan that the operator gives holds from the next request on, and is noted', async () => {
      const give = (plan: string) =>
        operator.send('POST', `/dashboard/operator/accounts/${service.accounts.developer}`, {
          headers: form,
          body: `plan=${plan}`,
        })
      assert.equal((await give('business')).status, 303)
      const key = (await service.get('/v1/key', { key: service.keys.developer })).json().data as {
        plan: { plan: string }
      }
      assert.equal(key.plan.plan, 'business')
      assert.equal((await give('nothing')).status, 400)
      const row = await service.database.one<{ actor: string; about: string }>(
        `select actor, about from audit_entry where account_id = $1 and action = 'plan_changed'`,
        [service.accounts.developer],
      )
      assert.deepEqual([row?.actor, row?.about], ['operator', '{"before":"developer","after":"business"}'])
    })

    test('the operator takes the word on a plan back by a press: the account has what it pays, and may pay', async () => {
      const { pro } = service.accounts
      const press = (plan: string) =>
        operator.send('POST', `/dashboard/operator/accounts/${pro}`, { headers: form, body: `plan=${plan}` })
      const standing = () =>
        service.database.one<{ plan: string | null; plan_by: string }>(
          'select plan, plan_by from account where id = $1',
          [pro],
        )
      assert.equal((await press('none')).status, 303)
      assert.deepEqual({ ...(await standing()) }, { plan: null, plan_by: 'operator' })
      assert.equal((await press('stripe')).status, 303)
      assert.deepEqual({ ...(await standing()) }, { plan: null, plan_by: 'stripe' })
      const page = (await operator.send('GET', `/dashboard/operator/accounts/${pro}`)).body.toString()
      assert.match(page, /<option value="stripe" selected/)
    })

    test('what the operator makes and changes of an account is in its list of deeds', async () => {
      const { pro } = service.accounts
      await setOperator(service.database, service.clock.now(), pro, true)
      await setOperator(service.database, service.clock.now(), pro, true)
      await setOperator(service.database, service.clock.now(), pro, false)
      await makeLinkToHandOver(service.database, service.clock.now(), pro)
      const deeds = await service.database.all<{ action: string; actor: string; about: string }>(
        `select action, actor, about from audit_entry
         where account_id = $1 and action in ('operator_made', 'operator_unmade', 'sign_in_link_made') order by id`,
        [pro],
      )
      assert.deepEqual(
        deeds.map(({ action, actor, about }) => [action, actor, about]),
        [
          ['operator_made', 'operator', '{}'],
          ['operator_unmade', 'operator', '{}'],
          ['sign_in_link_made', 'operator', '{}'],
        ],
      )
    })

    test('plans are given and held runs published only shortly after signing in', async () => {
      service.clock.advance({ seconds: 16 * 60 })
      for (const path of [`accounts/${service.accounts.pro}`, 'sources/alpha/confirm']) {
        const answer = await operator.send('POST', `/dashboard/operator/${path}`, { headers: form, body: 'plan=pro' })
        assert.equal(answer.status, 303, path)
        assert.match(answer.headers.location ?? '', /^\/dashboard\/sign-in\?.*again=1/, path)
        service.clock.advance({ seconds: 1 })
      }
      const row = await service.database.one<{ plan: string | null }>('select plan from account where id = $1', [
        service.accounts.pro,
      ])
      assert.equal(row?.plan, null)
    })
  })
}
