/**
 * A set of measures by ordinal, as it is kept: a short list while few are in it, bits once bits are smaller. Whatever it
 * is, it is poured into bits as long as the table of measures.
 */

import { addBit, type Bits, bitsFor, countBits, dropBit, hasBit, lowestOf } from '../../../search/sets/bitset.ts'
import { longer, ordinalsPerWord, unite, uniteExcept, uniteWithin, wordsFor } from './measure-sets.ts'

/** A list is kept while it has fewer ordinals than a quarter of the words that bits take: by then it is as long to walk. */
const listShare = 128

export class OrdinalSet {
  #list: number[] = []
  /** Null while it is a list. */
  #bits: Bits | null = null
  #highest = 0

  /** Adds an ordinal. The ordinals of one measure are added one after the other, so a repetition is the last one. */
  add(ordinal: number): void {
    this.#highest = Math.max(this.#highest, ordinal)
    if (this.#bits !== null) {
      this.#bits = this.#reaching(this.#bits, ordinal)
      addBit(this.#bits, ordinal)
      return
    }
    if (this.#list.at(-1) === ordinal) return
    this.#list.push(ordinal)
    if (isBetterAsBits(this.#list.length, this.#highest)) this.#toBits()
  }

  drop(ordinal: number): void {
    if (this.#bits !== null) {
      if (ordinal >>> 5 < this.#bits.length) dropBit(this.#bits, ordinal)
      return
    }
    const at = this.#list.indexOf(ordinal)
    const last = this.#list.at(-1)
    if (at === -1 || last === undefined) return
    this.#list[at] = last
    this.#list.pop()
  }

  /** Becomes what is in `bits`, a set that nobody else uses from here on; it has been empty until now. */
  adopt(bits: Bits): void {
    const highest = bits.length * ordinalsPerWord - 1
    if (isBetterAsBits(countBits(bits), highest)) {
      this.#highest = highest
      this.#bits = bits
      return
    }
    for (let word = 0; word < bits.length; word += 1) {
      for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
        this.#highest = word * ordinalsPerWord + lowestOf(left)
        this.#list.push(this.#highest)
      }
    }
  }

  /** Whether it never had more than a list holds, and has none now. */
  get isEmpty(): boolean {
    return this.#bits === null && this.#list.length === 0
  }

  /** The set itself, where it is bits that go at least so far; else null. Nobody may write to it. */
  bitsReaching(words: number): Bits | null {
    return this.#bits !== null && this.#bits.length >= words ? this.#bits : null
  }

  /** `into` takes in all of the set. */
  uniteInto(into: Bits): void {
    if (this.#bits !== null) unite(into, this.#bits)
    else for (const ordinal of this.#list) addBit(into, ordinal)
  }

  /** `into` takes in what `except` does not hold. */
  uniteIntoExcept(into: Bits, except: Bits): void {
    if (this.#bits !== null) uniteExcept(into, this.#bits, except)
    else for (const ordinal of this.#list) if (!hasBit(except, ordinal)) addBit(into, ordinal)
  }

  /** `into` takes in what `within` holds too. */
  uniteIntoWithin(into: Bits, within: Bits): void {
    if (this.#bits !== null) uniteWithin(into, this.#bits, within)
    else for (const ordinal of this.#list) if (hasBit(within, ordinal)) addBit(into, ordinal)
  }

  #toBits(): void {
    const bits = bitsFor(this.#highest + 1)
    for (const ordinal of this.#list) addBit(bits, ordinal)
    this.#bits = bits
    this.#list = []
  }

  #reaching(bits: Bits, ordinal: number): Bits {
    if (ordinal >>> 5 < bits.length) return bits
    return longer(bits, wordsFor(Math.max(ordinal + 1, bits.length * ordinalsPerWord * 2)))
  }
}

function isBetterAsBits(count: number, highest: number): boolean {
  return count * listShare > highest + ordinalsPerWord * ordinalsPerWord
}
