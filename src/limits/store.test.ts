import assert from 'node:assert/strict'
import test from 'node:test'
import { engines, openedTwice } from '../../tests/harness/databases.ts'
import { digestOf } from '../accounts/api-key.ts'
import { createAccount, createKey, revokeKey, setPlan } from '../accounts/operations.ts'
import { plans } from '../accounts/plans.ts'
import type { Database } from '../platform/database/database.ts'
import { openDatabase } from '../platform/database/open.ts'
import type { Admission } from '../values/admission.ts'
import { type PlanId, planIds } from '../values/vocabularies.ts'
import { admit, requestsInMonth } from './store.ts'
import { afterRequest, fullBucket } from './token-bucket.ts'

const now = Date.UTC(2026, 10, 20, 9)

type Customer = { account: string; keyId: string; digest: string }

async function customer(database: Database, plan: PlanId | null): Promise<Customer> {
  const { id: account } = await createAccount(database, now, { email: 'jan@voorbeeld.be', plan })
  const { id: keyId, key } = await createKey(database, now, { account, mode: 'live', name: 'x' })
  return { account, keyId, digest: digestOf(key) }
}

function used(database: Database, account: string, requests: number): Promise<number> {
  return database.counters.run('update meter set requests = $1 where account_id = $2', [requests, account])
}

/** The outcome, and the count that goes with it. */
function short(admission: Admission): string {
  return 'requestsThisMonth' in admission ? `${admission.outcome} ${admission.requestsThisMonth}` : admission.outcome
}

for (const engine of engines) {
  test(`${engine.name}: an unknown key and a revoked one get the same answer, and nothing is counted`, async () => {
    await using store = await engine.open()
    const { account, keyId, digest } = await customer(store.database, 'pro')
    await revokeKey(store.database, now, { keyId })
    assert.deepEqual(await admit(store.database, digest, now), { outcome: 'unauthorized' })
    assert.deepEqual(await admit(store.database, digestOf('nothing'), now), { outcome: 'unauthorized' })
    assert.equal(await requestsInMonth(store.database, account, now), 0)
  })

  test(`${engine.name}: what was just read of a key holds for the next request exactly as long as it is so`, async () => {
    await using store = await engine.open()
    const { database } = store
    const { account, keyId, digest } = await customer(database, 'pro')
    const outcomes: string[] = []
    const ask = async (): Promise<void> => void outcomes.push(short(await admit(database, digest, now)))
    await ask()
    await ask()
    await revokeKey(database, now, { keyId })
    await ask()
    await database.run('update api_key set revoked_at = null where id = $1', [keyId])
    await ask()
    await setPlan(database, now, account, null)
    await ask()
    assert.deepEqual(outcomes, ['admitted 1', 'admitted 2', 'unauthorized', 'admitted 3', 'subscription_required'])
  })

  test(`${engine.name}: what anybody has written into the meter holds for the next request, whoever counted the one before`, () =>
    openedTwice(engine, async (first, second) => {
      const { account, digest } = await customer(first, 'pro')
      const outcomes: string[] = []
      const ask = async (of: Database): Promise<void> => void outcomes.push(short(await admit(of, digest, now)))
      await ask(first)
      await ask(first)
      await used(second, account, 100)
      await ask(first)
      await ask(second)
      await ask(first)
      await used(first, account, 200)
      await ask(first)
      await ask(second)
      assert.deepEqual(
        outcomes,
        [1, 2, 101, 102, 103, 201, 202].map((count) => `admitted ${count}`),
      )
    }))

  test(`${engine.name}: without a plan nothing is counted, and the same key works once there is one`, async () => {
    await using store = await engine.open()
    const { account, keyId, digest } = await customer(store.database, null)
    const refused = { outcome: 'subscription_required', accountId: account, keyId, publication: 0 }
    assert.deepEqual(await admit(store.database, digest, now), refused)
    assert.equal(await requestsInMonth(store.database, account, now), 0)
    await setPlan(store.database, now, account, 'pro')
    assert.deepEqual(await admit(store.database, digest, now), {
      outcome: 'admitted',
      accountId: account,
      keyId,
      keyMode: 'live',
      plan: 'pro',
      requestsThisMonth: 1,
      publication: 0,
      at: now,
    })
    await setPlan(store.database, now, account, null)
    assert.deepEqual(await admit(store.database, digest, now), refused)
  })

  test(`${engine.name}: the newest publication comes with every admission`, async () => {
    await using store = await engine.open()
    const { digest } = await customer(store.database, 'pro')
    await store.database.run('update feed_head set publication = 41')
    const admission = await admit(store.database, digest, now)
    assert.equal('publication' in admission && admission.publication, 41)
  })

  for (const plan of planIds)
    test(`${engine.name}: ${plan} lets one second of requests through at once, and the next when a token has flowed in, to the millisecond`, async () => {
      await using store = await engine.open()
      const { digest } = await customer(store.database, plan)
      const { rateLimitRps: rps } = plans[plan]
      for (let request = 1; request <= rps; request += 1)
        assert.equal(short(await admit(store.database, digest, now)), `admitted ${request}`)
      const refillMs = Math.ceil(1_000 / rps)
      assert.equal(short(await admit(store.database, digest, now)), `rate_limit_exceeded ${rps}`)
      assert.equal(short(await admit(store.database, digest, now + refillMs - 1)), `rate_limit_exceeded ${rps}`)
      assert.equal(short(await admit(store.database, digest, now + refillMs)), `admitted ${rps + 1}`)
    })

  test(`${engine.name}: all keys of an account draw on one bucket and one quota`, async () => {
    await using store = await engine.open()
    const { account, digest } = await customer(store.database, 'developer')
    const { key } = await createKey(store.database, now, { account, mode: 'test', name: 'y' })
    const outcomes: string[] = []
    for (let request = 0; request < 6; request += 1)
      outcomes.push(short(await admit(store.database, request % 2 === 0 ? digest : digestOf(key), now)))
    const admitted = [1, 2, 3, 4, 5].map((count) => `admitted ${count}`)
    assert.deepEqual(outcomes, [...admitted, 'rate_limit_exceeded 5'])
  })

  test(`${engine.name}: requests that come at once are each decided for their own account`, async () => {
    await using store = await engine.open()
    const { digest } = await customer(store.database, 'developer')
    const { id } = await createAccount(store.database, now, { email: 'els@voorbeeld.be', plan: 'pro' })
    const { key } = await createKey(store.database, now, { account: id, mode: 'live', name: 'x' })
    const { id: without } = await createAccount(store.database, now, { email: 'an@voorbeeld.be', plan: null })
    const { key: idle } = await createKey(store.database, now, { account: without, mode: 'live', name: 'x' })
    const digests = [digest, digestOf(key), digestOf('nothing'), digestOf(idle), digest, digestOf(key)]
    const outcomes = await Promise.all(digests.map((each) => admit(store.database, each, now)))
    const [mine, theirs, unknown, unpaid, mineToo, theirsToo] = outcomes.map(short)
    assert.deepEqual([mine, mineToo].sort(), ['admitted 1', 'admitted 2'])
    assert.deepEqual([theirs, theirsToo].sort(), ['admitted 1', 'admitted 2'])
    assert.deepEqual([unknown, unpaid], ['unauthorized', 'subscription_required'])
  })

  test(`${engine.name}: requests that come at once on both sides of the turn of a month count each in its own, and gain at most one second's allowance`, async () => {
    await using store = await engine.open()
    const { account, digest } = await customer(store.database, 'developer')
    const { key } = await createKey(store.database, now, { account, mode: 'test', name: 'y' })
    const [end, start] = [Date.UTC(2026, 11, 1) - 1, Date.UTC(2026, 11, 1)]
    const asked = Array.from({ length: 24 }, (_, place) =>
      admit(store.database, place % 3 === 0 ? digest : digestOf(key), place % 2 === 0 ? end : start),
    )
    const outcomes = (await Promise.all(asked)).map(short)
    const admitted = outcomes.filter((outcome) => outcome.startsWith('admitted')).length
    const { rateLimitRps: rps } = plans.developer
    assert.ok(admitted >= rps && admitted <= 2 * rps, `${admitted} were admitted`)
    const counts = [end, start].map((at) => requestsInMonth(store.database, account, at))
    assert.equal(
      (await Promise.all(counts)).reduce((sum, count) => sum + count),
      admitted,
    )
  })

  test(`${engine.name}: what the store says of an account's last request is what that request was told`, async () => {
    await using store = await engine.open()
    const { account, digest } = await customer(store.database, 'developer')
    const told = async (): Promise<unknown> => {
      const text = 'select verdict, rps, quota from meter where account_id = $1'
      return { ...(await store.database.one(text, [account])) }
    }
    for (let request = 0; request < 2; request += 1) await admit(store.database, digest, now)
    assert.deepEqual(await told(), { verdict: 'admitted', rps: 5, quota: 10_000 })
    for (let request = 0; request < 4; request += 1) await admit(store.database, digest, now)
    assert.deepEqual(await told(), { verdict: 'rate_limit_exceeded', rps: 5, quota: 10_000 })
    await setPlan(store.database, now, account, 'enterprise')
    await admit(store.database, digest, now + 1_000)
    assert.deepEqual(await told(), { verdict: 'admitted', rps: plans.enterprise.rateLimitRps, quota: null })
  })

  test(`${engine.name}: the last request of the quota is admitted; what the quota refuses does not count, but has taken its token`, async () => {
    await using store = await engine.open()
    const { account, digest } = await customer(store.database, 'developer')
    await admit(store.database, digest, now)
    await used(store.database, account, 9_999)
    const later = now + 1_000
    assert.equal(short(await admit(store.database, digest, later)), 'admitted 10000')
    for (let request = 0; request < 4; request += 1)
      assert.equal(short(await admit(store.database, digest, later)), 'quota_exceeded 10000')
    assert.equal(short(await admit(store.database, digest, later)), 'rate_limit_exceeded 10000')
  })

  test(`${engine.name}: an unlimited plan is never out of quota`, async () => {
    await using store = await engine.open()
    const { account, digest } = await customer(store.database, 'enterprise')
    await admit(store.database, digest, now)
    await used(store.database, account, 3_000_000_000)
    assert.equal(short(await admit(store.database, digest, now)), 'admitted 3000000001')
  })

  test(`${engine.name}: a plan change holds from the next request: tokens cut to the new burst, its rate, its quota`, async () => {
    await using store = await engine.open()
    const { account, digest } = await customer(store.database, 'enterprise')
    assert.equal(short(await admit(store.database, digest, now)), 'admitted 1')
    await setPlan(store.database, now, account, 'developer')
    for (let request = 2; request <= 6; request += 1)
      assert.equal(short(await admit(store.database, digest, now)), `admitted ${request}`)
    assert.equal(short(await admit(store.database, digest, now)), 'rate_limit_exceeded 6')
    await used(store.database, account, 10_500)
    assert.equal(short(await admit(store.database, digest, now + 200)), 'quota_exceeded 10500')
    await setPlan(store.database, now, account, 'pro')
    assert.equal(short(await admit(store.database, digest, now + 200)), 'rate_limit_exceeded 10500')
    assert.equal(short(await admit(store.database, digest, now + 200 + 67)), 'admitted 10501')
  })

  test(`${engine.name}: a new UTC month counts from 1 and goes on with the bucket as it was`, async () => {
    await using store = await engine.open()
    const { account, digest } = await customer(store.database, 'developer')
    const [end, start] = [Date.UTC(2026, 11, 1) - 1, Date.UTC(2026, 11, 1)]
    for (let request = 1; request <= 5; request += 1) await admit(store.database, digest, end)
    assert.equal(short(await admit(store.database, digest, start)), 'rate_limit_exceeded 0')
    assert.equal(short(await admit(store.database, digest, start + 199)), 'admitted 1')
    assert.equal(short(await admit(store.database, digest, start + 199)), 'rate_limit_exceeded 1')
    assert.equal(await requestsInMonth(store.database, account, end), 5)
    assert.equal(await requestsInMonth(store.database, account, start), 1)
  })

  test(`${engine.name}: the month is the UTC one: a request at half past midnight in Brussels may be the old month's`, async () => {
    await using store = await engine.open()
    const { account, digest } = await customer(store.database, 'pro')
    await admit(store.database, digest, Date.UTC(2026, 10, 30, 23, 30))
    assert.equal(await requestsInMonth(store.database, account, Date.UTC(2026, 10, 1)), 1)
    assert.equal(await requestsInMonth(store.database, account, Date.UTC(2026, 11, 1)), 0)
  })

  test(`${engine.name}: whatever times requests come at, the store decides as the bucket in memory does`, async () => {
    await using store = await engine.open()
    const { digest } = await customer(store.database, 'developer')
    const rps = plans.developer.rateLimitRps
    let [bucket, at, seed] = [{ tokens: fullBucket(rps), refilledAt: now }, now, 20_261_120]
    for (let request = 0; request < 400; request += 1) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      // Mostly forwards, in steps around the refill of one token; now and then a clock that runs behind, or is set back.
      const back = seed % 50 === 0 ? 3_600_000 : seed % 90
      at += seed % 10 === 0 ? -back : seed % 380
      const expected = afterRequest(bucket, rps, at)
      bucket = expected.bucket
      const { outcome } = await admit(store.database, digest, at)
      assert.equal(outcome, expected.taken ? 'admitted' : 'rate_limit_exceeded', `request ${request} at ${at}`)
    }
  })

  test(`${engine.name}: a request is decided at once while a transaction of this process is open`, async () => {
    await using store = await engine.open()
    const { account, digest } = await customer(store.database, 'developer')
    const open = Promise.withResolvers<void>()
    const entered = Promise.withResolvers<void>()
    const transaction = store.database.transaction(async (handle) => {
      await handle.run(`update account set plan = 'enterprise' where id = $1`, [account])
      entered.resolve()
      await open.promise
    })
    await entered.promise
    const admission = await admit(store.database, digest, now)
    assert.equal('plan' in admission && admission.plan, 'developer')
    open.resolve()
    await transaction
    const next = await admit(store.database, digest, now)
    assert.equal('plan' in next && next.plan, 'enterprise')
  })
}

for (const engine of engines.filter(({ name }) => name === 'postgres'))
  test('the commit of an admission alone does not wait for the disk: what follows on the connection does', async () => {
    await using store = await engine.open()
    const { digest } = await customer(store.database, 'pro')
    const word = `select current_setting('synchronous_commit') as word`
    await store.database.transaction(async (handle) => {
      await admit({ ...store.database, counters: handle }, digest, now)
      assert.equal((await handle.one(word))?.word, 'off')
    })
    const one = await openDatabase({ ...store.settings, databasePool: 1 })
    assert.equal((await admit(one, digest, now)).outcome, 'admitted')
    assert.equal((await one.one(word))?.word, 'on')
    await one.close()
  })
