import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addBit,
  type Bits,
  bitsFor,
  countBits,
  countCommon,
  dropBit,
  hasBit,
  intersectAny,
  intersectBetween,
  listBits,
} from './bitset.ts'

const capacity = 3000

/** Every ordinal that `step` divides, and a run of them. */
function setOf(step: number): Bits {
  const bits = bitsFor(capacity)
  for (let ordinal = 0; ordinal < capacity; ordinal += step) addBit(bits, ordinal)
  for (let ordinal = step * 10; ordinal < step * 10 + 300; ordinal += 1) addBit(bits, ordinal)
  return bits
}

function listOf(bits: Bits): number[] {
  return Array.from({ length: capacity }, (_, ordinal) => ordinal).filter((ordinal) => hasBit(bits, ordinal))
}

for (const step of [1, 2, 3, 7, 31, 32, 33, 100]) {
  test(`the ones of a set are counted: every ${step}th and a run`, () => {
    const [one, other] = [setOf(step), setOf(5)]
    assert.equal(countBits(one), listOf(one).length)
    assert.equal(countCommon(one, other), listOf(one).filter((ordinal) => hasBit(other, ordinal)).length)
  })
}

test('a set keeps what is in any of one, two or three others', () => {
  const others = [setOf(3), setOf(7), setOf(100)]
  for (let count = 1; count <= 3; count += 1) {
    const into = setOf(2)
    const wanted = listOf(into).filter((ordinal) => others.slice(0, count).some((other) => hasBit(other, ordinal)))
    intersectAny(into, others.slice(0, count))
    assert.deepEqual(listOf(into), wanted)
  }
})

test('a set keeps what is in one set and not in another', () => {
  const [into, before, upTo] = [setOf(2), setOf(7), setOf(3)]
  const wanted = listOf(into).filter((ordinal) => hasBit(upTo, ordinal) && !hasBit(before, ordinal))
  intersectBetween(into, before, upTo)
  assert.deepEqual(listOf(into), wanted)
})

test('a set is listed ascending, whole words and single ones', () => {
  const list = new Int32Array(capacity)
  for (const step of [1, 31, 100]) {
    const bits = setOf(step)
    const length = listBits(bits, list)
    assert.deepEqual([...list.subarray(0, length)], listOf(bits))
  }
})

test('an ordinal that is dropped is gone, the highest too', () => {
  const bits = setOf(1)
  for (const ordinal of [0, 31, 32, capacity - 1]) {
    dropBit(bits, ordinal)
    assert.equal(hasBit(bits, ordinal), false)
  }
  assert.equal(countBits(bits), capacity - 4)
})
