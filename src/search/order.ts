/**
 * One order of all rows, in two parts: the base, an array of ordinals and its inverse that never change; and the tail,
 * the ordinals given since, a short sorted array. Each of the tail knows the place in the base before which it stands,
 * so that the two are read as one without comparing a value again, and a change never moves the base.
 */
import { type Column, type Columns, compareIds } from './columns.ts'
import { firstPlace } from './sets/halving.ts'

/** The first rows of both parts that are still to be read. */
export type Start = { base: number; tail: number }

/** Ordinals or places, in two bytes each where all of them fit: what a page reads of an order is all over it. */
export type Ordinals = Int32Array | Uint16Array

const shortMost = 2 ** 16

function ordinalsFor(length: number, capacity: number): Ordinals {
  return capacity <= shortMost ? new Uint16Array(length) : new Int32Array(length)
}

export class Order {
  /** What it goes by first, before the id; null: by the id alone. */
  readonly column: Column | null
  /** Ordinals in order, and the place of each in it. */
  readonly base: Ordinals
  readonly rank: Ordinals
  /** Ordinals given since, in order; for each, the place in the base before which it stands. */
  readonly tail: Ordinals
  readonly before: Ordinals
  /** Place in the tail, by ordinal less the base's count. */
  readonly tailRank: Ordinals
  tailCount = 0
  readonly #columns: Columns

  constructor(column: Column | null, columns: Columns, base: Int32Array, room: number) {
    this.column = column
    const capacity = base.length + room
    this.base = ordinalsFor(base.length, capacity)
    this.base.set(base)
    this.rank = ordinalsFor(base.length, capacity)
    for (let place = 0; place < base.length; place += 1) this.rank[base[place] ?? 0] = place
    this.tail = ordinalsFor(room, capacity)
    this.before = ordinalsFor(room, capacity)
    this.tailRank = ordinalsFor(room, capacity)
    this.#columns = columns
  }

  /** Puts a new ordinal in its place. */
  insert(ordinal: number): void {
    const before = firstPlace(0, this.base.length, (place) => this.#compare(this.base[place] ?? 0, ordinal) < 0)
    const place = firstPlace(0, this.tailCount, (at) => this.#compare(this.tail[at] ?? 0, ordinal) < 0)
    this.tail.copyWithin(place + 1, place, this.tailCount)
    this.before.copyWithin(place + 1, place, this.tailCount)
    this.tail[place] = ordinal
    this.before[place] = before
    this.tailCount += 1
    for (let at = place; at < this.tailCount; at += 1) this.tailRank[(this.tail[at] ?? 0) - this.base.length] = at
  }

  /** The rows after the one of that value and id, whether it is still there or not. */
  after(value: number | string, id: string): Start {
    const known = this.#columns.find(id)
    // The row as it was when the position was taken, nearly always: its place is known without a search.
    if (known >= 0 && this.#compareTo(known, value, id) === 0) return this.#afterRow(known)
    return {
      base: firstPlace(0, this.base.length, (place) => this.#compareTo(this.base[place] ?? 0, value, id) <= 0),
      tail: firstPlace(0, this.tailCount, (place) => this.#compareTo(this.tail[place] ?? 0, value, id) <= 0),
    }
  }

  /** The place of a row among both parts. */
  placeOf(ordinal: number): number {
    if (ordinal >= this.base.length) {
      const place = this.tailRank[ordinal - this.base.length] ?? 0
      return (this.before[place] ?? 0) + place
    }
    const rank = this.rank[ordinal] ?? 0
    return rank + firstPlace(0, this.tailCount, (place) => (this.before[place] ?? 0) <= rank)
  }

  /** The row at a place among both parts. */
  rowAt(place: number): number {
    const passed = firstPlace(0, this.tailCount, (at) => (this.before[at] ?? 0) + at < place)
    const isTail = passed < this.tailCount && (this.before[passed] ?? 0) + passed === place
    return (isTail ? this.tail[passed] : this.base[place - passed]) ?? 0
  }

  /** How two rows stand to one another: below 0 the left one first. */
  #compare(left: number, right: number): number {
    const columns = this.#columns
    return this.column?.compareRows(left, right) || compareIds(columns.idOf(left), columns.idOf(right))
  }

  /** How row `ordinal` stands to a row of that value and id. */
  #compareTo(ordinal: number, value: number | string, id: string): number {
    return this.column?.compareTo(ordinal, value) || compareIds(this.#columns.idOf(ordinal), id)
  }

  #afterRow(ordinal: number): Start {
    if (ordinal < this.base.length) {
      const rank = this.rank[ordinal] ?? 0
      return { base: rank + 1, tail: firstPlace(0, this.tailCount, (place) => (this.before[place] ?? 0) <= rank) }
    }
    const place = this.tailRank[ordinal - this.base.length] ?? 0
    return { base: this.before[place] ?? 0, tail: place + 1 }
  }
}
