/**
 * What the catalogue reads of the store: everything, or what changed since a publication, each as one state of the store,
 * so that half a run is never seen and the place in the feed is the one that belongs to it.
 */
import type { Database, Reads } from '../../platform/database/database.ts'
import type { FileSlab, SlabPlace } from '../../platform/file-slab.ts'
import { loadSourcesSnapshot } from '../../sources/snapshot.ts'
import { linkChecksPage, type MadeCheck } from '../links/link-check-store.ts'
import type { MeasureFacts } from '../versions/store.ts'
import type { Everything } from './build-catalogue.ts'
import type { Changes } from './catalogue.ts'
import { countChangedAfter, feedHead, measuresChangedAfter, textsPage } from './catalogue-store.ts'
import type { CatalogueState } from './state.ts'
import { heldSources } from './state-draft.ts'

/**
 * More changed measures than this are met by building anew: each change in place costs up to half a millisecond, and
 * leaves a row that died in the index.
 */
const changesInPlaceMax = 400
/** Rows read between two turns of others. */
const pageSize = 100
const checksPageSize = 1_000

/**
 * Reads everything, the records into the slab; those that `before` has there already stay where they stand. Little more
 * than copying is done while the store's state is held: what is made of the records is made afterwards.
 */
export function readEverything(
  database: Database,
  slab: FileSlab,
  before: CatalogueState | null,
  signal: AbortSignal,
): Promise<Everything> {
  return database.withSignal(signal).snapshot(async (reads) => {
    const head = await feedHead(reads)
    const sources = heldSources(await loadSourcesSnapshot(reads))
    const measures: { facts: MeasureFacts; place: SlabPlace }[] = []
    for (let after = ''; ; ) {
      const page = await textsPage(reads, after, pageSize)
      for (const { facts, recordText } of page) {
        const bytes = Buffer.from(recordText)
        const known = before?.slab === slab ? before.held(facts.id) : null
        const isSame = known !== null && known.place.length === bytes.length && slab.read(known.place).equals(bytes)
        measures.push({ facts, place: isSame ? known.place : slab.append(bytes) })
      }
      const last = page.at(-1)
      if (last === undefined || page.length < pageSize) break
      after = last.facts.id
    }
    return { ...head, sources, measures, checks: await checksAfter(reads, -1), slab }
  })
}

/** What changed after that publication; null when it is so much that everything is better read anew. */
export function readChanges(database: Database, publication: number): Promise<Changes | null> {
  return database.snapshot(async (reads) => {
    const head = await feedHead(reads)
    if ((await countChangedAfter(reads, publication)) > changesInPlaceMax) return null
    const sources = heldSources(await loadSourcesSnapshot(reads))
    const measures = await measuresChangedAfter(reads, publication)
    return { ...head, sources, measures, checks: await checksAfter(reads, publication) }
  })
}

async function checksAfter(reads: Reads, publication: number): Promise<MadeCheck[]> {
  const checks: MadeCheck[] = []
  for (let after = ''; ; ) {
    const page = await linkChecksPage(reads, publication, after, checksPageSize)
    checks.push(...page)
    const last = page.at(-1)
    if (last === undefined || page.length < checksPageSize) return checks
    after = last.measureId
  }
}
