/**
 * Makes a new segment of the live rows of one whose room is used up, in slices, while the old one goes on answering. Nothing
 * may be changed meanwhile: rows that were staged and not shown are left out.
 */

import { Order } from './order.ts'
import { Rows } from './rows.ts'
import { roomFor, Segment } from './segment.ts'
import { hasBit } from './sets/bitset.ts'
import { fieldsOf, ordinalOf, rowOf } from './words/grades.ts'
import { Postings, sortedPostings } from './words/postings.ts'

/** Rows taken over between two yields, and what one of them costs, in rows of other work. */
const takenAStep = 256
const takenCost = 60

/** Yields after each piece of work about how many rows it read. There is room for `roomLeast` more rows, or the usual. */
export function* compacted(old: Segment, roomLeast: number): Generator<number, Segment> {
  const { shape, aliveCount, alive, count } = old.rows
  const rows = new Rows(shape, aliveCount + Math.max(roomFor(aliveCount), roomLeast))
  const renumbered = new Int32Array(count).fill(-1)
  for (let ordinal = 0; ordinal < count; ordinal += 1) {
    if (hasBit(alive, ordinal)) renumbered[ordinal] = rows.take(old.rows, ordinal)
    if (ordinal % takenAStep === takenAStep - 1) yield takenAStep * takenCost
  }
  for (const [facet, sets] of old.rows.facets.all) {
    for (const [token, set] of sets) {
      let read = 0
      set.each((ordinal) => {
        read += 1
        const taken = renumbered[ordinal] ?? -1
        if (taken >= 0) rows.facets.open(facet, token).add(taken)
      })
      yield read
    }
  }
  const orders: Order[] = []
  for (const { column, ordinals, count: length } of [old.byId, ...old.orders]) {
    const inOrder = ordinals.subarray(0, length).map((ordinal) => renumbered[ordinal] ?? -1)
    const same = rows.columns.find(({ name }) => name === column?.name)
    orders.push(
      new Order(
        rows,
        same ?? null,
        inOrder.filter((taken) => taken >= 0),
      ),
    )
    yield length
  }
  const [byId, ...others] = orders
  if (byId === undefined) throw new Error('every segment has an order by id')
  const { postings } = old.words
  const rowsOf = (word: number): readonly number[] => {
    const kept: number[] = []
    postings.eachRow(word, (row) => {
      const taken = renumbered[ordinalOf(row)] ?? -1
      if (taken >= 0) kept.push(rowOf(taken, fieldsOf(row)))
    })
    return kept
  }
  const parts = yield* sortedPostings(postings.lexicon, postings.rowCount, rowsOf)
  return new Segment(rows, byId, others, new Postings(parts))
}
