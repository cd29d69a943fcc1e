/**
 * Makes a segment from all its entries at once. Entries come in any order and are not kept: only numbers of their words
 * and tokens are, until the last has come and ordinals can be given in the order of the ids.
 */

import { type Column, Columns } from '../columns.ts'
import { eachToken, Facets, facetNames } from '../facets.ts'
import { Order } from '../order.ts'
import type { Entry, Shape } from '../query.ts'
import { firstOrdinals, roomFor, Segment } from '../segment.ts'
import { addBit, bitsFor } from '../sets/bitset.ts'
import { Extent } from '../sets/extent.ts'
import { sorted } from '../sets/slices.ts'
import { HeavyPrefixes } from '../words/heavy-prefixes.ts'
import { Log } from './log.ts'
import { everyOrdinal, inIdOrder, postingsOf, type TextReader } from './texts.ts'

/** Entries worked on between two yields, and what one of them costs, in rows. */
const entriesAStep = 256
const entryCost = 60

type Kept = Pick<Entry, 'id' | 'numbers' | 'texts' | 'hidden'>

export class SegmentBuilder {
  readonly #shape: Shape
  readonly #texts: TextReader
  readonly #kept: Kept[] = []
  readonly #tokens = new Log()
  readonly #tokenList: { facet: string; token: string }[] = []
  readonly #tokenNumbers: ReadonlyMap<string, Map<string, number>>
  #arrivals = new Int32Array()

  constructor(shape: Shape, texts: TextReader) {
    this.#shape = shape
    this.#texts = texts
    this.#tokenNumbers = new Map(facetNames(shape).map((facet) => [facet, new Map()]))
  }

  add(entry: Entry): void {
    const { id, numbers, texts, hidden } = entry
    this.#kept.push({ id, numbers, texts, hidden })
    this.#texts.add(entry)
    eachToken(this.#shape, entry, (facet, token) => this.#tokens.push(this.#numberOf(facet, token)))
    this.#tokens.endOfEntry()
  }

  /** See `TextReader`. */
  catchUp(): Iterable<number> {
    return this.#texts.catchUp()
  }

  /** Says that the last has come, so that what is done beside goes on while others finish. */
  *end(): Generator<number, void> {
    this.#arrivals = yield* inIdOrder(this.#kept.map(({ id }) => id))
    this.#texts.end(this.#arrivals)
  }

  /** The segment of all that was added; after `end`. Sliced work, as `slices.ts` has it. */
  *finish(): Generator<number, Segment> {
    const arrivals = this.#arrivals
    const count = arrivals.length
    const room = roomFor(count)
    const capacity = count + room
    const extent = new Extent(capacity)
    const columns = new Columns(this.#shape, count, capacity)
    const facets = new Facets(extent, this.#shape)
    const visible = bitsFor(capacity)
    let visibleCount = 0
    for (const arrival of arrivals) {
      const entry = this.#kept[arrival]
      if (entry === undefined) continue
      const ordinal = columns.add(entry)
      if (!entry.hidden) {
        addBit(visible, ordinal)
        visibleCount += 1
      }
      for (const number of this.#tokens.of(arrival)) {
        const named = this.#tokenList[number]
        if (named !== undefined) facets.open(named.facet, named.token).add(ordinal)
      }
      if (ordinal % entriesAStep === entriesAStep - 1) yield entriesAStep * entryCost
    }
    const byId = new Order(null, columns, everyOrdinal(count), room)
    const orders = new Map<string, Order>()
    for (const column of columns.numbers) orders.set(column.name, yield* sortedOrder(column, columns, room))
    const read = yield* this.#texts.finish()
    for (const [place, column] of columns.texts.entries())
      orders.set(column.name, new Order(column, columns, read.orders[place] ?? new Int32Array(), room))
    const postings = postingsOf(read)
    const heavy = yield* HeavyPrefixes.find(postings, extent)
    return new Segment(
      { extent, columns, alive: firstOrdinals(count, capacity), visible, byId, orders, facets, postings, heavy },
      { alive: count, visible: visibleCount },
    )
  }

  #numberOf(facet: string, token: string): number {
    const numbers = this.#tokenNumbers.get(facet)
    const known = numbers?.get(token)
    if (known !== undefined) return known
    const number = this.#tokenList.push({ facet, token }) - 1
    numbers?.set(token, number)
    return number
  }
}

function* sortedOrder(column: Column, columns: Columns, room: number): Generator<number, Order> {
  // Of rows that compare alike the one of the smaller id, and so of the smaller ordinal, stays before the other.
  const base = yield* sorted(everyOrdinal(columns.baseCount), (left, right) => column.compareRows(left, right))
  return new Order(column, columns, base, room)
}
