/** A catalogue made from everything that the store has: all at once, which is far quicker than change by change. */

import type { TextReader } from '../../../search/texts.ts'
import type { Instant } from '../../../values/brussels.ts'
import { indexEntry } from '../../finding/index-entry.ts'
import { MeasureIndex } from '../../finding/measure-index.ts'
import type { NaceCover } from '../../finding/query.ts'
import { Catalogue } from '../catalogue.ts'
import type { Companion } from '../companion.ts'
import { DueTimes } from '../due-times.ts'
import type { KnownMeasure } from '../known-measure.ts'
import { LayeredMap } from '../layered-map.ts'
import type { Reading } from '../read-state.ts'
import { type CatalogueMeans, CatalogueState, recordIn } from '../state.ts'
import { takeMeasure } from './take-measure.ts'

/** `naceCover` null: nobody searches the catalogue, and it gets no index. */
export type BuildSettings = { means: CatalogueMeans; naceCover: NaceCover | null }

/**
 * The catalogue as of `now`, with all that stands beside it, in slices: each record is read and looked at once. `texts` reads
 * what the measures say, where it is not to be done here. `onMade` is told how many measures have been made ready.
 */
export function* buildCatalogue(
  reading: Reading,
  { means, naceCover }: BuildSettings,
  companion: Companion | null,
  now: Instant,
  { texts, onMade = () => {} }: { texts?: TextReader | undefined; onMade?: (measures: number) => void } = {},
): Generator<number, Catalogue> {
  const { measures, sources, slab } = reading
  const known = new Map<string, KnownMeasure>()
  const aliases = new Map<string, string>()
  const excludedBy = new Map<string, string[]>()
  const replaces = new Map<string, string[]>()
  const mergedLicences = new Map<string, Pick<KnownMeasure, 'sourceId' | 'licence'>>()
  // The maps fill behind it: what is made beside it reads of it what has come.
  const state = new CatalogueState({
    ...{ means, sources, slab, instant: now },
    ...{ publication: reading.publication, position: reading.position, eventId: reading.eventId },
    liveBytes: measures.reduce((sum, { facts, place }) => sum + (facts.mergedInto === null ? place.length : 0), 0),
    known: LayeredMap.of(known),
    aliases: LayeredMap.of(aliases),
    excludedBy: LayeredMap.of(excludedBy),
    replaces: LayeredMap.of(replaces),
    mergedLicences: LayeredMap.of(mergedLicences),
  })
  const due = new DueTimes()
  const index = naceCover === null ? null : MeasureIndex.builder(naceCover, measures.length, texts)
  const beginning = companion?.begin(state)
  const bytesAt = slab.reader()
  for (const [made, { facts, place }] of measures.entries()) {
    yield 1
    onMade(made)
    const record = recordIn(bytesAt(place), facts.id)
    const { id, slug, sourceId, mergedInto } = facts
    aliases.set(slug, mergedInto ?? id)
    if (mergedInto !== null) {
      aliases.set(id, mergedInto)
      mergedLicences.set(id, { sourceId, licence: record.licence })
      continue
    }
    const source = sources.get(sourceId)
    if (source === undefined) throw new Error(`${id} is of the unknown source ${sourceId}`)
    const taken = takeMeasure(facts, record, place, source.settings, means.lookups, now)
    known.set(id, taken.known)
    due.set(id, taken.dueAt)
    for (const other of taken.known.excludes) nameIn(excludedBy, other, id)
    for (const other of taken.known.replacedBy) nameIn(replaces, other, id)
    if (index !== null) {
      index.add(indexEntry(taken.known, taken.resolved, source.settings, now))
      yield* index.catchUp()
    }
    beginning?.take(taken.known, state.renderingOf(taken.known, record, taken.resolved))
  }
  index?.end()
  const entangled = new Set<string>()
  for (const [other, by] of excludedBy) for (const id of [state.resolveId(other) ?? other, ...by]) entangled.add(id)
  const beside = beginning === undefined ? null : yield* beginning.finish(entangled)
  return new Catalogue({ state, index: index === null ? null : yield* index.finish(), due, beside })
}

/** Notes that `by` names `other`. */
function nameIn(naming: Map<string, string[]>, other: string, by: string): void {
  const known = naming.get(other)
  if (known === undefined) naming.set(other, [by])
  else known.push(by)
}
