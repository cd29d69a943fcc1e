import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heldUntil, mayBeUnderWay } from './retry.ts'

test('from the third failure in a row on one delivery at a time is tried, after a gap that doubles from 1 s to 10 minutes', () => {
  assert.deepEqual([0, 1, 2, 3, 19].map(mayBeUnderWay), [4, 4, 4, 1, 1])
  assert.deepEqual(
    [0, 2, 3, 4, 5, 12, 13, 19].map((failures) => heldUntil(failures, 0) / 1_000),
    [0, 0, 1, 2, 4, 512, 600, 600],
  )
})
