/** What the passing of time does to measures: openings, deadlines and the age of readings, which nobody has to tell us of. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { withFeed } from '../../changes/append.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { ItemFaults } from '../../platform/faults/item-faults.ts'
import { lockSource } from '../../sources/registry.ts'
import { sourceSettings } from '../../sources/source/source-settings.ts'
import { dueMeasures, sourcesWithDueMeasures } from '../publishing/presence-store.ts'
import { measuresPerStep } from '../publishing/transitions.ts'
import { becoming, type VersionMeans, writeTransitions } from './versions.ts'

export type ClockMeans = VersionMeans & { database: Database; clock: Clock; signal?: AbortSignal }

/**
 * Makes the versions that the clock owes: one for each measure whose status or served deadline is another by now,
 * however much has passed since its last version. Withdrawn measures too, for they are still served; merged ones not.
 * Two processes at once make each version once: the second finds it made. Answers how many were made. Throws `ItemsFailed` when every
 * source was tried and some failed: their measures wait for the next turn, those of the others do not.
 */
export async function settleClock(means: ClockMeans): Promise<number> {
  const faults = new ItemFaults()
  let made = 0
  for (const sourceId of await sourcesWithDueMeasures(means.database, means.clock.now())) {
    const settle = async (): Promise<void> => {
      for (let looked = measuresPerStep; looked === measuresPerStep && !means.signal?.aborted; ) {
        const step = await settleSome(means, sourceId)
        made += step.made
        looked = step.looked
        await nextTurn()
      }
    }
    await faults.attempt(sourceId, settle, means.signal)
    if (means.signal?.aborted) return made
  }
  faults.throwIfAny()
  return made
}

/** One transaction: the measures of one source that are due, at most `measuresPerStep`. */
async function settleSome(means: ClockMeans, sourceId: string): Promise<{ looked: number; made: number }> {
  const { database, clock } = means
  return database.transaction(async (transaction) => {
    const source = await lockSource(transaction, database, sourceId)
    const now = clock.now()
    const due = await dueMeasures(transaction, sourceId, now, measuresPerStep)
    if (due.length === 0) return { looked: 0, made: 0 }
    const made = await withFeed(transaction, now, { publication: true }, (feed) =>
      writeTransitions(
        transaction,
        feed,
        means,
        sourceSettings(source.definition),
        due.map((measure) => becoming(measure, {})),
      ),
    )
    return { looked: due.length, made }
  })
}
