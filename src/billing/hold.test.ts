import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BillingScene, billingScene, proMonthly } from '../../tests/harness/billing.ts'
import { engines } from '../../tests/harness/databases.ts'
import { deleteAccount } from '../accounts/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import { beginCheckout } from './checkout/checkout.ts'
import { endPayments } from './ending.ts'
import { fetchNow } from './events.ts'
import type { BillingMeans } from './hold.ts'
import type { Provider } from './provider/provider.ts'

const { signal } = new AbortController()
const isUnavailable = (fault: unknown): boolean => fault instanceof Refusal && fault.code === 'billing_unavailable'

/** As another process has them that stands still at a call, once, while `act` happens: before it is sent, or when it was answered. */
function standingStill(
  means: BillingMeans,
  call: keyof Provider,
  when: 'before' | 'after',
  act: () => Promise<unknown>,
): BillingMeans {
  const { provider } = means
  assert.ok(provider !== null)
  let isOver = false
  const once = async (): Promise<void> => {
    if (isOver) return
    isOver = true
    await act()
  }
  const still = new Proxy(provider, {
    get(_, name) {
      const member = Reflect.get(provider, name)
      if (name !== call) return member
      return async (...given: unknown[]) => {
        if (when === 'before') await once()
        const answer = await Reflect.apply(member, provider, given)
        if (when === 'after') await once()
        return answer
      }
    },
  })
  return { ...means, provider: still }
}

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
    'whoever stood still for longer than it had the hold does not write its older word over a newer one',
    async (all) => {
      const { account, buy, stripe, stored, clock, means } = all
      const id = await account()
      const subscription = await buy(id)
      const late = standingStill(means, 'subscriptions', 'after', async () => {
        clock.advance({ seconds: 41 })
        stripe.objects.end(subscription)
        await fetchNow(means, id)
      })
      await assert.rejects(fetchNow(late, id), isUnavailable)
      assert.equal((await stored(id)).plan, null)
    },
  )

  scene('two that begin a checkout, of which one stood still, leave one that can be paid', async (all) => {
    const { account, begin, stripe, clock, means } = all
    for (const when of ['before', 'after'] as const) {
      const id = await account()
      const late = standingStill(means, 'beginCheckout', when, async () => {
        clock.advance({ seconds: 41 })
        await begin(id, { plan: 'business', period: 'year' })
      })
      await assert.rejects(beginCheckout(late, id, proMonthly), isUnavailable)
      const open = [...stripe.objects.sessions.values()].filter(({ status }) => status === 'open')
      assert.deepEqual(
        open.map(({ metadata }) => metadata.plan),
        ['business'],
      )
      stripe.objects.sessions.clear()
    }
  })

  scene('a checkout that is paid while another is begun is what holds', async (all) => {
    const { account, begin, stripe, stored, means } = all
    const id = await account()
    const session = await begin(id)
    const late = standingStill(means, 'endCheckout', 'before', async () => stripe.objects.pay(session))
    await assert.rejects(
      beginCheckout(late, id, { plan: 'business', period: 'year' }),
      (fault: unknown) => fault instanceof Refusal && fault.code === 'conflict',
    )
    assert.equal((await stored(id)).plan, 'pro')
    assert.equal(stripe.objects.subscriptions.size, 1)
  })

  for (const call of ['makeCustomer', 'beginCheckout'] as const)
    scene(`an account that is deleted just after ${call} leaves nothing that anybody pays`, async (all) => {
      const { account, stripe, clock, means } = all
      const id = await account()
      const late = standingStill(means, call, 'after', () => deleteAccount(means.database, clock.now(), id))
      await assert.rejects(beginCheckout(late, id, proMonthly), isUnavailable)
      for (const session of stripe.objects.sessions.keys()) assert.throws(() => stripe.objects.pay(session))
      await endPayments(means, signal)
      assert.deepEqual(
        [...stripe.objects.customers.values()].map(({ deleted }) => deleted),
        [true],
      )
    })

  scene(
    'while one speaks with the provider another of the same account waits, and of another account does not',
    async (all) => {
      const { account, buy, means, stripe } = all
      const [id, other] = [await account(), await account()]
      await buy(id)
      await buy(other)
      const order: string[] = []
      const slow = standingStill(means, 'subscriptions', 'before', async () => {
        await fetchNow(means, other)
        order.push('the other account')
        stripe.calls.length = 0
        const same = fetchNow(means, id).then(() => order.push('the same account'))
        await new Promise((resolve) => setTimeout(resolve, 120))
        assert.equal(stripe.calls.length, 0, 'who waits asks nothing')
        waiting.push(same)
      })
      const waiting: Promise<unknown>[] = []
      await fetchNow(slow, id)
      order.push('the first')
      await Promise.all(waiting)
      assert.deepEqual(order, ['the other account', 'the first', 'the same account'])
    },
  )
}
