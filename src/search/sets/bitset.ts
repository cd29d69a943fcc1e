/**
 * Sets of ordinals as bits, 32 to a word. Signed words, because that is what the engine's integer operators give back.
 * Sets that meet in one operation have the same length, a multiple of 8 words:
 * loops take 4 or 8 words at a time, which is half as much again as one by one.
 */

export type Bits = Int32Array<ArrayBuffer>

export function bitsFor(capacity: number): Bits {
  return new Int32Array(((capacity + 255) >>> 8) * 8)
}

export function addBit(bits: Int32Array, ordinal: number): void {
  bits[ordinal >>> 5] = (bits[ordinal >>> 5] ?? 0) | (1 << (ordinal & 31))
}

export function dropBit(bits: Int32Array, ordinal: number): void {
  bits[ordinal >>> 5] = (bits[ordinal >>> 5] ?? 0) & ~(1 << (ordinal & 31))
}

export function markBit(bits: Int32Array, ordinal: number, holds: boolean): void {
  if (holds) addBit(bits, ordinal)
  else dropBit(bits, ordinal)
}

export function hasBit(bits: Int32Array, ordinal: number): boolean {
  return ((bits[ordinal >>> 5] ?? 0) & (1 << (ordinal & 31))) !== 0
}

/** `into` keeps what is in `other` too. */
export function intersect(into: Bits, other: Bits): void {
  for (let word = 0; word < into.length; word += 4) {
    into[word] = (into[word] ?? 0) & (other[word] ?? 0)
    into[word + 1] = (into[word + 1] ?? 0) & (other[word + 1] ?? 0)
    into[word + 2] = (into[word + 2] ?? 0) & (other[word + 2] ?? 0)
    into[word + 3] = (into[word + 3] ?? 0) & (other[word + 3] ?? 0)
  }
}

/** `into` takes in what is in `other`. */
export function unite(into: Bits, other: Bits): void {
  for (let word = 0; word < into.length; word += 4) {
    into[word] = (into[word] ?? 0) | (other[word] ?? 0)
    into[word + 1] = (into[word + 1] ?? 0) | (other[word + 1] ?? 0)
    into[word + 2] = (into[word + 2] ?? 0) | (other[word + 2] ?? 0)
    into[word + 3] = (into[word + 3] ?? 0) | (other[word + 3] ?? 0)
  }
}

/** `into` loses what is in `other`. */
export function subtract(into: Bits, other: Bits): void {
  for (let word = 0; word < into.length; word += 4) {
    into[word] = (into[word] ?? 0) & ~(other[word] ?? 0)
    into[word + 1] = (into[word + 1] ?? 0) & ~(other[word + 1] ?? 0)
    into[word + 2] = (into[word + 2] ?? 0) & ~(other[word + 2] ?? 0)
    into[word + 3] = (into[word + 3] ?? 0) & ~(other[word + 3] ?? 0)
  }
}

/** How many ordinals a set holds. */
export function countBits(bits: Bits): number {
  return countCommon(bits, bits)
}

/** How many ordinals both sets hold: the ones of eight words are added up as words before any is counted (Harley, Seal). */
export function countCommon(left: Bits, right: Bits): number {
  let ones = 0
  let twos = 0
  let fours = 0
  let eights = 0
  for (let word = 0; word < left.length; word += 8) {
    const a = (left[word] ?? 0) & (right[word] ?? 0)
    const b = (left[word + 1] ?? 0) & (right[word + 1] ?? 0)
    const c = (left[word + 2] ?? 0) & (right[word + 2] ?? 0)
    const d = (left[word + 3] ?? 0) & (right[word + 3] ?? 0)
    const two = carry(ones, a, b)
    ones ^= a ^ b
    const otherTwo = carry(ones, c, d)
    ones ^= c ^ d
    const four = carry(twos, two, otherTwo)
    twos ^= two ^ otherTwo
    const e = (left[word + 4] ?? 0) & (right[word + 4] ?? 0)
    const f = (left[word + 5] ?? 0) & (right[word + 5] ?? 0)
    const g = (left[word + 6] ?? 0) & (right[word + 6] ?? 0)
    const h = (left[word + 7] ?? 0) & (right[word + 7] ?? 0)
    const thirdTwo = carry(ones, e, f)
    ones ^= e ^ f
    const fourthTwo = carry(ones, g, h)
    ones ^= g ^ h
    const otherFour = carry(twos, thirdTwo, fourthTwo)
    twos ^= thirdTwo ^ fourthTwo
    eights += onesIn(carry(fours, four, otherFour))
    fours ^= four ^ otherFour
  }
  return 8 * eights + 4 * onesIn(fours) + 2 * onesIn(twos) + onesIn(ones)
}

/** Visits the ordinals of a set, ascending. */
export function eachBit(bits: Bits, visit: (ordinal: number) => void): void {
  for (let word = 0; word < bits.length; word += 1) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) visit(word * 32 + lowestOf(left))
  }
}

/** Place of the lowest one in a word that is not 0. */
export function lowestOf(word: number): number {
  return 31 - Math.clz32(word & -word)
}

/** How many bits of a word are set. */
export function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The carry of adding three numbers of one bit each, 32 times side by side. */
function carry(left: number, middle: number, right: number): number {
  return (left & middle) | ((left ^ middle) & right)
}
