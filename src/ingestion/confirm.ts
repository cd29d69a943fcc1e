/** The operator's word on a held run. */
import { Refusal } from '../contract/refusals.ts'
import type { Run } from '../sources/core/source.ts'
import { lockSource } from '../sources/registry.ts'
import type { HeldPayload } from './core/run.ts'
import type { IngestionMeans } from './means.ts'
import { publish } from './publish.ts'
import { heldPayloadOf, newestRuns, runByIdLocked } from './run-store.ts'
import { runsKept } from './runs.ts'

/**
 * Publishes the newest held run of a source exactly as it read, and makes it `succeeded`. Refused when there is none, when
 * a later run has succeeded (what was held is overtaken), while a run is under way, and when the source is switched off.
 */
export async function confirmHeldRun(means: IngestionMeans, sourceId: string): Promise<Run> {
  const { database } = means
  return database.forBulk().transaction(async (transaction) => {
    const source = await lockSource(transaction, database, sourceId)
    const runs = await newestRuns(transaction, sourceId, runsKept)
    const place = runs.findIndex((run) => run.status === 'held')
    const newest = runs[place]
    if (newest === undefined) throw new Refusal('conflict', `No run of the source ${sourceId} is held.`)
    const later = runs.slice(0, place)
    if (later.some((run) => run.status === 'succeeded')) {
      throw new Refusal('conflict', `A later run of the source ${sourceId} has succeeded: the held one is overtaken.`)
    }
    if (later.some((run) => run.status === 'running')) {
      throw new Refusal('conflict', `A run of the source ${sourceId} is under way. Confirm when it has ended.`)
    }
    if (!source.enabled) throw new Refusal('conflict', `The source ${sourceId} is switched off.`)
    const run = await runByIdLocked(transaction, database.dialect, newest.id)
    const text = await heldPayloadOf(transaction, newest.id)
    if (run === null || text === null) throw new Error(`held run ${newest.id} has lost what it read`)
    // Written by this capability alone, when the run was held.
    const payload = JSON.parse(text) as HeldPayload
    return publish(transaction, means, source, run, {
      listed: {
        taken: new Set(payload.taken),
        rejected: new Set(payload.rejected),
        unattributed: payload.unattributed,
      },
      seen: run.seen,
      rejected: run.rejected,
      intended: { created: 0, changed: 0 },
    })
  })
}
