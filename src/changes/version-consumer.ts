/**
 * A reader of the feed inside the service that acts on versions of measures, one after the other (see `consumer.ts` for what
 * it has in common with every other). What one version causes may be too much for one transaction: it is then written in
 * portions, and whoever goes on after a crash is told by the rows of the portions themselves how far they came.
 *
 * A version that causes nothing costs no transaction: the position is moved past it with the next one that does, or at the
 * end. A crash may so have it looked at again, and never one before a version that has been acted on.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import {
  type Backlog,
  backlogOf,
  consumerPosition,
  moveConsumer,
  newestSeq,
  type VersionEvent,
  versionEventsBetween,
} from './consumer-store.ts'

export type { Backlog, VersionEvent }

/**
 * Writes a portion of what a version causes, in a transaction that moves the consumer: past the version where it is the
 * last, else up to it.
 */
export type WritePortion = (work: (transaction: Sql) => Promise<void>, isLast: boolean) => Promise<void>

export type VersionConsumer = {
  /** Kebab case; names its position, for good. */
  name: string
  /** Called before the versions up to the newest event of that moment are acted on: what it reads now is not older. */
  begin(): Promise<void>
  /** Acts on one version. Where that causes nothing it writes nothing; else its last portion is written as the last. */
  act(event: VersionEvent, write: WritePortion): Promise<void>
}

export type VersionConsumerContext = { database: Database; clock: Clock; signal: AbortSignal }

/**
 * Another process has gone on with the consumer: nothing of the portion is written. Of two portions of one version the
 * position tells nothing; whoever writes them looks in their transaction how far they have come, and throws it.
 */
export class Overtaken extends Error {
  constructor() {
    super('another process goes on with the consumer')
    this.name = 'Overtaken'
  }
}

/** Versions read at once. */
const eventsPerRead = 100
/** Places of the feed looked at by one statement: matches that one version caused may stand there by the hundred thousand. */
const placesPerRead = 10_000

/** The versions that the consumer of that name has not acted on yet, counted up to `countMax`. */
export function versionBacklog(sql: Sql, name: string, countMax: number): Promise<Backlog> {
  return backlogOf(sql, name, countMax)
}

/**
 * Acts on every version that the consumer has not acted on yet, until there is none left, the signal aborts, or another
 * process is found to have gone on with it. Answers how many it was.
 */
export async function consumeVersions(consumer: VersionConsumer, context: VersionConsumerContext): Promise<number> {
  const { database, signal } = context
  const { name } = consumer
  let stored = await consumerPosition(database, name)
  let done = stored
  let acted = 0
  const writeOf =
    (event: VersionEvent): WritePortion =>
    async (work, isLast) => {
      const to = isLast ? event.seq : event.seq - 1
      // Hundreds of rows, and portion after portion: nobody's requests are to feel them.
      await database.withSignal(signal).longTransaction(async (transaction) => {
        if (!(await moveConsumer(transaction, name, stored, to))) throw new Overtaken()
        await work(transaction)
      })
      stored = to
    }
  try {
    while (!signal.aborted) {
      const newest = await newestSeq(database)
      if (newest <= done) break
      await consumer.begin()
      for (let from = done; from < newest; ) {
        const upTo = Math.min(newest, from + placesPerRead)
        const events = await versionEventsBetween(database, from, upTo, eventsPerRead)
        for (const event of events) {
          signal.throwIfAborted()
          await consumer.act(event, writeOf(event))
          done = event.seq
          acted += 1
        }
        from = events.length === eventsPerRead ? done : upTo
        await nextTurn()
      }
      done = newest
      if (stored < done) {
        if (!(await moveConsumer(database, name, stored, done))) break
        stored = done
      }
    }
  } catch (fault) {
    if (!(fault instanceof Overtaken) && !signal.aborted) throw fault
  }
  return acted
}
