import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billingScene } from '../../tests/harness/billing.ts'
import { engines, openedTwice } from '../../tests/harness/databases.ts'
import { input } from '../../tests/harness/ingestion.ts'
import { watchedScene } from '../../tests/harness/watched.ts'
import { deleteAccount } from '../accounts/operations.ts'
import { endPayments } from '../billing/ending/ending.ts'
import { reconcile } from '../billing/reconcile.ts'
import { referenceLookups } from '../measures/record/reference-lookups.ts'
import { checkUp } from './check-up.ts'

for (const engine of engines) {
  test(`${engine.name}: versions of which companies on watch have not been told are found, the more seriously the longer they wait`, () =>
    openedTwice(engine, async (database) => {
      const scene = await watchedScene(database)
      const found = async (): Promise<string> => {
        const findings = await checkUp({ database, lookups: scene.means.lookups }, scene.clock.now())
        const one = findings.find(({ check }) => check === 'watchlists')
        return `${one?.level} ${/of (\d+ versions|every version)/.exec(one?.message ?? '')?.[1]}`
      }
      assert.equal(await found(), 'ok every version')
      await scene.publish([input('m'), input('n')])
      assert.equal(await found(), 'ok 2 versions')
      scene.clock.advance({ seconds: 61 })
      assert.equal(await found(), 'warning 2 versions')
      scene.clock.advance({ seconds: 600 })
      assert.equal(await found(), 'fault 2 versions')
      await scene.reevaluate()
      assert.equal(await found(), 'ok every version')
    }))

  test(`${engine.name}: who is charged twice is named, and what the payment provider was not told or asked for long is counted`, async () => {
    await using store = await engine.open()
    const scene = await billingScene(store.database)
    const { stripe, clock, means } = scene
    const { signal } = new AbortController()
    const found = async (): Promise<string[]> => {
      const findings = await checkUp({ database: store.database, lookups: referenceLookups }, clock.now())
      return findings.filter(({ check }) => check === 'billing').map(({ level, message }) => `${level}: ${message}`)
    }
    try {
      const [id, gone] = [await scene.account(), await scene.account()]
      const first = await scene.buy(id)
      await scene.buy(gone)
      assert.deepEqual(await found(), [])
      const { customer } = stripe.objects.subscription(first)
      const second = stripe.objects.subscribe(customer, scene.price({ plan: 'developer', period: 'year' }))
      await scene.deliver()
      const [twice, ...more] = await found()
      assert.ok(twice?.startsWith(`fault: ${id} is charged for 2 subscriptions (${first}, ${second.id})`))
      assert.deepEqual(more, [])
      stripe.objects.end(second.id)
      await scene.deliver()
      await deleteAccount(store.database, clock.now(), gone)
      stripe.fails(() => 'error')
      for (let hour = 0; hour < 12; hour += 1) {
        await endPayments(means, signal)
        await reconcile(means, signal)
        clock.advance({ hours: 1 })
      }
      assert.equal((await found()).length, 1, 'what is paid is looked at every six hours, and may wait')
      clock.advance({ ms: 1 })
      const late = await found()
      assert.match(late[0] ?? '', /^fault: what 1 deleted accounts pay has not been ended for over an hour/)
      assert.match(late[1] ?? '', /^warning: what 1 accounts pay could not be looked at for half a day/)
      stripe.fails(() => null)
      clock.advance({ hours: 1 })
      await endPayments(means, signal)
      await reconcile(means, signal)
      assert.deepEqual(await found(), [])
    } finally {
      await scene.close()
    }
  })
}
