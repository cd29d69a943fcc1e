/** A catalogue made from everything that the store has: all at once, which is far quicker than change by change. */

import type { FileSlab, SlabPlace } from '../../platform/file-slab.ts'
import type { Instant } from '../../values/brussels.ts'
import { MeasureIndex } from '../core/index/measure-index.ts'
import type { NaceCover } from '../core/index/query.ts'
import type { MadeCheck } from '../links/link-check-store.ts'
import { wasSeen } from '../links/seen-address.ts'
import type { MeasureRecord } from '../record/record.ts'
import type { MeasureFacts } from '../versions/store.ts'
import { Catalogue } from './catalogue.ts'
import type { Beside, Companion } from './companion.ts'
import { DueTimes } from './due-times.ts'
import type { Held } from './held-measure.ts'
import { LayeredMap } from './layered-map.ts'
import { type CatalogueMeans, CatalogueState, type HeldSource } from './state.ts'
import { takeMeasure } from './take-measure.ts'

/** One reading of everything, with the records already in the slab. */
export type Everything = {
  publication: number
  position: number
  sources: ReadonlyMap<string, HeldSource>
  measures: readonly { facts: MeasureFacts; place: SlabPlace }[]
  checks: readonly MadeCheck[]
  slab: FileSlab
}

export type BuildSettings = { means: CatalogueMeans; naceCovers: NaceCover }

/** The catalogue as of `now`, with all that stands beside it, in slices. */
export function* buildCatalogue(
  { publication, position, sources, measures, checks, slab }: Everything,
  { means, naceCovers }: BuildSettings,
  companions: readonly Companion[],
  now: Instant,
): Generator<number, Catalogue> {
  const held = new Map<string, Held>()
  const aliases = new Map<string, string>()
  const excludedBy = new Map<string, string[]>()
  const mergedLicences = new Map<string, Pick<Held, 'sourceId' | 'licence'>>()
  const due = new DueTimes()
  const index = MeasureIndex.builder(naceCovers)
  for (const { facts, place } of measures) {
    yield 1
    const record = JSON.parse(slab.read(place).toString('utf8')) as MeasureRecord
    aliases.set(facts.slug, facts.mergedInto ?? facts.id)
    if (facts.mergedInto !== null) {
      aliases.set(facts.id, facts.mergedInto)
      mergedLicences.set(facts.id, { sourceId: facts.sourceId, licence: record.licence })
      continue
    }
    const source = sources.get(facts.sourceId)
    if (source === undefined) throw new Error(`${facts.id} is of the unknown source ${facts.sourceId}`)
    const taken = takeMeasure(facts, record, place, source.settings, means.lookups, now)
    held.set(facts.id, taken.held)
    for (const other of taken.held.excludes) {
      const by = excludedBy.get(other)
      if (by === undefined) excludedBy.set(other, [facts.id])
      else by.push(facts.id)
    }
    due.set(facts.id, taken.dueAt)
    index.add(taken.entry)
  }
  const pageSeenAt = new Map(
    checks.flatMap(({ measureId, outcome, checkedAt }) => (wasSeen(outcome) ? [[measureId, checkedAt]] : [])),
  )
  const state = new CatalogueState({
    ...{ means, slab, publication, position, instant: now, sources },
    held: LayeredMap.of(held),
    aliases: LayeredMap.of(aliases),
    excludedBy: LayeredMap.of(excludedBy),
    mergedLicences: LayeredMap.of(mergedLicences),
    pageSeenAt: LayeredMap.of(pageSeenAt),
  })
  const kept: [Companion, Beside][] = []
  for (const companion of companions) kept.push([companion, yield* companion.begin(state)])
  return new Catalogue({ state, index: yield* index.finish(), due, besides: new Map(kept) })
}
