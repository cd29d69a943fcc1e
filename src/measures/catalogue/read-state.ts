/**
 * What the catalogue reads of the store: everything, or what changed since a publication, each as one state of the store,
 * so that half a run is never seen and the place in the feed is the one that belongs to it.
 */
import { type ReadTo, readNothing, type Standing, standingTo } from '../../changes/store-standing.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FileSlab, SlabPlace } from '../../platform/files/file-slab.ts'
import { loadSourcesSnapshot } from '../../sources/snapshot.ts'
import type { MeasureFacts } from '../versions/store.ts'
import { idsChangedAfter, type MeasureText, textsOf, textsPage } from './catalogue-store.ts'
import type { CatalogueState, KnownSource } from './state.ts'
import { knownSources, settingsStayed } from './state-draft.ts'

/** Up to so many changes are taken in place: more are met by a new catalogue, which is then as quick. */
const inPlaceMax = 4_000
/** Rows read between two turns of others. */
const pageSize = 100

/** What the store knows of a measure beside its record, and where in the slab that stands. */
export type ReadMeasure = { facts: MeasureFacts; place: SlabPlace }

/** One reading of one state of the store: all of it, or what of it a catalogue has not. */
export type Reading = ReadTo & {
  sources: ReadonlyMap<string, KnownSource>
  measures: readonly ReadMeasure[]
  /** Where the records stand, and how large it was before those that were read into it. */
  slab: FileSlab
  slabSizeBefore: number
}

/**
 * Reads everything, the records into the slab; those that `before` has there already stay where they stand. Little more
 * than copying is done while the store's state is pinned: what is made of the records is made afterwards. `standing`: to `before`.
 * `onRead` is told how many have been read.
 */
export function readEverything(
  database: Database,
  slab: FileSlab,
  before: CatalogueState | null,
  signal: AbortSignal,
  onRead: (measures: number) => void,
): Promise<Reading & { standing: Standing }> {
  const { dialect } = database
  return database.withSignal(signal).snapshot(async (reads) => {
    const { head, standing } = await standingTo(reads, before ?? readNothing)
    const slabSizeBefore = slab.size
    const sources = knownSources(await loadSourcesSnapshot(reads))
    const measures: ReadMeasure[] = []
    for (let after = ''; ; ) {
      const page = await textsPage({ reads, dialect }, after, pageSize)
      measures.push(...kept(page, slab, before))
      onRead(measures.length)
      const last = page.at(-1)
      if (last === undefined || page.length < pageSize) break
      after = last.facts.id
    }
    return { ...head, standing, sources, measures, slab, slabSizeBefore }
  })
}

/**
 * What changed after the state's publication, the records into its slab; null when everything has to be made anew: for its
 * number, or because records are read with other settings; `gone_back` when the store does not go on from the state.
 */
export function readChanges(database: Database, before: CatalogueState): Promise<Reading | 'gone_back' | null> {
  const { publication, slab } = before
  const slabSizeBefore = slab.size
  const { dialect } = database
  return database.snapshot(async (reads) => {
    const { standing, head } = await standingTo(reads, before)
    if (standing === 'gone_back') return 'gone_back'
    const ids = await idsChangedAfter(reads, publication, inPlaceMax + 1)
    if (ids.length > inPlaceMax) return null
    const sources = knownSources(await loadSourcesSnapshot(reads))
    if (!settingsStayed(before.parts.sources, sources)) return null
    const measures: ReadMeasure[] = []
    try {
      for (let from = 0; from < ids.length; from += pageSize) {
        measures.push(...kept(await textsOf({ reads, dialect }, ids.slice(from, from + pageSize)), slab, before))
      }
      return { ...head, sources, measures, slab, slabSizeBefore }
    } catch (error) {
      slab.cutBack(slabSizeBefore)
      throw error
    }
  })
}

/** Measures as read, each record put into the slab unless `before` has the same one there already. */
function kept(page: readonly MeasureText[], slab: FileSlab, before: CatalogueState | null): ReadMeasure[] {
  const read = page.map(({ facts, record }) => {
    const bytes = typeof record === 'string' ? Buffer.from(record) : record
    const known = before?.slab === slab ? before.known(facts.id) : null
    const isSame = known !== null && known.place.length === bytes.length && slab.read(known.place).equals(bytes)
    return { facts, bytes, place: isSame ? known.place : null }
  })
  const appended = slab.appendAll(read.flatMap(({ bytes, place }) => (place === null ? [bytes] : []))).values()
  return read.map(({ facts, place: known }) => {
    const place = known ?? appended.next().value
    if (place === undefined) throw new Error('the slab gave fewer places than it was given records')
    return { facts, place }
  })
}
