/** All that is shown of the sources, read from the store in one go. */
import type { Reads } from '../platform/database/database.ts'
import { countsBySource, shownRuns } from './snapshot-store.ts'
import type { SourcesSnapshot } from './source/source.ts'
import { allSources } from './store.ts'

/** Every source, switched-off ones too, with its measures counted and its newest runs: plain data. */
export async function loadSourcesSnapshot(sql: Reads): Promise<SourcesSnapshot> {
  const sources = await allSources(sql)
  const counts = await countsBySource(sql)
  const runs = await shownRuns(sql)
  const entries = sources.map((source) => {
    const { id } = source.definition
    return { source, measures: counts.get(id) ?? 0, runs: runs.get(id) ?? [] }
  })
  return { entries }
}
