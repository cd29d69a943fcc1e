/** Sets of one memory, one after another, as a kernel takes them. They all have room for the same. */
import { type KernelBits, wordBytes, wordsAtOnce } from './kernel.ts'
import type { SetMemory } from './set-memory.ts'

export class SetList {
  readonly sets: KernelBits[] = []
  readonly #addresses: KernelBits

  /** Of at most `most` sets. */
  constructor(memory: SetMemory, most: number) {
    this.#addresses = memory.take(Math.ceil(most / wordsAtOnce) * wordsAtOnce)
  }

  /** Begins anew, with none. */
  begin(): void {
    this.sets.length = 0
  }

  add(set: KernelBits): void {
    const place = this.sets.length
    if (place === this.#addresses.length) throw new Error(`a list has room for ${place} sets`)
    const [first = set] = this.sets
    if (set.length !== first.length) throw new Error(`a set of ${set.length} words joins some of ${first.length}`)
    this.#addresses[place] = set.byteOffset
    this.sets.push(set)
  }

  get length(): number {
    return this.sets.length
  }

  /** Words of each; as many as anybody asks for where there is none. */
  get words(): number {
    return this.sets[0]?.length ?? Number.POSITIVE_INFINITY
  }

  /** Where the address of the first stands, in bytes, and where that of the last ends. */
  get start(): number {
    return this.#addresses.byteOffset
  }

  get end(): number {
    return this.#addresses.byteOffset + this.sets.length * wordBytes
  }
}
