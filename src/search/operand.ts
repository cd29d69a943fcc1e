/**
 * What a query asks of a row, one condition each, in the three ways that a search may need it. A search meets all its
 * operands: it either lists the rows of the smallest one and asks the others of each, or meets sets of bits.
 */

import type { Facets } from './facets.ts'
import type { Start } from './order.ts'
import type { Ranges } from './ranges.ts'
import {
  addBit,
  type Bits,
  dropBit,
  hasBit,
  intersect,
  intersectAny,
  intersectBetween,
  subtract,
} from './sets/bitset.ts'
import type { Extent } from './sets/extent.ts'
import type { TokenSet } from './sets/token-set.ts'

export interface Operand {
  /** At least as many rows as meet it, dead ones included. */
  readonly size: number
  /** Writes the rows that meet it, each once, to the extent's list; gives their number. */
  list(): number
  /** Keeps, of the first `length` rows of the extent's list, those that meet it; gives their number. */
  keep(length: number): number
  /** The rows that meet it, where they are one set of bits already. */
  readonly set: Bits | null
  /** Drops from `bits` the rows that do not meet it. */
  intersect(bits: Bits): void
}

/** Sets of bits that are met in one pass. */
const setsMost = 3

/** Rows with any token of some sets and none of others. */
export class TokenOperand implements Operand {
  readonly size: number
  readonly #any: readonly TokenSet[]
  readonly #none: readonly TokenSet[]
  readonly #extent: Extent

  constructor(extent: Extent, any: readonly TokenSet[], none: readonly TokenSet[] = []) {
    this.#extent = extent
    this.#any = any
    this.#none = none
    let size = 0
    for (const set of any) size += set.count
    this.size = size
  }

  get set(): Bits | null {
    return this.#any.length === 1 && this.#none.length === 0 ? (this.#any[0]?.bits ?? null) : null
  }

  list(): number {
    const { list } = this.#extent
    const [only] = this.#any
    let length = 0
    if (this.#any.length === 1 && only !== undefined && only.bits === null) {
      list.set(only.list.subarray(0, only.count))
      length = only.count
    } else {
      const marked = this.#extent.lend()
      for (const set of this.#any) {
        set.each((ordinal) => {
          if (hasBit(marked, ordinal)) return
          addBit(marked, ordinal)
          list[length] = ordinal
          length += 1
        })
      }
    }
    return this.#none.length === 0 ? length : this.#keepWithout(length)
  }

  keep(length: number): number {
    const { list } = this.#extent
    const [first, second, third] = this.#atMostThree()
    let kept = 0
    for (let place = 0; place < length; place += 1) {
      const ordinal = list[place] ?? 0
      const isHeld =
        (first !== undefined && hasBit(first, ordinal)) ||
        (second !== undefined && hasBit(second, ordinal)) ||
        (third !== undefined && hasBit(third, ordinal))
      if (!isHeld) continue
      list[kept] = ordinal
      kept += 1
    }
    return this.#none.length === 0 ? kept : this.#keepWithout(kept)
  }

  intersect(bits: Bits): void {
    intersectAny(bits, this.#atMostThree())
    for (const set of this.#none) {
      if (set.bits !== null) subtract(bits, set.bits)
      else for (let place = 0; place < set.count; place += 1) dropBit(bits, set.list[place] ?? 0)
    }
  }

  /** One to three sets of bits that hold together what `any` holds. */
  #atMostThree(): Bits[] {
    const bits: Bits[] = []
    let rest: Bits | null = null
    // The last place is for all that are sparse or too many, where there are such.
    const own = this.#any.length <= setsMost && this.#any.every((set) => set.bits !== null) ? setsMost : setsMost - 1
    for (const set of this.#any) {
      if (set.bits !== null && bits.length < own) bits.push(set.bits)
      else {
        rest ??= this.#extent.lend()
        set.uniteInto(rest)
      }
    }
    if (rest !== null) bits.push(rest)
    return bits.length === 0 ? [this.#extent.lend()] : bits
  }

  #keepWithout(length: number): number {
    const { list } = this.#extent
    const none = this.#extent.lend()
    for (const set of this.#none) set.uniteInto(none)
    let kept = 0
    for (let place = 0; place < length; place += 1) {
      const ordinal = list[place] ?? 0
      if (hasBit(none, ordinal)) continue
      list[kept] = ordinal
      kept += 1
    }
    return kept
  }
}

/** Rows whose number is above `low` and not above `high`. */
export class RangeOperand implements Operand {
  readonly size: number
  readonly set = null
  readonly #ranges: Ranges
  readonly #extent: Extent
  readonly #low: number
  readonly #high: number
  readonly #start: Start
  readonly #end: Start

  constructor(extent: Extent, ranges: Ranges, low: number, high: number) {
    this.#extent = extent
    this.#ranges = ranges
    this.#low = low
    this.#high = high
    this.#start = low === -Infinity ? { base: 0, tail: 0 } : ranges.above(low)
    this.#end = ranges.above(Math.max(low, high))
    this.size = this.#end.base - this.#start.base + this.#end.tail - this.#start.tail
  }

  list(): number {
    const { list } = this.#extent
    const { order } = this.#ranges
    list.set(order.base.subarray(this.#start.base, this.#end.base))
    list.set(order.tail.subarray(this.#start.tail, this.#end.tail), this.#end.base - this.#start.base)
    return this.size
  }

  keep(length: number): number {
    const { list } = this.#extent
    const { values } = this.#ranges
    let kept = 0
    for (let place = 0; place < length; place += 1) {
      const ordinal = list[place] ?? 0
      const value = values[ordinal] ?? 0
      if (value <= this.#low || value > this.#high) continue
      list[kept] = ordinal
      kept += 1
    }
    return kept
  }

  intersect(bits: Bits): void {
    if (this.#low === -Infinity) intersect(bits, this.#ranges.before(this.#end))
    else intersectBetween(bits, this.#ranges.before(this.#start), this.#ranges.before(this.#end))
  }
}

/** Keeps, of the first `length` rows of `list`, those in `bits`; gives their number. */
export function keepBits(bits: Bits, list: Int32Array, length: number): number {
  let kept = 0
  for (let place = 0; place < length; place += 1) {
    const ordinal = list[place] ?? 0
    if (!hasBit(bits, ordinal)) continue
    list[kept] = ordinal
    kept += 1
  }
  return kept
}

/** The rows with any of those tokens of a facet, as bits to read. */
export function unitedBits(extent: Extent, facets: Facets, facet: string, tokens: readonly string[]): Bits {
  const [first = ''] = tokens
  const only = tokens.length === 1 ? facets.setOf(facet, first) : undefined
  if (only !== undefined) return asBits(extent, only)
  const rows = extent.lend()
  for (const token of tokens) facets.setOf(facet, token)?.uniteInto(rows)
  return rows
}

/** A set as bits to read: its own, or a copy lent by the extent. */
export function asBits(extent: Extent, set: TokenSet): Bits {
  if (set.bits !== null) return set.bits
  const bits = extent.lend()
  for (let place = 0; place < set.count; place += 1) addBit(bits, set.list[place] ?? 0)
  return bits
}
