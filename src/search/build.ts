/** Makes a segment from all its entries at once, which is far quicker than change by change. */

import { Order } from './order.ts'
import type { Entry, Shape } from './query.ts'
import { type Column, compareValues, Rows } from './rows.ts'
import { roomFor, Segment } from './segment.ts'
import { sorted } from './sets/slices.ts'
import type { TextReader } from './texts.ts'
import { Postings } from './words/postings.ts'

export class SegmentBuilder {
  readonly #rows: Rows
  readonly #texts: TextReader

  /** `countMost`: entries that will come, at most. */
  constructor(shape: Shape, countMost: number, texts: TextReader) {
    this.#rows = new Rows(shape, countMost + roomFor(countMost))
    this.#texts = texts
  }

  /** Of two entries of one id the later counts. */
  add(entry: Entry): void {
    if (this.#rows.count === this.#rows.capacity) throw new Error('more entries came than the index was made for')
    this.#rows.show(this.#rows.add(entry), entry.hidden)
    this.#texts.add(entry)
  }

  /** See `TextReader` for both. */
  catchUp(): Iterable<number> {
    return this.#texts.catchUp()
  }

  end(): void {
    this.#texts.end()
  }

  /** The segment of all that was added; after `end`. Sliced work, as `slices.ts` has it. */
  *finish(): Generator<number, Segment> {
    const rows = this.#rows
    const numberColumns = rows.columns.slice(0, rows.shape.numbers.length)
    const byId = yield* orderBy(rows, null)
    const orders: Order[] = []
    for (const column of numberColumns) orders.push(yield* orderBy(rows, column))
    const read = yield* this.#texts.finish()
    for (const [place, inOrder] of read.orders.entries())
      orders.push(new Order(rows, rows.columns[numberColumns.length + place] ?? null, inOrder))
    return new Segment(rows, byId, orders, new Postings(read.postings))
  }
}

function* orderBy(rows: Rows, column: Column | null): Generator<number, Order> {
  const { ids } = rows
  const values = column?.values ?? []
  const inOrder = yield* sorted(
    rows.count,
    (left, right) =>
      column?.compare(values[left] ?? '', values[right] ?? '') || compareValues(ids[left] ?? '', ids[right] ?? ''),
  )
  return new Order(rows, column, inOrder)
}
