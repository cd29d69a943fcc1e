import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillings, listOf, onesOf, ordinalsOf, randomSet } from '../../../../tests/harness/kernel-sets.ts'
import { chanceOf } from '../../../../tests/harness/random-matches.ts'
import { hasBit } from '../../../search/sets/bitset.ts'
import { scoreTenths } from '../../verdict/score.ts'
import { digitsRoom, scoresRoom, sharesMax } from './listing-kernel.ts'
import { SetMemory } from './set-memory.ts'

test('what is added up for each ordinal of a set is what it starts with, its number, and what its topics add', () => {
  const by = chanceOf(9)
  for (const length of [0, 8, 40]) {
    for (const [, fill] of fillings) {
      const memory = new SetMemory()
      const room = length * 32
      const set = randomSet(memory, length, by, fill)
      const numbers = memory.takeNumbers(room)
      const topics = memory.take(room * 4)
      const [project, shares] = [memory.take(8), memory.takeNumbers(sharesMax)]
      const [ordinals, sums, behind] = [memory.take(room), memory.takeNumbers(room), memory.take(8)]
      numbers.set(Array.from(numbers, () => by.next()))
      topics.set(Array.from(topics, (_, place) => (place % 12 < 4 ? 0 : by.below(2 ** 32))))
      project.set([by.below(2 ** 32), by.below(2 ** 32)])
      shares.set(Array.from(shares, (_, halves) => halves * 100))
      const found = memory.listing.addUp(
        set,
        { numbers, topics, project, shares },
        { neutral: 7, start: 1_000_000 },
        { ordinals, sums },
      )
      const wanted = ordinalsOf(set)
      const both = (place: number, ordinal: number, word: number): number =>
        (topics[ordinal * 4 + place + word] ?? 0) & (project[word] ?? 0)
      const sumOf = (ordinal: number): number => {
        const own = [topics[ordinal * 4] ?? 0, topics[ordinal * 4 + 1] ?? 0]
        const same = onesOf([0, 1].map((word) => both(0, ordinal, word)))
        const related = onesOf([0, 1].map((word) => both(2, ordinal, word) & ~(own[word] ?? 0)))
        const share = own.every((word) => word === 0) ? 7 : (2 * same + related) * 100
        return 1_000_000 + (numbers[ordinal] ?? 0) + share
      }
      assert.deepEqual([...ordinals.subarray(0, found)], wanted)
      assert.deepEqual([...sums.subarray(0, found)], wanted.map(sumOf))
      assert.ok(behind.every((word) => word === 0))
    }
  }
})

test('places of pairs are counted, those that are the only open one, and how many of each ordinal are open', () => {
  const by = chanceOf(10)
  const places = 64
  for (const [length, pairsCount] of [
    [8, 0],
    [8, 1],
    [64, 2],
    [72, 3],
  ] as const) {
    for (const [, fill] of fillings) {
      const memory = new SetMemory()
      const room = length * 32
      const [set, among] = [
        randomSet(memory, length, by, fill),
        randomSet(memory, length, by, (chance) => chance.below(2 ** 32)),
      ]
      const all = Array.from({ length: pairsCount }, () => {
        const pairs = memory.take(room)
        pairs.set(Array.from(pairs, () => by.below(places) | (by.below(places) << 16)))
        return pairs
      })
      const placesOf = (ordinal: number): number[] =>
        all.flatMap((pairs) => [(pairs[ordinal] ?? 0) & 0xffff, (pairs[ordinal] ?? 0) >>> 16])
      const [counts, onlys, open] = [memory.take(places), memory.take(places), memory.take(places / 4)]
      const [ordinals, lacked, behind] = [memory.take(room), memory.take(room), memory.take(8)]
      const isOpen = Array.from({ length: places }, (_, place) => place > 0 && by.happens(0.4))
      open.set(
        Array.from(open, (_, word) =>
          [0, 1, 2, 3].reduce((bits, byte) => bits | (Number(isOpen[word * 4 + byte]) << (byte * 8)), 0),
        ),
      )
      const of = { pairs: listOf(memory, all), open, ordinals }
      for (const pairs of all) memory.listing.countPairs(set, among, pairs, { counts, ordinals })
      memory.listing.countOnly(set, of, onlys)
      const openOf = (ordinal: number): number[] => placesOf(ordinal).filter((place) => isOpen[place])
      const [wantedCounts, wantedOnlys] = [new Int32Array(places), new Int32Array(places)]
      const within = ordinalsOf(set)
      for (const ordinal of within) {
        const [only = 0, another] = openOf(ordinal)
        const place = another === undefined ? only : 0
        wantedOnlys[place] = (wantedOnlys[place] ?? 0) + 1
        if (!hasBit(among, ordinal)) continue
        for (const each of placesOf(ordinal)) wantedCounts[each] = (wantedCounts[each] ?? 0) + 1
      }
      assert.deepEqual([...counts], [...wantedCounts])
      assert.deepEqual([...onlys], [...wantedOnlys])
      ordinals.set(within)
      memory.listing.countLacked({ ordinals, count: within.length }, listOf(memory, [set, among, set]), of, lacked)
      assert.deepEqual(
        [...lacked.subarray(0, within.length)],
        within.map((ordinal) => 2 + Number(hasBit(among, ordinal)) + openOf(ordinal).length),
      )
      memory.listing.dropSettled(set, among, of)
      assert.deepEqual(
        ordinalsOf(set),
        within.filter((ordinal) => !hasBit(among, ordinal) || openOf(ordinal).length > 0),
      )
      assert.ok(behind.every((word) => word === 0))
    }
  }
})

test('sums are picked by the scores that they are shown as, and what so many reach is the highest of all that do', () => {
  const by = chanceOf(12)
  for (const count of [0, 1, 30, 700]) {
    const memory = new SetMemory()
    const room = Math.ceil((count + 1) / 8) * 8
    const from = { ordinals: memory.take(room), sums: memory.takeNumbers(room) }
    const into = { ordinals: memory.take(room), sums: memory.takeNumbers(room) }
    const [scores, behind] = [memory.take(scoresRoom), memory.take(8)]
    from.ordinals.set(Array.from({ length: count }, () => by.below(1_000_000)))
    // Many at the halves, where a score changes; and all that there can be.
    from.sums.set(Array.from({ length: count }, () => by.oneOf([0, 100, 37.25, by.next() * 100, by.below(2_001) / 20])))
    const sums = [...from.sums.subarray(0, count)]
    const tenths = sums.map(scoreTenths)
    for (const wanted of [1, 5, count, count + 1]) {
      const highest = tenths.toSorted((left, right) => right - left)[wanted - 1] ?? 0
      assert.equal(memory.listing.reachedBy(from.sums, count, wanted, scores), highest)
    }
    for (const [least, below] of [
      [0, Number.POSITIVE_INFINITY],
      [373, Number.POSITIVE_INFINITY],
      [372, 373],
      [by.below(1_000), by.below(1_000)],
    ] as const) {
      const picked = memory.listing.pick(from, count, { least, below }, into)
      const wanted = sums
        .map((_, place) => place)
        .filter((place) => {
          const score = tenths[place] ?? 0
          return score >= least && score < below
        })
      assert.deepEqual(
        [...into.ordinals.subarray(0, picked)],
        wanted.map((place) => from.ordinals[place]),
      )
      assert.deepEqual(
        [...into.sums.subarray(0, picked)],
        wanted.map((place) => sums[place]),
      )
      assert.ok(behind.every((word) => word === 0))
    }
  }
})

test('places are ranked by their numbers, however high, and equal ones as they came', () => {
  const by = chanceOf(11)
  const memory = new SetMemory()
  for (const length of [8, 176]) {
    for (const [firstMost, secondMost] of [
      [0, 0],
      [0, 3],
      [4, 70],
      [70, 5_000],
      [2 ** 31 - 1, 2 ** 31 - 1],
    ] as const) {
      for (const count of [1, length - 3, length]) {
        const numbers = (most: number) => Int32Array.from({ length }, () => by.below(most + 1))
        const [order, first, second] = [memory.take(length), memory.take(length), memory.take(length)]
        const places = Array.from({ length }, (_, place) => place).sort(() => by.next() - 0.5)
        order.set(places)
        first.set(numbers(firstMost))
        second.set(numbers(secondMost))
        const [ranked, room, digits, behind] = [length, length, digitsRoom, 8].map((words) => memory.take(words))
        assert.ok(ranked && room && digits && behind)
        const found = memory.listing.rank({ order, count }, { first, second }, { ranked, room, digits })
        const wanted = places
          .slice(0, count)
          .filter((place) => second[place] !== 0)
          .toSorted(
            (left, right) => (first[right] ?? 0) - (first[left] ?? 0) || (second[right] ?? 0) - (second[left] ?? 0),
          )
        assert.deepEqual([...ranked.subarray(0, found)], wanted)
        assert.ok(behind.every((word) => word === 0))
      }
    }
  }
})
