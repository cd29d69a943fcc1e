/** Billing at the wire: a whole service with the stand-in of the provider, people who are signed in, and whoever is not. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createAccount } from '../../src/accounts/operations.ts'
import { setUpBilling } from '../../src/billing/provider/set-up.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { unobserved } from '../harness/observer.ts'
import { startService, type TestService } from '../harness/service.ts'
import { browserWith, fromOurPages, type SignedInBrowser, signedInTo } from '../harness/signed-in.ts'
import { type StripeStandIn, startStripe } from '../harness/stripe-stand-in.ts'

const [billing, checkout] = ['/v1/dashboard/billing', '/v1/dashboard/billing/checkout']
const [portal, events] = ['/v1/dashboard/billing/portal', '/v1/dashboard/billing/stripe']
const pro = { plan: 'pro', period: 'month' }

for (const engine of engines)
  describe(`${engine.name}: billing at the wire`, () => {
    let service: TestService
    let stripe: StripeStandIn
    let people = 0
    before(async () => {
      const clock = { now: () => service?.clock.now() ?? Date.parse('2026-03-03T09:00:00Z') }
      stripe = await startStripe(clock)
      service = await startService(engine, {
        environment: {
          STRIPE_SECRET_KEY: stripe.secretKey,
          STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
          STRIPE_API_URL: stripe.origin,
        },
      })
      await setUpBilling({ ...stripe, apiUrl: stripe.origin, observer: unobserved }, 'https://api.example.org')
    })
    after(async () => {
      await service.stop()
      await stripe.close()
    })

    const person = async (): Promise<{ id: string; browser: SignedInBrowser }> => {
      people += 1
      const email = `person${people}@example.org`
      const { id } = await createAccount(service.database, service.clock.now(), { email })
      return { id, browser: await signedInTo(service, id) }
    }
    const dataOf = async (browser: SignedInBrowser) => (await browser.send('GET', billing)).json().data
    const paid = async (browser: SignedInBrowser): Promise<string> => {
      const begun = await browser.send('POST', checkout, { json: pro })
      assert.equal(begun.status, 201, String(begun.body))
      const { url } = begun.json().data as { url: string }
      return stripe.objects.pay(url.slice(url.lastIndexOf('/') + 1)).id
    }
    const sent = (event: Parameters<StripeStandIn['signed']>[0], options = {}) => {
      const { body, signature } = stripe.signed(event, options)
      const headers = { 'stripe-signature': signature, 'content-type': 'application/json; charset=utf-8' }
      return call(service.origin, 'POST', events, { body, headers })
    }

    test('who has no plan is led to where one is bought; where none is sold, to the operator', async () => {
      const unsold = await startService(engine)
      try {
        const said = async (of: TestService): Promise<string[]> => {
          const browser = await signedInTo(of, of.accounts.none)
          const answers = [
            await of.get('/v1/subsidies', { key: of.keys.none }),
            await of.get('/v1/key', { key: of.keys.none }),
            await browser.send('POST', '/v1/dashboard/match', { json: {} }),
          ]
          for (const { status } of answers) assert.equal(status, 402)
          return answers.map((answer) => answer.error().message)
        }
        const start = async (of: TestService): Promise<string> => {
          const browser = await signedInTo(of, of.accounts.none)
          return String((await browser.send('GET', '/dashboard')).body)
        }
        assert.match(await start(service), /href="\/dashboard\/billing">Choose a plan</)
        const unsoldStart = await start(unsold)
        assert.doesNotMatch(unsoldStart, />Choose a plan</)
        assert.match(unsoldStart, /accounts set-plan acc_\w+ &lt;plan/)
        const lacking = await unsold.get('/v1/watchlists', { key: unsold.keys.developer })
        assert.match(lacking.error().message, /where this service sells no plans, ask its operator/)
        for (const message of await said(service))
          assert.match(message, /Take one at \/dashboard\/billing|Choose one under/)
        for (const message of await said(unsold)) {
          assert.match(message, /sells none: ask its operator/)
          assert.doesNotMatch(message, /\/dashboard/)
        }
      } finally {
        await unsold.stop()
      }
    })

    test('who is not signed in, who has a key, and a page of somebody else get nothing of it', async () => {
      const { browser } = await person()
      for (const [method, path] of [
        ['GET', billing],
        ['POST', checkout],
        ['POST', portal],
      ] as const) {
        const json = method === 'POST' ? (path === checkout ? { json: pro } : { json: {} }) : {}
        const nobody = await browserWith(service, '').send(method, path, json)
        assert.deepEqual([nobody.status, nobody.error().code], [401, 'unauthorized'], path)
        const forged = await browserWith(service, 'sm_session=forged').send(method, path, json)
        assert.equal(forged.status, 401)
        const keyed = await call(service.origin, method, path, {
          key: service.keys.pro,
          headers: fromOurPages,
          ...json,
        })
        assert.equal(keyed.status, 401)
        if (method === 'GET') continue
        const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
        const elsewhere = await browser.send(method, path, { ...json, headers })
        assert.deepEqual([elsewhere.status, elsewhere.error().code], [403, 'forbidden'])
      }
      assert.equal(stripe.objects.sessions.size, 0)
    })

    test('GET billing, 200: every key is there, before anything is paid and after', async () => {
      const { browser } = await person()
      const nothing = { plan: null, period: null, grace_until: null, renews_at: null, ends_at: null }
      assert.deepEqual(await dataOf(browser), { state: 'none', ...nothing, card_payment: true, portal: false })
      await paid(browser)
      for (const event of stripe.objects.events.splice(0)) assert.equal((await sent(event)).status, 200)
      const shown = (await dataOf(browser)) as Record<string, unknown>
      assert.match(String(shown.renews_at), /^2026-04-02T\d\d:\d\d:\d\d\+02:00$/)
      assert.deepEqual(
        { ...shown, renews_at: null },
        { state: 'active', ...nothing, plan: 'pro', period: 'month', card_payment: true, portal: true },
      )
    })

    test('POST checkout: another plan, another period or an unknown property is 400 by its name; a second is 409; the portal opens', async () => {
      const { browser } = await person()
      for (const [json, parameter] of [
        [{ plan: 'enterprise', period: 'month' }, 'plan'],
        [{ plan: 'pro', period: 'week' }, 'period'],
        [{ ...pro, price: 1 }, 'price'],
      ] as const) {
        const refused = await browser.send('POST', checkout, { json })
        assert.deepEqual([refused.status, refused.error().details], [400, { parameter }])
      }
      const missing = await browser.send('POST', checkout, { json: { plan: 'pro' } })
      assert.deepEqual([missing.status, missing.error().details], [422, { field: 'period' }])
      assert.equal((await browser.send('POST', portal, { json: {} })).status, 409)
      await paid(browser)
      const second = await browser.send('POST', checkout, { json: pro })
      assert.deepEqual([second.status, second.error().code], [409, 'conflict'])
      assert.match(second.error().message, /portal/)
      const opened = await browser.send('POST', portal, { json: {} })
      assert.equal(opened.status, 201)
      assert.match((opened.json().data as { url: string }).url, /^https:\/\/portal\.example\//)
      assert.equal(opened.headers['cache-control'], 'no-store')
    })

    test('the same key answers 402 before the payment and works after it, with nothing but the event between', async () => {
      const { id, browser } = await person()
      const made = await browser.send('POST', '/v1/dashboard/keys', { json: { name: 'x', mode: 'live' } })
      const { key } = made.json().data as { key: string }
      assert.equal((await service.get('/v1/changes', { key })).status, 402)
      await paid(browser)
      assert.equal((await service.get('/v1/changes', { key })).status, 402)
      const [completed] = stripe.objects.events.filter(({ type }) => type === 'checkout.session.completed').slice(-1)
      assert.ok(completed !== undefined)
      assert.equal((await sent(completed)).status, 200)
      assert.equal((await service.get('/v1/changes', { key })).status, 200)
      const audit = await service.database.all<{ action: string; actor: string }>(
        'select action, actor from audit_entry where account_id = $1 order by id',
        [id],
      )
      const deeds = audit.map(({ action, actor }) => `${action} by ${actor}`)
      assert.deepEqual(deeds.filter((deed) => !/account_created|signed_in|key_created/.test(deed)).toSorted(), [
        'checkout_begun by session',
        'plan_changed by service',
        'subscription_changed by service',
      ])
    })

    test('POST stripe: a wrong signature is 400 naming the header, an event of nobody here 200, a silent provider 503', async () => {
      const { id, browser } = await person()
      await paid(browser)
      const [event] = stripe.objects.events.slice(-1)
      assert.ok(event !== undefined)
      for (const options of [{ secret: 'whsec_other' }, { secondsAgo: 400 }]) {
        const refused = await sent(event, options)
        assert.deepEqual([refused.status, refused.error().details], [400, { parameter: 'Stripe-Signature' }])
      }
      const unsigned = await call(service.origin, 'POST', events, { json: event })
      assert.equal(unsigned.status, 400)
      const ofOther = await sent({
        ...event,
        id: 'evt_other',
        data: { object: { object: 'invoice', customer: 'cus_other' } },
      })
      assert.deepEqual([ofOther.status, ofOther.json()], [200, { received: true }])
      stripe.fails(() => 'error')
      const silent = await sent(event)
      assert.deepEqual([silent.status, silent.error().code], [503, 'billing_unavailable'])
      const checking = await browser.send('POST', checkout, { json: pro })
      assert.deepEqual([checking.status, checking.error().code], [503, 'billing_unavailable'])
      stripe.fails(() => null)
      assert.equal(((await dataOf(browser)) as { plan: unknown }).plan, null)
      assert.equal((await sent(event)).status, 200)
      const account = await service.database.one('select plan from account where id = $1', [id])
      assert.equal(account?.plan, 'pro')
    })

    test('POST stripe: bytes that are signed and are no event are 400 naming the body', async () => {
      for (const text of ['null', '[]', '5', '{}', '{"id":"evt_1","type":"t","data":null}', 'no JSON']) {
        const { body, signature } = stripe.signedBytes(text)
        const headers = { 'stripe-signature': signature, 'content-type': 'application/json; charset=utf-8' }
        const refused = await call(service.origin, 'POST', events, { body, headers })
        assert.equal(refused.status, 400, text)
        assert.deepEqual(
          [refused.error().code, refused.error().details],
          ['invalid_parameter', { parameter: 'body' }],
          text,
        )
      }
    })

    test('/v1/plans and the pricing page say that plans are paid by card', async () => {
      const { data } = (await service.get('/v1/plans')).json() as { data: { plan: string; purchasable: boolean }[] }
      assert.deepEqual(
        data.map(({ plan, purchasable }) => [plan, purchasable]),
        [
          ['developer', true],
          ['pro', true],
          ['business', true],
          ['enterprise', false],
        ],
      )
      assert.match((await service.get('/en/pricing', { key: '' })).body.toString(), /You pay by card/)
    })

    test('the screen leads to the payment and back: what was paid stands there without waiting for an event', async () => {
      const { id, browser } = await person()
      const screen = async (path: string): Promise<string> => {
        const answer = await browser.send('GET', path)
        assert.equal(answer.status, 200, path)
        return answer.body.toString()
      }
      assert.match(await screen('/dashboard/billing'), /You have no plan/)
      assert.match(await screen('/dashboard/billing?checkout=left'), /Nothing was paid/)
      const form = { body: 'plan=pro&period=year', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
      const wrong = await browser.send('POST', '/dashboard/billing/checkout', { ...form, body: 'plan=enterprise' })
      assert.equal(wrong.status, 422)
      const leading = await browser.send('POST', '/dashboard/billing/checkout', form)
      assert.equal(leading.status, 200)
      const url = /^0; url=(https:\/\/checkout\.example\/(\w+))$/.exec(leading.headers.refresh ?? '')
      assert.ok(url !== null && leading.body.toString().includes(`href="${url[1]}"`))
      assert.match(await screen('/dashboard/billing?checkout=done&session_id=x'), /cannot be seen yet/)
      stripe.objects.pay(url[2] ?? '')
      const done = await screen('/dashboard/billing?checkout=done&session_id=x')
      assert.match(done, /Thank you/)
      assert.match(done, /Pro, paid by the year/)
      assert.equal((await service.database.one('select plan from account where id = $1', [id]))?.plan, 'pro')
      const again = await browser.send('POST', '/dashboard/billing/checkout', form)
      assert.equal(again.status, 409)
      const [subscription] = [...stripe.objects.subscriptions.keys()].slice(-1)
      stripe.objects.change(subscription ?? '', { status: 'past_due' })
      assert.match(await screen('/dashboard/billing?from=portal'), /Your plan still holds until 17\u00a0Mar\u00a02026/)
      const portalPage = await browser.send('POST', '/dashboard/billing/portal', { ...form, body: '' })
      assert.match(portalPage.headers.refresh ?? '', /^0; url=https:\/\/portal\.example\//)
    })
  })

for (const engine of engines)
  test(`${engine.name}: where billing is not configured, its routes are 503 and the screen says whom to ask`, async () => {
    const service = await startService(engine, {
      environment: { OPERATOR_NAME: 'Acme', OPERATOR_CONTACT: 'help@acme.example' },
    })
    try {
      const browser = await signedInTo(service, service.accounts.none)
      for (const [path, json] of [
        [checkout, pro],
        [portal, {}],
        [events, {}],
      ] as const) {
        const answer = await browser.send('POST', path, { json })
        assert.deepEqual([answer.status, answer.error().code], [503, 'billing_unavailable'])
      }
      assert.equal(((await browser.send('GET', billing)).json().data as { card_payment: boolean }).card_payment, false)
      const screen = (await browser.send('GET', '/dashboard/billing')).body.toString()
      assert.match(screen, /mailto:help@acme\.example/)
      assert.doesNotMatch(screen, /billing\/checkout/)
    } finally {
      await service.stop()
    }
  })
