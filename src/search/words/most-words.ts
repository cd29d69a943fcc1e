/** The rows that have at least half of the words of a query. */

import { type Bits, intersect, unite } from '../sets/bitset.ts'

/** How many of the words of a query are enough. */
export function enoughOf(words: number): number {
  return Math.ceil(words / 2)
}

/**
 * The rows that are in at least `least` of the sets (1 or more). The sets are counted 32 rows at a time, as numbers of which
 * each set of `digits` holds one binary digit, the ones first.
 */
export function withAtLeast(sets: readonly Bits[], least: number): Bits {
  const digits: Bits[] = []
  for (const [place, set] of sets.entries()) {
    const carried = set.slice()
    for (const digit of digits) addTo(digit, carried)
    // Only a count that reaches a power of two needs one digit more.
    if ((place & (place + 1)) === 0) digits.push(carried)
  }
  // The lowest digit first: what a higher one says goes before what the lower ones said.
  const [first] = digits
  const found = new Int32Array(first?.length ?? 0).fill(-1)
  for (const [place, digit] of digits.entries()) {
    if ((least & (1 << place)) === 0) unite(found, digit)
    else intersect(found, digit)
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
