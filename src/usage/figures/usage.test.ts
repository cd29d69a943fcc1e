import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { answered, takeDown } from '../../../tests/harness/answered.ts'
import { engines } from '../../../tests/harness/databases.ts'
import { createAccount, createKey, revokeKey } from '../../accounts/operations.ts'
import { reserveEvaluations } from '../../limits/operations.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PlanId } from '../../values/vocabularies.ts'
import { errorGroupsOf, firstRequestOf, keyUsesOf, usageOf } from './usage.ts'

const now = Date.UTC(2026, 10, 20, 12)
const dayMs = 24 * 60 * 60 * 1_000
const zero = { answered: 0, refused: 0, faulty: 0, failed: 0, evaluations: 0 }

async function customer(
  database: Database,
  plan: PlanId | null,
): Promise<{ id: string; key(name: string): Promise<string> }> {
  const { id } = await createAccount(database, now, { email: 'jan@voorbeeld.be', plan })
  let madeAt = now
  return {
    id,
    key: async (name) => {
      madeAt += 1
      return (await createKey(database, madeAt, { account: id, mode: 'live', name })).id
    },
  }
}

function sumOf(rows: readonly { answered: number }[]): number {
  return rows.reduce((sum, { answered: requests }) => sum + requests, 0)
}

for (const engine of engines) {
  test(`${engine.name}: a month has every day, zeros too, and nothing of the months beside it`, async () => {
    await using store = await engine.open()
    const { database } = store
    const { id: accountId } = await customer(database, 'pro')
    const [first, last] = [Date.UTC(2026, 10, 1), Date.UTC(2026, 11, 1) - 1]
    await takeDown(database, [
      ...[first - 1, first, last, last + 1].map((at) => answered(at, { accountId })),
      answered(first, { accountId, status: 403, code: 'plan_required' }),
      answered(first, { accountId, status: 400, code: 'invalid_parameter' }),
      answered(first, { accountId, status: 504, code: 'timeout', evaluations: 1 }),
      answered(first, { accountId: 'acc_2' }),
    ])
    const { days, routes } = await usageOf(database, accountId, '2026-11', now)
    assert.equal(days.length, 30)
    assert.deepEqual(days[0], { day: '2026-11-01', answered: 1, refused: 1, faulty: 1, failed: 1, evaluations: 1 })
    assert.deepEqual(days[1], { day: '2026-11-02', ...zero })
    assert.deepEqual(days[29], { day: '2026-11-30', ...zero, answered: 1 })
    assert.deepEqual(routes, [{ route: '/v1/key', method: 'GET', answered: 2, refused: 1, faulty: 1, failed: 1 }])
  })

  test(`${engine.name}: days, keys and routes sum to the same, whatever is taken down while they are read`, async () => {
    await using store = await engine.open()
    const { database } = store
    const { id: accountId, key } = await customer(database, 'pro')
    const keyId = await key('one')
    let isOver = false
    const writing = (async () => {
      while (!isOver) {
        await takeDown(database, [answered(now, { accountId, keyId })])
        await turnOfOthers()
      }
    })()
    const sums: number[][] = []
    for (let round = 0; round < 5_000 && new Set(sums.map(String)).size < 20; round += 1) {
      const { days, keys, routes } = await usageOf(database, accountId, '2026-11', now)
      sums.push([days, routes, keys.map(({ requests }) => ({ answered: requests }))].map((rows) => sumOf(rows)))
      await turnOfOthers()
    }
    isOver = true
    await writing
    assert.deepEqual(
      sums.filter((each) => new Set(each).size !== 1),
      [],
    )
    assert.equal(new Set(sums.map(String)).size, 20, 'hardly anything was taken down meanwhile')
  })

  test(`${engine.name}: quotas are the plan's and the counters', of this month; of a month that is over only what was used`, async () => {
    await using store = await engine.open()
    const { database } = store
    const { id } = await customer(database, 'pro')
    await takeDown(database, [answered(now, { accountId: id, evaluations: 5 })])
    await database.transaction((transaction) => reserveEvaluations(transaction, id, 'pro', 2, now))
    await database.transaction((transaction) => reserveEvaluations(transaction, id, 'pro', 7, now - 30 * dayMs))
    const current = await usageOf(database, id, '2026-11', now)
    assert.deepEqual(current.requests, { used: 0, allowed: 100_000 })
    assert.deepEqual(current.evaluations, { used: 2, allowed: 1_000 })
    assert.equal(current.resetsAt, Date.UTC(2026, 11, 1))
    const past = await usageOf(database, id, '2026-10', now)
    assert.deepEqual(
      [past.requests, past.evaluations],
      [
        { used: 0, allowed: null },
        { used: 7, allowed: null },
      ],
    )
    assert.deepEqual([past.isCurrent, past.resetsAt], [false, null])
  })

  test(`${engine.name}: without a plan nothing is allowed; without a limit that is null`, async () => {
    await using store = await engine.open()
    const { database } = store
    const { id } = await customer(database, null)
    assert.deepEqual((await usageOf(database, id, '2026-11', now)).requests, { used: 0, allowed: 0 })
    const rich = await createAccount(database, now, { email: 'els@voorbeeld.be', plan: 'enterprise' })
    assert.deepEqual((await usageOf(database, rich.id, '2026-11', now)).requests, { used: 0, allowed: null })
  })

  test(`${engine.name}: by key stand those that may be used, those that were used in the month though revoked, and what people did`, async () => {
    await using store = await engine.open()
    const { database } = store
    const { id: accountId, key } = await customer(database, 'business')
    const [used, unused, revoked, forgotten] = [
      await key('used'),
      await key('unused'),
      await key('old'),
      await key('gone'),
    ]
    await takeDown(database, [
      answered(now - 60 * dayMs, { accountId, keyId: unused }),
      answered(now - dayMs, { accountId, keyId: used, evaluations: 2 }),
      answered(now, { accountId, keyId: used }),
      answered(now, { accountId, keyId: revoked }),
      answered(now, { accountId, keyId: null, isMetered: false, evaluations: 4 }),
    ])
    for (const keyId of [revoked, forgotten]) await revokeKey(database, now, { keyId })
    const { keys } = await usageOf(database, accountId, '2026-11', now)
    assert.deepEqual(
      keys.map(({ key: shown, requests, evaluations, lastUsedAt }) => [shown?.name, requests, evaluations, lastUsedAt]),
      [
        ['used', 2, 2, now],
        ['unused', 0, 0, now - 60 * dayMs],
        ['old', 1, 0, now],
        [undefined, 0, 4, now],
      ],
    )
    assert.equal((await keyUsesOf(database, accountId)).get(used), now)
    assert.equal((await keyUsesOf(database, accountId)).get(forgotten), undefined)
  })

  test(`${engine.name}: errors of the last 7 UTC days are grouped by code and route, with the newest request of each`, async () => {
    await using store = await engine.open()
    const { database } = store
    const { id: accountId } = await customer(database, 'pro')
    const wrong = { accountId, status: 400, code: 'invalid_parameter', route: '/v1/subsidies' }
    const newest = answered(now - 5, { ...wrong, keyId: 'key_2' })
    const start = Date.UTC(2026, 10, 14)
    await takeDown(database, [
      answered(now - 2 * dayMs, wrong),
      newest,
      answered(start, { accountId, status: 404, code: 'subsidy_not_found' }),
      answered(start - 1, { accountId, status: 422, code: 'invalid_body' }),
      answered(now, { accountId }),
      answered(now, { ...wrong, accountId: 'acc_2' }),
    ])
    const groups = await errorGroupsOf(database, accountId, now)
    assert.deepEqual(
      groups.map(({ code, method, route, requests, lastAt }) => [code, method, route, requests, lastAt]),
      [
        ['invalid_parameter', 'GET', '/v1/subsidies', 2, now - 5],
        ['subsidy_not_found', 'GET', '/v1/key', 1, start],
      ],
    )
    assert.equal(groups[0]?.lastRequestId, newest.requestId)
  })

  test(`${engine.name}: the first request is the first that was answered with what was asked for, with a key`, async () => {
    await using store = await engine.open()
    const { database } = store
    const { id: accountId } = await customer(database, 'pro')
    assert.equal(await firstRequestOf(database, accountId), null)
    await takeDown(database, [
      answered(now - 9, { accountId, status: 402, code: 'subscription_required' }),
      answered(now - 8, { accountId, keyId: null, isMetered: false, evaluations: 1 }),
    ])
    assert.equal(await firstRequestOf(database, accountId), null)
    await takeDown(database, [answered(now + 5, { accountId }), answered(now + 3, { accountId })])
    assert.equal(await firstRequestOf(database, accountId), now + 3)
  })
}
