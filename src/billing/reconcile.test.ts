import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BillingScene, billingScene, proMonthly } from '../../tests/harness/billing.ts'
import { engines } from '../../tests/harness/databases.ts'
import { eraseDeletedAccounts } from '../accounts/erasure.ts'
import { createAccount, createKey, deleteAccount, listKeys } from '../accounts/operations.ts'
import { erasers } from '../erasers.ts'
import { tables } from '../tables.ts'
import { checkBilling } from './check-up.ts'
import { endPayments } from './ending.ts'
import { forgetOldEvents, reconcile } from './reconcile.ts'

const { signal } = new AbortController()

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

  for (const provider of ['answers', 'is silent'] as const)
    scene(
      `a payment that failed keeps the plan for 14 days and not into the 15th, where the provider ${provider}`,
      async (all) => {
        const { account, buy, stripe, deliver, stored, shown, clock, means } = all
        const id = await account()
        const subscription = await buy(id)
        stripe.objects.change(subscription, { status: 'past_due' })
        await deliver()
        const since = clock.now()
        assert.equal((await shown(id)).state, 'grace')
        assert.equal((await shown(id)).graceUntil, since + 14 * 86_400_000)
        if (provider === 'is silent') stripe.fails(() => 'silent')
        const looked = async (): Promise<string | null> => {
          await reconcile(means, signal)
          return (await stored(id)).plan
        }
        for (let day = 1; day <= 13; day += 1) {
          clock.advance({ days: 1 })
          assert.equal(await looked(), 'pro', `after ${day} days`)
        }
        clock.advance({ days: 1, ms: -1 })
        assert.equal(await looked(), 'pro', 'just before 14 days are over')
        clock.advance({ ms: 1 })
        assert.equal(await looked(), null)
        clock.advance({ days: 1 })
        assert.equal(await looked(), null)
        stripe.fails(() => null)
        stripe.objects.renew(subscription)
        await deliver()
        assert.equal((await stored(id)).plan, 'pro', 'what is paid after all holds again')
      },
    )

  scene('with every event lost, account and provider agree within hours', async (all) => {
    const { account, begin, stripe, stored, shown, clock, means, price } = all
    const id = await account()
    const { id: subscription } = stripe.objects.pay(await begin(id))
    clock.advance({ minutes: 10 })
    await reconcile(means, signal)
    assert.equal((await stored(id)).plan, 'pro')
    stripe.objects.switchTo(subscription, price({ plan: 'business', period: 'month' }))
    clock.advance({ hours: 6 })
    await reconcile(means, signal)
    assert.equal((await stored(id)).plan, 'business')
    const [{ current_period_end: end } = { current_period_end: 0 }] =
      stripe.objects.subscription(subscription).items.data
    stripe.objects.change(subscription, { cancel_at_period_end: true, cancel_at: end })
    clock.advance({ hours: 6 })
    await reconcile(means, signal)
    assert.deepEqual([(await shown(id)).state, (await shown(id)).endsAt], ['ending', end * 1_000])
    stripe.objects.end(subscription)
    clock.advance({ hours: 6 })
    await reconcile(means, signal)
    assert.equal((await stored(id)).plan, null)
    assert.equal((await shown(id)).state, 'none')
    await begin(id)
  })

  scene('a plan that its subscription ends ends on that day though the provider is silent', async (all) => {
    const { account, buy, stripe, deliver, stored, clock, means } = all
    const id = await account()
    const subscription = await buy(id)
    stripe.objects.change(subscription, { cancel_at: Math.floor(clock.now() / 1_000) + 3 * 86_400 })
    await deliver()
    stripe.fails(() => 'error')
    clock.advance({ days: 3, seconds: -1 })
    await reconcile(means, signal)
    assert.equal((await stored(id)).plan, 'pro')
    clock.advance({ seconds: 1 })
    await reconcile(means, signal)
    assert.equal((await stored(id)).plan, null)
  })

  scene('a smaller plan revokes nothing: keys over its number stay', async (all) => {
    const { account, buy, stripe, deliver, stored, clock, means, price } = all
    const id = await account()
    const subscription = await buy(id, { plan: 'business', period: 'month' })
    for (let at = 0; at < 5; at += 1)
      await createKey(means.database, clock.now(), { account: id, mode: 'live', name: 'x' })
    stripe.objects.switchTo(subscription, price({ plan: 'developer', period: 'month' }))
    await deliver()
    assert.equal((await stored(id)).plan, 'developer')
    assert.equal((await listKeys(means.database, id)).filter(({ revokedAt }) => revokedAt === null).length, 5)
  })

  scene('of two subscriptions the larger plan holds, and the operator is told', async (all) => {
    const { account, buy, stripe, deliver, stored, shown, told, means, clock, price } = all
    const id = await account()
    const first = await buy(id)
    const [{ customer } = { customer: '' }] = [stripe.objects.subscription(first)]
    const second = stripe.objects.subscribe(customer, price({ plan: 'developer', period: 'year' }))
    await deliver()
    assert.equal((await stored(id)).plan, 'pro')
    assert.equal((await shown(id)).isChargedTwice, true)
    const findings = told.filter(({ name }) => name === 'billing_finding')
    assert.deepEqual(findings[0]?.about, { account_id: id, subscriptions: `${first},${second.id}` })
    const check = await checkBilling(means.database, clock.now())
    assert.deepEqual(check.chargedTwice, [{ accountId: id, subscriptions: [first, second.id] }])
    stripe.objects.end(second.id)
    await deliver()
    assert.equal((await shown(id)).isChargedTwice, false)
    assert.deepEqual((await checkBilling(means.database, clock.now())).chargedTwice, [])
  })

  for (const listsDeleted of [true, false])
    scene(
      `a customer that was deleted at the provider, which ${listsDeleted ? 'lists' : 'refuses'} what it paid, is let go of`,
      async (all) => {
        const { account, buy, begin, stripe, deliver, stored } = all
        stripe.objects.listsDeleted = listsDeleted
        const id = await account()
        await buy(id)
        const [customer] = stripe.objects.customers.keys()
        stripe.objects.deleteCustomer(customer ?? '')
        await deliver()
        assert.equal((await stored(id)).plan, null)
        stripe.objects.pay(await begin(id))
        await deliver()
        assert.equal((await stored(id)).plan, 'pro')
        assert.equal([...stripe.objects.customers.values()].filter(({ deleted }) => deleted !== true).length, 1)
      },
    )

  scene(
    'under a key of another account of the provider nobody loses a plan, and nobody can begin to pay twice',
    async (all) => {
      const { account, buy, begin, stripe, stored, clock, means } = all
      const [id, gone] = [await account(), await account()]
      await buy(id)
      await buy(gone)
      const kept = [...stripe.objects.customers]
      stripe.objects.customers.clear()
      clock.advance({ hours: 7 })
      await reconcile(means, signal)
      assert.equal((await stored(id)).plan, 'pro')
      await assert.rejects(begin(id), /payment provider/)
      assert.equal(stripe.objects.customers.size, 0)
      await deleteAccount(means.database, clock.now(), gone)
      assert.equal(await endPayments(means, signal), 0)
      for (const [customerId, customer] of kept) stripe.objects.customers.set(customerId, customer)
      clock.advance({ hours: 7 })
      assert.equal(await endPayments(means, signal), 1, 'what a deleted account pays is ended under the right one')
      assert.equal([...stripe.objects.subscriptions.values()].filter(({ status }) => status === 'active').length, 1)
      await reconcile(means, signal)
      assert.equal((await stored(id)).plan, 'pro')
      await assert.rejects(begin(id), /has a subscription/)
    },
  )

  scene(
    'while the provider is silent others write, and one that does not stop being so holds up two accounts a turn at most',
    async (all) => {
      const { account, buy, stripe, means, clock } = all
      for (let at = 0; at < 4; at += 1) await buy(await account())
      clock.advance({ hours: 7 })
      stripe.fails(() => 'silent')
      stripe.calls.length = 0
      const turn = reconcile(means, signal)
      while (stripe.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
      const startedMs = performance.now()
      await createAccount(means.database, clock.now(), { email: 'meanwhile@example.org' })
      assert.ok(performance.now() - startedMs < 100, 'a write waits for no word of the provider')
      await turn
      assert.equal(stripe.calls.length, 2)
      await reconcile(means, signal)
      const asked = new Set(stripe.calls.map(({ path }) => path))
      assert.equal(asked.size, 4, 'the next turn begins with those that have not been asked about')
    },
  )

  scene(
    'a deleted account pays nothing from then on, is erased though the provider is silent, and then forgotten there too',
    async (all) => {
      const { account, buy, begin, stripe, clock, means } = all
      const { database } = means
      const ids = [await account(), await account()]
      const [paying = '', choosing = ''] = ids
      await buy(paying)
      const session = await begin(choosing)
      for (const id of ids) await deleteAccount(database, clock.now(), id)
      stripe.fails(() => 'error')
      await endPayments(means, signal)
      const told = stripe.calls.length
      clock.advance({ seconds: 59 })
      await endPayments(means, signal)
      assert.equal(stripe.calls.length, told, 'a provider that fails is told again after a minute')
      clock.advance({ seconds: 61 })
      assert.equal(await eraseDeletedAccounts({ database, clock, signal }, erasers), 2)
      const left = await Promise.all(
        Object.entries(tables).map(async ([table, { sqliteFile }]) => {
          const rows = await (sqliteFile === 'counters' ? database.counters : database).all(`select * from ${table}`)
          return ids.some((id) => JSON.stringify(rows).includes(id)) ? [table] : []
        }),
      )
      assert.deepEqual(left.flat(), ['erased_account'])
      assert.equal((await checkBilling(database, clock.now() + 7_200_000)).endings, 2)
      stripe.fails(() => null)
      clock.advance({ hours: 1 })
      assert.equal(await endPayments(means, signal), 2)
      assert.equal(await database.one('select * from billing_ending'), null)
      for (const { status } of stripe.objects.subscriptions.values()) assert.equal(status, 'canceled')
      assert.throws(() => stripe.objects.pay(session))
    },
  )

  scene('a checkout of an account that was deleted can be paid no longer, within seconds', async (all) => {
    const { account, begin, stripe, clock, means } = all
    const id = await account()
    const session = await begin(id)
    await deleteAccount(means.database, clock.now(), id)
    assert.equal(await endPayments(means, signal), 1)
    assert.throws(() => stripe.objects.pay(session))
  })

  scene('an event is remembered for 90 days', async (all) => {
    const { account, buy, clock, means } = all
    await buy(await account())
    const count = async (): Promise<unknown> => (await means.database.one('select count(*) as n from billing_event'))?.n
    const events = await count()
    assert.ok(Number(events) > 0)
    clock.advance({ days: 90 })
    await forgetOldEvents(means.database, clock.now())
    assert.equal(await count(), events)
    clock.advance({ ms: 1 })
    await forgetOldEvents(means.database, clock.now())
    assert.equal(await count(), 0)
  })

  scene('what a customer pays by a price that another has taken the place of gives the plan still', async (all) => {
    const { account, buy, stripe, stored, shown, setUp, means, clock, price } = all
    const id = await account()
    await buy(id)
    const old = price(proMonthly)
    old.unit_amount = 6_900
    await setUp()
    assert.deepEqual([old.lookup_key, price(proMonthly).unit_amount], [null, 7_900])
    clock.advance({ hours: 6 })
    await reconcile(means, signal)
    assert.equal((await stored(id)).plan, 'pro')
    assert.equal((await shown(id)).state, 'active')
    assert.equal(stripe.objects.subscriptions.size, 1)
  })
}
