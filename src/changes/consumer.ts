/**
 * A reader of the feed inside the service: what events cause in other tables (matches of watchlists, deliveries, mails) is
 * written once for each event, in their order, whatever stops in between. Its position moves in the transaction that
 * writes what it caused, and only from where it was read: of two processes at one consumer, the later one's step falls
 * away whole. That they do not both work for nothing is a job's lease to see to.
 *
 * What takes time is worked out before, beside everybody who writes (`prepare`), and may be thrown away; the transaction
 * writes rows. It holds the consumer's row, and may take the head of the feed after it: a consumer may cause events, and
 * reads its own, too.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import { type ConsumedEvent, consumerPosition, eventsAfter, moveConsumer } from './consumer-store.ts'

export type FeedConsumer<Caused> = {
  /** Kebab case; names its position, for good. */
  name: string
  /** Events that one transaction acts on, at most. */
  eventsPerStep: number
  /** What the events cause. Nothing is written; what is read may be of a later state than theirs. */
  prepare(events: readonly ConsumedEvent[], context: ConsumerContext): Promise<Caused>
  /** Writes it. */
  write(transaction: Sql, caused: Caused, context: ConsumerContext): Promise<void>
}

export type ConsumerContext = { database: Database; clock: Clock; signal: AbortSignal }

/**
 * Acts on every event that a consumer has not acted on yet, step by step, until there is none left, the signal aborts, or
 * another process is found to have gone on with it. Answers how many it was. A consumer that is new begins with the next
 * event: it is to be named before anything counts on it.
 */
export async function consumeFeed<Caused>(consumer: FeedConsumer<Caused>, context: ConsumerContext): Promise<number> {
  const { database, signal } = context
  let position = await consumerPosition(database, consumer.name)
  let consumed = 0
  while (!signal.aborted) {
    const from = position
    const events = await eventsAfter(database, from, consumer.eventsPerStep)
    const last = events.at(-1)
    if (last === undefined) break
    const caused = await consumer.prepare(events, context)
    const isOurs = await database.withSignal(signal).transaction(async (transaction) => {
      if (!(await moveConsumer(transaction, consumer.name, from, last.seq))) return false
      await consumer.write(transaction, caused, context)
      return true
    })
    if (!isOurs) break
    position = last.seq
    consumed += events.length
    await nextTurn()
  }
  return consumed
}
