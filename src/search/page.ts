/**
 * One page of the hits in one order. Dense hits are met by walking the order and looking each row up in them; of sparse
 * ones the places in the order are marked in a set, which so has them sorted. Both cost at most about the square root of
 * page times rows, and neither knows whether the page is the first or the last.
 */

import type { Hits } from './hits.ts'
import type { Order, Start } from './order.ts'
import { addBit, type Bits, lowestOf } from './sets/bitset.ts'
import type { Extent } from './sets/extent.ts'

/** What a walk may cost more than marking before it gives up: rows that meet the query may stand far away, in a heap. */
const walkPatience = 4
/** How many steps of a walk cost what marking one place does (the walk reads on, marking jumps about). */
const stepsAMark = 4

/** The first `most` hits at or after `start`, in order. */
export function takePage(extent: Extent, order: Order, hits: Hits, start: Start, most: number): number[] {
  const count = order.base.length
  if (hits.total * hits.total * stepsAMark > most * count) {
    const page = walkBoth(extent, order, hits, start, most)
    if (page !== null) return page
  }
  const hasTail = start.tail < order.tailCount
  const places = extent.lend()
  const tailPlaces = hasTail ? extent.lend() : null
  markPlaces(extent, order, hits, places, tailPlaces)
  const page: number[] = []
  takeMarked(places, order.base, start.base, most, page)
  if (tailPlaces === null) return page
  const tail: number[] = []
  takeMarked(tailPlaces, order.tail, start.tail, most, tail)
  return tail.length === 0 ? page : merge(order, page, tail, most)
}

/** Null when the page would be far to walk to. */
function walkBoth(extent: Extent, order: Order, hits: Hits, start: Start, most: number): number[] | null {
  let { bits } = hits
  if (bits === null) {
    bits = extent.lend()
    for (let place = 0; place < hits.total; place += 1) addBit(bits, extent.list[place] ?? 0)
  }
  const stepsMost = walkPatience * (hits.total * stepsAMark + (order.base.length >>> 5))
  const page: number[] = []
  if (!walk(order.base, bits, start.base, stepsMost, most, page)) return null
  if (start.tail === order.tailCount) return page
  const tail: number[] = []
  walk(order.tail.subarray(0, order.tailCount), bits, start.tail, order.tailCount, most, tail)
  return tail.length === 0 ? page : merge(order, page, tail, most)
}

/** Marks the place of each hit, of the tail's in a set of their own (not at all, where no more of the tail is wanted). */
function markPlaces(extent: Extent, order: Order, hits: Hits, places: Bits, tailPlaces: Bits | null): void {
  const { rank, tailRank } = order
  const count = rank.length
  if (hits.bits === null) {
    const { list } = extent
    for (let place = 0; place < hits.total; place += 1) {
      const ordinal = list[place] ?? 0
      if (ordinal < count) addBit(places, rank[ordinal] ?? 0)
      else if (tailPlaces !== null) addBit(tailPlaces, tailRank[ordinal - count] ?? 0)
    }
    return
  }
  const { bits } = hits
  for (let word = 0; word < bits.length; word += 1) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
      const ordinal = word * 32 + lowestOf(left)
      if (ordinal < count) addBit(places, rank[ordinal] ?? 0)
      else if (tailPlaces !== null) addBit(tailPlaces, tailRank[ordinal - count] ?? 0)
    }
  }
}

/** Adds to `page` the rows at the marked places from `start` on, until it holds `most`. */
function takeMarked(places: Bits, rows: Int32Array, start: number, most: number, page: number[]): void {
  let word = start >>> 5
  let left = (places[word] ?? 0) & (-1 << (start & 31))
  while (word < places.length) {
    for (; left !== 0; left &= left - 1) {
      page.push(rows[word * 32 + lowestOf(left)] ?? 0)
      if (page.length === most) return
    }
    word += 1
    left = places[word] ?? 0
  }
}

/** Adds the hits to `page` in order until it holds `most`; false when `stepsMost` rows were looked at before that. */
function walk(rows: Int32Array, bits: Bits, start: number, stepsMost: number, most: number, page: number[]): boolean {
  const end = Math.min(rows.length, start + stepsMost)
  for (let at = start; at < end; at += 1) {
    const ordinal = rows[at] ?? 0
    if (((bits[ordinal >>> 5] ?? 0) & (1 << (ordinal & 31))) === 0) continue
    page.push(ordinal)
    if (page.length === most) return true
  }
  return end === rows.length
}

/** The first `most` of two parts of a page, the one from the base and the one from the tail. */
function merge(order: Order, base: readonly number[], tail: readonly number[], most: number): number[] {
  const page: number[] = []
  let fromBase = 0
  for (const ordinal of tail) {
    const before = order.before[order.tailRank[ordinal - order.base.length] ?? 0] ?? 0
    for (; fromBase < base.length && (order.rank[base[fromBase] ?? 0] ?? 0) < before; fromBase += 1) {
      page.push(base[fromBase] ?? 0)
    }
    page.push(ordinal)
  }
  for (; fromBase < base.length; fromBase += 1) page.push(base[fromBase] ?? 0)
  if (page.length > most) page.length = most
  return page
}
