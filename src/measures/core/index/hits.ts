/**
 * All rows that meet a query, and their exact number: the filters and words become operands, and the operands are met
 * row by row when one of them is small, as sets of bits when none is.
 */
import { type Bits, countBits, hasBit } from './bitset.ts'
import type { FacetName, Facets } from './facets.ts'
import { listBits, type Operand, RangeOperand, TokenOperand } from './operand.ts'
import type { PrefixMatch } from './prefix-match.ts'
import { countedFacets, type Filters } from './query.ts'
import type { Segment } from './segment.ts'
import type { TokenSet } from './token-set.ts'

/** Either `bits`, or the first `total` rows of the extent's list (`bits` null), in no order. */
export type Hits = { total: number; bits: Bits | null }

export function findHits(segment: Segment, filters: Filters, words: readonly PrefixMatch[]): Hits {
  const shown = filters.include_withdrawn === true ? segment.alive : segment.visible
  const shownCount = filters.include_withdrawn === true ? segment.aliveCount : segment.visibleCount
  const operands = [...filterOperands(segment, filters), ...words]
  const smallest = leastOf(operands)
  if (smallest === null) return { total: shownCount, bits: shown }
  if (smallest.size <= segment.extent.sparseMost) return listHits(segment, operands, smallest, shown)
  const bits = segment.extent.lendCopy(shown)
  for (const operand of operands) operand.intersect(bits)
  return { total: countBits(bits), bits }
}

function listHits(segment: Segment, operands: readonly Operand[], smallest: Operand, shown: Bits): Hits {
  const { list } = segment.extent
  const length = smallest.list()
  let kept = 0
  for (let place = 0; place < length; place += 1) {
    const ordinal = list[place] ?? 0
    if (!hasBit(shown, ordinal)) continue
    list[kept] = ordinal
    kept += 1
  }
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

function filterOperands(segment: Segment, filters: Filters): Operand[] {
  const { extent, facets, ranges } = segment
  const operands: Operand[] = []
  const add = (sets: TokenSet[]): void => {
    operands.push(new TokenOperand(extent, sets))
  }
  for (const facet of countedFacets) {
    const values = filters[facet]
    if (isGiven(values)) add(setsOf(facets, facet, values))
  }
  if (isGiven(filters.nace)) operands.push(...naceOperands(segment, filters.nace))
  const before = filters.deadline_before ?? null
  const after = filters.deadline_after ?? null
  if (before !== null || after !== null) {
    // The largest finite number as the bound leaves out Infinity, which is how a row without a deadline is written.
    const range = new RangeOperand(extent, ranges.deadline, after ?? -Infinity, before ?? Number.MAX_VALUE)
    operands.push(range)
  }
  const since = filters.updated_since ?? null
  if (since !== null) operands.push(new RangeOperand(extent, ranges.updated, -Infinity, -since))
  return operands
}

/** One code: its tokens. Several: a measure that covers any of them, so the sets of each are made and joined. */
function naceOperands(segment: Segment, codes: readonly string[]): Operand[] {
  const { extent, facets } = segment
  const [only] = codes
  if (codes.length === 1 && only !== undefined) {
    const tokens = facets.nace(only)
    return [new TokenOperand(extent, tokens.include, tokens.exclude)]
  }
  return [new AnyNace(segment, codes)]
}

class AnyNace implements Operand {
  readonly size: number
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
    const { list } = this.#segment.extent
    const bits = this.#bits()
    let kept = 0
    for (let place = 0; place < length; place += 1) {
      const ordinal = list[place] ?? 0
      if (!hasBit(bits, ordinal)) continue
      list[kept] = ordinal
      kept += 1
    }
    return kept
  }

  intersect(bits: Bits): void {
    const any = this.#bits()
    for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) & (any[word] ?? 0)
  }

  #bits(): Bits {
    const { extent, alive } = this.#segment
    const any = extent.lend()
    for (const operand of this.#each) {
      const one = extent.lendCopy(alive)
      operand.intersect(one)
      for (let word = 0; word < any.length; word += 1) any[word] = (any[word] ?? 0) | (one[word] ?? 0)
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
