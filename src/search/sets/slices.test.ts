import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finished, GrowingOrder, runLength, sorted } from './slices.ts'

for (const count of [0, 1, runLength - 1, runLength, runLength + 1, runLength * 7 + 5]) {
  test(`${count} numbers end in the order of sorting them at once, equal ones as they came, one by one or together`, () => {
    const values = Array.from({ length: count }, (_, number) => (number * 7919) % 101)
    const compare = (left: number, right: number): number => (values[left] ?? 0) - (values[right] ?? 0)
    const order = new GrowingOrder(compare)
    for (let come = 1; come <= count; come += 1) finished(order.reach(come))
    const wanted = [...values.keys()].sort((left, right) => compare(left, right) || left - right)
    assert.deepEqual([...finished(order.finish(count))], wanted)
    assert.deepEqual([...finished(sorted(count, compare))], wanted)
  })
}
