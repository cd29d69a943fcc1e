/**
 * One page of the hits in one order. Dense hits are met by walking the order and looking each row up in them, sparse
 * ones by gathering their places and keeping the lowest; both cost at most about the square root of page times rows,
 * and neither knows whether the page is the first or the last.
 */
import { type Bits, lowestOf } from './bitset.ts'
import type { Extent } from './extent.ts'
import type { Hits } from './hits.ts'
import type { Lowest } from './lowest.ts'
import type { Order, Start } from './order.ts'

/** What a walk may cost more than gathering before it gives up: rows that meet the query may stand far away, in a heap. */
const walkPatience = 4

/** The first `most` hits at or after `start`, in order. */
export function takePage(extent: Extent, order: Order, hits: Hits, start: Start, most: number): number[] {
  const { base, tail } = extent.lowest
  base.begin(most)
  tail.begin(most)
  gatherBase(extent, order, hits, start.base, most)
  if (start.tail < order.tailCount) gatherTail(extent, order, hits, start.tail)
  return merge(order, base.ascending(), tail.ascending(), most)
}

/** Offers the places in the base of the hits. */
function gatherBase(extent: Extent, order: Order, hits: Hits, start: number, most: number): void {
  const { list } = extent
  const lowest = extent.lowest.base
  const { rank } = order
  const count = order.base.length
  if (hits.bits === null) {
    for (let place = 0; place < hits.total; place += 1) {
      const ordinal = list[place] ?? 0
      if (ordinal >= count) continue
      const at = rank[ordinal] ?? 0
      if (at >= start) lowest.offer(at)
    }
    return
  }
  const { bits } = hits
  if (hits.total * hits.total > most * count) {
    if (walk(order.base, bits, start, walkPatience * (hits.total + (count >>> 5)), lowest)) return
    lowest.begin(most)
  }
  for (let word = 0; word < bits.length; word += 1) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
      const ordinal = word * 32 + lowestOf(left)
      if (ordinal >= count) break
      const at = rank[ordinal] ?? 0
      if (at >= start) lowest.offer(at)
    }
  }
}

/** Offers the hits in order until no more are wanted; false when `stepsMost` rows were looked at before that. */
function walk(rows: Int32Array, bits: Bits, start: number, stepsMost: number, lowest: Lowest): boolean {
  const end = Math.min(rows.length, start + stepsMost)
  for (let at = start; at < end; at += 1) {
    const ordinal = rows[at] ?? 0
    if (((bits[ordinal >>> 5] ?? 0) & (1 << (ordinal & 31))) === 0) continue
    lowest.append(at)
    if (lowest.isFull) return true
  }
  return end === rows.length
}

/** Offers the places in the tail of the hits. */
function gatherTail(extent: Extent, order: Order, hits: Hits, start: number): void {
  const { list } = extent
  const lowest = extent.lowest.tail
  const count = order.base.length
  if (hits.bits !== null) {
    walk(order.tail.subarray(0, order.tailCount), hits.bits, start, order.tailCount, lowest)
    return
  }
  for (let place = 0; place < hits.total; place += 1) {
    const ordinal = list[place] ?? 0
    if (ordinal < count) continue
    const at = order.tailRank[ordinal - count] ?? 0
    if (at >= start) lowest.offer(at)
  }
}

function merge(order: Order, base: Float64Array, tail: Float64Array, most: number): number[] {
  const page: number[] = []
  let fromBase = 0
  for (const place of tail) {
    const before = order.before[place] ?? 0
    for (; fromBase < base.length && (base[fromBase] ?? 0) < before; fromBase += 1) {
      page.push(order.base[base[fromBase] ?? 0] ?? 0)
    }
    page.push(order.tail[place] ?? 0)
  }
  for (; fromBase < base.length && page.length < most; fromBase += 1) page.push(order.base[base[fromBase] ?? 0] ?? 0)
  if (page.length > most) page.length = most
  return page
}
