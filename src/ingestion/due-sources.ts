/** Which sources their schedules ask for. */
import type { Sql } from '../platform/database/database.ts'
import { listSources } from '../sources/registry.ts'
import type { Instant } from '../values/brussels.ts'
import { interruptedInARowMax, isDue } from './runs/due.ts'
import { newestRuns } from './runs/run-store.ts'

/** Ids of the sources that are due, in the order of the sources file. */
export async function dueSources(sql: Sql, now: Instant): Promise<string[]> {
  const due: string[] = []
  for (const source of await listSources(sql)) {
    if (!source.enabled || source.definition.schedule === null) continue
    const runs = await newestRuns(sql, source.definition.id, interruptedInARowMax + 1)
    if (isDue(source, runs, now)) due.push(source.definition.id)
  }
  return due
}
