import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chanceOf } from '../../../../tests/harness/random-matches.ts'
import { addBit, hasBit } from '../../../search/sets/bitset.ts'
import type { KernelBits } from './kernel.ts'
import { OrdinalSet } from './ordinal-set.ts'
import { SetMemory, wordsFor } from './set-memory.ts'

test('every set is empty when it is taken, starts where the kernel can read, and shares no word with another', () => {
  const by = chanceOf(1)
  const memory = new SetMemory()
  const held: { bits: KernelBits; mark: number }[] = []
  for (let step = 0; step < 3_000; step += 1) {
    if (by.happens(0.45) && held.length > 0) {
      const [gone] = held.splice(by.below(held.length), 1)
      assert.ok(gone)
      assert.ok(gone.bits.every((word) => word === gone.mark))
      memory.giveBack(gone.bits)
      continue
    }
    const bits = memory.take(by.below(80) * 8)
    assert.equal(bits.byteOffset % 16, 0)
    assert.ok(bits.every((word) => word === 0))
    bits.fill(step)
    held.push({ bits, mark: step })
  }
  for (const { bits, mark } of held) assert.ok(bits.every((word) => word === mark))
})

test('what was given back is given out again, so that taking and giving back costs no memory', () => {
  const by = chanceOf(2)
  const memory = new SetMemory()
  const round = (): void => {
    const taken = Array.from({ length: 200 }, () => memory.take(by.below(80) * 8))
    for (const bits of taken) memory.giveBack(bits)
  }
  for (let warm = 0; warm < 30; warm += 1) round()
  const { held } = memory.words
  for (let again = 0; again < 300; again += 1) round()
  assert.deepEqual(memory.words, { taken: 0, held })
})

test('a set stays where it is and keeps what is in it while the memory grows', () => {
  const memory = new SetMemory()
  const bits = memory.forOrdinals(1_000)
  addBit(bits, 999)
  const others = Array.from({ length: 100 }, () => memory.take(16_384))
  assert.ok(hasBit(bits, 999))
  memory.kernel.unite(others.at(-1) ?? bits, bits)
  assert.ok(hasBit(others.at(-1) ?? bits, 999))
})

test('beyond what it may have it gives nothing, and says so', () => {
  const memory = new SetMemory(2)
  const [first, second] = [memory.take(16_384), memory.take(16_384)]
  assert.throws(() => memory.take(8), /may take 32768 words/)
  memory.giveBack(second)
  memory.take(16_384)
  assert.equal(first.length, 16_384)
})

test('a set made of bits holds what they held, however many, and gives all of its memory back', () => {
  const memory = new SetMemory()
  for (const step of [1, 7, 100, 3_000]) {
    const [bits, into] = [memory.forOrdinals(10_000), memory.forOrdinals(10_000)]
    for (let ordinal = 0; ordinal < 10_000; ordinal += step) addBit(bits, ordinal)
    const wanted = [...bits]
    const set = new OrdinalSet(memory)
    set.adopt(bits)
    set.uniteInto(into)
    assert.deepEqual([...into], wanted)
    set.giveBack()
    memory.giveBack(into)
    assert.equal(memory.words.taken, 0)
  }
})

test('a set that grows gives back what it grew out of', () => {
  const memory = new SetMemory()
  const set = new OrdinalSet(memory)
  for (let ordinal = 0; ordinal < 100_000; ordinal += 1) set.add(ordinal)
  assert.ok(memory.words.taken <= 2 * wordsFor(100_000), String(memory.words.taken))
  set.giveBack()
  assert.equal(memory.words.taken, 0)
})
