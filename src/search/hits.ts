/** All rows that meet a query, as a set. */

import type { Restrictions, WordSearch } from './query.ts'
import type { Segment } from './segment.ts'
import { addBit, type Bits, bitsFor, countBits, intersect, unite } from './sets/bitset.ts'

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

/** What is left of the hits where each narrowing leaves something, and which do. */
export function narrowedHits(
  segment: Segment,
  { narrowings = [], narrowed = null, exempt = null }: Pick<WordSearch, 'narrowings' | 'narrowed' | 'exempt'>,
  met: Bits,
): { hits: Bits; narrowed: boolean[] } {
  let hits = met
  const which = narrowings.map(({ any, covering }, place) => {
    if (narrowed?.[place] === false) return false
    const left = hitsOf(segment, { any, covering, bounds: [], withHidden: true }, [hits])
    if (narrowed === null && countBits(left) === 0) return false
    hits = left
    return true
  })
  if (exempt !== null && hits !== met) {
    const named = segment.rows.facets.rowsWith(exempt.facet, exempt.tokens).slice()
    intersect(named, met)
    hits = hits.slice()
    unite(hits, named)
  }
  return { hits, narrowed: which }
}

function within(segment: Segment, { number, above, upTo }: Restrictions['bounds'][number]): Bits {
  const order = segment.orderBy(number)
  const rows = bitsFor(segment.rows.capacity)
  // The largest finite number leaves out Infinity, which is how a row without the number is written.
  const end = order.above(Math.min(upTo, Number.MAX_VALUE))
  for (let place = order.above(above); place < end; place += 1) addBit(rows, order.ordinals[place] ?? 0)
  return rows
}
