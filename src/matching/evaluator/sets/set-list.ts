/** Sets of one memory, one after another, as a kernel takes them. They all have room for the same. */
import { type KernelBits, wordBytes, wordsAtOnce } from './kernel.ts'
import type { SetMemory } from './set-memory.ts'

export class SetList {
  readonly sets: KernelBits[] = []
  readonly #addresses: KernelBits
  #words = 0

  /** Of at most `most` sets. */
  constructor(memory: SetMemory, most: number) {
    this.#addresses = memory.take(Math.ceil(most / wordsAtOnce) * wordsAtOnce)
  }

  /** Begins anew, with none. */
  begin(): void {
    this.sets.length = 0
  }

  /** `words`: how many of the set count, where it is longer than the others. */
  add(set: KernelBits, words = set.length): void {
    const place = this.sets.length
    if (place === this.#addresses.length) throw new Error(`a list has room for ${place} sets`)
    if (place === 0) this.#words = words
    this.sets.push(set)
    this.put(place, set, words)
  }

  /** Puts a set in the place of one of them. */
  put(place: number, set: KernelBits, words = set.length): void {
    if (words !== this.#words || set.length < words) {
      throw new Error(`a set of ${Math.min(words, set.length)} words joins some of ${this.#words}`)
    }
    this.sets[place] = set
    this.#addresses[place] = set.byteOffset
  }

  get length(): number {
    return this.sets.length
  }

  /** Words of each; as many as anybody asks for where there is none. */
  get words(): number {
    return this.sets.length === 0 ? Number.POSITIVE_INFINITY : this.#words
  }

  /** Where the address of the first stands, in bytes, and where that of the last ends. */
  get start(): number {
    return this.#addresses.byteOffset
  }

  get end(): number {
    return this.#addresses.byteOffset + this.sets.length * wordBytes
  }
}
