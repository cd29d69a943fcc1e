import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answered, takeDown } from '../../../tests/harness/answered.ts'
import { engines } from '../../../tests/harness/databases.ts'
import { createAccount } from '../../accounts/operations.ts'
import { countedInMonth, reserveEvaluations } from '../../limits/operations.ts'
import type { Database } from '../../platform/database/database.ts'
import { startOfMonth } from '../figures/usage.ts'
import { logBounds, requestsOfPage } from '../page.ts'
import { boundLogs, eraseUsage, forgetUsage } from './retention.ts'

const now = Date.UTC(2026, 10, 20, 12)
const dayMs = 24 * 60 * 60 * 1_000
const { signal } = new AbortController()

const account = async (database: Database, name: string): Promise<string> =>
  (await createAccount(database, now, { email: `${name}@voorbeeld.be`, plan: 'pro' })).id

const idsOf = async (database: Database, accountId: string): Promise<string[]> => {
  const rows = await database.all<{ body: string }>('select body from request_page where account_id = $1 order by id', [
    accountId,
  ])
  return rows.flatMap(({ body }) => requestsOfPage(body).map(({ requestId }) => requestId))
}
const daysOf = async (database: Database, accountId: string): Promise<string[]> => {
  const rows = await database.all<{ day: string }>('select day from usage_day where account_id = $1 order by day', [
    accountId,
  ])
  return rows.map(({ day }) => day)
}

for (const engine of engines) {
  test(`${engine.name}: requests are forgotten after 7 days, figures after 25 months, of every account, and not before`, async () => {
    await using store = await engine.open()
    const { database } = store
    const accounts = [await account(database, 'jan'), await account(database, 'els')]
    const first = startOfMonth('2024-10')
    for (const accountId of accounts) {
      const old = Array.from({ length: 101 }, (_, count) => now - 7 * dayMs - 1 - count)
      for (const at of [...old, now - 7 * dayMs, now, first, first - 1])
        await takeDown(database, [answered(at, { accountId })])
      for (const at of [first, first - 1])
        await database.transaction((transaction) => reserveEvaluations(transaction, accountId, 'pro', 3, at))
    }
    await forgetUsage(database, now, signal)
    for (const accountId of accounts) {
      assert.equal((await idsOf(database, accountId)).length, 2)
      assert.deepEqual(await daysOf(database, accountId), ['2024-10-01', '2026-11-13', '2026-11-20'])
      assert.equal((await countedInMonth(database, accountId, first)).evaluations, 3)
      assert.equal((await countedInMonth(database, accountId, first - 1)).evaluations, 0)
    }
  })

  test(`${engine.name}: of more requests than an account may keep the oldest go, and nobody else's`, async () => {
    await using store = await engine.open()
    const { database } = store
    const [busy, quiet] = [await account(database, 'jan'), await account(database, 'els')]
    const many = Array.from({ length: 310 }, (_, count) => answered(now + count, { accountId: busy }))
    // Three to a page of the log.
    for (let from = 0; from < many.length; from += 3) await takeDown(database, many.slice(from, from + 3))
    for (const { at } of many.slice(0, 20)) await takeDown(database, [answered(at, { accountId: quiet })])
    await boundLogs(database, now, signal, 20)
    assert.deepEqual(
      await idsOf(database, busy),
      many.slice(-19).map(({ requestId }) => requestId),
      'a page that does not fit whole goes whole',
    )
    assert.equal((await idsOf(database, quiet)).length, 20)
    await boundLogs(database, now, signal, 20)
    assert.equal((await idsOf(database, busy)).length, 19)
  })

  test(`${engine.name}: what came for an account after it was erased is erased too`, async () => {
    await using store = await engine.open()
    const { database } = store
    const standing = await account(database, 'jan')
    await takeDown(database, [answered(now, { accountId: standing }), answered(now, { accountId: 'acc_erased' })])
    await forgetUsage(database, now, signal)
    assert.deepEqual([await idsOf(database, 'acc_erased'), await daysOf(database, 'acc_erased')], [[], []])
    assert.equal((await idsOf(database, standing)).length, 1)
  })

  test(`${engine.name}: an account's requests and figures are erased, of every day, and nobody else's`, async () => {
    await using store = await engine.open()
    const { database } = store
    const [gone, kept] = [await account(database, 'jan'), await account(database, 'els')]
    for (const accountId of [gone, kept])
      await takeDown(
        database,
        Array.from({ length: 700 }, (_, count) => answered(now - count * dayMs, { accountId })),
      )
    await eraseUsage(database, gone, signal)
    assert.deepEqual([await idsOf(database, gone), await daysOf(database, gone)], [[], []])
    assert.deepEqual([(await idsOf(database, kept)).length, (await daysOf(database, kept)).length], [700, 700])
  })
}

test('an account keeps 200,000 requests of 7 days', () => {
  assert.deepEqual(logBounds, { keptMs: 7 * dayMs, requestsMax: 200_000 })
})
