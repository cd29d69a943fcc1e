/**
 * Deleting what runs leave lying: records that they staged, and what was made ready to be published. It goes in small
 * steps, after the run, because thousands of rows deleted in its transaction are thousands of rows that others wait for.
 * What a process that died left is swept by the next run, or by whoever looks for dead runs.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sweepPreparations } from '../../measures/publishing/publishing.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { ItemFaults } from '../../platform/faults/item-faults.ts'
import { faultFields, type Log } from '../../platform/log.ts'
import { runsWithLeavings, sweepStagedOf } from './run-store.ts'

const sweptPerStep = 100

/** For one statement, after a run: what a store that fell silent keeps lying is swept later. */
const statementMs = 15_000

/** Deletes everything that lies without anybody's need. */
export async function sweepStore(database: Database, clock: Clock): Promise<void> {
  const faults = new ItemFaults()
  for (const runId of await runsWithLeavings(database)) {
    const sweep = async (): Promise<void> => {
      while ((await sweepStagedOf(database, runId, sweptPerStep)) > 0) await nextTurn()
    }
    await faults.attempt(runId, sweep)
  }
  await faults.attempt('preparations', () => sweepPreparations(database, clock.now()))
  faults.throwIfAny()
}

/** As `sweepStore`, after something that has ended well or badly: what is not swept now will be later. */
export async function sweepLeavings({
  database,
  clock,
  log,
}: {
  database: Database
  clock: Clock
  log: Pick<Log, 'warn'>
}): Promise<void> {
  await sweepStore(database.forTurns(statementMs), clock).catch((error: unknown) =>
    log.warn(faultFields(error), 'what a run left lying could not be swept yet'),
  )
}
