import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attemptsMax, heldUntil, mayBeUnderWay, nextAttemptAt } from './retry.ts'

const minutes = [1, 5, 30, 120, 720]

test('a failed attempt is made again 1, 5, 30 minutes, 2 and 12 hours after, a tenth later at most, and the sixth not', () => {
  for (const [place, step] of minutes.entries()) {
    assert.equal(nextAttemptAt(place + 1, 1_000, 0), 1_000 + step * 60_000)
    assert.equal(nextAttemptAt(place + 1, 1_000, 1), 1_000 + step * 66_000)
  }
  assert.equal(nextAttemptAt(attemptsMax, 1_000, 0), null)
  assert.equal(attemptsMax, 6)
})

test('from the third failure in a row on one delivery at a time is tried, after a gap that doubles from 1 s to 10 minutes', () => {
  assert.deepEqual([0, 1, 2, 3, 19].map(mayBeUnderWay), [4, 4, 4, 1, 1])
  assert.deepEqual(
    [0, 2, 3, 4, 5, 12, 13, 19].map((failures) => heldUntil(failures, 0) / 1_000),
    [0, 0, 1, 2, 4, 512, 600, 600],
  )
})
