/** Deliveries are kept for 30 days, and the last 50 of an endpoint for as long as it is there (contract 10, Privacy). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.ts'
import { ItemFaults } from '../../platform/faults/item-faults.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Instant } from '../../values/brussels.ts'
import { deleteOld, endpointWithOld } from './retention-store.ts'

const keptMs = 30 * 24 * 60 * 60 * 1_000
/** As many as are listed. */
const keptOfEndpoint = 50
const deletedAtOnce = 500

/**
 * Deletes what is past its time, a little in each transaction; answers how many deliveries it were. Throws `ItemsFailed` when every
 * endpoint was tried and some failed.
 */
export async function forgetDeliveries(database: Database, now: Instant, signal: AbortSignal): Promise<number> {
  const before = now - keptMs
  const faults = new ItemFaults()
  let deleted = 0
  for (let id = await endpointWithOld(database, '', before); id !== null; ) {
    const webhookId: string = id
    const forget = async (): Promise<void> => {
      for (let some = deletedAtOnce; some === deletedAtOnce && !signal.aborted; await nextTurn()) {
        some = await database.longTransaction((transaction) =>
          deleteOld(transaction, webhookId, { before, kept: keptOfEndpoint, limit: deletedAtOnce }),
        )
        deleted += some
      }
    }
    await faults.attempt(webhookId, forget, signal)
    if (signal.aborted) return deleted
    id = await endpointWithOld(database, webhookId, before)
  }
  faults.throwIfAny()
  return deleted
}

const everyMs = 60 * 60_000

/** Keeps deliveries to their time. */
export const forgetDeliveriesJob: Job = {
  name: 'webhook-retention',
  everyMs,
  run: async ({ database, clock, signal }) => {
    await forgetDeliveries(database, clock.now(), signal)
  },
}
