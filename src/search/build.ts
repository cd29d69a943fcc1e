/**
 * Makes a segment from all its entries at once. Entries come in any order and are not kept: only numbers of their words
 * and tokens are, until the last has come and ordinals can be given in the order of the ids.
 */

import { type Column, Columns, compareIds } from './columns.ts'
import { eachToken, Facets, facetNames } from './facets.ts'
import { Order } from './order.ts'
import type { Entry, Shape } from './query.ts'
import { firstOrdinals, roomFor, Segment } from './segment.ts'
import { addBit, bitsFor } from './sets/bitset.ts'
import { Extent } from './sets/extent.ts'
import { sorted } from './sets/slices.ts'
import { HeavyPrefixes } from './words/heavy-prefixes.ts'
import { Lexicon } from './words/lexicon.ts'
import { Postings, WordReader } from './words/postings.ts'

/** Entries, or words, worked on between two yields, and what one of each costs, in rows. */
const entriesAStep = 256
const entryCost = 60
const wordCost = 10
/** Rows of words read between two yields. */
const rowsAStep = 65_536

type Kept = Pick<Entry, 'id' | 'numbers' | 'texts' | 'hidden'>

export class SegmentBuilder {
  readonly #shape: Shape
  readonly #kept: Kept[] = []
  readonly #words = new Log()
  readonly #tokens = new Log()
  readonly #tokenList: { facet: string; token: string }[] = []
  readonly #tokenNumbers: ReadonlyMap<string, Map<string, number>>
  readonly #lexicon = new Lexicon()
  readonly #reader = new WordReader(this.#lexicon)

  constructor(shape: Shape) {
    this.#shape = shape
    this.#tokenNumbers = new Map(facetNames(shape).map((facet) => [facet, new Map()]))
  }

  add(entry: Entry): void {
    const { id, numbers, texts, hidden } = entry
    this.#kept.push({ id, numbers, texts, hidden })
    this.#reader.read(entry, (word, inTitle) => this.#words.push(word * 2 + inTitle))
    this.#words.endOfEntry()
    eachToken(this.#shape, entry, (facet, token) => this.#tokens.push(this.#numberOf(facet, token)))
    this.#tokens.endOfEntry()
  }

  /** The segment of all that was added; nothing is added afterwards. Sliced work, as `slices.ts` has it. */
  *finish(): Generator<number, Segment> {
    const arrivals = yield* inIdOrder(this.#kept)
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
    for (const column of columns.all) orders.set(column.name, yield* sortedOrder(column, columns, room))
    const postings = yield* makePostings(this.#lexicon, this.#words, arrivals)
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

/** Arrival numbers in the order of the ids; of two entries of one id only the later. */
function* inIdOrder(kept: readonly Kept[]): Generator<number, Int32Array> {
  const idOf = (arrival: number | undefined): string => kept[arrival ?? 0]?.id ?? ''
  const arrivals = yield* sorted(Int32Array.from(kept.keys()), (left, right) => compareIds(idOf(left), idOf(right)))
  return arrivals.filter(
    (arrival, place) => place + 1 === arrivals.length || idOf(arrival) !== idOf(arrivals[place + 1]),
  )
}

function* sortedOrder(column: Column, columns: Columns, room: number): Generator<number, Order> {
  // Of rows that compare alike the one of the smaller id, and so of the smaller ordinal, stays before the other.
  const base = yield* sorted(everyOrdinal(columns.baseCount), (left, right) => column.compareRows(left, right))
  return new Order(column, columns, base, room)
}

function everyOrdinal(count: number): Int32Array<ArrayBuffer> {
  return Int32Array.from({ length: count }, (_, ordinal) => ordinal)
}

function* makePostings(lexicon: Lexicon, words: Log, arrivals: Int32Array): Generator<number, Postings> {
  const numbers = Int32Array.from({ length: lexicon.count }, (_, word) => word)
  const inOrder = yield* sorted(numbers, (left, right) => lexicon.compare(left, right))
  const renumbered = new Int32Array(inOrder.length)
  const ordered = new Lexicon(inOrder.length)
  for (const word of inOrder) {
    renumbered[word] = ordered.take(lexicon, word)
    if (ordered.count % entriesAStep === 0) yield entriesAStep * wordCost
  }
  const starts = new Uint32Array(inOrder.length + 1)
  let read = 0
  for (const arrival of arrivals) {
    const rows = words.of(arrival)
    for (const row of rows) {
      const word = renumbered[row >> 1] ?? 0
      starts[word + 1] = (starts[word + 1] ?? 0) + 1
    }
    read += rows.length
    if (read < rowsAStep) continue
    yield read
    read = 0
  }
  for (let word = 0; word < inOrder.length; word += 1) starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0)
  const rows = new Int32Array(starts[inOrder.length] ?? 0)
  const next = starts.slice()
  for (let ordinal = 0; ordinal < arrivals.length; ordinal += 1) {
    const taken = words.of(arrivals[ordinal] ?? 0)
    for (const row of taken) {
      const word = renumbered[row >> 1] ?? 0
      const place = next[word] ?? 0
      rows[place] = ordinal * 2 + (row & 1)
      next[word] = place + 1
    }
    read += taken.length
    if (read < rowsAStep) continue
    yield read
    read = 0
  }
  return new Postings(ordered, starts, rows)
}

/** Lists of numbers, one an entry, one after another. */
class Log {
  #numbers = new Int32Array(1024)
  #length = 0
  readonly #ends: number[] = [0]

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const wider = new Int32Array(this.#length * 2)
      wider.set(this.#numbers)
      this.#numbers = wider
    }
    this.#numbers[this.#length] = number
    this.#length += 1
  }

  endOfEntry(): void {
    this.#ends.push(this.#length)
  }

  of(entry: number): Int32Array {
    return this.#numbers.subarray(this.#ends[entry], this.#ends[entry + 1])
  }
}
