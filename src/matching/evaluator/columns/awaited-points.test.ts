import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chanceOf } from '../../../../tests/harness/random-matches.ts'
import { addBit, hasBit } from '../../../search/sets/bitset.ts'
import { emptySet, wordsFor } from '../sets/measure-sets.ts'
import { AwaitedPoints } from './awaited-points.ts'

const capacity = 3_000
const pointsMost = 150

test('points are counted as one by one, whatever was put, settled and taken away before', () => {
  const by = chanceOf(41)
  const awaited = new AwaitedPoints()
  const plain = new Map<number, number[]>()
  awaited.reach(pointsMost)
  const randomSet = (share: number) => {
    const set = emptySet(wordsFor(capacity))
    for (let ordinal = 0; ordinal < capacity; ordinal += 1) if (by.happens(share)) addBit(set, ordinal)
    return set
  }
  for (let round = 0; round < 60; round += 1) {
    for (let change = 0; change < 400; change += 1) {
      const points = new Set(Array.from({ length: by.below(5) }, () => by.below(pointsMost)))
      const ordinal = by.below(capacity)
      awaited.put(ordinal, points)
      plain.set(ordinal, [...points])
    }
    awaited.begin()
    const settled = new Set(Array.from({ length: by.below(20) }, () => by.below(pointsMost)))
    for (const point of settled) awaited.settle(point)
    const openOf = (ordinal: number): number[] => (plain.get(ordinal) ?? []).filter((point) => !settled.has(point))
    const [set, first, second] = [randomSet(0.4), randomSet(0.1), randomSet(0.1)]
    const [appearsIn, settles] = [new Int32Array(pointsMost + 1), new Int32Array(pointsMost + 1)]
    const expected = { appearsIn: new Int32Array(pointsMost + 1), settles: new Int32Array(pointsMost + 1) }
    const waiting = emptySet(wordsFor(capacity))
    const waited = emptySet(wordsFor(capacity))
    for (const [ordinal, points] of plain) if (points.some((point) => settled.has(point))) addBit(waited, ordinal)
    awaited.uniteWaiting(waiting, set, waited)
    for (let ordinal = 0; ordinal < capacity; ordinal += 1) {
      const open = openOf(ordinal)
      const into: number[] = []
      assert.equal(awaited.addOpenOf(ordinal, 7, into, 0), open.length)
      assert.deepEqual(
        into,
        open.map((point) => point + 7),
      )
      assert.equal(awaited.openCountOf(ordinal), open.length)
      assert.equal(hasBit(waiting, ordinal), hasBit(set, ordinal) && open.length > 0)
      if (!hasBit(set, ordinal)) continue
      for (const point of open) expected.appearsIn[point] = (expected.appearsIn[point] ?? 0) + 1
      const [only] = open
      if (open.length === 1 && only !== undefined && !hasBit(first, ordinal) && !hasBit(second, ordinal))
        expected.settles[only] = (expected.settles[only] ?? 0) + 1
    }
    awaited.count(set, [first, second], appearsIn, settles)
    assert.deepEqual({ appearsIn, settles }, expected)
  }
})
