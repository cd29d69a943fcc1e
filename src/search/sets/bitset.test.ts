import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addBit,
  type Bits,
  bitsFor,
  countBits,
  countCommon,
  dropBit,
  eachBit,
  hasBit,
  intersect,
  subtract,
  unite,
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

test('a set keeps, takes in or loses what is in another', () => {
  const other = listOf(setOf(7))
  const change = (how: (into: Bits, other: Bits) => void): number[] => {
    const into = setOf(2)
    how(into, setOf(7))
    return listOf(into)
  }
  const own = listOf(setOf(2))
  assert.deepEqual(
    change(intersect),
    own.filter((ordinal) => other.includes(ordinal)),
  )
  assert.deepEqual(
    change(subtract),
    own.filter((ordinal) => !other.includes(ordinal)),
  )
  assert.deepEqual(
    change(unite),
    [...new Set([...own, ...other])].sort((left, right) => left - right),
  )
})

test('a set is gone through ascending, whole words and single ones', () => {
  for (const step of [1, 31, 100]) {
    const bits = setOf(step)
    const list: number[] = []
    eachBit(bits, (ordinal) => list.push(ordinal))
    assert.deepEqual(list, listOf(bits))
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
