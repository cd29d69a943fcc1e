/** What may be shown of a measure's diff now, read from the store: for whoever has no catalogue in memory. */
import type { Sql } from '../../platform/database/database.ts'
import { getSource } from '../../sources/registry.ts'
import { type Diff, maskDiff } from '../diff/diff.ts'
import { licenceModes } from '../record/licence.ts'
import { sourceIdOf, versionOf, versionRange } from './version-store.ts'

/** The diff as far as the licence of now lets it be shown; of a measure that is not there, nothing of it. */
export async function diffShownNow(sql: Sql, measureId: string, diff: Diff): Promise<Diff> {
  const range = await versionRange(sql, measureId)
  const newest = range === null ? null : await versionOf(sql, measureId, range.newest)
  const sourceId = newest === null ? null : await sourceIdOf(sql, measureId)
  if (newest === null || sourceId === null) return {}
  const { definition } = await getSource(sql, sourceId)
  return maskDiff(diff, licenceModes({ reuse_mode: definition.reuse_mode }, newest.record.licence))
}
