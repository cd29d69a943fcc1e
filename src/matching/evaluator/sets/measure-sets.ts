/**
 * Sets of measures as bits by ordinal (`search/sets/bitset.ts`), and what is done to those that need not have the same length:
 * what lies behind the end of one is not in it, and a set that is written keeps its length.
 */
import type { Bits } from '../../../search/sets/bitset.ts'

export const ordinalsPerWord = 32
/** A set has a multiple of so many words: whole sets are counted eight words at a time. */
const wordsAtOnce = 8

/** Words that a set needs for so many ordinals. */
export function wordsFor(capacity: number): number {
  return Math.ceil(capacity / (ordinalsPerWord * wordsAtOnce)) * wordsAtOnce
}

/** A set of so many words with nothing in it. */
export function emptySet(words: number): Bits {
  return new Int32Array(words)
}

/** A set of so many words with what is in this one. */
export function longer(bits: Bits, words: number): Bits {
  const copy = new Int32Array(words)
  copy.set(bits)
  return copy
}

/** `into` takes in what is in `other`. */
export function unite(into: Bits, other: Bits): void {
  const words = Math.min(into.length, other.length)
  for (let word = 0; word < words; word += 1) into[word] = (into[word] ?? 0) | (other[word] ?? 0)
}

/** `into` takes in what is in `other` and not in `except`. */
export function uniteExcept(into: Bits, other: Bits, except: Bits): void {
  const words = Math.min(into.length, other.length)
  for (let word = 0; word < words; word += 1)
    into[word] = (into[word] ?? 0) | ((other[word] ?? 0) & ~(except[word] ?? 0))
}

/** `into` takes in what is in `other` and in `within`. */
export function uniteWithin(into: Bits, other: Bits, within: Bits): void {
  const words = Math.min(into.length, other.length, within.length)
  for (let word = 0; word < words; word += 1)
    into[word] = (into[word] ?? 0) | ((other[word] ?? 0) & (within[word] ?? 0))
}
