/** The operator's `ingest`: runs of the sources named, or of every enabled one, one after the other. */
import { Refusal } from '../contract/refusals.ts'
import { getSource, listSources } from '../sources/registry.ts'
import type { Run } from '../sources/source/source.ts'
import type { IngestionMeans } from './runs/means.ts'
import { type RunOptions, runSource } from './runs/run-source.ts'

export type IngestOptions = RunOptions & {
  /** Told each run as it ends: what was made when a later one could not be. */
  onRun?(run: Run): void
}

/**
 * Makes a run of each source, in the order asked (without names: every enabled source, in the order of the sources file).
 * Refuses, before any run is made, an unknown source, a switched-off one, and a file for several sources.
 */
export async function ingest(
  means: IngestionMeans,
  sourceIds: readonly string[],
  options: IngestOptions = {},
): Promise<Run[]> {
  const sources =
    sourceIds.length === 0
      ? (await listSources(means.database)).filter((source) => source.enabled)
      : await Promise.all([...new Set(sourceIds)].map((id) => getSource(means.database, id)))
  const off = sources.find((source) => !source.enabled)
  if (off !== undefined) throw new Refusal('conflict', `The source ${off.definition.id} is switched off.`)
  if (options.file !== undefined && sources.length !== 1) {
    throw new Refusal('conflict', 'A file takes the place of one source: name that source alone.')
  }
  const runs: Run[] = []
  for (const source of sources) {
    const run = await runSource(means, source.definition.id, options)
    runs.push(run)
    options.onRun?.(run)
  }
  return runs
}
