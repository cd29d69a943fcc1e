/**
 * A set of measures by ordinal, as it is kept: a short list while few are in it, bits once bits are smaller. Whatever it
 * is, it is poured into bits as long as the table of measures.
 */
import { addBit, type Bits, bitsFor, dropBit, hasBit } from '../../../search/sets/bitset.ts'

const ordinalsPerWord = 32
/** A list is kept while it has fewer ordinals than half the words that bits would take: one costs as much as two words. */
const listShare = 64

export class OrdinalSet {
  #list: number[] | null = []
  #bits: Bits = bitsFor(0)
  #highest = 0

  /** Adds an ordinal. The ordinals of one measure are added one after the other, so a repetition is the last one. */
  add(ordinal: number): void {
    this.#highest = Math.max(this.#highest, ordinal)
    if (this.#list === null) {
      this.#reach(ordinal)
      addBit(this.#bits, ordinal)
      return
    }
    if (this.#list.at(-1) === ordinal) return
    this.#list.push(ordinal)
    if (this.#list.length * listShare > this.#highest + ordinalsPerWord * ordinalsPerWord) this.#toBits(this.#list)
  }

  drop(ordinal: number): void {
    if (this.#list === null) {
      if (ordinal >>> 5 < this.#bits.length) dropBit(this.#bits, ordinal)
      return
    }
    const at = this.#list.indexOf(ordinal)
    const last = this.#list.at(-1)
    if (at === -1 || last === undefined) return
    this.#list[at] = last
    this.#list.pop()
  }

  /** `into` takes in all of the set. */
  uniteInto(into: Bits): void {
    if (this.#list !== null) {
      for (const ordinal of this.#list) addBit(into, ordinal)
      return
    }
    const bits = this.#bits
    const words = Math.min(bits.length, into.length)
    // Both are multiples of 8 words.
    for (let word = 0; word < words; word += 4) {
      into[word] = (into[word] ?? 0) | (bits[word] ?? 0)
      into[word + 1] = (into[word + 1] ?? 0) | (bits[word + 1] ?? 0)
      into[word + 2] = (into[word + 2] ?? 0) | (bits[word + 2] ?? 0)
      into[word + 3] = (into[word + 3] ?? 0) | (bits[word + 3] ?? 0)
    }
  }

  /** `into` takes in what `except` does not hold. */
  uniteIntoExcept(into: Bits, except: Bits): void {
    if (this.#list !== null) {
      for (const ordinal of this.#list) if (!hasBit(except, ordinal)) addBit(into, ordinal)
      return
    }
    const bits = this.#bits
    const words = Math.min(bits.length, into.length)
    for (let word = 0; word < words; word += 1) {
      into[word] = (into[word] ?? 0) | ((bits[word] ?? 0) & ~(except[word] ?? 0))
    }
  }

  /** `into` takes in what `within` holds too. */
  uniteIntoWithin(into: Bits, within: Bits): void {
    if (this.#list !== null) {
      for (const ordinal of this.#list) if (hasBit(within, ordinal)) addBit(into, ordinal)
      return
    }
    const bits = this.#bits
    const words = Math.min(bits.length, into.length)
    for (let word = 0; word < words; word += 1) {
      into[word] = (into[word] ?? 0) | ((bits[word] ?? 0) & (within[word] ?? 0))
    }
  }

  #toBits(list: readonly number[]): void {
    this.#list = null
    this.#reach(this.#highest)
    for (const ordinal of list) addBit(this.#bits, ordinal)
  }

  #reach(ordinal: number): void {
    if (ordinal >>> 5 < this.#bits.length) return
    const longer = bitsFor(Math.max(ordinal + 1, this.#bits.length * ordinalsPerWord * 2))
    longer.set(this.#bits)
    this.#bits = longer
  }
}
