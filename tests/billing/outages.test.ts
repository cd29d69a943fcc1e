/**
 * The provider fails at every call of every flow, in every way: in the end account and provider agree, no plan is had without payment
 * and none is lost with it, and nobody pays twice.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/accounts/operations.ts'
import { beginCheckout, openPortal } from '../../src/billing/checkout/checkout.ts'
import { endPayments } from '../../src/billing/ending.ts'
import { takeEvent } from '../../src/billing/events.ts'
import { reconcile } from '../../src/billing/reconcile.ts'
import { Refusal } from '../../src/contract/refusals.ts'
import { type BillingScene, billingScene, proMonthly } from '../harness/billing.ts'
import { engines } from '../harness/databases.ts'
import { failures } from '../harness/stripe-stand-in.ts'

const { signal } = new AbortController()
const business = { plan: 'business', period: 'year' } as const
/** More calls than any flow has. */
const callsMax = 80

/**
 * A person presses again, and the provider sends again, where the answer was that the provider is silent: on a busy machine also
 * because an answer of the stand-in came late.
 */
async function insisting<T>(step: () => Promise<T>, timesLeft = 5): Promise<T> {
  try {
    return await step()
  } catch (fault) {
    assert.ok(fault instanceof Refusal && fault.code === 'billing_unavailable', String(fault))
    if (timesLeft === 1) throw fault
    return insisting(step, timesLeft - 1)
  }
}

const paying = async ({ means, stripe }: BillingScene, id: string, sold = proMonthly): Promise<string> => {
  const { url } = await insisting(() => beginCheckout(means, id, sold))
  return stripe.objects.pay(url.slice(url.lastIndexOf('/') + 1)).id
}

/** Every event since the flow began. */
async function eventsOf({ stripe, means }: BillingScene): Promise<void> {
  for (const event of stripe.objects.events.splice(0))
    await insisting(() => {
      const { body, signature } = stripe.signed(event)
      return takeEvent(means, Buffer.from(body), signature)
    })
}

const flows: Record<string, (scene: BillingScene, accountId: string) => Promise<unknown>> = {
  'a checkout that is paid': async (scene, id) => {
    await paying(scene, id)
    await eventsOf(scene)
  },
  'a checkout that is paid, of which nothing is heard': paying,
  'three checkouts one after the other': async (scene, id) => {
    await insisting(() => beginCheckout(scene.means, id, proMonthly))
    await insisting(() => beginCheckout(scene.means, id, business))
    await paying(scene, id)
    await eventsOf(scene)
  },
  'an upgrade and an end in the portal': async (scene, id) => {
    const subscription = await paying(scene, id)
    await insisting(() => openPortal(scene.means, id))
    scene.stripe.objects.switchTo(subscription, scene.price(business))
    await eventsOf(scene)
    scene.stripe.objects.end(subscription)
    await eventsOf(scene)
  },
  'an account that is deleted while it pays': async (scene, id) => {
    await paying(scene, id)
    await deleteAccount(scene.means.database, scene.clock.now(), id)
    await eventsOf(scene)
  },
  'an account that is deleted with a checkout open': async (scene, id) => {
    await insisting(() => beginCheckout(scene.means, id, proMonthly))
    await deleteAccount(scene.means.database, scene.clock.now(), id)
  },
}

/** The plans that the provider charges the account for, at all its customers. */
function charged({ stripe: { objects } }: BillingScene, accountId: string): (string | undefined)[] {
  const customers = [...objects.customers.values()].filter(({ metadata }) => metadata.account_id === accountId)
  assert.ok(customers.length <= 1, `the account has ${customers.length} customers`)
  const subscriptions = customers.flatMap(({ id }) => objects.subscriptionsOf(id))
  return subscriptions.map(({ items }) => items.data[0]?.price.metadata.plan)
}

async function planOf({ means: { database } }: BillingScene, accountId: string): Promise<string | null> {
  const row = await database.one<{ plan: string | null }>('select plan from account where id = $1', [accountId])
  return row?.plan ?? null
}

/** What is done by the clock, for as long as anything that failed is waited for. */
async function hoursPass({ means, clock }: BillingScene): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    clock.advance({ hours: 2 })
    await reconcile(means, signal)
    await endPayments(means, signal)
  }
}

for (const engine of engines)
  for (const [name, flow] of Object.entries(flows))
    for (const failure of failures)
      test(`${engine.name}: ${name}, each call in turn ${failure}: account and provider agree in the end`, async () => {
        await using store = await engine.open()
        const scene = await billingScene(store.database)
        const { stripe, clock } = scene
        try {
          let calls = 1
          for (let failing = 0; failing < calls; failing += 1) {
            assert.ok(failing < callsMax)
            const id = await scene.account()
            stripe.calls.length = 0
            stripe.objects.events.length = 0
            stripe.fails(() => (stripe.calls.length === failing + 1 ? failure : null))
            await flow(scene, id)
            const early = await planOf(scene, id)
            assert.ok(early === null || charged(scene, id).includes(early), 'a plan that nobody pays')
            await hoursPass(scene)
            calls = stripe.calls.length
            stripe.fails(() => null)
            await hoursPass(scene)
            const [plan = null, ...more] = charged(scene, id)
            assert.deepEqual(more, [], 'nobody pays twice')
            assert.equal(await planOf(scene, id), plan)
            const open = [...stripe.objects.sessions.values()].filter(({ status }) => status === 'open')
            assert.deepEqual(
              open.filter(({ expires_at }) => expires_at * 1_000 > clock.now()),
              [],
            )
            // Its subscription would be fetched in the turns of the accounts that come.
            await store.database.run('delete from billing')
          }
          assert.equal(await store.database.one('select * from billing_ending'), null)
        } finally {
          await scene.close()
        }
      })
