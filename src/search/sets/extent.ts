/**
 * The measures of size that all sets of one segment share, and the working sets that a search borrows.
 */
import { type Bits, bitsFor } from './bitset.ts'
import { type Levels, levelsFor } from './levels.ts'
import { Lowest } from './lowest.ts'

/** One in so many: a list that holds more of the ordinals than this costs more than the set of bits. */
const sparseShare = 32
/** Below this the bits are a few words, and a list saves nothing. */
const sparseLeast = 16

/** Working sets of a kind kept from one search to the next. */
const lentMost = 64

/** Working memory of one length, lent until all of it is taken back. */
class Lender {
  readonly #length: number
  readonly #lent: Bits[] = []
  #count = 0

  constructor(length: number) {
    this.#length = length
  }

  /** With anything in it. */
  lend(): Bits {
    const lent = this.#lent[this.#count] ?? new Int32Array(this.#length)
    this.#lent[this.#count] = lent
    this.#count += 1
    return lent
  }

  takeBack(): void {
    this.#count = 0
    if (this.#lent.length > lentMost) this.#lent.length = lentMost
  }
}

export class Extent {
  /** Ordinals that the sets of the segment have room for. */
  readonly capacity: number
  /** Most ordinals that a set keeps as a sorted list; with more it is a set of bits. */
  readonly sparseMost: number
  /** Room for the candidates of one search, and for the scores of them. */
  readonly list: Int32Array<ArrayBuffer>
  readonly scores: Int32Array<ArrayBuffer>
  /** Room for the rows of one page. */
  readonly rows: Int32Array<ArrayBuffer>
  /** What the rows of a relevance page are gathered in. */
  readonly lowest = new Lowest()
  readonly #sets: Lender
  readonly #levels: Lender

  constructor(capacity: number) {
    this.capacity = capacity
    this.sparseMost = Math.max(sparseLeast, Math.floor(capacity / sparseShare))
    this.list = new Int32Array(capacity)
    this.scores = new Int32Array(capacity)
    this.rows = new Int32Array(capacity)
    this.#sets = new Lender(bitsFor(capacity).length)
    this.#levels = new Lender(levelsFor(capacity).length)
  }

  /** An empty set to work with, until `takeBack`. */
  lend(): Bits {
    return this.#sets.lend().fill(0)
  }

  /** A copy of `bits` to work with, until `takeBack`. */
  lendCopy(bits: Bits): Bits {
    const copy = this.#sets.lend()
    copy.set(bits)
    return copy
  }

  /** A set with anything in it, of which every word is to be written before it is read, until `takeBack`. */
  lendUncleared(): Bits {
    return this.#sets.lend()
  }

  /** A set of all that `bits` has not, until `takeBack`. */
  lendComplement(bits: Bits): Bits {
    const rest = this.#sets.lend()
    for (let at = 0; at < rest.length; at += 1) rest[at] = ~(bits[at] ?? 0)
    return rest
  }

  /** Levels to work with, all 0, until `takeBack`. */
  lendLevels(): Levels {
    return this.#levels.lend().fill(0)
  }

  /** A copy of levels to work with, until `takeBack`. */
  lendLevelsCopy(levels: Levels): Levels {
    const copy = this.#levels.lend()
    copy.set(levels)
    return copy
  }

  /** All that was lent is free again; called when a search is over. */
  takeBack(): void {
    this.#sets.takeBack()
    this.#levels.takeBack()
  }
}
