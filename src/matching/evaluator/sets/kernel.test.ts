import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { fillings, listOf, onesOf } from '../../../../tests/harness/kernel-sets.ts'
import { chanceOf } from '../../../../tests/harness/random-matches.ts'
import type { KernelBits } from './kernel.ts'
import { SetMemory } from './set-memory.ts'

/** Lengths around the runs in which ones are counted, and the shortest. */
const lengths = [0, 8, 16, 120, 128, 248, 256, 320, 504]

/** Every operation: sets by name in its order, of which it writes some; how words become what. */
type Words = Record<string, number>
type Case = {
  name: string
  sets: readonly string[]
  run(memory: SetMemory, sets: Record<string, KernelBits>): void
  word(words: Words): Words
}

const at = (sets: Record<string, KernelBits>, name: string): KernelBits => {
  const set = sets[name]
  assert.ok(set)
  return set
}
const of = (words: Words, name: string): number => words[name] ?? 0

const cases: Case[] = [
  {
    name: 'clear',
    sets: ['into'],
    run: ({ kernel }, sets) => kernel.clear(at(sets, 'into')),
    word: () => ({ into: 0 }),
  },
  {
    name: 'copy',
    sets: ['into', 'from'],
    run: ({ kernel }, sets) => kernel.copy(at(sets, 'into'), at(sets, 'from')),
    word: (words) => ({ into: of(words, 'from') }),
  },
  {
    name: 'unite',
    sets: ['into', 'other'],
    run: ({ kernel }, sets) => kernel.unite(at(sets, 'into'), at(sets, 'other')),
    word: (words) => ({ into: of(words, 'into') | of(words, 'other') }),
  },
  {
    name: 'uniteExcept',
    sets: ['into', 'other', 'except'],
    run: ({ kernel }, sets) => kernel.uniteExcept(at(sets, 'into'), at(sets, 'other'), at(sets, 'except')),
    word: (words) => ({ into: of(words, 'into') | (of(words, 'other') & ~of(words, 'except')) }),
  },
  {
    name: 'uniteWithin',
    sets: ['into', 'other', 'within'],
    run: ({ kernel }, sets) => kernel.uniteWithin(at(sets, 'into'), at(sets, 'other'), at(sets, 'within')),
    word: (words) => ({ into: of(words, 'into') | (of(words, 'other') & of(words, 'within')) }),
  },
  {
    name: 'keepEither',
    sets: ['into', 'set', 'either', 'other', 'without', 'besides'],
    run: ({ kernel }, sets) =>
      kernel.keepEither(
        at(sets, 'into'),
        at(sets, 'set'),
        [at(sets, 'either'), at(sets, 'other')],
        [at(sets, 'without'), at(sets, 'besides')],
      ),
    word: (words) => ({
      into:
        of(words, 'set') & (of(words, 'either') | of(words, 'other')) & ~of(words, 'without') & ~of(words, 'besides'),
    }),
  },
  {
    name: 'intersect',
    sets: ['into', 'other'],
    run: ({ kernel }, sets) => kernel.intersect(at(sets, 'into'), at(sets, 'other')),
    word: (words) => ({ into: of(words, 'into') & of(words, 'other') }),
  },
  {
    name: 'subtract',
    sets: ['into', 'other'],
    run: ({ kernel }, sets) => kernel.subtract(at(sets, 'into'), at(sets, 'other')),
    word: (words) => ({ into: of(words, 'into') & ~of(words, 'other') }),
  },
  {
    name: 'sortStanding',
    sets: ['live', 'refused', 'weak', 'notOpen', 'names', 'sharing', 'standing', 'shutOut', 'onTopic', 'counted'],
    run: ({ kernel }, sets) =>
      kernel.sortStanding(
        {
          live: at(sets, 'live'),
          refused: at(sets, 'refused'),
          weak: at(sets, 'weak'),
          notOpen: at(sets, 'notOpen'),
          namesTopics: at(sets, 'names'),
          sharing: at(sets, 'sharing'),
        },
        {
          standing: at(sets, 'standing'),
          shutOut: at(sets, 'shutOut'),
          onTopic: at(sets, 'onTopic'),
          counted: at(sets, 'counted'),
        },
      ),
    word: (words) => {
      const standing = of(words, 'live') & ~of(words, 'refused')
      const onTopic = ~(of(words, 'names') & ~of(words, 'sharing'))
      const counted = standing & onTopic & ~of(words, 'notOpen') & ~of(words, 'weak')
      return { standing, shutOut: of(words, 'live') & of(words, 'refused'), onTopic, counted }
    },
  },
  {
    name: 'gatherWithin',
    sets: ['first', 'second', 'third', 'within', 'into', 'intoThird', 'any', 'one'],
    run: (memory, sets) => {
      const list = listOf(memory, [at(sets, 'first'), at(sets, 'second'), at(sets, 'third')])
      // Into itself, and into others.
      const into = listOf(memory, [at(sets, 'first'), at(sets, 'into'), at(sets, 'intoThird')])
      memory.kernel.gatherWithin(list, at(sets, 'within'), into, { any: at(sets, 'any'), one: at(sets, 'one') })
    },
    word: (words) => {
      const [a = 0, b = 0, c = 0] = ['first', 'second', 'third'].map((name) => of(words, name) & of(words, 'within'))
      const any = a | b | c
      return { first: a, into: b, intoThird: c, any, one: any & ~((a & b) | (a & c) | (b & c)) }
    },
  },
  {
    name: 'gatherWithin, of none',
    sets: ['within', 'any', 'one'],
    run: (memory, sets) => {
      const [none, into] = [listOf(memory, []), { any: at(sets, 'any'), one: at(sets, 'one') }]
      memory.kernel.gatherWithin(none, at(sets, 'within'), none, into)
    },
    word: () => ({ any: 0, one: 0 }),
  },
  {
    name: 'sortGroups',
    sets: [
      ...['standing', 'counted', 'blind', 'answered', 'lacking', 'asking', 'lackingOne'],
      ...['likely', 'possibly', 'review'],
    ],
    run: ({ kernel }, sets) =>
      kernel.sortGroups(
        {
          standing: at(sets, 'standing'),
          counted: at(sets, 'counted'),
          blind: at(sets, 'blind'),
          answered: at(sets, 'answered'),
          lacking: at(sets, 'lacking'),
          asking: at(sets, 'asking'),
        },
        {
          lackingOne: at(sets, 'lackingOne'),
          likely: at(sets, 'likely'),
          possibly: at(sets, 'possibly'),
          review: at(sets, 'review'),
        },
      ),
    word: (words) => {
      const lacks = of(words, 'lacking') | of(words, 'asking')
      const decided = of(words, 'counted') & (~of(words, 'blind') | of(words, 'answered'))
      return {
        lackingOne: of(words, 'lackingOne') & of(words, 'counted') & ~of(words, 'asking'),
        likely: decided & ~lacks,
        possibly: decided & lacks,
        review: of(words, 'standing') & ~decided,
      }
    },
  },
]

/** Puts every set of a case between words that nobody may touch. */
function filled(memory: SetMemory, names: readonly string[], length: number, word: () => number) {
  const guards: KernelBits[] = []
  const guard = (): void => {
    const bits = memory.take(8)
    bits.fill(0x5a5a5a5a)
    guards.push(bits)
  }
  guard()
  const sets = Object.fromEntries(
    names.map((name) => {
      const bits = memory.take(length)
      bits.set(Array.from(bits, word))
      guard()
      return [name, bits]
    }),
  )
  return { sets, guards }
}

for (const { name, sets: names, run, word } of cases) {
  test(`${name} does to every word of sets of any length what it says, and touches nothing beside`, () => {
    const by = chanceOf(7)
    for (const length of lengths) {
      for (const [, fill] of [...fillings, ...fillings]) {
        const memory = new SetMemory()
        // Each set of another kind, so that every kind meets every other in time.
        const { sets, guards } = filled(memory, names, length, () =>
          by.happens(0.5) ? fill(by) : by.oneOf(fillings)[1](by),
        )
        const before = Array.from({ length }, (_, place) =>
          Object.fromEntries(names.map((each) => [each, at(sets, each)[place] ?? 0])),
        )
        run(memory, sets)
        const after = before.map((words) => ({ ...words, ...word(words) }))
        for (const each of names) {
          assert.deepEqual(
            [...at(sets, each)],
            after.map((words) => of(words, each) | 0),
            `${each} of ${length} words`,
          )
        }
        for (const bits of guards)
          assert.deepEqual(
            [...bits],
            Array.from({ length: 8 }, () => 0x5a5a5a5a),
          )
      }
    }
  })
}

test('ones are counted as one by one, in sets of any length and filling', () => {
  const by = chanceOf(8)
  const memory = new SetMemory()
  const [counts, otherCounts] = [memory.take(8), memory.take(8)]
  for (const length of lengths) {
    for (const [, left] of fillings) {
      for (const [, right] of fillings) {
        const [one, other] = [left, right].map((fill) => {
          const bits = memory.take(length)
          bits.set(Array.from(bits, () => fill(by)))
          return bits
        })
        assert.ok(one && other)
        const common = onesOf(one.map((word, place) => word & (other[place] ?? 0)))
        assert.equal(memory.kernel.count(one), onesOf(one))
        assert.equal(memory.kernel.countCommon(one, other), common)
        memory.kernel.countEachWithin(listOf(memory, [one, other]), [other, one], [counts, otherCounts])
        assert.deepEqual([...counts.subarray(0, 3)], [common, onesOf(other), 0])
        assert.deepEqual([...otherCounts.subarray(0, 3)], [onesOf(one), common, 0])
      }
    }
  }
})

test('what is united goes as far as both sets do', () => {
  const memory = new SetMemory()
  for (const [length, otherLength] of [
    [16, 8],
    [8, 16],
  ] as const) {
    const [into, other, nobody] = [memory.take(length), memory.take(otherLength), memory.take(8)]
    other.fill(-1)
    for (const unite of [
      () => memory.kernel.unite(into, other),
      () => memory.kernel.uniteExcept(into, other, nobody),
      () => memory.kernel.uniteWithin(into, other, other),
    ]) {
      into.fill(0)
      unite()
      assert.deepEqual(
        [...into],
        Array.from(into, (_, place) => (place < 8 ? -1 : 0)),
      )
    }
  }
})

test('a set that is too short for a call is refused', () => {
  const memory = new SetMemory()
  const [long, short] = [memory.take(16), memory.take(8)]
  const { kernel } = memory
  const { listing } = memory
  const room = memory.take(2048)
  const [pairs, shortPairs] = [listOf(memory, [room]), listOf(memory, [short])]
  const points = { pairs, open: short, ordinals: room }
  const into = { any: long, one: long }
  const summed = { ordinals: long, sums: memory.takeNumbers(16) }
  const calls = [
    () => kernel.copy(long, short),
    () => kernel.uniteExcept(long, long, short),
    () => kernel.uniteWithin(long, long, short),
    () => kernel.keepEither(long, long, [long, short], [long, long]),
    () => kernel.keepEither(long, long, [long, long], [short, long]),
    () => kernel.intersect(long, short),
    () => kernel.subtract(long, short),
    () => kernel.countCommon(long, short),
    () => kernel.countEachWithin(listOf(memory, [short]), [long, long], [long, long]),
    () => kernel.countEachWithin(listOf(memory, [long]), [long, short], [long, long]),
    () => kernel.gatherWithin(listOf(memory, [short]), long, listOf(memory, [long]), into),
    () => kernel.gatherWithin(listOf(memory, [long]), long, listOf(memory, [short]), into),
    () => kernel.gatherWithin(listOf(memory, [long]), long, listOf(memory, [long]), { ...into, any: short }),
    () => listOf(memory, [long, short]),
    () => listOf(memory, [long]).add(short, 16),
    () => listing.dropSettled(long, short, points),
    () => listing.dropSettled(short, short, { ...points, pairs: shortPairs }),
    () => listing.dropSettled(short, short, { ...points, ordinals: short }),
    () => listing.countPairs(long, short, room, { counts: room, ordinals: room }),
    () => listing.countPairs(short, short, short, { counts: room, ordinals: room }),
    () => listing.countPairs(short, short, room, { counts: room, ordinals: short }),
    () => listing.countOnly(short, { ...points, pairs: shortPairs }, room),
    () => listing.countOnly(short, points, short),
    () => listing.countLacked({ ordinals: long, count: 16 }, pairs, points, short),
    () => listing.pick(summed, 16, { least: 0, below: 1 }, { ...summed, ordinals: short }),
    () => listing.reachedBy(summed.sums, 16, 1, short),
    () => listing.rank({ order: long, count: 1 }, { first: short, second: long }, { ranked: long, room, digits: room }),
    () => listing.rank({ order: long, count: 1 }, { first: long, second: long }, { ranked: short, room, digits: room }),
    () =>
      listing.rank({ order: short, count: 1 }, { first: long, second: long }, { ranked: room, room, digits: short }),
  ]
  for (const call of calls) assert.throws(call, /a set of 8 words|sets of 8 words/)
})

test('the bytes are those that the text of the kernel assembles to', () => {
  const script = join(import.meta.dirname, '..', '..', '..', '..', 'scripts', 'set-kernel.mjs')
  execFileSync(process.execPath, [script, '--check'])
})
