import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Lowest } from './lowest.ts'

const count = 300
const arrivals: [how: string, values: number[]][] = [
  ['in order', Array.from({ length: count }, (_, at) => at)],
  ['the highest first', Array.from({ length: count }, (_, at) => count - at)],
  ['all over', Array.from({ length: count }, (_, at) => (at * 7919) % 10_007)],
  ['in order, then lower ones', Array.from({ length: count }, (_, at) => (at < 200 ? 1_000 + at : at))],
  ['in order but the last', Array.from({ length: count }, (_, at) => (at === count - 1 ? -1 : at))],
]
const lowest = new Lowest()
for (const [how, values] of arrivals) {
  test(`of numbers that come ${how}, the lowest are held, never more than are wanted, and given ascending`, () => {
    const inOrder = values.toSorted((left, right) => left - right)
    for (const most of [1, 2, 3, 50, 199, count, 2 * count]) {
      lowest.begin(most)
      values.forEach((value, at) => {
        lowest.offer(value)
        const held = values.slice(0, at + 1).toSorted((left, right) => left - right)
        assert.equal(lowest.isFull, held.length >= most)
        assert.equal(lowest.highest, held[Math.min(most, held.length) - 1])
      })
      assert.deepEqual([...lowest.ascending()], inOrder.slice(0, most))
    }
  })
}
