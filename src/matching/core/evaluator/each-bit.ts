/** Walks over the ordinals of a set. */
import type { Bits } from '../../../measures/core/index/bitset.ts'
import { lowestOf } from '../../../measures/core/index/bitset.ts'

/** Visits the ordinals of a set, ascending. */
export function eachBit(bits: Bits, visit: (ordinal: number) => void): void {
  for (let word = 0; word < bits.length; word += 1) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) visit(word * 32 + lowestOf(left))
  }
}
