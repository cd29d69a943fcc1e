/** The operator's word on a held run. */
import { Refusal } from '../../contract/refusals.ts'
import { publishing } from '../../measures/publishing/publishing.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { getSource, lockSource } from '../../sources/registry.ts'
import type { Run, Source } from '../../sources/source/source.ts'
import type { IngestionMeans } from './means.ts'
import { prepareRun, publishPrepared, reviewed, runFault } from './publish.ts'
import type { HeldPayload, Publishable, Readout, StoredRun } from './run.ts'
import { heldPayloadOf, newestRuns, profilesOf, runByIdLocked } from './run-store.ts'
import { runsKept } from './runs.ts'
import { sweepLeavings } from './sweep.ts'

/**
 * Publishes the newest held run of a source exactly as it read, and makes it `succeeded`. Refused when there is none, when it was confirmed already, when
 * a later run has succeeded (what was held is overtaken), while a run is under way, and when the source is switched off.
 */
export async function confirmHeldRun(means: IngestionMeans, sourceId: string): Promise<Run> {
  const database = means.database.forBulk()
  const prepare = async () => {
    const run = await confirmable(database, sourceId, await getSource(database, sourceId))
    const readout = await readoutOf(database, run)
    const made = await prepareRun({ ...means, database }, run, readout)
    await made.preparation.fill()
    return { ...made, run, readout }
  }
  try {
    return await publishing({ database }, prepare, async (transaction, prepared) => {
      const source = await lockSource(transaction, database, sourceId)
      const newest = await confirmable(transaction, sourceId, source)
      const run = await runByIdLocked(transaction, database.dialect, newest.id)
      if (run === null || run.id !== prepared.run.id) {
        throw new Refusal('conflict', `A later run of the source ${sourceId} was held meanwhile. Look at it first.`)
      }
      await reviewed(transaction, prepared, source)
      return publishPrepared(transaction, means, source, run, prepared.readout, prepared.preparation)
    })
  } catch (error) {
    const fault = runFault(error)
    throw fault === error || !(fault instanceof Error) ? error : new Refusal('conflict', fault.message)
  } finally {
    await sweepLeavings(means)
  }
}

/** The run that can be confirmed; refuses where there is none. */
async function confirmable(sql: Sql, sourceId: string, source: Source): Promise<StoredRun> {
  const runs = await newestRuns(sql, sourceId, runsKept)
  const place = runs.findIndex((run) => run.status === 'held')
  const newest = runs[place]
  const published = (newest === undefined ? runs : runs.slice(0, place)).find((run) => run.status === 'succeeded')
  if (published !== undefined && (await profilesOf(sql, [published.id])).get(published.id)?.confirmed === true) {
    const message = `The run ${published.id} of the source ${sourceId} was confirmed already: what it read is published, and no other run waits to be confirmed.`
    throw new Refusal('conflict', message)
  }
  if (newest === undefined) throw new Refusal('conflict', `No run of the source ${sourceId} is held.`)
  const later = runs.slice(0, place)
  if (published !== undefined) {
    throw new Refusal('conflict', `A later run of the source ${sourceId} has succeeded: the held one is overtaken.`)
  }
  if (later.some((run) => run.status === 'running')) {
    throw new Refusal('conflict', `A run of the source ${sourceId} is under way. Confirm when it has ended.`)
  }
  if (!source.enabled) throw new Refusal('conflict', `The source ${sourceId} is switched off.`)
  return newest
}

/** What a held run read. */
async function readoutOf(database: Database, run: StoredRun): Promise<Publishable & Partial<Pick<Readout, 'profile'>>> {
  const text = await heldPayloadOf(database, run.id)
  if (text === null) throw new Error(`held run ${run.id} has lost what it read`)
  // Written by this capability alone, when the run was held.
  const payload = JSON.parse(text) as HeldPayload
  const profile = (await profilesOf(database, [run.id])).get(run.id)
  return {
    listed: { taken: new Set(payload.taken), rejected: new Set(payload.rejected), unattributed: payload.unattributed },
    seen: run.seen,
    rejected: run.rejected,
    ...(profile === undefined ? {} : { profile: { ...profile, confirmed: true } }),
    // A run that an earlier release held tells the ids alone: each was one record.
    rejections: new Map(payload.rejections ?? payload.rejected.map((localId) => [localId, 1])),
  }
}
