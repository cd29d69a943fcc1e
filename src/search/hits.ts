/** All rows that meet a query, as a set. */

import type { Restrictions } from './query.ts'
import type { Segment } from './segment.ts'
import { addBit, type Bits, bitsFor, intersect } from './sets/bitset.ts'

/** `found`: sets of rows, in all of which a row must be. */
export function hitsOf(segment: Segment, restrictions: Restrictions, found: readonly Bits[] = []): Bits {
  const { any, covering, bounds, withHidden } = restrictions
  const { facets, alive, visible } = segment.rows
  const hits = (withHidden ? alive : visible).slice()
  for (const { facet, tokens } of any) intersect(hits, facets.rowsWith(facet, tokens))
  for (const { name, asked } of covering) intersect(hits, facets.covering(name, asked))
  for (const bound of bounds) intersect(hits, within(segment, bound))
  for (const rows of found) intersect(hits, rows)
  return hits
}

function within(segment: Segment, { number, above, upTo }: Restrictions['bounds'][number]): Bits {
  const order = segment.orderBy(number)
  const rows = bitsFor(segment.rows.capacity)
  // The largest finite number leaves out Infinity, which is how a row without the number is written.
  const end = order.above(Math.min(upTo, Number.MAX_VALUE))
  for (let place = order.above(above); place < end; place += 1) addBit(rows, order.ordinals[place] ?? 0)
  return rows
}
