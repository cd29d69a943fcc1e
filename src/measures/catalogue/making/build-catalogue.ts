/** A catalogue made from everything that the store has: all at once, which is far quicker than change by change. */

import type { TextReader } from '../../../search/texts.ts'
import type { Instant } from '../../../values/brussels.ts'
import { indexEntry } from '../../finding/index-entry.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Companion } from '../companion.ts'
import type { Reading } from '../read-state.ts'
import { recordIn } from '../state.ts'
import { Building, type BuildSettings } from './building.ts'
import { pagesSeen } from './pages-seen.ts'
import { takeMeasure } from './take-measure.ts'

/**
 * The catalogue as of `now`, with all that stands beside it, in slices: each record is read and looked at once. `texts` reads
 * what the measures say, where it is not to be done here. `onMade` is told how many measures have been made ready.
 */
export function* buildCatalogue(
  reading: Reading,
  settings: BuildSettings,
  companions: readonly Companion[],
  now: Instant,
  { texts, onMade = () => {} }: { texts?: TextReader | undefined; onMade?: (measures: number) => void } = {},
): Generator<number, Catalogue> {
  const { measures, sources, slab, checks } = reading
  const of = { ...reading, liveBytes: liveBytesOf(measures), pageSeenAt: pagesSeen(checks) }
  const building = new Building(of, settings, companions, now, measures.length, texts)
  const { state, beginnings } = building
  const bytesAt = slab.reader()
  for (const [made, { facts, place }] of measures.entries()) {
    yield 1
    onMade(made)
    const record = recordIn(bytesAt(place))
    if (facts.mergedInto !== null) {
      building.leadOn(facts, facts.mergedInto, record.licence)
      continue
    }
    const source = sources.get(facts.sourceId)
    if (source === undefined) throw new Error(`${facts.id} is of the unknown source ${facts.sourceId}`)
    const { known, resolved, dueAt } = takeMeasure(facts, record, place, source.settings, settings.means.lookups, now)
    building.know(known, dueAt)
    if (building.isSearched) yield* building.find(indexEntry(known, resolved, source.settings, now))
    const rendering = state.renderingOf(known, record, resolved)
    for (const { beginning } of beginnings) beginning.take(known, rendering)
  }
  return yield* building.finish()
}

function liveBytesOf(measures: Reading['measures']): number {
  return measures.reduce((sum, { facts, place }) => sum + (facts.mergedInto === null ? place.length : 0), 0)
}
