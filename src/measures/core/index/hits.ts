/**
 * All rows that meet a query, and their exact number: the filters and words become operands, and the operands are met
 * row by row when one of them is small, as sets of bits when none is.
 */
import { type Bits, countBits, intersect, intersectBoth, unite } from './bitset.ts'
import type { FacetName, Facets } from './facets.ts'
import { keepBits, listBits, type Operand, RangeOperand, TokenOperand } from './operand.ts'
import type { PrefixMatch } from './prefix-match.ts'
import { countedFacets, type Filters } from './query.ts'
import type { Segment } from './segment.ts'
import type { TokenSet } from './token-set.ts'

/** Either `bits`, or the first `total` rows of the extent's list (`bits` null), in no order. */
export type Hits = { total: number; bits: Bits | null }

export function findHits(segment: Segment, filters: Filters, words: readonly PrefixMatch[]): Hits {
  const shown = filters.include_withdrawn === true ? segment.alive : segment.visible
  const shownCount = filters.include_withdrawn === true ? segment.aliveCount : segment.visibleCount
  const operands: Operand[] = []
  addFilters(operands, segment, filters)
  for (const word of words) operands.push(word)
  const smallest = leastOf(operands)
  if (smallest === null) return { total: shownCount, bits: shown }
  if (smallest.size <= segment.extent.sparseMost) return listHits(segment, operands, smallest, shown)
  return denseHits(segment, operands, shown)
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

function addFilters(operands: Operand[], segment: Segment, filters: Filters): void {
  const { extent, facets, ranges } = segment
  for (const facet of countedFacets) {
    const values = filters[facet]
    if (isGiven(values)) operands.push(new TokenOperand(extent, setsOf(facets, facet, values)))
  }
  if (isGiven(filters.nace)) operands.push(naceOperand(segment, filters.nace))
  const before = filters.deadline_before ?? null
  const after = filters.deadline_after ?? null
  if (before !== null || after !== null) {
    // The largest finite number as the bound leaves out Infinity, which is how a row without a deadline is written.
    operands.push(new RangeOperand(extent, ranges.deadline, after ?? -Infinity, before ?? Number.MAX_VALUE))
  }
  const since = filters.updated_since ?? null
  if (since !== null) operands.push(new RangeOperand(extent, ranges.updated, -Infinity, -since))
}

/** One code: its tokens. Several: a measure that covers any of them, so the sets of each are made and joined. */
function naceOperand(segment: Segment, codes: readonly string[]): Operand {
  const { extent, facets } = segment
  const [only] = codes
  if (codes.length === 1 && only !== undefined) {
    const tokens = facets.nace(only)
    return new TokenOperand(extent, tokens.include, tokens.exclude)
  }
  return new AnyNace(segment, codes)
}

class AnyNace implements Operand {
  readonly size: number
  readonly set = null
  readonly #segment: Segment
  readonly #each: readonly TokenOperand[]

  constructor(segment: Segment, codes: readonly string[]) {
    const { extent, facets } = segment
    this.#segment = segment
    this.#each = codes.map((code) => {
      const tokens = facets.nace(code)
      return new TokenOperand(extent, tokens.include, tokens.exclude)
    })
    this.size = this.#each.reduce((sum, operand) => sum + operand.size, 0)
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

function setsOf(facets: Facets, facet: FacetName, values: readonly string[]): TokenSet[] {
  const sets: TokenSet[] = []
  for (const value of values) {
    const set = facets.setOf(facet, value)
    if (set !== undefined && !sets.includes(set)) sets.push(set)
  }
  return sets
}

function isGiven<Value>(values: readonly Value[] | null | undefined): values is readonly Value[] {
  return values !== undefined && values !== null && values.length > 0
}
