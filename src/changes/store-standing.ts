/**
 * Whether the store still goes on from what a process has read of it. A server that takes over from one that was lost may
 * have less than was acknowledged (asynchronous replication), and then makes the same publications again with other
 * measures, and gives the same places to other events: what is remembered of the first life is no truth any more.
 *
 * Ids of events are drawn at random, so that the event at a place tells the life.
 */
import type { Reads } from '../platform/database/database.ts'
import { headWithEvent } from './feed-store.ts'

/** Where the store stands to a state: as it, further on, or not after it at all. */
export type Standing = 'same' | 'newer' | 'gone_back'

/** Where the catalogue of a process, or whatever else it remembers, has been read to. */
export type ReadTo = { publication: number; position: number }

export class StoreStanding {
  /** The event at the position last asked about, as it was found first; null: it was erased before, and tells nothing. */
  #mark: { position: number; eventId: string | null } | null = null

  /** How the store stands to what was read of it, and where it is now. */
  async look(reads: Reads, readTo: ReadTo): Promise<{ standing: Standing; head: ReadTo }> {
    const { eventId, ...head } = await headWithEvent(reads, readTo.position)
    const known = this.#mark?.position === readTo.position ? this.#mark.eventId : null
    // An event that is gone was erased with its account, or with its time: that says nothing of the life of the store.
    const isOther = known !== null && eventId !== null && known !== eventId
    this.#mark = isOther ? null : { position: readTo.position, eventId: known ?? eventId }
    if (isOther || head.publication < readTo.publication || head.position < readTo.position)
      return { standing: 'gone_back', head }
    return { standing: head.publication === readTo.publication ? 'same' : 'newer', head }
  }
}
