/**
 * Makes a new segment of one whose room is used up, in slices, while the old one goes on answering and changing. What
 * the old one holds when the work begins is copied or never changes after: its live rows, the ends of its tails, its
 * base. Rows that come later have higher ordinals and are left out; who runs this puts later changes in once more.
 */

import { type Column, Columns } from './columns.ts'
import { Facets, facetNames } from './facets.ts'
import { Order, type Ordinals } from './order.ts'
import type { Shape } from './query.ts'
import { firstOrdinals, roomFor, Segment } from './segment.ts'
import { addBit, type Bits, bitsFor, hasBit, lowestOf } from './sets/bitset.ts'
import { Extent } from './sets/extent.ts'
import type { TokenSet } from './sets/token-set.ts'
import { gradeOf, ordinalOf, rowOf } from './words/grades.ts'
import { HeavyPrefixes } from './words/heavy-prefixes.ts'
import { Lexicon } from './words/lexicon.ts'
import { Postings } from './words/postings.ts'

/** Rows between two yields, where a loop goes over all rows. */
const rowsAStep = 4096

type Tail = { ordinals: Ordinals; before: Ordinals }

/** Rows that it will read, about: a little more than what the yields add up to. */
export function compactionWork(segment: Segment): number {
  return segment.postings.rows.length * 4 + segment.columns.count * 60
}

/** Yields after each piece of work about how many rows it read. There is room for `roomLeast` more rows, or the usual. */
export function* compacted(old: Segment, shape: Shape, roomLeast = 0): Generator<number, Segment> {
  const alive = old.alive.slice()
  const visibleBefore = old.visible.slice()
  const count = old.aliveCount
  const tails = new Map<Order, Tail>()
  for (const order of [old.byId, ...old.orders.values()]) {
    const { tail, before, tailCount } = order
    tails.set(order, { ordinals: tail.slice(0, tailCount), before: before.slice(0, tailCount) })
  }
  const renumbered = new Int32Array(old.columns.count).fill(-1)
  const recent = old.postings.recent.slice()
  const room = Math.max(roomFor(count), roomLeast)
  const capacity = count + room
  const extent = new Extent(capacity)
  const columns = new Columns(shape, count, capacity)
  const visible = bitsFor(capacity)
  let visibleCount = 0
  const number = (ordinal: number): void => {
    if (!hasBit(alive, ordinal)) return
    const taken = columns.take(old.columns, ordinal)
    renumbered[ordinal] = taken
    if (!hasBit(visibleBefore, ordinal)) return
    addBit(visible, taken)
    visibleCount += 1
  }
  yield* eachInOrder(old.byId, tails, number)
  const byId = yield* compactOrder(old.byId, tails, renumbered, null, columns, room)
  const orders = new Map<string, Order>()
  for (const column of columns.all) {
    const order = old.orderBy(column.name)
    orders.set(column.name, yield* compactOrder(order, tails, renumbered, column, columns, room))
  }
  const facets = new Facets(extent, shape)
  for (const facet of facetNames(shape)) {
    for (const [token, set] of old.facets.tokensOf(facet)) {
      const make = (): TokenSet => facets.open(facet, token)
      if (set.bits === null) yield compactList(set, renumbered, make)
      else yield* compactBits(set.bits, renumbered, capacity, make)
    }
  }
  const postings = yield* compactPostings(old.postings, recent, renumbered)
  const heavy = yield* HeavyPrefixes.find(postings, extent)
  return new Segment(
    { extent, columns, alive: firstOrdinals(count, capacity), visible, byId, orders, facets, postings, heavy },
    { alive: count, visible: visibleCount },
  )
}

/** Visits the rows of both parts of an order, as they stood when the work began, in order. */
function* eachInOrder(order: Order, tails: Map<Order, Tail>, visit: (ordinal: number) => void): Generator<number> {
  const tail = tails.get(order) ?? { ordinals: new Int32Array(0), before: new Int32Array(0) }
  let next = 0
  for (let rank = 0; rank <= order.base.length; rank += 1) {
    for (; next < tail.ordinals.length && (tail.before[next] ?? 0) <= rank; next += 1) visit(tail.ordinals[next] ?? 0)
    if (rank < order.base.length) visit(order.base[rank] ?? 0)
    if (rank % rowsAStep === rowsAStep - 1) yield rowsAStep
  }
}

function* compactOrder(
  old: Order,
  tails: Map<Order, Tail>,
  renumbered: Int32Array,
  column: Column | null,
  columns: Columns,
  room: number,
): Generator<number, Order> {
  const base = new Int32Array(columns.baseCount)
  let length = 0
  yield* eachInOrder(old, tails, (ordinal) => {
    const taken = renumbered[ordinal] ?? -1
    if (taken < 0) return
    base[length] = taken
    length += 1
  })
  return new Order(column, columns, base, room)
}

/** Puts what is left of a list into a new set, if anything is. Gives how many rows it read. */
function compactList(old: TokenSet, renumbered: Int32Array, make: () => TokenSet): number {
  const kept: number[] = []
  old.each((ordinal) => {
    const taken = renumbered[ordinal] ?? -1
    if (taken >= 0) kept.push(taken)
  })
  kept.sort((left, right) => left - right)
  if (kept.length > 0) {
    const set = make()
    for (const ordinal of kept) set.add(ordinal)
  }
  return old.count
}

function* compactBits(
  old: Bits,
  renumbered: Int32Array,
  capacity: number,
  make: () => TokenSet,
): Generator<number, void> {
  const bits = bitsFor(capacity)
  let count = 0
  let read = 0
  for (let word = 0; word < old.length; word += 1) {
    for (let left = old[word] ?? 0; left !== 0; left &= left - 1) {
      const taken = renumbered[word * 32 + lowestOf(left)] ?? -1
      read += 1
      if (taken < 0) continue
      addBit(bits, taken)
      count += 1
    }
    if (read < rowsAStep) continue
    yield read
    read = 0
  }
  if (count > 0) make().adopt(bits, count)
}

function* compactPostings(
  old: Postings,
  recent: readonly number[],
  renumbered: Int32Array,
): Generator<number, Postings> {
  const lexicon = new Lexicon(old.baseWords + recent.length)
  const starts = new Uint32Array(old.baseWords + recent.length + 1)
  let rows = new Int32Array(old.rows.length + 1024)
  let length = 0
  let chained: number[] = []
  const take = (row: number): number => {
    const taken = renumbered[ordinalOf(row)] ?? -1
    return taken < 0 ? -1 : rowOf(taken, gradeOf(row))
  }
  const push = (row: number): void => {
    if (length === rows.length) {
      const wider = new Int32Array(length + (length >> 4))
      wider.set(rows)
      rows = wider
    }
    rows[length] = row
    length += 1
  }
  const takeWord = (word: number): number => {
    const before = length
    chained = []
    old.eachChained(word, (row) => {
      const taken = take(row)
      if (taken >= 0) chained.push(taken)
    })
    chained.sort((left, right) => left - right)
    let next = 0
    const isBase = word < old.baseWords
    const [from, to] = isBase ? [old.starts[word] ?? 0, old.starts[word + 1] ?? 0] : [0, 0]
    for (let place = from; place < to; place += 1) {
      const row = take(old.rows[place] ?? 0)
      if (row < 0) continue
      for (; next < chained.length && (chained[next] ?? 0) < row; next += 1) push(chained[next] ?? 0)
      push(row)
    }
    for (; next < chained.length; next += 1) push(chained[next] ?? 0)
    if (length > before) starts[lexicon.take(old.lexicon, word) + 1] = length
    return to - from + chained.length
  }
  let next = 0
  let read = 0
  for (let word = 0; word <= old.baseWords; word += 1) {
    for (; next < recent.length; next += 1) {
      const newer = recent[next] ?? 0
      if (word < old.baseWords && old.lexicon.compare(newer, word) > 0) break
      read += takeWord(newer) + 1
    }
    if (word < old.baseWords) read += takeWord(word) + 1
    if (read < rowsAStep) continue
    yield read
    read = 0
  }
  return new Postings(lexicon, starts.subarray(0, lexicon.count + 1), rows.subarray(0, length))
}
