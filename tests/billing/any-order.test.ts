/**
 * What happens at the provider in any order, with events delivered late, twice, backwards or never, and calls that fail, against a
 * model that knows what is paid: after each step the account has what it pays for, or what it paid for when it was last heard of; and
 * what it pays for, once all has been looked at.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginCheckout } from '../../src/billing/checkout/checkout.ts'
import { allSold } from '../../src/billing/prices.ts'
import { reconcile } from '../../src/billing/reconcile.ts'
import { Refusal } from '../../src/contract/refusals.ts'
import { type BillingScene, billingScene } from '../harness/billing.ts'
import { engines } from '../harness/databases.ts'
import type { ProviderEventObject, StandInSubscription } from '../harness/stripe-objects.ts'
import { failures } from '../harness/stripe-stand-in.ts'

const { signal } = new AbortController()
const graceMs = 14 * 86_400_000
const [seeds, steps] = [6, 60]

/** Numbers from 0 to 1 that are the same for the same seed. */
function chances(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

/** What the subscription gives, to somebody who has seen since when it is past due. */
function given({ status, items }: StandInSubscription, failedAt: number | null, now: number): string | null {
  const plan = items.data[0]?.price.metadata.plan ?? null
  if (status === 'active' || status === 'trialing') return plan
  return status === 'past_due' && failedAt !== null && now < failedAt + graceMs ? plan : null
}

async function walk(scene: BillingScene, seed: number): Promise<void> {
  const { stripe, clock, means, price } = scene
  const { objects } = stripe
  const chance = chances(seed)
  const below = (count: number): number => Math.floor(chance() * count)
  const id = await scene.account()
  const undelivered: ProviderEventObject[] = []
  const alive = (): StandInSubscription | undefined =>
    [...objects.subscriptions.values()].find(({ status }) => status !== 'canceled')
  /** When the account was first told, or looked, that a payment had failed. */
  const seenFailed = async (): Promise<number | null> => {
    const row = await means.database.one<{ at: number | null }>(
      'select past_due_since as at from billing where account_id = $1',
      [id],
    )
    return row?.at ?? null
  }
  const acts: (() => Promise<unknown> | unknown)[] = [
    async () => {
      const { url } = await beginCheckout(means, id, allSold[below(allSold.length)] ?? { plan: 'pro', period: 'month' })
      if (chance() < 0.7) objects.pay(url.slice(url.lastIndexOf('/') + 1))
    },
    () => {
      const open = [...objects.sessions.keys()]
        .map((each) => objects.session(each))
        .find(({ status }) => status === 'open')
      if (open !== undefined) objects.pay(open.id)
    },
    () =>
      alive() &&
      objects.switchTo(alive()?.id ?? '', price(allSold[below(allSold.length)] ?? { plan: 'pro', period: 'month' })),
    () =>
      alive() &&
      objects.change(alive()?.id ?? '', { status: ['past_due', 'unpaid', 'active', 'paused'][below(4)] ?? 'active' }),
    () => alive() && objects.renew(alive()?.id ?? ''),
    () => chance() < 0.3 && alive() && objects.end(alive()?.id ?? ''),
    async () => {
      undelivered.push(...objects.events.splice(0))
      for (let count = below(4); count > 0 && undelivered.length > 0; count -= 1) {
        const at = below(undelivered.length)
        // Some come twice, some are lost.
        const [event] = chance() < 0.3 ? [undelivered[at]] : undelivered.splice(at, 1)
        if (event !== undefined && chance() < 0.8) await scene.deliver([event])
      }
    },
    () => clock.advance({ hours: below(60) }),
    () => reconcile(means, signal),
  ]
  for (let step = 0; step < steps; step += 1) {
    const [failure] = chance() < 0.15 ? [failures[below(failures.length)] ?? null] : [null]
    const when = stripe.calls.length + 1 + below(3)
    stripe.fails(() => (stripe.calls.length === when ? failure : null))
    try {
      await acts[below(acts.length)]?.()
    } catch (fault) {
      assert.ok(fault instanceof Refusal && ['billing_unavailable', 'conflict'].includes(fault.code), String(fault))
    }
    stripe.fails(() => null)
    const charged = [...objects.subscriptions.values()].filter(({ status }) => status !== 'canceled')
    assert.ok(charged.length <= 1, `seed ${seed}, step ${step}: nobody pays twice`)
  }
  // Past the longest wait between two looks at something that is paid.
  clock.advance({ hours: 7 })
  await reconcile(means, signal)
  clock.advance({ hours: 7 })
  await reconcile(means, signal)
  const [subscription] = [...objects.subscriptions.values()].filter(({ status }) => status !== 'canceled')
  const expected = subscription === undefined ? null : given(subscription, await seenFailed(), clock.now())
  assert.equal((await scene.stored(id)).plan, expected, `seed ${seed}`)
  assert.equal(
    [...objects.customers.values()].filter(({ metadata }) => metadata.account_id === id).length,
    objects.customers.size,
  )
}

for (const engine of engines)
  for (let seed = 1; seed <= seeds; seed += 1)
    test(`${engine.name}: whatever happens in whatever order, the account has in the end what it pays for (seed ${seed})`, async () => {
      await using store = await engine.open()
      const scene = await billingScene(store.database)
      try {
        await walk(scene, seed)
      } finally {
        await scene.close()
      }
    })
