/**
 * The memory in which the sets of one evaluator lie, so that its kernel can work on them. What is no longer needed is
 * given back, and given out again: blocks come in few lengths, so that sets which grow leave no gaps that nothing fits.
 */
import { type KernelBits, type KernelNumbers, ordinalsPerWord, SetKernel, wordBytes, wordsAtOnce } from './kernel.ts'
import { kernelMemory, kernelOn } from './kernel-exports.ts'
import { ListingKernel } from './listing-kernel.ts'

const pageWords = 16_384
const wordsOfNumber = 2
/** Most that the sets of one evaluator may take: 1 GB, some million measures. */
const pagesMax = 16_384
/** By how much it grows at least, of what it has. */
const growthShare = 8

export class SetMemory {
  readonly kernel: SetKernel
  readonly listing: ListingKernel
  readonly #memory
  readonly #wordsMax: number
  #pages = 1
  /** Words given out at least once; those behind were never touched. */
  #reached = 0
  #taken = 0
  /** Of blocks that were given back, where each starts, in words; by their length. */
  readonly #free = new Map<number, number[]>()

  constructor(pages = pagesMax) {
    this.#wordsMax = pages * pageWords
    this.#memory = kernelMemory(this.#pages, pages)
    const operations = kernelOn(this.#memory)
    this.kernel = new SetKernel(operations)
    this.listing = new ListingKernel(operations)
  }

  /** Words that sets have now, and that the memory has. */
  get words(): { taken: number; held: number } {
    return { taken: this.#taken, held: this.#pages * pageWords }
  }

  /** An empty set with room for so many ordinals. */
  forOrdinals(capacity: number): KernelBits {
    return this.take(wordsFor(capacity))
  }

  /** An empty set of so many words, a multiple of `wordsAtOnce`. Throws beyond what one evaluator may take. */
  take(words: number): KernelBits {
    const length = blockFor(words)
    const before = this.#free.get(length)?.pop()
    const start = before ?? this.#reach(length)
    this.#taken += length
    const bits = new Int32Array(this.#memory.buffer, start * wordBytes, words)
    if (before !== undefined) this.kernel.clear(bits)
    return bits
  }

  /** So many numbers, all 0. */
  takeNumbers(count: number): KernelNumbers {
    const { byteOffset } = this.take(Math.ceil((count * wordsOfNumber) / wordsAtOnce) * wordsAtOnce)
    return new Float64Array(this.#memory.buffer, byteOffset, count)
  }

  /** Takes back what was taken here, which nobody uses from here on. */
  giveBack(bits: KernelBits | KernelNumbers): void {
    const length = blockFor(Math.ceil(bits.byteLength / wordBytes / wordsAtOnce) * wordsAtOnce)
    const start = bits.byteOffset / wordBytes
    const free = this.#free.get(length)
    if (free === undefined) this.#free.set(length, [start])
    else free.push(start)
    this.#taken -= length
  }

  /** An empty set of so many words (see `take`) in place of this one, which is given back. */
  anew(bits: KernelBits, words: number): KernelBits {
    this.giveBack(bits)
    return this.take(words)
  }

  /** A set of so many words (see `take`), with what was in this one, which is given back. */
  longer(bits: KernelBits, words: number): KernelBits {
    const longer = this.take(words)
    longer.set(bits)
    this.giveBack(bits)
    return longer
  }

  /** So many numbers, of which the first are these, which are given back. */
  longerNumbers(numbers: KernelNumbers, count: number): KernelNumbers {
    const longer = this.takeNumbers(count)
    longer.set(numbers)
    this.giveBack(numbers)
    return longer
  }

  /** Behind all that was given out. */
  #reach(length: number): number {
    const start = this.#reached
    const end = start + length
    if (end > this.#wordsMax) throw new Error(`the sets of an evaluator may take ${this.#wordsMax} words`)
    const missing = Math.ceil(end / pageWords) - this.#pages
    if (missing > 0) this.#grow(missing)
    this.#reached = end
    return start
  }

  #grow(missing: number): void {
    const most = this.#wordsMax / pageWords - this.#pages
    const pages = Math.min(most, Math.max(missing, Math.ceil(this.#pages / growthShare)))
    this.#memory.grow(pages)
    this.#pages += pages
  }
}

/** Words that a set needs for so many ordinals. */
export function wordsFor(capacity: number): number {
  return Math.ceil(capacity / (ordinalsPerWord * wordsAtOnce)) * wordsAtOnce
}

/** The length of the block in which a set of so many words lies: 8, 16, 24, 32, 48, 64, 96 ... */
function blockFor(words: number): number {
  if (words <= 4 * wordsAtOnce) return Math.max(wordsAtOnce, words)
  const half = 1 << (31 - Math.clz32(words - 1))
  return words <= half + half / 2 ? half + half / 2 : half * 2
}
