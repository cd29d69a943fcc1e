import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Lowest, readRelevance, writeRelevance } from './relevance.ts'

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

const count = 300
const arrivals: [how: string, values: number[]][] = [
  ['in order', Array.from({ length: count }, (_, at) => at)],
  ['the highest first', Array.from({ length: count }, (_, at) => count - at)],
  ['all over', Array.from({ length: count }, (_, at) => (at * 7919) % 10_007)],
  ['in order, then lower ones', Array.from({ length: count }, (_, at) => (at < 200 ? 1_000 + at : at))],
]
for (const [how, values] of arrivals) {
  test(`of numbers that come ${how}, the lowest are held, never more than are wanted, and given ascending`, () => {
    const inOrder = values.toSorted((left, right) => left - right)
    for (const most of [1, 2, 3, 50, 199, count, 2 * count]) {
      const lowest = new Lowest(most)
      for (const value of values) lowest.offer(value)
      assert.deepEqual([...lowest.keys], inOrder.slice(0, most))
    }
  })
}
