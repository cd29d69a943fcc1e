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
import type { RepeatedFaults } from '../../platform/faults/repeated-faults.ts'
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
  repeated,
}: {
  database: Database
  clock: Clock
  repeated: Pick<RepeatedFaults, 'failed'>
}): Promise<void> {
  const message = 'what a run left lying could not be swept yet'
  await sweepStore(database.forTurns(statementMs), clock).catch((fault: unknown) =>
    repeated.failed('sweep', { level: 'warn', fields: {}, message, fault }),
  )
}
