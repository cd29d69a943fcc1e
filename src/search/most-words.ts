/** The rows that have at least half of the words of a query. */

import type { Operand } from './operand.ts'
import { keepBits } from './operand.ts'
import { type Bits, countBits, intersect, listBits } from './sets/bitset.ts'
import type { Extent } from './sets/extent.ts'

export class MostWords implements Operand {
  readonly size: number
  readonly set: Bits
  readonly #extent: Extent

  /** `words`: the rows that have each; one at least. */
  constructor(extent: Extent, words: readonly Bits[]) {
    this.#extent = extent
    this.set = withAtLeast(extent, words, Math.ceil(words.length / 2))
    this.size = countBits(this.set)
  }

  list(): number {
    return listBits(this.set, this.#extent.list)
  }

  keep(length: number): number {
    return keepBits(this.set, this.#extent.list, length)
  }

  intersect(bits: Bits): void {
    intersect(bits, this.set)
  }
}

/** The rows that are in at least `least` of the sets: 32 rows are counted at a time, a digit of their counts in each number. */
function withAtLeast(extent: Extent, sets: readonly Bits[], least: number): Bits {
  const found = extent.lendUncleared()
  const digits = new Int32Array(32 - Math.clz32(sets.length))
  for (let at = 0; at < found.length; at += 1) {
    digits.fill(0)
    for (let set = 0; set < sets.length; set += 1) {
      let carry = sets[set]?.[at] ?? 0
      for (let digit = 0; carry !== 0; digit += 1) {
        const held = digits[digit] ?? 0
        digits[digit] = held ^ carry
        carry &= held
      }
    }
    let more = 0
    let same = -1
    for (let digit = digits.length - 1; digit >= 0; digit -= 1) {
      const held = digits[digit] ?? 0
      if ((least & (1 << digit)) !== 0) same &= held
      else {
        more |= same & held
        same &= ~held
      }
    }
    found[at] = more | same
  }
  return found
}
