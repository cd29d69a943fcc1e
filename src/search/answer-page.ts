/** From hits to a page: its rows in their order, and where it ended. */
import type { Hits } from './hits.ts'
import { takePage } from './page.ts'
import { readRelevance, writeRelevance } from './position.ts'
import type { Answer, Query } from './query.ts'
import { besidesOf, lateGainOf, takeMostRelevant } from './relevance.ts'
import type { Segment } from './segment.ts'
import { type RankedWord, weightsOf } from './words/weights.ts'

export function inOrder(segment: Segment, query: Query, hits: Hits): Answer {
  const { after, sort } = query
  const order = segment.orderBy(sort)
  const start = after === null ? { base: 0, tail: 0 } : order.after(after.sortValue, after.id)
  const most = mostRows(segment, query)
  const count = takePage(segment.extent, order, hits, start, most)
  const ids = idsOf(segment, Math.min(count, most - 1))
  if (count < most) return { total: hits.total, ids, next: null }
  const last = segment.extent.rows[most - 2] ?? 0
  const sortValue = order.column?.valueOf(last) ?? ''
  return { total: hits.total, ids, next: { sortValue, id: segment.columns.idOf(last) } }
}

export function mostRelevant(segment: Segment, query: Query, words: readonly RankedWord[], hits: Hits): Answer {
  const { after } = query
  // The weights of the page before, so that the order goes on as it began whatever has changed since.
  const value = readRelevance(after?.sortValue, words.length)
  const weights = value?.weights ?? weightsOf(segment, query, words)
  const lateGain = value?.lateGain ?? lateGainOf(query, hits)
  const start = after === null ? null : { score: value?.score ?? 0, start: segment.byId.after('', after.id) }
  const besides = lateGain === 0 ? null : besidesOf(segment, query, lateGain)
  const most = mostRows(segment, query)
  const { count, lastScore } = takeMostRelevant(segment, hits, words, weights, besides, start, most)
  const ids = idsOf(segment, Math.min(count, most - 1))
  if (count < most) return { total: hits.total, ids, next: null }
  const sortValue = writeRelevance({ score: lastScore, weights, lateGain })
  return { total: hits.total, ids, next: { sortValue, id: segment.columns.idOf(segment.extent.rows[most - 2] ?? 0) } }
}

/** How many rows are looked for: one more than the page, which tells that there is more. */
function mostRows(segment: Segment, { limit }: Query): number {
  return Math.min(limit, segment.extent.capacity) + 1
}

/** The ids of the first `count` of the extent's rows. */
function idsOf({ columns, extent }: Segment, count: number): string[] {
  const ids = new Array<string>(count)
  for (let row = 0; row < count; row += 1) ids[row] = columns.idOf(extent.rows[row] ?? 0)
  return ids
}
