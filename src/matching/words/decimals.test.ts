import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scoreText, topicFitText } from './decimals.ts'

test('every number is written as the runtime writes it, whether it lies ready or not', () => {
  const numbers = Array.from({ length: 20_001 }, (_, place) => place / 100)
  for (const value of [...numbers, 0.1 + 0.2, 1 / 3, 99.99999999999999, 1e21, -0, -0.5, -86.2]) {
    assert.deepEqual([scoreText(value), topicFitText(value)], [`${value}`, `${value}`])
  }
})
