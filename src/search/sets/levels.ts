/**
 * A level, from 0 to `topLevel`, for each ordinal: how well a row has a word of a query (`words/grades.ts`). The binary digits
 * of the levels of 32 rows stand side by side as four numbers, the ones first: so the levels of many rows are compared at once,
 * and that of one row is read from one line of memory.
 */

import { type Bits, bitsFor } from './bitset.ts'

export type Levels = Int32Array<ArrayBuffer>

export const topLevel = 9
const digits = 4

export function levelsFor(capacity: number): Levels {
  return new Int32Array(bitsFor(capacity).length * digits)
}

export function levelAt(levels: Levels, ordinal: number): number {
  const at = (ordinal >>> 5) * digits
  const place = ordinal & 31
  return (
    (((levels[at] ?? 0) >>> place) & 1) |
    ((((levels[at + 1] ?? 0) >>> place) & 1) << 1) |
    ((((levels[at + 2] ?? 0) >>> place) & 1) << 2) |
    ((((levels[at + 3] ?? 0) >>> place) & 1) << 3)
  )
}

/** Gives an ordinal a level where the one it has is lower. */
export function raise(levels: Levels, ordinal: number, level: number): void {
  if (level <= levelAt(levels, ordinal)) return
  const at = (ordinal >>> 5) * digits
  const bit = 1 << (ordinal & 31)
  for (let digit = 0; digit < digits; digit += 1) {
    const held = levels[at + digit] ?? 0
    levels[at + digit] = (level & (1 << digit)) === 0 ? held & ~bit : held | bit
  }
}

/** Gives the ordinals of a set a level where the one they have is lower. */
export function raiseSet(levels: Levels, bits: Bits, level: number): void {
  for (let place = 0; place < bits.length; place += 1) {
    const set = bits[place] ?? 0
    if (set === 0) continue
    const first = place * digits
    // From the highest digit down: those that are lower already, and those that are the same so far.
    let lower = 0
    let same = set
    for (let digit = digits - 1; digit >= 0; digit -= 1) {
      const held = levels[first + digit] ?? 0
      if ((level & (1 << digit)) === 0) same &= ~held
      else {
        lower |= same & ~held
        same &= held
      }
    }
    for (let digit = 0; digit < digits; digit += 1) {
      const held = levels[first + digit] ?? 0
      levels[first + digit] = (level & (1 << digit)) === 0 ? held & ~lower : held | lower
    }
  }
}

/** Gives every ordinal the higher of its levels in both, where the top level of the others counts for the one below it. */
export function raiseAll(into: Levels, others: Levels): void {
  for (let at = 0; at < into.length; at += digits) {
    const [one, two, four, eight] = [into[at] ?? 0, into[at + 1] ?? 0, into[at + 2] ?? 0, into[at + 3] ?? 0]
    const otherEight = others[at + 3] ?? 0
    const otherOne = (others[at] ?? 0) & ~otherEight
    const [otherTwo, otherFour] = [others[at + 1] ?? 0, others[at + 2] ?? 0]
    const byOne = otherOne & ~one
    const byTwo = (otherTwo & ~two) | (~(otherTwo ^ two) & byOne)
    const byFour = (otherFour & ~four) | (~(otherFour ^ four) & byTwo)
    const higher = (otherEight & ~eight) | (~(otherEight ^ eight) & byFour)
    into[at] = (one & ~higher) | (otherOne & higher)
    into[at + 1] = (two & ~higher) | (otherTwo & higher)
    into[at + 2] = (four & ~higher) | (otherFour & higher)
    into[at + 3] = (eight & ~higher) | (otherEight & higher)
  }
}

/** The top level is taken for the one below it. */
export function lowerTop(levels: Levels): void {
  for (let at = 0; at < levels.length; at += digits) levels[at] = (levels[at] ?? 0) & ~(levels[at + 3] ?? 0)
}

/** The same of the levels that are seen, a bit each. */
export function lowerSeen(seen: number): number {
  const top = 1 << topLevel
  return (seen & top) === 0 ? seen : (seen & ~top) | (top >> 1)
}

/** Moves the rows of a level out of a set, into another that is written whole. */
export function takeLevel(from: Bits, into: Bits, levels: Levels, level: number): void {
  for (let at = 0; at < from.length; at += 1) {
    const taken = ofLevel(from, levels, level, at)
    into[at] = taken
    if (taken !== 0) from[at] = (from[at] ?? 0) ^ taken
  }
}

/** Of 32 rows of a set, those of a level. */
export function ofLevel(bits: Bits, levels: Levels, level: number, at: number): number {
  const all = bits[at] ?? 0
  if (all === 0) return 0
  // A digit that is to be 0 is turned round, so that all four are to be 1.
  const first = at * digits
  const low = ((levels[first] ?? 0) ^ ((level & 1) - 1)) & ((levels[first + 1] ?? 0) ^ (((level >> 1) & 1) - 1))
  const high = ((levels[first + 2] ?? 0) ^ (((level >> 2) & 1) - 1)) & ((levels[first + 3] ?? 0) ^ ((level >> 3) - 1))
  return all & low & high
}

/** Adds to the score of each of the first `count` rows of a list what its level gains. */
export function addGains(
  scores: Int32Array,
  list: Int32Array,
  count: number,
  levels: Levels,
  gains: readonly number[],
): void {
  for (let place = 0; place < count; place += 1) {
    scores[place] = (scores[place] ?? 0) + (gains[levelAt(levels, list[place] ?? 0)] ?? 0)
  }
}
