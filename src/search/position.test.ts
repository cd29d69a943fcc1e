import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRelevance, writeRelevance } from './position.ts'

const rows: [words: number, value: unknown, reads: boolean][] = [
  [2, '120/40,9/60', true],
  [3, '120/40,9/60', false],
  [2, '120/40,9', false],
  [2, '120/40,-9/60', false],
  [2, '120/', false],
  [2, 120, false],
  [2, null, false],
]
for (const [words, value, reads] of rows) {
  test(`${JSON.stringify(value)} ${reads ? 'is' : 'is no'} place in a list by relevance with ${words} words`, () => {
    assert.deepEqual(readRelevance(value, words), reads ? { score: 120, weights: [40, 9], lateGain: 60 } : null)
  })
}

test('a relevance position reads as it was written', () => {
  const value = { score: 1234, weights: [8, 96, 130], lateGain: 0 }
  assert.deepEqual(readRelevance(writeRelevance(value), 3), value)
})
