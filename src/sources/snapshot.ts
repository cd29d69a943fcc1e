/** All that is shown of the sources, read from the store in one go. */
import type { Reads } from '../platform/database/database.ts'
import { countsBySource, shownRuns } from './snapshot-store.ts'
import { lastRunOf, type Run, type SourcesSnapshot } from './source/source.ts'
import { allSources } from './store.ts'

/** The newest run of each source that has ended, by the source's id; a source without one is left out. */
export async function lastRuns(sql: Reads): Promise<Map<string, Run>> {
  const runs = await shownRuns(sql)
  const last = [...runs.values()].flatMap((ofSource) => lastRunOf({ runs: ofSource }) ?? [])
  return new Map(last.map((run) => [run.sourceId, run]))
}

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
