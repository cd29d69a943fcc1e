/**
 * The measures of size that all sets of one segment share, and the working sets that a search borrows.
 */
import { type Bits, bitsFor } from './bitset.ts'
import { Lowest } from './lowest.ts'

/** One in so many: a list that holds more of the ordinals than this costs more than the set of bits. */
const sparseShare = 32
/** Below this the bits are a few words, and a list saves nothing. */
const sparseLeast = 16

/** Working sets kept from one search to the next. */
const lentMost = 64

export class Extent {
  /** Ordinals that the sets of the segment have room for. */
  readonly capacity: number
  /** Most ordinals that a set keeps as a sorted list; with more it is a set of bits. */
  readonly sparseMost: number
  /** Room for the candidates of one search. */
  readonly list: Int32Array<ArrayBuffer>
  /** Room for the rows of one page. */
  readonly rows: Int32Array<ArrayBuffer>
  /** What the rows of a relevance page are gathered in. */
  readonly lowest = new Lowest()
  readonly #lent: Bits[] = []
  #lentCount = 0

  constructor(capacity: number) {
    this.capacity = capacity
    this.sparseMost = Math.max(sparseLeast, Math.floor(capacity / sparseShare))
    this.list = new Int32Array(capacity)
    this.rows = new Int32Array(capacity)
  }

  /** An empty set to work with, until `takeBack`. */
  lend(): Bits {
    const bits = this.lendUncleared()
    bits.fill(0)
    return bits
  }

  /** A copy of `bits` to work with, until `takeBack`. */
  lendCopy(bits: Bits): Bits {
    const copy = this.lendUncleared()
    copy.set(bits)
    return copy
  }

  /** A set with anything in it, of which every word is to be written before it is read, until `takeBack`. */
  lendUncleared(): Bits {
    const bits = this.#lent[this.#lentCount] ?? bitsFor(this.capacity)
    this.#lent[this.#lentCount] = bits
    this.#lentCount += 1
    return bits
  }

  /** Every set lent is free again; called when a search is over. */
  takeBack(): void {
    this.#lentCount = 0
    if (this.#lent.length > lentMost) this.#lent.length = lentMost
  }
}
