/**
 * A reader of the feed inside the service: what events cause in other tables (deliveries, mails) is written once for each
 * event, in their order, whatever stops in between. Its position moves in the transaction that writes the last of what they
 * caused, and only from where it was read: of two processes at one consumer, the later one's step falls away. That they do
 * not both work for nothing is a job's lease to see to.
 *
 * What takes time is worked out before, beside everybody who writes (`portions`), and may be thrown away; the transactions
 * write rows. What some events cause may be too much for one transaction: it is then written in portions, and those that a
 * crash left behind are written again. So a portion bears that: rows that it wrote are known by a unique key.
 *
 * A transaction holds the consumer's row, and may take the head of the feed after it: a consumer may cause events, and reads
 * its own, too.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import {
  type ConsumedEvent,
  consumerPosition,
  eventsAfter,
  eventsBehind,
  moveConsumer,
  newestSeq,
} from './consumer-store.ts'

export type { ConsumedEvent }

/** The place of the newest event: everything up to it is committed, and what comes is after it. */
export function newestPlace(sql: Sql): Promise<number> {
  return newestSeq(sql)
}

/** How far a consumer is behind the feed; null: none of that name has been. */
export function consumerLag(sql: Sql, name: string): Promise<{ events: number; oldestAt: Instant | null } | null> {
  return eventsBehind(sql, name)
}

export type FeedConsumer<Portion> = {
  /** Kebab case; names its position, for good. */
  name: string
  /** Events that are acted on together, at most. */
  eventsPerStep: number
  /** What the events cause, in portions, of which each is written before the one after the next is asked for. */
  portions(events: readonly ConsumedEvent[], context: ConsumerContext): AsyncIterable<Portion>
  /** Writes a portion; it may have been written before. */
  write(transaction: Sql, portion: Portion, context: ConsumerContext): Promise<void>
}

export type ConsumerContext = { database: Database; clock: Clock; signal: AbortSignal }

/**
 * Acts on every event that a consumer has not acted on yet, step by step, until there is none left, the signal aborts, or
 * another process is found to have gone on with it. Answers how many it was. A consumer that is new begins with the next
 * event: it is to be named before anything counts on it.
 */
export async function consumeFeed<Portion>(consumer: FeedConsumer<Portion>, context: ConsumerContext): Promise<number> {
  const { database, signal } = context
  let position = await consumerPosition(database, consumer.name)
  let consumed = 0
  while (!signal.aborted) {
    const from = position
    const events = await eventsAfter(database, from, consumer.eventsPerStep)
    const last = events.at(-1)
    if (last === undefined) break
    // Many rows, and step after step: nobody's requests are to feel them.
    const writeUpTo = (to: number, portion: Portion | null): Promise<boolean> =>
      database.withSignal(signal).longTransaction(async (transaction) => {
        if (!(await moveConsumer(transaction, consumer.name, from, to))) return false
        if (portion !== null) await consumer.write(transaction, portion, context)
        return true
      })
    let waiting: Portion | null = null
    let isOurs = true
    for await (const portion of consumer.portions(events, context)) {
      if (waiting !== null) isOurs = await writeUpTo(from, waiting)
      if (!isOurs || signal.aborted) return consumed
      waiting = portion
    }
    if (!(await writeUpTo(last.seq, waiting))) break
    position = last.seq
    consumed += events.length
    await nextTurn()
  }
  return consumed
}
