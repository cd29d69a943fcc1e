/** Whose status differs between two versions of a measure: the companies of many lists, chunk after chunk. */
import type { Instant } from '../../values/brussels.ts'
import type { MatchStatus } from '../../values/vocabularies.ts'
import { nobody } from './company-rows.ts'
import type { JudgedVersion } from './judged-version.ts'
import { Block } from './judging/block.ts'
import { Comparison } from './judging/comparison.ts'
import type { Portfolio } from './portfolio.ts'

export type Changed = {
  portfolio: Portfolio
  place: number
  /** Null: the measure was not there. */
  before: MatchStatus | null
  after: MatchStatus | null
}

/**
 * The companies of these lists (of one process), added before the event `beforeSeq`, whose status differs, in no order; null: the measure was (is) not
 * there, which differs from `not_eligible` in nothing that a company would be told. Yields about how many companies it
 * judged, after each chunk of all lists.
 *
 * Lists may change between two slices: each company that is there all the while is judged once, as it is when its turn
 * comes. One that comes or goes meanwhile may be among the answer or not: whoever acts on it looks whether it is there.
 */
export function* changedVerdicts(
  portfolios: readonly Portfolio[],
  before: JudgedVersion | null,
  after: JudgedVersion | null,
  at: Instant,
  beforeSeq: number,
): Generator<number, Changed[]> {
  const changed: Changed[] = []
  const pools = portfolios[0]?.pools
  if (pools === undefined) return changed
  const comparison = new Comparison(pools, before, after, at)
  if (!comparison.canDiffer) return changed
  const byOwner: Portfolio[] = []
  const wanted = new Uint8Array(pools.owners + 1)
  for (const portfolio of portfolios) {
    byOwner[portfolio.owner] = portfolio
    wanted[portfolio.owner] = 1
  }
  const block = new Block()
  for (let index = 0; index < pools.rows.chunks.length; index += 1) {
    const chunk = pools.rows.chunks[index]
    if (chunk === undefined) continue
    block.begin(chunk, wanted, beforeSeq)
    const judged = block.count
    comparison.judge(block, (offset, statusBefore, statusAfter) => {
      const portfolio = byOwner[chunk.owners[offset] ?? nobody]
      if (portfolio === undefined) return
      const place = chunk.places[offset] ?? 0
      changed.push({ portfolio, place, before: statusBefore, after: statusAfter })
    })
    yield judged
  }
  return changed
}
