/**
 * All rows that meet a query, and their exact number: the filters and words become operands, and the operands are met
 * row by row when one of them is small, as sets of bits when none is.
 */

import type { Facets } from './facets.ts'
import { keepBits, type Operand, RangeOperand, TokenOperand } from './operand.ts'
import type { Restrictions } from './query.ts'
import type { Segment } from './segment.ts'
import { addBit, type Bits, countBits, intersect, intersectBoth, listBits, unite } from './sets/bitset.ts'
import type { TokenSet } from './sets/token-set.ts'

/** Either `bits`, or the first `total` rows of the extent's list (`bits` null), in no order. */
export type Hits = { total: number; bits: Bits | null }

export function findHits(segment: Segment, restrictions: Restrictions, words: readonly Operand[]): Hits {
  const shown = restrictions.withHidden ? segment.alive : segment.visible
  const shownCount = restrictions.withHidden ? segment.aliveCount : segment.visibleCount
  const operands = operandsOf(segment, restrictions, words)
  const smallest = leastOf(operands)
  if (smallest === null) return { total: shownCount, bits: shown }
  if (smallest.size <= segment.extent.sparseMost) return listHits(segment, operands, smallest, shown)
  return denseHits(segment, operands, shown)
}

/** The hits as a set, to be looked at alone, until the extent takes back what it lent. */
export function bitsOf({ extent }: Segment, { bits, total }: Hits): Bits {
  if (bits !== null) return bits
  const listed = extent.lend()
  for (let place = 0; place < total; place += 1) addBit(listed, extent.list[place] ?? 0)
  return listed
}

function denseHits(segment: Segment, operands: readonly Operand[], shown: Bits): Hits {
  const bits = segment.extent.lendCopy(shown)
  let waiting: Bits | null = null
  for (const operand of operands) {
    const { set } = operand
    if (set === null) operand.intersect(bits)
    else if (waiting === null) waiting = set
    else {
      intersectBoth(bits, waiting, set)
      waiting = null
    }
  }
  if (waiting !== null) intersect(bits, waiting)
  return { total: countBits(bits), bits }
}

function listHits(segment: Segment, operands: readonly Operand[], smallest: Operand, shown: Bits): Hits {
  let kept = keepBits(shown, segment.extent.list, smallest.list())
  for (const operand of operands) {
    if (kept === 0) break
    if (operand !== smallest) kept = operand.keep(kept)
  }
  return { total: kept, bits: null }
}

function leastOf(operands: readonly Operand[]): Operand | null {
  let least: Operand | null = null
  for (const operand of operands) if (least === null || operand.size < least.size) least = operand
  return least
}

function operandsOf(segment: Segment, { any, covering, bounds }: Restrictions, words: readonly Operand[]): Operand[] {
  const { extent, facets, ranges } = segment
  const operands: Operand[] = []
  for (const { facet, tokens } of any) operands.push(new TokenOperand(extent, setsOf(facets, facet, tokens)))
  for (const { name, asked } of covering) operands.push(coveringOperand(segment, name, asked))
  for (const { number, above, upTo } of bounds) {
    const range = ranges.get(number)
    if (range === undefined) throw new Error(`the index has no number ${number}`)
    // The largest finite number leaves out Infinity, which is how a row without the number is written.
    operands.push(new RangeOperand(extent, range, above, Math.min(upTo, Number.MAX_VALUE)))
  }
  for (const word of words) operands.push(word)
  return operands
}

/** One value: its tokens. Several: an entry that covers any of them, so the sets of each are made and joined. */
function coveringOperand(segment: Segment, name: string, asked: readonly string[]): Operand {
  const each = asked.map((value) => {
    const { include, exclude } = segment.facets.covering(name, value)
    return new TokenOperand(segment.extent, include, exclude)
  })
  const [only] = each
  return each.length === 1 && only !== undefined ? only : new AnyOperand(segment, each)
}

/** Rows that meet any of several. */
class AnyOperand implements Operand {
  readonly size: number
  readonly set = null
  readonly #segment: Segment
  readonly #each: readonly TokenOperand[]

  constructor(segment: Segment, each: readonly TokenOperand[]) {
    this.#segment = segment
    this.#each = each
    this.size = each.reduce((sum, operand) => sum + operand.size, 0)
  }

  list(): number {
    return listBits(this.#bits(), this.#segment.extent.list)
  }

  keep(length: number): number {
    return keepBits(this.#bits(), this.#segment.extent.list, length)
  }

  intersect(bits: Bits): void {
    intersect(bits, this.#bits())
  }

  #bits(): Bits {
    const { extent, alive } = this.#segment
    const any = extent.lend()
    for (const operand of this.#each) {
      const one = extent.lendCopy(alive)
      operand.intersect(one)
      unite(any, one)
    }
    return any
  }
}

function setsOf(facets: Facets, facet: string, values: readonly string[]): TokenSet[] {
  const sets: TokenSet[] = []
  for (const value of values) {
    const set = facets.setOf(facet, value)
    if (set !== undefined && !sets.includes(set)) sets.push(set)
  }
  return sets
}
