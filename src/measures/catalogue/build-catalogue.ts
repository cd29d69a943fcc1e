/** A catalogue made from everything that the store has: all at once, which is far quicker than change by change. */

import type { TextReader } from '../../search/building/texts.ts'
import type { Instant } from '../../values/brussels.ts'
import { indexEntry } from '../finding/index-entry.ts'
import { MeasureIndex } from '../finding/measure-index.ts'
import type { NaceCover } from '../finding/query.ts'
import { wasSeen } from '../links/seen-address.ts'
import { Catalogue } from './catalogue.ts'
import type { Beside, Companion } from './companion.ts'
import { DueTimes } from './due-times.ts'
import type { KnownMeasure } from './known-measure.ts'
import { LayeredMap } from './layered-map.ts'
import type { Reading } from './read-state.ts'
import { type CatalogueMeans, CatalogueState, recordIn } from './state.ts'
import { takeMeasure } from './take-measure.ts'

/** `naceCover` null: nobody searches the catalogue, and it gets no index. */
export type BuildSettings = { means: CatalogueMeans; naceCover: NaceCover | null }

/**
 * The catalogue as of `now`, with all that stands beside it, in slices: each record is read and looked at once. `texts`: who
 * reads what the measures say, where it is not to be done here.
 */
export function* buildCatalogue(
  { publication, position, sources, measures, checks, slab }: Reading,
  { means, naceCover }: BuildSettings,
  companions: readonly Companion[],
  now: Instant,
  texts?: TextReader,
): Generator<number, Catalogue> {
  const maps = emptyMaps()
  for (const { measureId, outcome, checkedAt } of checks)
    if (wasSeen(outcome)) maps.pageSeenAt.set(measureId, checkedAt)
  // The maps fill behind it: companions read of it what has been read so far.
  const state = new CatalogueState({
    ...{ means, slab, publication, position, instant: now, sources },
    liveBytes: liveBytesOf(measures),
    known: LayeredMap.of(maps.known),
    aliases: LayeredMap.of(maps.aliases),
    excludedBy: LayeredMap.of(maps.excludedBy),
    mergedLicences: LayeredMap.of(maps.mergedLicences),
    pageSeenAt: LayeredMap.of(maps.pageSeenAt),
  })
  const due = new DueTimes()
  const index = naceCover === null ? null : MeasureIndex.builder(naceCover, texts)
  const beginnings = companions.map((companion) => ({ companion, beginning: companion.begin(state) }))
  const bytesAt = slab.reader()
  for (const { facts, place } of measures) {
    yield 1
    const record = recordIn(bytesAt(place))
    maps.aliases.set(facts.slug, facts.mergedInto ?? facts.id)
    if (facts.mergedInto !== null) {
      maps.aliases.set(facts.id, facts.mergedInto)
      maps.mergedLicences.set(facts.id, { sourceId: facts.sourceId, licence: record.licence })
      continue
    }
    const source = sources.get(facts.sourceId)
    if (source === undefined) throw new Error(`${facts.id} is of the unknown source ${facts.sourceId}`)
    const { known, resolved, dueAt } = takeMeasure(facts, record, place, source.settings, means.lookups, now)
    maps.known.set(facts.id, known)
    for (const other of known.excludes) {
      const by = maps.excludedBy.get(other)
      if (by === undefined) maps.excludedBy.set(other, [facts.id])
      else by.push(facts.id)
    }
    due.set(facts.id, dueAt)
    if (index !== null) {
      index.add(indexEntry(known, resolved, source.settings, now))
      yield* index.catchUp()
    }
    const rendering = state.renderingOf(known, record, resolved)
    for (const { beginning } of beginnings) beginning.take(known, rendering)
  }
  if (index !== null) yield* index.end()
  const entangled = new Set<string>()
  for (const [other, by] of maps.excludedBy) {
    for (const id of [state.resolveId(other) ?? other, ...by]) entangled.add(id)
  }
  const besides: [Companion, Beside][] = []
  for (const { companion, beginning } of beginnings) besides.push([companion, yield* beginning.finish(entangled)])
  return new Catalogue({ state, index: index === null ? null : yield* index.finish(), due, besides: new Map(besides) })
}

function emptyMaps() {
  return {
    known: new Map<string, KnownMeasure>(),
    aliases: new Map<string, string>(),
    excludedBy: new Map<string, string[]>(),
    mergedLicences: new Map<string, Pick<KnownMeasure, 'sourceId' | 'licence'>>(),
    pageSeenAt: new Map<string, Instant>(),
  }
}

function liveBytesOf(measures: Reading['measures']): number {
  return measures.reduce((sum, { facts, place }) => sum + (facts.mergedInto === null ? place.length : 0), 0)
}
