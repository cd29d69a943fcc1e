/** Preparing and publishing, again where it was too late, and what is left of preparations afterwards. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { forgetPreparedEvents } from '../../changes/prepared.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { ItemFaults } from '../../platform/faults/item-faults.ts'
import type { Instant } from '../../values/brussels.ts'
import { Outdated, type Preparation } from './preparation.ts'
import { deletePreparation, endPreparation, leftPreparations } from './preparation-store.ts'
import { sweepPreparedMeasures } from './prepared-store.ts'

/** How often something is prepared before it is given up: each time a good part of it changed meanwhile. */
const preparationsMax = 5
/** Rows that one statement deletes when a preparation is done. */
const sweptPerStep = 100
/** A preparation of which nothing was heard for so long was left by a process that died. */
const leftAfterMs = 5 * 60_000
/** For one statement of forgetting a preparation. */
const forgetMs = 15_000

/**
 * Prepares, and then publishes in one transaction: what `prepare` answers is handed to `work`, and prepared anew where
 * `work` finds it `Outdated`, at most `preparationsMax` times. Afterwards nothing of it is left. A signal that aborts
 * before the commit takes the transaction back, and is what this then throws.
 */
export async function publishing<Prepared extends { preparations: readonly Preparation[] }, T>(
  { database, signal }: { database: Database; signal?: AbortSignal },
  prepare: () => Promise<Prepared>,
  work: (transaction: Sql, prepared: Prepared) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const stoppable = signal === undefined ? database : database.withSignal(signal)
    let preparations: readonly Preparation[] = []
    try {
      const prepared = await prepare()
      preparations = prepared.preparations
      const isLong = preparations.some((preparation) => preparation.isLong)
      return await (isLong ? stoppable.longTransaction : stoppable.transaction)((transaction) =>
        work(transaction, prepared),
      )
    } catch (error) {
      if (!(error instanceof Outdated) || attempt === preparationsMax) throw error
    } finally {
      // What a store that does not answer leaves here is swept by whoever looks for leavings.
      for (const { id } of preparations) await forget(database.forTurns(forgetMs), id).catch(() => undefined)
    }
  }
}

/** Deletes what is left of preparations: of those that are done, and of those whose process died. */
export async function sweepPreparations(database: Database, now: Instant): Promise<void> {
  const faults = new ItemFaults()
  for (const id of await leftPreparations(database, now - leftAfterMs))
    await faults.attempt(id, () => forget(database, id))
  faults.throwIfAny()
}

async function forget(database: Database, id: string): Promise<void> {
  await endPreparation(database, id)
  await sweep(database, id)
}

async function sweep(database: Database, id: string): Promise<void> {
  const sweepMeasures = () =>
    database.transaction((transaction) => sweepPreparedMeasures(transaction, id, sweptPerStep))
  while ((await sweepMeasures()) > 0) await nextTurn()
  while ((await forgetPreparedEvents(database, id, sweptPerStep)) > 0) await nextTurn()
  await deletePreparation(database, id)
}
