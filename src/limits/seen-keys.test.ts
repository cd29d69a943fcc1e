import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { apiKeyOf, digestOf, randomLetters } from '../accounts/api-key.ts'
import { SeenKeys } from './seen-keys.ts'

const minuteMs = 60_000
const keyOf = (number: number): string => apiKeyOf('live', String(number).padStart(randomLetters, '0'))

test('a key that was seen has the digest and the form that it had, another one its own', () => {
  const seen = new SeenKeys()
  const [one, other] = [keyOf(1), keyOf(2)]
  assert.deepEqual(
    [one, other, one, other].map((key) => seen.digestOf(key)),
    [one, other, one, other].map(digestOf),
  )
  assert.ok(seen.isWellFormed(one) && seen.isWellFormed(keyOf(3)))
  assert.ok(!seen.isWellFormed(`${one}0`) && !seen.isWellFormed(one.slice(0, -1)) && !seen.isWellFormed(''))
})

test('no key is kept for longer than a minute, whatever is sent meanwhile or is not', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const seen = new SeenKeys()
    seen.digestOf(keyOf(1))
    mock.timers.tick(minuteMs - 1)
    seen.digestOf(keyOf(1))
    seen.digestOf(keyOf(2))
    assert.equal(seen.size, 2)
    mock.timers.tick(1)
    assert.equal(seen.size, 0)
    seen.digestOf(keyOf(3))
    mock.timers.tick(minuteMs)
    assert.equal(seen.size, 0)
  } finally {
    mock.timers.reset()
  }
})

test('no more keys are kept than the bound says', () => {
  const seen = new SeenKeys()
  for (let number = 0; number < 10_000; number += 1) {
    seen.digestOf(keyOf(number))
    assert.ok(seen.size <= 2_000)
  }
})
