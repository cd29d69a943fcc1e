import assert from 'node:assert/strict'
import test from 'node:test'
import { apiKeyOf, digestOf, randomLetters } from '../accounts/api-key.ts'
import { SeenKeys } from './seen-keys.ts'

const now = Date.UTC(2026, 10, 20, 9)
const minute = 60_000
const keyOf = (number: number): string => apiKeyOf('live', String(number).padStart(randomLetters, '0'))

test('a key that was seen has the digest and the form that it had, another one its own', () => {
  const seen = new SeenKeys()
  const [one, other] = [keyOf(1), keyOf(2)]
  assert.deepEqual(
    [one, other, one, other].map((key) => seen.digestOf(key, now)),
    [one, other, one, other].map(digestOf),
  )
  assert.ok(seen.isWellFormed(one) && seen.isWellFormed(keyOf(3)))
  assert.ok(!seen.isWellFormed(`${one}0`) && !seen.isWellFormed(one.slice(0, -1)) && !seen.isWellFormed(''))
})

test('no key is kept for longer than a minute, whatever is sent meanwhile and wherever the clock goes', () => {
  const seen = new SeenKeys()
  seen.digestOf(keyOf(1), now)
  seen.digestOf(keyOf(2), now + minute - 1)
  assert.equal(seen.size, 2)
  seen.digestOf(keyOf(2), now + minute)
  assert.equal(seen.size, 1)
  seen.digestOf(keyOf(3), now)
  assert.equal(seen.size, 1)
})

test('no more keys are kept than the bound says', () => {
  const seen = new SeenKeys()
  for (let number = 0; number < 10_000; number += 1) {
    seen.digestOf(keyOf(number), now)
    assert.ok(seen.size <= 2_000)
  }
})
