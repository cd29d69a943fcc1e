import assert from 'node:assert/strict'
import test from 'node:test'
import { addressBuckets, addressesMax } from './address-buckets.ts'

const now = 1_800_000_000_000

test('an address has one second of requests at once, and then as many a second as the setting says', () => {
  const bucket = addressBuckets(10)
  const asked = Array.from({ length: 12 }, () => bucket.take('192.0.2.1', now))
  assert.equal(asked.filter((taken) => taken).length, 10)
  assert.equal(bucket.take('192.0.2.1', now + 99), false)
  assert.equal(bucket.take('192.0.2.1', now + 100), true)
  assert.equal(bucket.take('192.0.2.1', now + 100), false)
})

test('a burst larger than a second of requests is had at once, and grows again at the rate alone', () => {
  const bucket = addressBuckets(5, 60)
  const asked = Array.from({ length: 70 }, () => bucket.take('192.0.2.1', now))
  assert.equal(asked.filter((taken) => taken).length, 60)
  assert.equal(bucket.take('192.0.2.1', now + 199), false)
  assert.equal(bucket.take('192.0.2.1', now + 200), true)
  const hourLater = Array.from({ length: 70 }, () => bucket.take('192.0.2.1', now + 3_600_000))
  assert.equal(hourLater.filter((taken) => taken).length, 60)
})

test('one address does not use up what another has; a /64 of IPv6 is one', () => {
  const bucket = addressBuckets(1)
  assert.equal(bucket.take('192.0.2.1', now), true)
  assert.equal(bucket.take('192.0.2.2', now), true)
  assert.equal(bucket.take('::ffff:192.0.2.1', now), false)
  assert.equal(bucket.take('2001:db8:1:2::1', now), true)
  assert.equal(bucket.take('2001:db8:1:2:ffff::9', now), false)
  assert.equal(bucket.take('2001:db8:1:3::1', now), true)
})

test('at most 100,000 addresses are held: the one heard of longest ago is forgotten first', () => {
  assert.equal(addressesMax, 100_000)
  const bucket = addressBuckets(1)
  const addressOf = (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
  for (let number = 0; number < addressesMax; number += 1) bucket.take(addressOf(number), now)
  assert.equal(bucket.take(addressOf(0), now), false)
  bucket.take('192.0.2.1', now)
  assert.equal(bucket.size, addressesMax)
  assert.equal(bucket.take(addressOf(0), now), false)
  assert.equal(bucket.take(addressOf(1), now), true)
  assert.equal(bucket.size, addressesMax)
})
