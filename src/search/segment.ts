/**
 * All structures over one numbering of the entries. A segment begins with a base, complete and sorted, and takes
 * changes in place: a changed entry gets a new ordinal at the end and its old one dies, so that no structure ever
 * moves what it holds. When the room at the end is used up, a new segment is made of it (`compaction.ts`).
 */

import type { Columns } from './columns.ts'
import type { Facets } from './facets.ts'
import type { Order } from './order.ts'
import type { Entry } from './query.ts'
import { Ranges } from './ranges.ts'
import { addBit, type Bits, bitsFor, dropBit, hasBit } from './sets/bitset.ts'
import type { Extent } from './sets/extent.ts'
import type { HeavyPrefixes } from './words/heavy-prefixes.ts'
import { Likeness } from './words/likeness.ts'
import type { Postings } from './words/postings.ts'

/** Ordinals that a segment has room for beyond its base: a 16th of it, so that sets stay small, and never a handful. */
const roomLeast = 2048
const roomShare = 16

export function roomFor(baseCount: number): number {
  return Math.max(roomLeast, Math.floor(baseCount / roomShare))
}

export type SegmentParts = {
  extent: Extent
  columns: Columns
  /** The live rows, and those of them that are not hidden. */
  alive: Bits
  visible: Bits
  /** The order of the ids, and one by each column. */
  byId: Order
  orders: ReadonlyMap<string, Order>
  facets: Facets
  postings: Postings
  heavy: HeavyPrefixes
}

export class Segment {
  readonly extent: Extent
  readonly columns: Columns
  readonly alive: Bits
  readonly visible: Bits
  readonly byId: Order
  readonly orders: ReadonlyMap<string, Order>
  readonly facets: Facets
  readonly postings: Postings
  readonly heavy: HeavyPrefixes
  readonly likeness: Likeness
  /** By each number. */
  readonly ranges: ReadonlyMap<string, Ranges>
  aliveCount: number
  visibleCount: number
  /** How often the segment was changed: what was counted at this number still holds. */
  changes = 0

  constructor(parts: SegmentParts, counts: { alive: number; visible: number }) {
    this.extent = parts.extent
    this.columns = parts.columns
    this.alive = parts.alive
    this.visible = parts.visible
    this.byId = parts.byId
    this.orders = parts.orders
    this.facets = parts.facets
    this.postings = parts.postings
    this.heavy = parts.heavy
    this.likeness = new Likeness(parts.postings)
    this.aliveCount = counts.alive
    this.visibleCount = counts.visible
    const { columns, extent } = parts
    this.ranges = new Map(
      columns.numbers.map(({ name, values }) => [name, new Ranges(this.orderBy(name), values, extent)]),
    )
  }

  /** The order by a number or text. */
  orderBy(name: string): Order {
    const order = this.orders.get(name)
    if (order === undefined) throw new Error(`the index has no order by ${name}`)
    return order
  }

  /** How many more entries it can take. */
  get roomLeft(): number {
    return this.extent.capacity - this.columns.count
  }

  /** How many of its ordinals stand for nothing any more. */
  get deadCount(): number {
    return this.columns.count - this.aliveCount
  }

  /** Takes in an entry in place of the one of that id, if there is one. There must be room. */
  put(entry: Entry): void {
    this.show(this.stage(entry), entry.hidden)
  }

  /**
   * Takes in an entry that nobody finds until it is shown, and answers its ordinal. This is nearly all the work of a
   * change, and no search is the wiser for it: like a row that died, it stands in every structure and in no answer.
   */
  stage(entry: Entry): number {
    const ordinal = this.columns.add(entry)
    this.facets.add(ordinal, entry)
    this.byId.insert(ordinal)
    for (const order of this.orders.values()) order.insert(ordinal)
    for (const ranges of this.ranges.values()) ranges.add(ordinal)
    this.postings.add(ordinal, entry, (word, grade) => this.heavy.add(ordinal, word, grade))
    return ordinal
  }

  /** Puts a staged entry in the place of the one of its id, if there is one. */
  show(ordinal: number, hidden: boolean): void {
    this.remove(this.columns.idOf(ordinal))
    this.columns.name(ordinal)
    addBit(this.alive, ordinal)
    this.aliveCount += 1
    if (!hidden) {
      addBit(this.visible, ordinal)
      this.visibleCount += 1
    }
    this.changes += 1
  }

  /** Takes out the entry of that id; says whether there was one. */
  remove(id: string): boolean {
    const ordinal = this.columns.find(id)
    if (ordinal < 0 || !hasBit(this.alive, ordinal)) return false
    dropBit(this.alive, ordinal)
    this.aliveCount -= 1
    if (hasBit(this.visible, ordinal)) {
      dropBit(this.visible, ordinal)
      this.visibleCount -= 1
    }
    this.changes += 1
    return true
  }

  has(id: string): boolean {
    const ordinal = this.columns.find(id)
    return ordinal >= 0 && hasBit(this.alive, ordinal)
  }
}

/** The first `count` ordinals. */
export function firstOrdinals(count: number, capacity: number): Bits {
  const bits = bitsFor(capacity)
  bits.fill(-1, 0, count >>> 5)
  for (let ordinal = count & ~31; ordinal < count; ordinal += 1) addBit(bits, ordinal)
  return bits
}
