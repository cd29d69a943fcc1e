/** Sets in the memory of a kernel as tests fill them, and what is in them one by one. */

import type { KernelBits } from '../../src/matching/evaluator/sets/kernel.ts'
import { SetList } from '../../src/matching/evaluator/sets/set-list.ts'
import type { SetMemory } from '../../src/matching/evaluator/sets/set-memory.ts'
import { hasBit } from '../../src/search/sets/bitset.ts'
import type { Chance } from './random-matches.ts'

/** Words of sets of every kind. */
export const fillings: [how: string, word: (by: Chance) => number][] = [
  ['nothing', () => 0],
  ['everything', () => -1],
  ['half', (by) => by.below(2 ** 32) | 0],
  ['little', (by) => (by.happens(0.1) ? 1 << by.below(32) : 0)],
]

export function listOf(memory: SetMemory, sets: readonly KernelBits[]): SetList {
  const list = new SetList(memory, 8)
  for (const set of sets) list.add(set)
  return list
}

/** How many bits are set in some words. */
export const onesOf = (words: Iterable<number>): number =>
  [...words].reduce((sum, word) => sum + (word >>> 0).toString(2).replaceAll('0', '').length, 0)

export function ordinalsOf(set: KernelBits): number[] {
  return Array.from({ length: set.length * 32 }, (_, ordinal) => ordinal).filter((ordinal) => hasBit(set, ordinal))
}

export function randomSet(memory: SetMemory, length: number, by: Chance, fill: (by: Chance) => number): KernelBits {
  const bits = memory.take(length)
  bits.set(Array.from(bits, () => fill(by)))
  return bits
}
