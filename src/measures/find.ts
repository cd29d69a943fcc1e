/** A measure by what people call it: an id or a slug, its own or that of one that was merged into it. */
import { Refusal } from '../contract/refusals.ts'
import type { Sql } from '../platform/database/database.ts'
import { listSources } from '../sources/registry.ts'
import { sourceSettings } from '../sources/source/source-settings.ts'
import type { Instant } from '../values/brussels.ts'
import { type ReadingDoubt, readingDoubt } from './record/checked.ts'
import type { ReferenceLookups } from './record/lookups.ts'
import { resolve } from './record/resolve.ts'
import { measureByIdOrSlug, measuresByIds, type StoredMeasure, slugsOfMeasures } from './versions/store.ts'

/** The measure itself, also where it was merged away. Refuses `subsidy_not_found`. */
export async function getMeasure(sql: Sql, idOrSlug: string): Promise<StoredMeasure> {
  const measure = await measureByIdOrSlug(sql, idOrSlug)
  if (measure === null) {
    throw new Refusal('subsidy_not_found', `There is no measure with the id or slug "${idOrSlug}".`, {
      subsidy: idOrSlug,
    })
  }
  return measure
}

/** The measure that answers to the name: of a merged one the last survivor. Refuses `subsidy_not_found`. */
export async function getSurvivor(sql: Sql, idOrSlug: string): Promise<StoredMeasure> {
  const measure = await getMeasure(sql, idOrSlug)
  if (measure.mergedInto === null) return measure
  // One step is enough: a merge leads everything that led to the merged one on to the survivor.
  const [survivor] = await measuresByIds(sql, [measure.mergedInto])
  if (survivor === undefined) throw new Error(`${measure.id} leads to ${measure.mergedInto}, which does not exist`)
  return survivor
}

/** What is to be said of the readings of measures at `at`, by id; one that is not there, or of which nothing is to be said, has none. */
export async function readingDoubtsOf(
  sql: Sql,
  ids: readonly string[],
  lookups: ReferenceLookups,
  at: Instant,
): Promise<ReadonlyMap<string, ReadingDoubt>> {
  const sources = new Map((await listSources(sql)).map(({ definition }) => [definition.id, sourceSettings(definition)]))
  const doubts = new Map<string, ReadingDoubt>()
  for (const { id, sourceId, record } of await measuresByIds(sql, ids)) {
    const source = sources.get(sourceId)
    const doubt = source === undefined ? null : readingDoubt(resolve(record, source, lookups).checked, source, at)
    if (doubt !== null) doubts.set(id, doubt)
  }
  return doubts
}

/** What the addresses of measures for people end with, by id; a measure that is not there has none. */
export function slugsOf(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return slugsOfMeasures(sql, ids)
}
