import assert from 'node:assert/strict'
import test from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { engines } from '../../tests/harness/databases.ts'
import { createAccount, holdAccount } from '../accounts/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Database } from '../platform/database/database.ts'
import type { PlanId } from '../values/vocabularies.ts'
import { evaluationsThisMonth, reserveEvaluations } from './operations.ts'

const now = Date.UTC(2026, 10, 30, 23, 59, 50)
const nextMonth = Date.UTC(2026, 11, 1)

async function account(database: Database): Promise<string> {
  return (await createAccount(database, now, { email: 'jan@voorbeeld.be' })).id
}

function reserve(database: Database, id: string, plan: PlanId, count: number, at = now): Promise<number> {
  return database.transaction((transaction) => reserveEvaluations(transaction, id, plan, count, at))
}

for (const engine of engines) {
  test(`${engine.name}: evaluations are counted to the last one; what would pass them is refused whole and counts nothing`, async () => {
    await using store = await engine.open()
    const id = await account(store.database)
    assert.equal(await reserve(store.database, id, 'developer', 98), 98)
    await assert.rejects(reserve(store.database, id, 'developer', 3), (error) => {
      assert.ok(error instanceof Refusal)
      assert.deepEqual([error.code, error.details], ['match_quota_exceeded', { limit: 100 }])
      assert.deepEqual(error.headers, { 'retry-after': '10' })
      return true
    })
    assert.equal(await reserve(store.database, id, 'developer', 2), 100)
    await assert.rejects(reserve(store.database, id, 'developer', 1), Refusal)
    assert.equal(await evaluationsThisMonth(store.database, id, now), 100)
  })

  test(`${engine.name}: the first reservation of a month is refused like any other when it is too large`, async () => {
    await using store = await engine.open()
    const id = await account(store.database)
    await assert.rejects(reserve(store.database, id, 'developer', 101), Refusal)
    assert.equal(await evaluationsThisMonth(store.database, id, now), 0)
    assert.equal(await reserve(store.database, id, 'developer', 100), 100)
  })

  test(`${engine.name}: the first reservation of a month is made beside one who holds the account and reserves after it`, async () => {
    await using store = await engine.open()
    const { database } = store
    const id = await account(database)
    const held = Promise.withResolvers<void>()
    const holding = database.requestTransaction(async (transaction) => {
      await holdAccount(transaction, database.dialect, id)
      held.resolve()
      // Time enough for the other to have reserved, or to wait for this one.
      await pause(100)
      return reserveEvaluations(transaction, id, 'business', 1, now)
    })
    await held.promise
    const beside = reserve(database, id, 'business', 1)
    assert.deepEqual((await Promise.all([holding, beside])).toSorted(), [1, 2])
  })

  test(`${engine.name}: evaluations begin anew with the UTC month, and an unlimited plan has no end of them`, async () => {
    await using store = await engine.open()
    const id = await account(store.database)
    await reserve(store.database, id, 'developer', 100)
    assert.equal(await reserve(store.database, id, 'developer', 1, nextMonth), 1)
    assert.equal(await reserve(store.database, id, 'enterprise', 1_000_000), 1_000_100)
  })

  test(`${engine.name}: a smaller plan in mid-month leaves nothing over, a larger one what it has more`, async () => {
    await using store = await engine.open()
    const id = await account(store.database)
    await reserve(store.database, id, 'pro', 500)
    await assert.rejects(reserve(store.database, id, 'developer', 1), Refusal)
    assert.equal(await reserve(store.database, id, 'pro', 500), 1_000)
  })

  test(`${engine.name}: evaluations of a transaction that fails are not counted`, async () => {
    await using store = await engine.open()
    const id = await account(store.database)
    const failing = store.database.transaction(async (transaction) => {
      await reserveEvaluations(transaction, id, 'pro', 10, now)
      throw new Error('the work failed')
    })
    await assert.rejects(failing, /the work failed/)
    assert.equal(await evaluationsThisMonth(store.database, id, now), 0)
  })

  test(`${engine.name}: of 40 that ask for 5 at once, exactly 20 get what 100 allow`, async () => {
    await using store = await engine.open()
    const id = await account(store.database)
    const asked = await Promise.allSettled(
      Array.from({ length: 40 }, () => reserve(store.database, id, 'developer', 5)),
    )
    const used = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    assert.deepEqual(
      used.sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, index) => 5 * (index + 1)),
    )
    assert.equal(await evaluationsThisMonth(store.database, id, now), 100)
  })

  test(`${engine.name}: reserving none is never refused, and less than none is a bug`, async () => {
    await using store = await engine.open()
    const id = await account(store.database)
    await reserve(store.database, id, 'developer', 100)
    assert.equal(await reserve(store.database, id, 'developer', 0), 100)
    await assert.rejects(reserve(store.database, id, 'developer', -1), /cannot be reserved/)
    await assert.rejects(reserve(store.database, id, 'developer', 1.5), /cannot be reserved/)
  })
}
