/** Measures that were written before words aged, or while their source was no curated one: the clock is told of their age. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { listSources, lockSource } from '../../sources/registry.ts'
import { sourceSettings } from '../../sources/source/source-settings.ts'
import { putNextClock, undatedMeasures } from '../publishing/presence-store.ts'
import { agesAt } from '../record/status.ts'
import type { ClockMeans } from './clock.ts'

/** Rows of one statement. */
const pageSize = 200

/**
 * Gives every curated measure without a date the instant at which its word ages, where the store has none; the clock then
 * makes the versions of those that are due. Each start looks once: what is found has its instant from then on. Answers
 * how many are due by now.
 */
export async function noteAges(means: ClockMeans): Promise<number> {
  const { database, clock, signal } = means
  let due = 0
  for (const { definition } of await listSources(database)) {
    if (sourceSettings(definition).method !== 'curated') continue
    for (let after: string | null = ''; after !== null && !signal?.aborted; ) {
      const step = await noteSome(means, definition.id, after)
      due += step.ages.filter((at) => at <= clock.now()).length
      after = step.last
      await nextTurn()
    }
  }
  return due
}

/** One transaction: the measures of one page, and the last of them; null: there are no more. */
async function noteSome({ database }: ClockMeans, sourceId: string, after: string) {
  return database.transaction(async (transaction) => {
    const source = sourceSettings((await lockSource(transaction, database, sourceId)).definition)
    const measures = await undatedMeasures(transaction, sourceId, after, pageSize)
    const ages = measures.flatMap(({ id, record, createdAt }) => {
      const at = agesAt(record, source, createdAt)
      return at === null ? [] : [{ id, at }]
    })
    for (const [at, aged] of Map.groupBy(ages, ({ at }) => at)) {
      await putNextClock(
        transaction,
        aged.map(({ id }) => id),
        at,
      )
    }
    const last = measures.length < pageSize ? null : (measures.at(-1)?.id ?? null)
    return { ages: ages.map(({ at }) => at), last }
  })
}
