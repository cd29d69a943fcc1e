/** Where the measures of a source stand, for those who read sources. */
import type { Sql } from '../../platform/database/database.ts'
import { takenIds } from '../versions/store.ts'
import type { Standing } from './standing.ts'
import { standingsOf } from './standing-store.ts'

/** Every measure of a source, merged ones too, by local id. */
export async function listStandings(sql: Sql, sourceId: string): Promise<Map<string, Standing>> {
  return standingsOf(sql, sourceId)
}

/** Those of the ids that a measure has. */
export async function findTakenIds(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  return takenIds(sql, ids)
}
