/** The presence of a source's measures, for those who read sources. */
import type { Sql } from '../../platform/database/database.ts'
import { takenIds } from '../versions/store.ts'
import type { Presence } from './presence.ts'
import { missedCounts, presencesOf } from './presence-store.ts'

/** Every measure of a source, merged ones too, by local id. */
export async function listPresences(sql: Sql, sourceId: string): Promise<Map<string, Presence>> {
  return presencesOf(sql, sourceId)
}

/** How many measures of each source are withdrawn when its next run does not list them either; a source without any is left out. */
export async function countMissed(sql: Sql): Promise<Map<string, number>> {
  return missedCounts(sql)
}

/** Those of the ids that a measure has. */
export async function findTakenIds(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  return takenIds(sql, ids)
}
