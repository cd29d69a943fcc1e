/** By which ids a measure is known: whoever asks for one of them means all. */
import type { Sql } from '../../platform/database/database.ts'
import { mergedWith } from './merges-store.ts'

/** Of each of the measures, every id that leads where its own does, that among them; of one that is not there its own alone. */
export async function idsKnownTogether(sql: Sql, ids: readonly string[]): Promise<(id: string) => readonly string[]> {
  const others = await mergedWith(sql, [...new Set(ids)])
  return (id) => [id, ...(others.get(id) ?? [])]
}
