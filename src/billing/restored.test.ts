/** A store of before an account began to pay finds out that it does, and charges nobody a second time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BillingScene, billingScene } from '../../tests/harness/billing.ts'
import { engines } from '../../tests/harness/databases.ts'
import type { Database } from '../platform/database/database.ts'
import { endPayments } from './ending.ts'
import { endedPayments } from './lasting-store.ts'
import { fetchAllAnew } from './restored.ts'

const { signal } = new AbortController()

for (const engine of engines) {
  const scene = (name: string, work: (scene: BillingScene, database: Database) => Promise<void>) =>
    test(`${engine.name}: ${name}`, async () => {
      await using store = await engine.open()
      const made = await billingScene(store.database)
      try {
        await work(made, store.database)
      } finally {
        await made.close()
      }
    })

  /** The store as it was before anybody paid, `since` then. */
  const goBack = async (database: Database, since: number): Promise<void> => {
    for (const table of ['billing', 'billing_event']) await database.run(`delete from ${table}`)
    await database.run('update account set plan = null, plan_by = null')
    await database.transaction((sql) => fetchAllAnew(sql, since))
  }

  scene(
    'what accounts began to pay after the backup is found at the provider, and gives their plan',
    async (all, database) => {
      const { account, buy, stored, reconciled, clock, stripe, shown } = all
      const since = clock.now()
      const [payer, idle] = [await account(), await account()]
      clock.advance({ minutes: 1 })
      await buy(payer)
      await goBack(database, since)
      assert.equal((await stored(payer)).plan, null)
      await reconciled()
      assert.equal((await stored(payer)).plan, 'pro')
      assert.equal((await shown(payer)).hasPortal, true)
      assert.deepEqual([(await stored(idle)).plan, (await shown(idle)).hasPortal], [null, false])
      assert.equal(stripe.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/customers').length, 1)
      // Who has none is asked of for a day, and not for ever.
      for (let hours = 0; hours < 26; hours += 1) {
        clock.advance({ hours: 1 })
        await reconciled()
      }
      const row = await database.one('select customer_asked_at from billing where account_id = $1', [idle])
      assert.equal(row?.customer_asked_at, null)
    },
  )

  scene(
    'who begins a checkout before that was asked is made no second customer, even days after the backup',
    async (all, database) => {
      const { account, begin, clock, stripe } = all
      const since = clock.now()
      const payer = await account()
      clock.advance({ minutes: 1 })
      await begin(payer)
      // Longer than the provider keeps what was answered under a key.
      clock.advance({ days: 3 })
      await goBack(database, since)
      await begin(payer)
      assert.equal(stripe.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/customers').length, 1)
    },
  )

  scene('what a deleted account pays is ended, though no backup knows of it', async (all, database) => {
    const { account, buy, clock, stripe, means } = all
    await buy(await account())
    const customer = await database.one<{ customer_id: string }>('select customer_id from billing')
    await database.run('insert into billing_ending (customer_id, since, due_at) select customer_id, 1, 1 from billing')
    const told = await endedPayments.tell(database, null, clock.now())
    await goBack(database, clock.now())
    await database.run('delete from billing_ending')
    assert.equal(await endedPayments.honour(database, told), 1)
    assert.equal(await endPayments(means, signal), 1)
    const ended = stripe.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
    assert.deepEqual(ended, [`/v1/customers/${customer?.customer_id}`])
  })
}
