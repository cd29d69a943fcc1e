/**
 * One page of the hits in one order. Dense hits are met by walking the order and looking each row up in them; of sparse
 * ones the places in the order are marked in a set, which so has them sorted. Both cost at most about the square root of
 * page times rows, and neither knows whether the page is the first or the last.
 */

import type { Hits } from './hits.ts'
import type { Order, Ordinals, Start } from './order.ts'
import { addBit, type Bits, hasBit, listBits, lowestOf } from './sets/bitset.ts'
import type { Extent } from './sets/extent.ts'

/** What a walk may cost more than marking before it gives up: rows that meet the query may stand far away, in a heap. */
const walkPatience = 4
/** How many steps of a walk cost what marking one place does (the walk reads on, marking jumps about). */
const stepsAMark = 4

/** Writes the first `most` hits at or after `start`, in order, to the extent's rows; gives their number. */
export function takePage(extent: Extent, order: Order, hits: Hits, start: Start, most: number): number {
  const count = order.base.length
  if (hits.total * hits.total * stepsAMark > most * count) {
    const taken = walkBoth(extent, order, hits, start, most)
    if (taken >= 0) return taken
  }
  const { rows } = extent
  const hasTail = start.tail < order.tailCount
  const places = extent.lend()
  const tailPlaces = hasTail ? extent.lend() : null
  markPlaces(extent, order, hits, places, tailPlaces)
  const fromBase = takeMarked(places, order.base, start.base, most, rows, 0)
  if (tailPlaces === null) return fromBase
  const end = takeMarked(tailPlaces, order.tail, start.tail, most, rows, fromBase)
  return merge(order, rows, fromBase, end, most)
}

/** As `takePage`; -1 when the page would be far to walk to. */
function walkBoth(extent: Extent, order: Order, hits: Hits, start: Start, most: number): number {
  const { list, rows } = extent
  let { bits } = hits
  if (bits === null) {
    bits = extent.lend()
    for (let place = 0; place < hits.total; place += 1) addBit(bits, list[place] ?? 0)
  }
  const stepsMost = walkPatience * (hits.total * stepsAMark + (order.base.length >>> 5))
  const baseEnd = Math.min(order.base.length, start.base + stepsMost)
  const fromBase = walk(order.base, start.base, baseEnd, bits, most, rows, 0)
  if (fromBase < most && baseEnd < order.base.length) return -1
  if (start.tail === order.tailCount) return fromBase
  const end = walk(order.tail, start.tail, order.tailCount, bits, most, rows, fromBase)
  return merge(order, rows, fromBase, end, most)
}

/** Marks the place of each hit, of the tail's in a set of their own (not at all, where no more of the tail is wanted). */
function markPlaces(extent: Extent, order: Order, hits: Hits, places: Bits, tailPlaces: Bits | null): void {
  const { rank, tailRank } = order
  const count = rank.length
  const { list } = extent
  const length = hits.bits === null ? hits.total : listBits(hits.bits, list)
  for (let place = 0; place < length; place += 1) {
    const ordinal = list[place] ?? 0
    if (ordinal < count) addBit(places, rank[ordinal] ?? 0)
    else if (tailPlaces !== null) addBit(tailPlaces, tailRank[ordinal - count] ?? 0)
  }
}

/** Writes the ordinals at the marked places from `start` on to `rows`, from `from` on and `most` of them; gives their end. */
function takeMarked(
  places: Bits,
  ordinals: Ordinals,
  start: number,
  most: number,
  rows: Int32Array,
  from: number,
): number {
  const end = from + most
  let row = from
  let word = start >>> 5
  let left = (places[word] ?? 0) & (-1 << (start & 31))
  while (word < places.length) {
    for (; left !== 0; left &= left - 1) {
      rows[row] = ordinals[word * 32 + lowestOf(left)] ?? 0
      row += 1
      if (row === end) return row
    }
    word += 1
    left = places[word] ?? 0
  }
  return row
}

/** Writes the hits among `ordinals` from `start` to before `end` to `rows`, from `from` on and `most` of them; gives their end. */
function walk(
  ordinals: Ordinals,
  start: number,
  end: number,
  bits: Bits,
  most: number,
  rows: Int32Array,
  from: number,
): number {
  const full = from + most
  let row = from
  for (let at = start; at < end; at += 1) {
    const ordinal = ordinals[at] ?? 0
    if (!hasBit(bits, ordinal)) continue
    rows[row] = ordinal
    row += 1
    if (row === full) return row
  }
  return row
}

/** Of two parts of a page, the one from the base and behind it, from `tailStart`, the one from the tail, makes one of `most`. */
function merge(order: Order, rows: Int32Array, tailStart: number, end: number, most: number): number {
  if (tailStart < end) {
    const tail = rows.slice(tailStart, end)
    let fromBase = tailStart - 1
    let row = end - 1
    for (let at = tail.length - 1; at >= 0; at -= 1) {
      const ordinal = tail[at] ?? 0
      const before = order.before[order.tailRank[ordinal - order.base.length] ?? 0] ?? 0
      for (; fromBase >= 0 && (order.rank[rows[fromBase] ?? 0] ?? 0) >= before; fromBase -= 1) {
        rows[row] = rows[fromBase] ?? 0
        row -= 1
      }
      rows[row] = ordinal
      row -= 1
    }
  }
  return Math.min(end, most)
}
