/** A catalogue made from everything that the store has: all at once, which is far quicker than change by change. */

import { type TextReader, TextsHere } from '../../../search/building/texts.ts'
import type { Instant } from '../../../values/brussels.ts'
import { indexEntry } from '../../finding/index-entry.ts'
import { sortedTexts } from '../../finding/measure-index.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Companion } from '../companion.ts'
import type { ImageInTheMaking } from '../image/image-in-the-making.ts'
import type { Reading } from '../read-state.ts'
import { recordIn } from '../state.ts'
import { Building, type BuildSettings } from './building.ts'
import { pagesSeen } from './pages-seen.ts'
import { takeMeasure } from './take-measure.ts'

/** Who helps: `texts` reads what the measures say, where it is not to be done here; `image` is written on the way. */
export type BuildHelp = { texts?: TextReader | undefined; image?: ImageInTheMaking | null }

/** The catalogue as of `now`, with all that stands beside it, in slices: each record is read and looked at once. */
export function* buildCatalogue(
  reading: Reading,
  settings: BuildSettings,
  companions: readonly Companion[],
  now: Instant,
  { texts, image = null }: BuildHelp = {},
): Generator<number, Catalogue> {
  const { measures, sources, slab, checks } = reading
  const of = { ...reading, liveBytes: liveBytesOf(measures), pageSeenAt: pagesSeen(checks) }
  const reader = image === null ? texts : image.noting(texts ?? new TextsHere(sortedTexts))
  const building = new Building(of, settings, companions, now, reader === undefined ? {} : { texts: reader })
  const { state, beginnings } = building
  const bytesAt = slab.reader()
  for (const { facts, place, recordId } of measures) {
    yield 1
    const record = recordIn(bytesAt(place))
    if (facts.mergedInto !== null) {
      building.leadOn(facts, facts.mergedInto, record.licence)
      image?.putMerged(
        { ...facts, mergedInto: facts.mergedInto, licence: record.licence },
        { publication: facts.publication, recordId },
      )
      continue
    }
    const source = sources.get(facts.sourceId)
    if (source === undefined) throw new Error(`${facts.id} is of the unknown source ${facts.sourceId}`)
    const { known, resolved, dueAt } = takeMeasure(facts, record, place, source.settings, settings.means.lookups, now)
    building.know(known, dueAt)
    const entry = building.isSearched ? indexEntry(known, resolved, source.settings, now) : null
    if (entry !== null) yield* building.find(entry)
    const rendering = state.renderingOf(known, record, resolved)
    for (const { beginning } of beginnings) beginning.take(known, rendering)
    if (entry !== null) image?.put({ known, recordId, record, entry, beginnings })
  }
  const made = yield* building.finish()
  image?.end(made.state, beginnings)
  return made
}

function liveBytesOf(measures: Reading['measures']): number {
  return measures.reduce((sum, { facts, place }) => sum + (facts.mergedInto === null ? place.length : 0), 0)
}
