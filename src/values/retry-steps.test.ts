import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attemptsMax, nextAttemptAt } from './retry-steps.ts'

const minutes = [1, 5, 30, 120, 720]

test('a failed attempt is made again 1, 5, 30 minutes, 2 and 12 hours after, a tenth later at most, and the sixth not', () => {
  for (const [place, step] of minutes.entries()) {
    assert.equal(nextAttemptAt(place + 1, 1_000, 0), 1_000 + step * 60_000)
    assert.equal(nextAttemptAt(place + 1, 1_000, 1), 1_000 + step * 66_000)
  }
  assert.equal(nextAttemptAt(attemptsMax, 1_000, 0), null)
  assert.equal(attemptsMax, 6)
})
