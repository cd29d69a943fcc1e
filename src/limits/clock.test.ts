/** Clocks that are wrong (contract 11): an account loses or gains at most one second's allowance, and is never frozen. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { startStoreProcess } from '../../tests/harness/store-process.ts'
import { digestOf } from '../accounts/api-key.ts'
import { createAccount, createKey } from '../accounts/operations.ts'
import { plans } from '../accounts/plans.ts'
import type { Database } from '../platform/database/database.ts'
import { type Instant, utcMonthOf } from '../values/brussels.ts'
import { admit, requestsInMonth } from './store.ts'

const now = Date.UTC(2026, 10, 20, 9)
const { rateLimitRps: rps } = plans.developer
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

async function customer(database: Database): Promise<{ account: string; digest: string }> {
  const { id: account } = await createAccount(database, now, { email: 'jan@voorbeeld.be', plan: 'developer' })
  const { key } = await createKey(database, now, { account, mode: 'live', name: 'x' })
  return { account, digest: digestOf(key) }
}

/** How many of so many requests at that instant are admitted. */
async function admitted(database: Database, digest: string, at: Instant, requests = 3 * rps): Promise<number> {
  let count = 0
  for (let request = 0; request < requests; request += 1)
    if ((await admit(database, digest, at)).outcome === 'admitted') count += 1
  return count
}

for (const engine of engines) {
  for (const [words, backMs] of [
    ['a second and a half', 1_500],
    ['an hour', hourMs],
    ['a day', dayMs],
    ['two months', 60 * dayMs],
  ] as const)
    test(`${engine.name}: when the clock is ${words} ahead for a moment and goes back, at most one second's allowance is gained or lost in all`, async () => {
      await using store = await engine.open()
      const { digest } = await customer(store.database)
      assert.equal(await admitted(store.database, digest, now), rps)
      let passed = await admitted(store.database, digest, now + backMs)
      assert.equal(passed, rps, 'what the wrong time gives: one second')
      for (let second = 1; second <= 5; second += 1)
        passed += await admitted(store.database, digest, now + second * 1_000)
      assert.ok(passed >= 4 * rps && passed <= 6 * rps, `${passed} in 5 seconds`)
    })

  for (const [words, backMs] of [
    ['a tenth of a second', 100],
    ['a second', 1_000],
    ['an hour', hourMs],
    ['a day', dayMs],
  ] as const)
    test(`${engine.name}: when the clock goes back by ${words}, at most one second's allowance is lost and none is gained`, async () => {
      await using store = await engine.open()
      const { digest } = await customer(store.database)
      assert.equal(await admitted(store.database, digest, now), rps)
      const from = now - backMs
      let passed = 0
      for (let second = 0; second <= 5; second += 1)
        passed += await admitted(store.database, digest, from + second * 1_000)
      assert.ok(passed >= 4 * rps && passed <= 5 * rps, `${passed} in 5 seconds`)
    })

  test(`${engine.name}: across a month's edge alike: the month goes on, and the row of the later one does not stand in its way`, async () => {
    await using store = await engine.open()
    const { account, digest } = await customer(store.database)
    const [end, start] = [Date.UTC(2026, 11, 1) - minuteMs, Date.UTC(2026, 11, 1)]
    assert.equal(await admitted(store.database, digest, end), rps)
    assert.equal(await admitted(store.database, digest, end + hourMs), rps, 'an hour ahead, in December')
    assert.equal(await admitted(store.database, digest, end + 100), 0)
    assert.equal(await admitted(store.database, digest, end + 1_000), rps)
    assert.equal(await requestsInMonth(store.database, account, end), 2 * rps)
    // December comes: its row says that the bucket was refilled later than now.
    const passed =
      (await admitted(store.database, digest, start)) + (await admitted(store.database, digest, start + 1_000))
    assert.ok(passed >= rps && passed <= 2 * rps, String(passed))
    assert.equal(await requestsInMonth(store.database, account, start), rps + passed)
  })

  test(`${engine.name}: requests decided a little out of order gain nothing`, async () => {
    await using store = await engine.open()
    const { digest } = await customer(store.database)
    let passed = 0
    for (let step = 0; step < 200; step += 1)
      passed += await admitted(store.database, digest, now + step * 10 - (step % 2) * 300, 1)
    // Two seconds, and what the bucket held.
    assert.ok(passed <= 3 * rps, String(passed))
  })

  test(`${engine.name}: processes whose clocks are an hour and two months ahead, in turns with one whose clock is right, gain nothing: the store's clock decides`, async () => {
    await using store = await engine.open()
    const { account, digest } = await customer(store.database)
    await using hourAhead = await startStoreProcess(store.settings)
    await using monthsAhead = await startStoreProcess(store.settings)
    await hourAhead.ask({ order: 'set the clock', aheadMs: hourMs })
    await monthsAhead.ask({ order: 'set the clock', aheadMs: 60 * dayMs })
    const began = performance.now()
    let passed = 0
    const months = new Set<string>()
    for (let turn = 0; turn < 15; turn += 1)
      for (const ask of [
        () => Promise.all([admit(store.database, digest, null)]),
        () => hourAhead.ask({ order: 'admit', digest, now: null, times: 3 }),
        () => monthsAhead.ask({ order: 'admit', digest, now: null, times: 3 }),
      ])
        for (const admission of await ask()) {
          if (admission.outcome === 'admitted') passed += 1
          if ('at' in admission) months.add(utcMonthOf(admission.at))
        }
    const allowed = rps + ((performance.now() - began) / 1_000) * rps
    assert.ok(passed >= rps && passed <= allowed, `${passed} of ${allowed}`)
    const counts = await Promise.all(
      [...months].map((month) => requestsInMonth(store.database, account, Date.parse(month))),
    )
    assert.ok(months.size <= 2, 'the month of the store, or the one that has just begun')
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      passed,
    )
  })

  test(`${engine.name}: an account that a clock far ahead has frozen before is served at once, and its month is that of the store`, async () => {
    await using store = await engine.open()
    const { account, digest } = await customer(store.database)
    const first = await admit(store.database, digest, null)
    assert.ok('at' in first)
    await store.database.counters.run('update meter set refilled_at = $1 where account_id = $2', [
      first.at + dayMs,
      account,
    ])
    assert.equal((await admit(store.database, digest, null)).outcome, 'admitted')
  })
}
