/**
 * A process dies just before or just after the provider's answer, at each call of each flow: nothing is written from there on, not
 * even that it lets go. Another process goes on, and in the end account and provider agree.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/accounts/operations.ts'
import { beginCheckout } from '../../src/billing/checkout/checkout.ts'
import { endPayments } from '../../src/billing/ending.ts'
import { takeEvent } from '../../src/billing/events.ts'
import type { BillingMeans } from '../../src/billing/hold.ts'
import { reconcile } from '../../src/billing/reconcile.ts'
import { ItemsFailed } from '../../src/platform/faults/item-faults.ts'
import { type BillingScene, billingScene, proMonthly } from '../harness/billing.ts'
import { engines } from '../harness/databases.ts'

const { signal } = new AbortController()
/** More calls than any flow has. */
const callsMax = 40

class Killed extends Error {}

/** Work on several items goes on past one that fails, and tells its fault in the end. */
const isOfDeath = (fault: unknown): boolean =>
  fault instanceof Killed || (fault instanceof ItemsFailed && fault.cause instanceof Killed)

/** What a process works with that dies at its call of that number, from 0: before it is sent, or when it was answered. */
function mortal(means: BillingMeans, at: number, when: 'before' | 'after'): { means: BillingMeans; isDead(): boolean } {
  let [calls, dead] = [0, false]
  const die = (): never => {
    dead = true
    throw new Killed()
  }
  const guarded = <T extends object>(target: T, onCall: (go: () => unknown) => unknown): T =>
    new Proxy(target, {
      get(_, name) {
        const member = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => onCall(() => Reflect.apply(member, target, given))
      },
    })
  const { provider, database } = means
  assert.ok(provider !== null)
  return {
    isDead: () => dead,
    means: {
      ...means,
      database: guarded(database, (go) => (dead ? Promise.reject(new Killed()) : go())),
      provider: guarded(provider, async (go) => {
        if (dead) throw new Killed()
        const isLast = calls === at
        calls += 1
        if (isLast && when === 'before') die()
        const answer = await go()
        return isLast ? die() : answer
      }),
    },
  }
}

type Flow = {
  /** Made ready by processes that live. */
  before(scene: BillingScene, accountId: string): Promise<unknown>
  /** What the process does that dies; another does it once more. */
  run(means: BillingMeans, scene: BillingScene, accountId: string): Promise<unknown>
}

const newest = ({ stripe: { objects } }: BillingScene) => [...objects.sessions.values()].at(-1)

const flows: Record<string, Flow> = {
  'a first checkout': { before: async () => {}, run: (means, _, id) => beginCheckout(means, id, proMonthly) },
  'a second checkout, of something else': {
    before: ({ means }, id) => beginCheckout(means, id, { plan: 'business', period: 'year' }),
    run: (means, _, id) => beginCheckout(means, id, proMonthly),
  },
  'an event': {
    before: async (scene, id) => scene.stripe.objects.pay(await scene.begin(id)),
    async run(means, { stripe }) {
      for (const event of stripe.objects.events) {
        const { body, signature } = stripe.signed(event)
        await takeEvent(means, Buffer.from(body), signature)
      }
    },
  },
  'a look at what was paid': {
    async before(scene, id) {
      scene.stripe.objects.pay(await scene.begin(id))
      scene.clock.advance({ hours: 1 })
    },
    run: (means) => reconcile(means, signal),
  },
  'the end of what a deleted account pays': {
    async before(scene, id) {
      await scene.buy(id)
      await deleteAccount(scene.means.database, scene.clock.now(), id)
    },
    run: (means) => endPayments(means, signal),
  },
}

for (const engine of engines)
  for (const [name, flow] of Object.entries(flows))
    for (const when of ['before', 'after'] as const)
      test(`${engine.name}: ${name}: whoever dies ${when} any answer leaves what another brings to its end`, async () => {
        await using store = await engine.open()
        const scene = await billingScene(store.database)
        const { stripe, clock, means } = scene
        try {
          for (let at = 0; ; at += 1) {
            assert.ok(at < callsMax)
            const id = await scene.account()
            await flow.before(scene, id)
            const process = mortal(means, at, when)
            await flow
              .run(process.means, scene, id)
              .catch((fault: unknown) => assert.ok(isOfDeath(fault), String(fault)))
            if (!process.isDead()) {
              assert.ok(at > 0, 'a flow has a call')
              break
            }
            // What it held is free again by then.
            clock.advance({ seconds: 41 })
            await flow.run(means, scene, id)
            const session = newest(scene)
            if (session?.status === 'open') stripe.objects.pay(session.id)
            clock.advance({ hours: 2 })
            await reconcile(means, signal)
            await endPayments(means, signal)
            const customers = [...stripe.objects.customers.values()].filter(
              ({ metadata }) => metadata.account_id === id,
            )
            assert.equal(customers.length, 1)
            const charged = stripe.objects.subscriptionsOf(customers[0]?.id ?? '')
            const row = await store.database.one<{ plan: string | null; deleted_at: number | null }>(
              'select plan, deleted_at from account where id = $1',
              [id],
            )
            assert.equal(charged.length, row?.deleted_at === null ? 1 : 0)
            assert.equal(row?.plan ?? null, charged[0]?.items.data[0]?.price.metadata.plan ?? null)
            assert.equal(await store.database.one('select * from billing_ending'), null)
            await store.database.run('delete from billing')
            stripe.objects.events.length = 0
          }
        } finally {
          await scene.close()
        }
      })
