/** The rows that have at least half of the words of a query. */

import type { Operand } from './operand.ts'
import { keepBits } from './operand.ts'
import { type Bits, countBits, intersect, listBits, unite } from './sets/bitset.ts'
import type { Extent } from './sets/extent.ts'

/** How many of the words of a query are enough. */
export function enoughOf(words: number): number {
  return Math.ceil(words / 2)
}

export class MostWords implements Operand {
  readonly size: number
  readonly set: Bits
  readonly #extent: Extent

  /** `words`: the rows that have each; one at least. */
  constructor(extent: Extent, words: readonly Bits[]) {
    this.#extent = extent
    this.set = withAtLeast(extent, words, enoughOf(words.length))
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

/** The rows that are in at least `least` of the sets, 1 or more. */
export function withAtLeast(extent: Extent, sets: readonly Bits[], least: number): Bits {
  const [first, second, third] = sets
  // What nearly all searches come to, in one pass.
  if (least === 1 && first !== undefined && sets.length <= 2) {
    const found = extent.lendCopy(first)
    if (second !== undefined) unite(found, second)
    return found
  }
  if (least === 2 && sets.length === 3 && first && second && third) {
    const found = extent.lendUncleared()
    inTwoOfThree(found, first, second, third)
    return found
  }
  return counted(extent, sets, least)
}

function inTwoOfThree(found: Bits, first: Bits, second: Bits, third: Bits): void {
  for (let at = 0; at < found.length; at += 1) {
    const [one, two] = [first[at] ?? 0, second[at] ?? 0]
    found[at] = (one & two) | ((one | two) & (third[at] ?? 0))
  }
}

/**
 * The same for any number: the sets are counted 32 rows at a time, as numbers of which each set of `digits` holds one binary
 * digit, the ones first.
 */
function counted(extent: Extent, sets: readonly Bits[], least: number): Bits {
  const digits: Bits[] = []
  const carried = extent.lendUncleared()
  for (let place = 0; place < sets.length; place += 1) {
    carried.set(sets[place] ?? [])
    for (const digit of digits) addTo(digit, carried)
    // Only a count that reaches a power of two needs one digit more.
    if ((place & (place + 1)) === 0) digits.push(extent.lendCopy(carried))
  }
  // The lowest digit first: what a higher one says goes before what the lower ones said.
  const found = extent.lendUncleared().fill(-1)
  for (let digit = 0; digit < digits.length; digit += 1) {
    const held = digits[digit] ?? found
    if ((least & (1 << digit)) === 0) unite(found, held)
    else intersect(found, held)
  }
  return found
}

/** Adds what is carried to a digit, and leaves in it what is to be carried to the next. */
function addTo(digit: Bits, carried: Bits): void {
  for (let at = 0; at < digit.length; at += 1) {
    const held = digit[at] ?? 0
    const carry = carried[at] ?? 0
    digit[at] = held ^ carry
    carried[at] = held & carry
  }
}
