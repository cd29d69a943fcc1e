/** Which sources their schedules ask for. */
import type { Sql } from '../platform/database/database.ts'
import { ItemFaults } from '../platform/faults/item-faults.ts'
import { listSources } from '../sources/registry.ts'
import type { Instant } from '../values/brussels.ts'
import { interruptedInARowMax, isDue } from './runs/due.ts'
import { newestRuns } from './runs/run-store.ts'

/** `due`: ids of the sources that are due, in the order of the sources file. `faults`: of those that could not be looked at. */
export async function dueSources(sql: Sql, now: Instant): Promise<{ due: string[]; faults: ItemFaults }> {
  const due: string[] = []
  const faults = new ItemFaults()
  for (const source of await listSources(sql)) {
    if (!source.enabled || source.definition.schedule === null) continue
    const { id } = source.definition
    const look = async (): Promise<boolean> => isDue(source, await newestRuns(sql, id, interruptedInARowMax + 1), now)
    if (await faults.attempt(id, look)) due.push(id)
  }
  return { due, faults }
}
