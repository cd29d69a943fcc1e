/**
 * Whether the store still goes on from what a process has read of it. A server that takes over from one that was lost may
 * have less than was acknowledged (asynchronous replication), and then makes the same publications again with other
 * measures, and gives the same places to other events: what is remembered of the first life is no truth any more.
 *
 * Ids of events are drawn at random, so that the event at a place tells the life. It is read with what it is the mark of, of one
 * state of the store: one that is read later may be that of the next life.
 */
import type { Reads } from '../platform/database/database.ts'
import { headWithEvents } from './feed-store.ts'

/** Where the store stands to a state: as it, further on, or not after it at all. */
export type Standing = 'same' | 'newer' | 'gone_back'

/**
 * To where the catalogue of a process, or whatever else it remembers, has been read. `eventId`: of the event at that position;
 * null where it had been erased by then, and tells nothing.
 */
export type ReadTo = { publication: number; position: number; eventId: string | null }

/** Nothing has been read yet. */
export const readNothing: ReadTo = { publication: 0, position: 0, eventId: null }

/** How the store stands to what was read of it, and where it is now: one statement, of one state of the store. */
export async function standingTo(reads: Reads, readTo: ReadTo): Promise<{ standing: Standing; head: ReadTo }> {
  const { eventIdThere, ...head } = await headWithEvents(reads, readTo.position)
  // An event that is gone was erased with its account, or with its time: that says nothing of the life of the store.
  const isOther = readTo.eventId !== null && eventIdThere !== null && readTo.eventId !== eventIdThere
  if (isOther || head.publication < readTo.publication || head.position < readTo.position)
    return { standing: 'gone_back', head }
  return { standing: head.publication === readTo.publication ? 'same' : 'newer', head }
}
