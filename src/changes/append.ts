/**
 * The one door to the change feed. Whoever changes something appends its events here, in the same transaction.
 *
 * The feed's order is commit order because the head is a row that is locked until the commit: a second writer waits, and
 * then stands behind. (A sequence would let a later number commit first, and a reader at the newest cursor would skip the
 * earlier one for ever.) So the head is the LAST lock a transaction takes: whoever changes measures or sources locks
 * their rows before; otherwise two transactions could wait for each other.
 */
import type { Reads, Sql } from '../platform/database/database.ts'
import { newId } from '../platform/new-id.ts'
import { formatInstant, type Instant } from '../values/brussels.ts'
import type { EventDraft } from './event/event.ts'
import type { PreparedEvents } from './prepared.ts'
import { appendPreparedEvents } from './prepared-store.ts'
import { headTime, insertEvents, type MetKinds, meetKinds, setLastSeq, takeHead } from './store.ts'

/** The head of the feed, locked until the transaction commits. */
export type LockedFeed = {
  /** The time of everything that is appended now: by the store's clock, and never before an event that is already there. */
  readonly createdAt: Instant
  /** The publication that this transaction makes (or, where it publishes nothing, the newest). */
  readonly publication: number
  /** An id for an event that will be appended. */
  newEventId(): string
  /** Appends events in the order given and answers their places. */
  append(events: readonly EventDraft[]): Promise<number[]>
  /**
   * Appends those of the prepared events that stand after one position and up to another, in their order. Where one tells
   * the time of its appending, the word `timeWord` in its diff becomes that time.
   */
  appendPrepared(prepared: PreparedEvents, stretch: { after: number; upTo: number; timeWord: string }): Promise<void>
}

/**
 * Takes the head of the feed and does `work` with it. `publication` says whether anything that the catalogue serves
 * changes in this transaction: every process then reloads what changed. Nothing else may be locked afterwards.
 */
export async function withFeed<T>(
  transaction: Sql,
  now: Instant,
  options: { publication: boolean },
  work: (feed: LockedFeed) => Promise<T>,
): Promise<T> {
  const head = await takeHead(transaction, now, options.publication ? 1 : 0)
  let lastSeq = head.lastSeq
  const met: MetKinds = new Map()
  const result = await work({
    createdAt: head.createdAt,
    publication: head.publication,
    newEventId: () => newId('chg', head.createdAt),
    append: async (events) => {
      const firstSeq = lastSeq + 1
      await insertEvents(transaction, firstSeq, head.createdAt, events, met)
      lastSeq += events.length
      return events.map((_, index) => firstSeq + index)
    },
    appendPrepared: async (prepared, { after, upTo, timeWord }) => {
      await meetKinds(transaction, prepared.ofEachKind, met)
      const stretch = { preparationId: prepared.preparationId, after, upTo }
      const timeText = formatInstant(head.createdAt)
      lastSeq += await appendPreparedEvents(transaction, stretch, {
        lastSeq,
        createdAt: head.createdAt,
        timeWord,
        timeText,
      })
    },
  })
  if (lastSeq !== head.lastSeq) await setLastSeq(transaction, lastSeq)
  return result
}

/** Appends events that are known beforehand. Answers their places and the one time that they all have. */
export async function appendEvents(
  transaction: Sql,
  now: Instant,
  events: readonly EventDraft[],
  options: { publication: boolean },
): Promise<{ seqs: number[]; createdAt: Instant }> {
  return withFeed(transaction, now, options, async (feed) => ({
    seqs: await feed.append(events),
    createdAt: feed.createdAt,
  }))
}

/** Says that something which the catalogue serves changed without an event (a source's settings, a link's last check). */
export async function movePublication(transaction: Sql, now: Instant): Promise<number> {
  return withFeed(transaction, now, { publication: true }, async (feed) => feed.publication)
}

/** The time of the newest event, by which later ones are stamped where a clock says less. */
export function feedTime(sql: Reads): Promise<Instant> {
  return headTime(sql)
}

/**
 * The newest place of the feed, behind which everything stands that is not committed yet: the head is locked until this
 * transaction commits, so that what it writes is there before the next event is.
 */
export async function feedPosition(transaction: Sql, now: Instant): Promise<number> {
  return (await takeHead(transaction, now, 0)).lastSeq
}
