/** What holds among several processes on one store, and when one of them dies. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { engines } from '../../tests/harness/databases.ts'
import { startStoreProcess } from '../../tests/harness/store-process.ts'
import { digestOf } from '../accounts/api-key.ts'
import { createAccount, createKey, setPlan } from '../accounts/operations.ts'
import { plans } from '../accounts/plans.ts'
import type { Database } from '../platform/database/database.ts'
import { openDatabase } from '../platform/database/open.ts'
import type { Admission } from '../values/admission.ts'
import type { PlanId } from '../values/vocabularies.ts'
import { admit, requestsInMonth, takeToken } from './store.ts'

const now = Date.UTC(2026, 10, 20, 9)

async function customer(database: Database, plan: PlanId): Promise<{ account: string; keyId: string; digest: string }> {
  const { id: account } = await createAccount(database, now, { email: 'jan@voorbeeld.be', plan })
  const { id: keyId, key } = await createKey(database, now, { account, mode: 'live', name: 'x' })
  return { account, keyId, digest: digestOf(key) }
}

const admits = (database: Database, digest: string, times: number): Promise<Admission[]> =>
  Promise.all(Array.from({ length: times }, () => admit(database, digest, now)))

const countsOf = (admissions: readonly Admission[]): number[] =>
  admissions
    .flatMap((each) => (each.outcome === 'admitted' ? [each.requestsThisMonth] : []))
    .sort((left, right) => left - right)

for (const engine of engines) {
  test(`${engine.name}: with 10 requests left, of 500 from two processes exactly 10 are admitted, and 9 to 0 remain once each`, async () => {
    await using store = await engine.open()
    const { account, digest } = await customer(store.database, 'business')
    await using other = await startStoreProcess(store.settings)
    const quota = plans.business.monthlyRequests ?? 0
    await admit(store.database, digest, now - 60_000)
    // A bucket that holds them all, so that the quota alone decides.
    const row = [quota - 10, now, account]
    await store.database.counters.run(
      'update meter set requests = $1, tokens = 40000, refilled_at = $2 where account_id = $3',
      row,
    )
    const both = await Promise.all([
      admits(store.database, digest, 250),
      other.ask({ order: 'admit', digest, now, times: 250 }),
    ])
    const remaining = countsOf(both.flat()).map((count) => quota - count)
    assert.deepEqual(remaining, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
    assert.equal(await requestsInMonth(store.database, account, now), quota)
    const refused = both.flat().filter((each) => each.outcome === 'quota_exceeded')
    assert.equal(refused.length, 30, 'each of the 40 tokens was taken once')
  })

  test(`${engine.name}: the first requests of a month, all at once from two processes, pass the burst and no more`, async () => {
    await using store = await engine.open()
    const { account, digest } = await customer(store.database, 'business')
    await using other = await startStoreProcess(store.settings)
    const both = await Promise.all([
      admits(store.database, digest, 100),
      other.ask({ order: 'admit', digest, now, times: 100 }),
    ])
    const burst = Array.from({ length: plans.business.rateLimitRps }, (_, index) => index + 1)
    assert.deepEqual(countsOf(both.flat()), burst)
    assert.equal(await requestsInMonth(store.database, account, now), burst.length)
  })

  test(`${engine.name}: tokens of tool calls that two processes take beside requests are those of one bucket, and count no request`, async () => {
    await using store = await engine.open()
    const { account, digest } = await customer(store.database, 'business')
    await using other = await startStoreProcess(store.settings)
    const take = async (): Promise<number> => {
      const taken = await Promise.all(Array.from({ length: 50 }, () => takeToken(store.database, account, now)))
      return taken.filter((isTaken) => isTaken).length
    }
    const [admissions, here, there] = await Promise.all([
      admits(store.database, digest, 10),
      take(),
      other.takeTokens({ account, now, times: 50 }),
    ])
    const admitted = countsOf(admissions).length
    assert.equal(admitted + here + there, plans.business.rateLimitRps)
    assert.equal(await requestsInMonth(store.database, account, now), admitted)
    assert.equal(await takeToken(store.database, account, now), false)
    assert.equal(await takeToken(store.database, account, now + 1_000), true, 'it fills as it does for requests')
  })

  test(`${engine.name}: the first token of a month, and one of an account without a plan, are those of the account's bucket`, async () => {
    await using store = await engine.open()
    const { account } = await customer(store.database, 'developer')
    const december = Date.UTC(2026, 11, 1)
    const taken = [await takeToken(store.database, account, december - 1)]
    for (let call = 0; call < plans.developer.rateLimitRps; call += 1)
      taken.push(await takeToken(store.database, account, december))
    assert.deepEqual(taken, [...Array.from({ length: plans.developer.rateLimitRps }, () => true), false])
    await setPlan(store.database, december, account, null)
    assert.equal(await takeToken(store.database, account, december + 60_000), false)
    assert.equal(await takeToken(store.database, 'acc_nobody', december), false)
  })

  test(`${engine.name}: a key that another process has revoked is refused by the next request, a plan it has set holds for it`, async () => {
    await using store = await engine.open()
    const { account, keyId, digest } = await customer(store.database, 'pro')
    await using other = await startStoreProcess(store.settings)
    assert.equal((await admit(store.database, digest, now)).outcome, 'admitted')
    await other.ask({ order: 'plan', account, plan: 'business' })
    const admission = await admit(store.database, digest, now)
    assert.equal('plan' in admission && admission.plan, 'business')
    await other.ask({ order: 'plan', account, plan: null })
    assert.equal((await admit(store.database, digest, now)).outcome, 'subscription_required')
    await other.ask({ order: 'plan', account, plan: 'pro' })
    await other.ask({ order: 'revoke', keyId, now })
    assert.equal((await admit(store.database, digest, now)).outcome, 'unauthorized')
  })

  test(`${engine.name}: counts keep exact while plans change back and forth`, async () => {
    await using store = await engine.open()
    const { account, digest } = await customer(store.database, 'business')
    await using other = await startStoreProcess(store.settings)
    const changing = (async () => {
      for (let change = 0; change < 20; change += 1)
        await other.ask({ order: 'plan', account, plan: change % 2 === 0 ? 'enterprise' : 'business' })
    })()
    const admissions: Admission[] = []
    for (let round = 0; round < 20; round += 1)
      admissions.push(
        ...(await Promise.all(Array.from({ length: 10 }, () => admit(store.database, digest, now + round * 300)))),
      )
    await changing
    const counts = countsOf(admissions)
    assert.equal(counts.length, 200)
    assert.deepEqual(
      counts,
      Array.from({ length: 200 }, (_, index) => index + 1),
    )
  })

  test(`${engine.name}: a process killed while it admits loses no acknowledged count and adds none`, async () => {
    await using store = await engine.open()
    const { account, digest } = await customer(store.database, 'enterprise')
    const folder = await mkdtemp(join(tmpdir(), 'subsidies-progress-'))
    let [acknowledgedBefore, attemptedBefore] = [0, 0]
    for (let life = 0; life < 5; life += 1) {
      const progress = join(folder, `life-${life}`)
      const other = await startStoreProcess(store.settings)
      await other.ask({ order: 'admit for ever', digest, now: now + life * 3_600_000, stepMs: 10, progress })
      await untilAcknowledged(progress, 100 + 37 * life)
      await other.kill()
      const text = await readFile(progress, 'utf8')
      acknowledgedBefore += acknowledgedIn(text)
      attemptedBefore += Number(text.slice(0, 9))
      const reopened = await openDatabase(store.settings)
      const counted = await requestsInMonth(reopened, account, now)
      await reopened.close()
      assert.ok(counted >= acknowledgedBefore, `${counted} counted, ${acknowledgedBefore} acknowledged`)
      assert.ok(counted <= attemptedBefore, `${counted} counted, ${attemptedBefore} attempted`)
    }
    await rm(folder, { recursive: true })
  })
}

async function untilAcknowledged(progress: string, expected: number): Promise<void> {
  for (let look = 0; look < 30_000; look += 1) {
    if (acknowledgedIn(await readFile(progress, 'utf8').catch(() => '')) >= expected) return
    await pause(1)
  }
  assert.fail(`the other process does not come to admit ${expected}`)
}

function acknowledgedIn(progress: string): number {
  return Number(progress.slice(9, 18))
}
