import assert from 'node:assert/strict'
import test from 'node:test'
import type { Admission } from '../values/admission.ts'
import { addressesMax } from './address-buckets.ts'
import { foundKeysMax, UnknownKeys, unknownKeysPerMinute } from './unknown-keys.ts'

const now = 1_800_000_000_000
const address = '192.0.2.1'
const found: Admission = { outcome: 'subscription_required', accountId: 'acc_1', keyId: 'key_1', publication: 1 }
const missed: Admission = { outcome: 'unauthorized' }

/** Asks about keys that nobody has; says how many of them the store was asked about. */
async function miss(keys: UnknownKeys, times: number, at = now, from = address): Promise<number> {
  const outcomes = await Promise.all(
    Array.from({ length: times }, (_, place) => keys.admit(`unknown ${at} ${place}`, from, at, async () => missed)),
  )
  return outcomes.filter(({ outcome }) => outcome === 'unauthorized').length
}

test('of unknown keys of an address twenty a minute are asked of the store, however many come at once', async () => {
  assert.equal(unknownKeysPerMinute, 20)
  const keys = new UnknownKeys()
  assert.equal(await miss(keys, 500), 20)
  assert.deepEqual(await keys.admit('one more', address, now, async () => missed), {
    outcome: 'not_asked',
    retryAfterSeconds: 3,
  })
  assert.equal(await miss(keys, 5, now + 2_999), 0)
  assert.equal(await miss(keys, 5, now + 3_000), 1)
  assert.equal(await miss(keys, 50, now + 63_000), 20)
})

test('addresses have their own twenty, a /64 of IPv6 together', async () => {
  const keys = new UnknownKeys()
  assert.equal(await miss(keys, 30), 20)
  assert.equal(await miss(keys, 30, now, '192.0.2.2'), 20)
  assert.equal(await miss(keys, 30, now, '::ffff:192.0.2.1'), 0)
  assert.equal(await miss(keys, 15, now, '2001:db8:1:2::1'), 15)
  assert.equal(await miss(keys, 15, now, '2001:db8:1:2:ffff::9'), 5)
})

test('a key that was found lately is asked of the store whatever its address has sent; one that was not is refused', async () => {
  const keys = new UnknownKeys()
  await keys.admit('known', address, now, async () => found)
  await miss(keys, 20)
  assert.equal((await keys.admit('known', address, now, async () => found)).outcome, 'subscription_required')
  assert.equal((await keys.admit('known', '192.0.2.2', now, async () => found)).outcome, 'subscription_required')
  assert.equal((await keys.admit('new', address, now, async () => found)).outcome, 'not_asked')
})

test('a key that the store does not find any more is answered once, and then counts among the unknown ones', async () => {
  const keys = new UnknownKeys()
  await keys.admit('revoked', address, now, async () => found)
  await miss(keys, 20)
  assert.equal((await keys.admit('revoked', address, now, async () => missed)).outcome, 'unauthorized')
  assert.equal((await keys.admit('revoked', address, now, async () => missed)).outcome, 'not_asked')
})

test('two hundred requests at once with keys that are found for the first time are all asked, twenty at a time', async () => {
  const keys = new UnknownKeys()
  let [asking, most] = [0, 0]
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, place) =>
      keys.admit(`key ${place}`, address, now, async () => {
        asking += 1
        most = Math.max(most, asking)
        await new Promise((resolve) => setImmediate(resolve))
        asking -= 1
        return found
      }),
    ),
  )
  assert.ok(outcomes.every(({ outcome }) => outcome === 'subscription_required'))
  assert.equal(most, unknownKeysPerMinute)
  assert.equal(keys.size.addresses, 0, 'nothing is kept of addresses whose keys are all found')
})

test('a store that does not answer costs an address nothing', async () => {
  const keys = new UnknownKeys()
  for (let attempt = 0; attempt < 50; attempt += 1)
    await assert.rejects(
      keys.admit('any', address, now, () => Promise.reject(new Error('no store'))),
      /no store/,
    )
  assert.equal(await miss(keys, 30), 20)
})

test('a clock that is set back refuses an address for a minute at most', async () => {
  const keys = new UnknownKeys()
  await miss(keys, 20, now + 86_400_000)
  assert.equal(await miss(keys, 1, now), 0)
  assert.equal((await keys.admit('x', address, now, async () => missed)).outcome, 'not_asked')
  const refused = await keys.admit('x', address, now, async () => missed)
  assert.ok(refused.outcome === 'not_asked' && refused.retryAfterSeconds <= 60)
})

test('100,000 addresses and 100,000 keys are remembered at most, those of the last requests', async () => {
  assert.deepEqual([addressesMax, foundKeysMax], [100_000, 100_000])
  const keys = new UnknownKeys()
  for (let number = 0; number < addressesMax + 10; number += 1) {
    const from = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
    await keys.admit('unknown', from, now, async () => missed)
    await keys.admit(`key ${number}`, from, now, async () => found)
  }
  assert.deepEqual(keys.size, { addresses: addressesMax, keys: foundKeysMax })
})
