import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BillingScene, billingScene, proMonthly } from '../../tests/harness/billing.ts'
import { engines } from '../../tests/harness/databases.ts'
import { setPlan } from '../accounts/operations.ts'
import { Refusal, type RefusalCode } from '../contract/refusals.ts'
import { beginCheckout, openPortal } from './checkout/checkout.ts'
import { fetchNow, takeEvent } from './events.ts'
import type { Sold } from './prices.ts'
import { handOver, reconcile } from './reconcile.ts'

const refusedAs =
  (code: RefusalCode) =>
  (error: unknown): boolean =>
    error instanceof Refusal && error.code === code

const business: Sold = { plan: 'business', period: 'year' }
const developer: Sold = { plan: 'developer', period: 'month' }

for (const engine of engines) {
  const scene = (name: string, work: (scene: BillingScene) => Promise<void>) =>
    test(`${engine.name}: ${name}`, async () => {
      await using store = await engine.open()
      const made = await billingScene(store.database)
      try {
        await work(made)
      } finally {
        await made.close()
      }
    })

  scene(
    'a plan is had from when it is paid, and not before',
    async ({ account, begin, stripe, stored, shown, deliver }) => {
      const id = await account()
      assert.deepEqual(
        { ...(await shown(id)) },
        {
          ...{ state: 'none', plan: null, period: null, graceUntil: null, renewsAt: null, endsAt: null },
          ...{ cardPayment: true, hasPortal: false, status: null, isChargedTwice: false },
        },
      )
      const session = await begin(id)
      await deliver()
      assert.equal((await stored(id)).plan, null, 'a checkout that is open has not been paid')
      const subscription = stripe.objects.pay(session)
      await deliver()
      const { plan, planBy } = await stored(id)
      assert.deepEqual({ plan, planBy }, { plan: 'pro', planBy: 'stripe' })
      const { state, period, renewsAt, hasPortal } = await shown(id)
      const end = (subscription.items.data[0]?.current_period_end ?? 0) * 1_000
      assert.deepEqual(
        { state, period, renewsAt, hasPortal },
        { state: 'active', period: 'month', renewsAt: end, hasPortal: true },
      )
    },
  )

  scene(
    "an event whose signature is not the provider's, or is over five minutes old, is refused and does nothing",
    async (all) => {
      const { account, begin, stripe, means, stored } = all
      const id = await account()
      stripe.objects.pay(await begin(id))
      const [event] = stripe.objects.events.filter(({ type }) => type === 'customer.subscription.created')
      assert.ok(event !== undefined)
      const right = stripe.signed(event)
      const wrong = [
        stripe.signed(event, { secret: 'whsec_another' }),
        stripe.signed(event, { secondsAgo: 301 }),
        { ...right, body: right.body.replace('"active"', '"trialing"') },
        { ...right, signature: '' },
        { ...right, signature: 't=1,v1=00' },
      ]
      for (const { body, signature } of wrong) {
        await assert.rejects(takeEvent(means, Buffer.from(body), signature), (error: unknown) => {
          assert.ok(refusedAs('invalid_parameter')(error))
          return (error as Refusal).details.parameter === 'Stripe-Signature'
        })
      }
      assert.equal((await stored(id)).plan, null)
      const old = stripe.signed(event, { secondsAgo: 299 })
      await takeEvent(means, Buffer.from(old.body), old.signature)
      assert.equal((await stored(id)).plan, 'pro')
    },
  )

  scene(
    'a repeated event asks the provider nothing, and events in any order lead to what the provider says now',
    async (all) => {
      const { account, buy, stripe, deliver, stored, means } = all
      const id = await account()
      const subscription = await buy(id)
      const calls = stripe.calls.length
      await deliver(stripe.objects.events)
      assert.equal(stripe.calls.length, calls, 'each was taken, or is of nobody yet known')
      stripe.objects.switchTo(subscription, all.price(business))
      const twice = stripe.objects.events.slice(-1)
      await Promise.all([deliver(twice), deliver(twice)])
      assert.equal(stripe.calls.length, calls + 1, 'of the same event at once, one asks')
      stripe.objects.end(subscription)
      const news = stripe.objects.events.slice(-2)
      await deliver([...news].reverse())
      assert.equal((await stored(id)).plan, null)
      await deliver(news)
      assert.equal((await stored(id)).plan, null)
      assert.equal(await means.database.one('select id from billing_event where account_id <> $1', [id]), null)
    },
  )

  scene('an account has one customer and one open checkout, in however many tabs it is begun at once', async (all) => {
    const { account, stripe, means, begin } = all
    const id = await account()
    const urls = await Promise.all([1, 2, 3].map(() => beginCheckout(means, id, proMonthly)))
    assert.equal(new Set(urls.map(({ url }) => url)).size, 1)
    const mixed = await Promise.all([begin(id, business), begin(id), begin(id, developer)])
    const open = mixed.filter((session) => stripe.objects.session(session).status === 'open')
    assert.equal(new Set(open).size, 1)
    assert.equal(stripe.objects.customers.size, 1)
  })

  scene(
    'with a subscription a second checkout is refused, also before its event has come, and the portal opens',
    async (all) => {
      const { account, begin, stripe, means, stored } = all
      const id = await account()
      await assert.rejects(openPortal(means, id), refusedAs('conflict'))
      stripe.objects.pay(await begin(id))
      await assert.rejects(begin(id, business), refusedAs('conflict'))
      assert.equal((await stored(id)).plan, 'pro', 'what it found on its way holds')
      assert.match((await openPortal(means, id)).url, /^https:\/\/portal\.example\//)
    },
  )

  scene("the operator's word holds against what is paid until he hands the account over", async (all) => {
    const { account, buy, begin, stripe, deliver, stored, shown, means, clock } = all
    const id = await account()
    const subscription = await buy(id)
    await setPlan(means.database, clock.now(), id, 'enterprise')
    stripe.objects.switchTo(subscription, all.price(business))
    await deliver()
    assert.equal((await stored(id)).plan, 'enterprise')
    assert.equal((await shown(id)).state, 'operator')
    assert.equal((await handOver(means.database, clock.now(), id)).plan, 'business')
    stripe.objects.switchTo(subscription, all.price(developer))
    await reconcile(means, new AbortController().signal)
    assert.equal((await stored(id)).plan, 'developer', 'what was last fetched may be old')
    assert.equal((await shown(id)).state, 'active')
    const unpaid = await account()
    await setPlan(means.database, clock.now(), unpaid, 'pro')
    await assert.rejects(begin(unpaid), refusedAs('conflict'), 'nobody pays for what would hold nothing')
    const { plan, planBy } = await handOver(means.database, clock.now(), unpaid)
    assert.deepEqual({ plan, planBy }, { plan: null, planBy: 'stripe' })
    await begin(unpaid)
  })

  scene(
    'what is signed and is no event is refused as such, whatever JSON it is, and asks nobody anything',
    async (all) => {
      const { stripe, means } = all
      const texts = ['null', 'true', '5', '"x"', '[]', '{}', '[null]', 'no JSON', '['.repeat(100_000), '{"id":"evt_1"}']
      const about = { object: 'subscription', customer: 'cus_1' }
      for (const wrong of [null, 5, [], {}, '', '\0', 'x'.repeat(300), 'two words', '\ud800'])
        for (const name of ['id', 'type'])
          texts.push(JSON.stringify({ ...{ id: 'evt_1', type: 't', data: { object: about } }, [name]: wrong }))
      for (const data of [null, 5, [], 'x', {}, { object: null }, { object: [] }, { object: 5 }])
        texts.push(JSON.stringify({ id: 'evt_1', type: 't', data }))
      for (const text of texts) {
        const { body, signature } = stripe.signedBytes(text)
        await assert.rejects(takeEvent(means, Buffer.from(body), signature), (error: unknown) => {
          assert.ok(refusedAs('invalid_parameter')(error), `${text.slice(0, 60)}: ${error}`)
          return (error as Refusal).details.parameter === 'body'
        })
      }
      for (const customer of [null, 5, [], ['cus_1'], { id: 5 }, '\0', 'x'.repeat(300), { id: '\0' }]) {
        const event = { id: 'evt_1', type: 't', data: { object: { object: 'subscription', customer } } }
        const { body, signature } = stripe.signedBytes(JSON.stringify(event))
        await takeEvent(means, Buffer.from(body), signature)
      }
      assert.equal(stripe.calls.length, 0)
    },
  )

  scene(
    'an answer of the provider of any other form is none: 503, the plan stays, and the next look mends it',
    async (all) => {
      const { account, buy, stripe, stored, means, clock } = all
      const id = await account()
      const subscription = await buy(id)
      const texts = ['null', 'true', '5', '"x"', '[]', '{}', '[null]', 'no JSON', '{"error":5}', '{"error":null}']
      texts.push('{"data":null}', '{"data":5}', '{"data":{}}', '{"data":[null]}', '{"data":[5]}', '{"data":[{}]}')
      const made = stripe.objects.subscription(subscription)
      const broken = (change: object): string =>
        JSON.stringify({ object: 'list', has_more: false, data: [{ ...made, ...change }] })
      for (const wrong of [null, 5, [], {}, 'x', true]) {
        texts.push(broken({ items: wrong }), broken({ items: { data: [wrong] } }))
        // No item is one that sells nothing of ours.
        if (!Array.isArray(wrong)) texts.push(broken({ items: { data: wrong } }))
        if (wrong !== 'x') texts.push(broken({ id: wrong }), broken({ status: wrong }))
        if (wrong !== 5) texts.push(broken({ created: wrong }))
        if (wrong !== 5 && wrong !== null) texts.push(broken({ cancel_at: wrong }))
      }
      texts.push(
        broken({ created: 1e300 }),
        broken({ created: 1.5 }),
        broken({ created: -1 }),
        broken({ cancel_at: 9e15 }),
      )
      for (const text of texts) {
        stripe.answersWith(text)
        await assert.rejects(fetchNow(means, id), refusedAs('billing_unavailable'), text.slice(0, 80))
        await assert.rejects(
          beginCheckout(means, await account(), proMonthly),
          refusedAs('billing_unavailable'),
          text.slice(0, 80),
        )
        assert.equal((await stored(id)).plan, 'pro')
      }
      stripe.answersWith(null)
      clock.advance({ hours: 7 })
      await reconcile(means, new AbortController().signal)
      assert.equal((await stored(id)).plan, 'pro')
    },
  )
}
