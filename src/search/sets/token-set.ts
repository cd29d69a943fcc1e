/**
 * The ordinals that carry one token (a region, a topic, a heavy prefix): a sorted list while they are few, bits from
 * then on. Ordinals only ever come at the end, because a changed entry gets a new one; those that died stay in, and
 * every search masks them.
 */
import { addBit, type Bits, bitsFor, lowestOf, unite } from './bitset.ts'
import type { Extent } from './extent.ts'

export class TokenSet {
  /** Ordinals held, dead ones included. */
  count = 0
  bits: Bits | null = null
  list: Int32Array = new Int32Array(2)
  readonly #extent: Extent
  #last = -1

  constructor(extent: Extent) {
    this.#extent = extent
  }

  /** Takes in an ordinal not lower than all before it. Says whether it is new. */
  add(ordinal: number): boolean {
    if (ordinal === this.#last) return false
    this.#last = ordinal
    if (this.bits === null && this.count === this.#extent.sparseMost) this.#toBits()
    if (this.bits !== null) {
      addBit(this.bits, ordinal)
    } else {
      if (this.count === this.list.length) {
        const wider = new Int32Array(Math.min(this.#extent.sparseMost, this.count * 2))
        wider.set(this.list)
        this.list = wider
      }
      this.list[this.count] = ordinal
    }
    this.count += 1
    return true
  }

  /** Takes over a set of bits that was filled elsewhere and holds `count` ordinals. */
  adopt(bits: Bits, count: number): void {
    this.count = count
    if (count > this.#extent.sparseMost) {
      this.bits = bits
      return
    }
    this.bits = null
    this.list = new Int32Array(Math.max(2, count))
    let length = 0
    for (let word = 0; word < bits.length; word += 1) {
      for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
        this.list[length] = word * 32 + lowestOf(left)
        length += 1
      }
    }
  }

  /** Marks every ordinal of this set in `into`. */
  uniteInto(into: Bits): void {
    if (this.bits !== null) {
      unite(into, this.bits)
    } else {
      for (let place = 0; place < this.count; place += 1) addBit(into, this.list[place] ?? 0)
    }
  }

  each(visit: (ordinal: number) => void): void {
    if (this.bits === null) {
      for (let place = 0; place < this.count; place += 1) visit(this.list[place] ?? 0)
      return
    }
    for (let word = 0; word < this.bits.length; word += 1) {
      for (let left = this.bits[word] ?? 0; left !== 0; left &= left - 1) visit(word * 32 + lowestOf(left))
    }
  }

  #toBits(): void {
    const bits = bitsFor(this.#extent.capacity)
    for (let place = 0; place < this.count; place += 1) addBit(bits, this.list[place] ?? 0)
    this.bits = bits
    this.list = new Int32Array(0)
  }
}
