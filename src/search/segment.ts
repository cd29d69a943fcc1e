/**
 * All structures over one numbering of the rows. Changes are taken in place: a changed entry is another row at the end.
 * When the room at the end is used up, a new segment is made of the live rows (`compaction.ts`).
 */

import type { Order } from './order.ts'
import type { Answer, Entry, Position } from './query.ts'
import type { Rows } from './rows.ts'
import type { Postings } from './words/postings.ts'
import { WordIndex } from './words/word-index.ts'

/** Rows that a segment has room for beyond those it is made of: a 16th of them, so that sets stay small, never a handful. */
const roomLeast = 2048
const roomShare = 16
/** Part of the room that may be used up, or be dead, before compaction is due. */
const dueShare = 1 / 2

export function roomFor(baseCount: number): number {
  return Math.max(roomLeast, Math.floor(baseCount / roomShare))
}

export class Segment {
  readonly rows: Rows
  /** The order of the ids. */
  readonly byId: Order
  readonly words: WordIndex
  /** One by each number and text. */
  readonly orders: readonly Order[]
  /** Rows that it was made of. */
  readonly #baseCount: number

  constructor(rows: Rows, byId: Order, orders: readonly Order[], postings: Postings) {
    this.rows = rows
    this.byId = byId
    this.orders = orders
    this.#baseCount = rows.count
    this.words = new WordIndex(postings, rows.alive, rows.capacity)
  }

  /** The order by a number or text. */
  orderBy(name: string): Order {
    const order = this.orders.find(({ column }) => column?.name === name)
    if (order === undefined) throw new Error(`the index has no order by ${name}`)
    return order
  }

  /** The page of those rows; `sortValue`: of the last one; null where no row stands behind it. */
  pageOf(total: number, ordinals: ArrayLike<number>, sortValue: Position['sortValue'] | null): Answer {
    const ids: string[] = []
    for (let row = 0; row < ordinals.length; row += 1) ids.push(this.rows.ids[ordinals[row] ?? 0] ?? '')
    return { total, ids, next: sortValue === null ? null : { sortValue, id: ids.at(-1) ?? '' } }
  }

  /** How many more entries it can take. */
  get roomLeft(): number {
    return this.rows.capacity - this.rows.count
  }

  /** Whether so much has changed that a compaction should run. */
  get compactionIsDue(): boolean {
    const { count, aliveCount } = this.rows
    const room = roomFor(this.#baseCount) * dueShare
    return count - this.#baseCount > room || count - aliveCount > Math.max(room, this.#baseCount / 4)
  }

  /**
   * Takes in an entry that no search finds until its row is shown, and answers its ordinal. This is nearly all the work of a
   * change.
   */
  stage(entry: Entry): number {
    const ordinal = this.rows.add(entry)
    this.byId.insert(ordinal)
    for (const order of this.orders) order.insert(ordinal)
    this.words.postings.add(ordinal, entry)
    return ordinal
  }
}
