import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chanceOf } from '../../../../tests/harness/random-matches.ts'
import { addBit, hasBit } from '../../../search/sets/bitset.ts'
import { SetMemory } from '../sets/set-memory.ts'
import { PointPairs } from './point-pairs.ts'

const ordinals = 3_000
/** More than there is room for at first. */
const places = 150

test('measures wait for the points that they were said to, however many measures and points there come to be', () => {
  const by = chanceOf(21)
  const memory = new SetMemory()
  const pairs = new PointPairs(memory)
  const waiting = new Map<number, Set<number>>()
  let known = 0
  for (let step = 0; step < 4_000; step += 1) {
    if (by.happens(0.05) && known < places) {
      pairs.reach(known)
      known += 1
    }
    const ordinal = by.below(Math.min(ordinals, step + 1))
    const asked = new Set(by.happens(0.8) && known > 0 ? [by.below(known), by.below(known), known - 1] : [])
    pairs.put(ordinal, asked)
    waiting.set(ordinal, asked)
  }
  assert.equal(known, places)
  pairs.begin()
  const answered = new Set(Array.from({ length: 60 }, () => by.below(places)))
  for (const place of answered) pairs.settle(place)
  const openOf = (ordinal: number): number[] =>
    [...(waiting.get(ordinal) ?? [])].filter((place) => !answered.has(place)).sort((left, right) => left - right)

  const [set, others, besides] = [1, 2, 3].map(() => memory.forOrdinals(4_000))
  assert.ok(set && others && besides)
  const [wantedCounts, wantedOnlys] = [new Int32Array(places), new Int32Array(places)]
  for (let ordinal = 0; ordinal < ordinals; ordinal += 1) {
    const open = openOf(ordinal)
    const visited: number[] = []
    assert.equal(pairs.addOpenOf(ordinal, 7, visited, 0), open.length)
    assert.deepEqual(
      visited.sort((left, right) => left - right),
      open.map((place) => place + 7),
    )
    if (by.happens(0.2)) addBit(others, ordinal)
    if (by.happens(0.2)) addBit(besides, ordinal)
    const isAlone = !hasBit(others, ordinal) && !hasBit(besides, ordinal)
    if (by.happens(0.5)) continue
    addBit(set, ordinal)
    for (const place of open) wantedCounts[place] = (wantedCounts[place] ?? 0) + 1
    const [only] = open
    if (only !== undefined && open.length === 1 && isAlone) {
      wantedOnlys[only] = (wantedOnlys[only] ?? 0) + 1
    }
  }
  const settled = memory.forOrdinals(4_000)
  for (const [ordinal, asked] of waiting) if ([...asked].some((place) => answered.has(place))) addBit(settled, ordinal)
  const [counts, onlys] = [memory.take(256), memory.take(256)]
  pairs.count(set, counts)
  pairs.countOnly(set, settled, [others, besides], { onlys, room: memory.forOrdinals(4_000) })
  assert.deepEqual([...counts.subarray(0, places)], [...wantedCounts])
  assert.deepEqual([...onlys.subarray(0, places)], [...wantedOnlys])
  assert.ok(wantedOnlys.some((count) => count > 0))

  const before = Array.from({ length: ordinals }, (_, ordinal) => hasBit(set, ordinal))
  const left = memory.forOrdinals(4_000)
  pairs.uniteWaiting(left, set, settled)
  for (let ordinal = 0; ordinal < ordinals; ordinal += 1) {
    assert.equal(hasBit(left, ordinal), before[ordinal] === true && openOf(ordinal).length > 0)
  }
})
