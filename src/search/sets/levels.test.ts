import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBit, bitsFor, hasBit } from './bitset.ts'
import {
  addGains,
  type Levels,
  levelAt,
  levelsFor,
  lowerSeen,
  lowerTop,
  raise,
  raiseAll,
  raiseSet,
  takeLevel,
  topLevel,
} from './levels.ts'

const capacity = 300
const ordinals = [...Array(capacity).keys()]

/** A level for each ordinal, every one of them for some. */
const levelIn = (which: number, ordinal: number): number =>
  (ordinal * (which + 3) + (ordinal >> which)) % (topLevel + 1)

function levelsOf(which: number): Levels {
  const levels = levelsFor(capacity)
  for (const ordinal of ordinals) raise(levels, ordinal, levelIn(which, ordinal))
  return levels
}

const read = (levels: Levels): number[] => ordinals.map((ordinal) => levelAt(levels, ordinal))
const lowered = (level: number): number => Math.min(level, topLevel - 1)

test('the ordinals of a set have a level at least, and all others what they had', () => {
  for (let level = 1; level <= topLevel; level += 1) {
    const levels = levelsOf(1)
    const set = bitsFor(capacity)
    for (const ordinal of ordinals) if (ordinal % 3 === 0) addBit(set, ordinal)
    raiseSet(levels, set, level)
    assert.deepEqual(
      read(levels),
      ordinals.map((ordinal) => (ordinal % 3 === 0 ? Math.max(level, levelIn(1, ordinal)) : levelIn(1, ordinal))),
    )
  }
})

test('an ordinal has the highest level that it was given', () => {
  const levels = levelsOf(1)
  for (const ordinal of ordinals) raise(levels, ordinal, levelIn(2, ordinal))
  assert.deepEqual(
    read(levels),
    ordinals.map((ordinal) => Math.max(levelIn(1, ordinal), levelIn(2, ordinal))),
  )
})

test('of two levels an ordinal keeps the higher, where the top level of the others counts for the one below it', () => {
  const levels = levelsOf(1)
  raiseAll(levels, levelsOf(2))
  assert.deepEqual(
    read(levels),
    ordinals.map((ordinal) => Math.max(levelIn(1, ordinal), lowered(levelIn(2, ordinal)))),
  )
  const without = levelsOf(2)
  lowerTop(without)
  assert.deepEqual(
    read(without),
    ordinals.map((ordinal) => lowered(levelIn(2, ordinal))),
  )
})

test('the levels that are seen are lowered as the levels are', () => {
  assert.equal(lowerSeen((1 << topLevel) | 2), (1 << (topLevel - 1)) | 2)
  assert.equal(lowerSeen(0b1101), 0b1101)
})

test('the rows of a level are moved from one set to another, and no others', () => {
  const levels = levelsOf(1)
  for (let level = 0; level <= topLevel; level += 1) {
    const from = bitsFor(capacity)
    for (const ordinal of ordinals) if (ordinal % 3 > 0) addBit(from, ordinal)
    const into = bitsFor(capacity).fill(-1)
    takeLevel(from, into, levels, level)
    for (const ordinal of ordinals) {
      const isTaken = ordinal % 3 > 0 && levelIn(1, ordinal) === level
      assert.equal(hasBit(into, ordinal), isTaken)
      assert.equal(hasBit(from, ordinal), ordinal % 3 > 0 && !isTaken)
    }
  }
})

test('each row of a list is scored what its level gains', () => {
  const list = Int32Array.from(ordinals.toReversed())
  const scores = new Int32Array(capacity).fill(7)
  const gains = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90]
  addGains(scores, list, 200, levelsOf(1), gains)
  list.forEach((ordinal, place) => {
    assert.equal(scores[place], place < 200 ? 7 + 10 * levelIn(1, ordinal) : 7)
  })
})
