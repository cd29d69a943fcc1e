import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBit, type Bits, bitsFor, eachBit } from '../sets/bitset.ts'
import { withAtLeast } from './most-words.ts'

const capacity = 600

/** A row is in set number `n` where its own number has that binary digit, so that rows are in any number of them. */
function setsOf(count: number): Bits[] {
  return Array.from({ length: count }, (_, set) => {
    const bits = bitsFor(capacity)
    for (let row = 0; row < capacity; row += 1) if ((row * 7) & (1 << set)) addBit(bits, row)
    return bits
  })
}

test('the rows in at least so many of some sets are found, however many sets there are and are wanted', () => {
  for (let count = 1; count <= 12; count += 1) {
    const sets = setsOf(count)
    const before = sets.map((set) => set.slice())
    for (let least = 1; least <= count; least += 1) {
      const list: number[] = []
      eachBit(withAtLeast(sets, least), (row) => list.push(row))
      const rows = [...Array(capacity).keys()]
      const wanted = rows.filter(
        (row) => ((row * 7) & ((1 << count) - 1)).toString(2).replaceAll('0', '').length >= least,
      )
      assert.deepEqual(list, wanted, `${least} of ${count}`)
    }
    assert.deepEqual(sets, before, 'the sets are as they were')
  }
})
