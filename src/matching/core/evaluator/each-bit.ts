/** Walks and counts over words of bits. */
import type { Bits } from '../../../measures/core/index/bitset.ts'
import { lowestOf } from '../../../measures/core/index/bitset.ts'

/** Visits the ordinals of a set, ascending. */
export function eachBit(bits: Bits, visit: (ordinal: number) => void): void {
  for (let word = 0; word < bits.length; word += 1) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) visit(word * 32 + lowestOf(left))
  }
}

/** How many bits of a word are set. */
export function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
