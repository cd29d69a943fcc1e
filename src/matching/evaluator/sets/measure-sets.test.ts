import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chanceOf } from '../../../../tests/harness/random-matches.ts'
import { addBit, type Bits, countBits, intersect, subtract } from '../../../search/sets/bitset.ts'
import { emptySet, unite, uniteExcept, uniteWithin } from './measure-sets.ts'

const ordinalsOf = (set: Bits): number[] =>
  Array.from(set, (word, at) =>
    Array.from({ length: 32 }, (_, bit) => (word & (1 << bit) ? [at * 32 + bit] : [])),
  ).flat(2)

test('operations on sets of any lengths say what they say of single measures; a set that is written keeps its length', () => {
  const by = chanceOf(5)
  const someSet = (): Bits => {
    const set = emptySet(8 * (1 + by.below(4)))
    const share = by.oneOf([0, 0.05, 0.5, 1])
    for (let ordinal = 0; ordinal < set.length * 32; ordinal += 1) if (by.happens(share)) addBit(set, ordinal)
    return set
  }
  for (let round = 0; round < 200; round += 1) {
    const [into, other, third] = [someSet(), someSet(), someSet()]
    const [a, b, c] = [into, other, third].map((set) => new Set(ordinalsOf(set))) as [
      Set<number>,
      Set<number>,
      Set<number>,
    ]
    const cases: [work: (set: Bits) => void, holds: (ordinal: number) => boolean][] = [
      [(set) => unite(set, other), (at) => a.has(at) || b.has(at)],
      [(set) => uniteExcept(set, other, third), (at) => a.has(at) || (b.has(at) && !c.has(at))],
      [(set) => uniteWithin(set, other, third), (at) => a.has(at) || (b.has(at) && c.has(at))],
      [(set) => intersect(set, other), (at) => a.has(at) && b.has(at)],
      [(set) => subtract(set, other), (at) => a.has(at) && !b.has(at)],
    ]
    for (const [work, holds] of cases) {
      const set = into.slice()
      work(set)
      const expected = Array.from({ length: set.length * 32 }, (_, ordinal) => ordinal).filter(holds)
      assert.deepEqual(ordinalsOf(set), expected)
      assert.equal(countBits(set), expected.length)
    }
  }
})
