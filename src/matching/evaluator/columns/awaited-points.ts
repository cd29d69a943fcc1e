/**
 * Which points each measure waits for: runs of places in one array, side by side, so that counting them for the measures
 * that are left reads a few kilobytes. A point is a condition that callers answer under a name which many measures share.
 */

import { type Bits, bitsFor, dropBit, lowestOf, markBit } from '../../../search/sets/bitset.ts'
import { longer, ordinalsPerWord, uniteWithin, wordsFor } from '../sets/measure-sets.ts'

const firstCapacity = 1_024
const firstPlaces = 4_096
/** Places of measures that are gone: beyond that, and beyond half of all, the others are moved together. */
const gonePlacesMax = 4_096

export class AwaitedPoints {
  /** By ordinal: where its points begin in `#places`, and how many there are. */
  #starts = new Int32Array(firstCapacity)
  #counts = new Int32Array(firstCapacity)
  #places = new Int32Array(firstPlaces)
  #end = 0
  #gonePlaces = 0
  /** Measures that wait for a point. */
  #waiting = bitsFor(firstCapacity)
  /** By point: 1 where the company has not answered it. And those that it has answered. */
  #open = new Uint8Array(0)
  readonly #settled: number[] = []

  /** Makes room for points up to that one. */
  reach(point: number): void {
    if (point < this.#open.length) return
    this.#open = new Uint8Array((point + 1) * 2).fill(1)
    this.#settled.length = 0
  }

  /** Says which points a measure waits for, in place of what was said before. */
  put(ordinal: number, points: ReadonlySet<number>): void {
    this.#reachOrdinal(ordinal)
    this.#gonePlaces += this.#counts[ordinal] ?? 0
    this.#counts[ordinal] = 0
    if (this.#gonePlaces > gonePlacesMax && this.#gonePlaces * 2 > this.#end) this.#moveTogether()
    this.#reachPlaces(this.#end + points.size)
    markBit(this.#waiting, ordinal, points.size > 0)
    this.#starts[ordinal] = this.#end
    this.#counts[ordinal] = points.size
    for (const point of points) {
      this.#places[this.#end] = point
      this.#end += 1
    }
  }

  /** All points are open again. */
  begin(): void {
    for (const point of this.#settled) this.#open[point] = 1
    this.#settled.length = 0
  }

  /** The company has answered that point. */
  settle(point: number): void {
    this.#open[point] = 0
    this.#settled.push(point)
  }

  /** How many open points the measure waits for. */
  openCountOf(ordinal: number): number {
    let open = 0
    const end = this.#endOf(ordinal)
    for (let at = this.#startOf(ordinal); at < end; at += 1) open += this.#open[this.#places[at] ?? 0] ?? 0
    return open
  }

  /** Writes the open points that the measure waits for, each plus `first`, from `count` on; answers where they end. */
  addOpenOf(ordinal: number, first: number, into: number[], count: number): number {
    let written = count
    const end = this.#endOf(ordinal)
    for (let at = this.#startOf(ordinal); at < end; at += 1) {
      const point = this.#places[at] ?? 0
      if (this.#open[point] !== 1) continue
      into[written] = first + point
      written += 1
    }
    return written
  }

  /** `into` takes in the measures of a set that wait for an open point. `settled`: those that waited for a settled one. */
  uniteWaiting(into: Bits, set: Bits, settled: Bits): void {
    uniteWithin(into, this.#waiting, set)
    if (this.#settled.length === 0) return
    for (let word = 0; word < into.length; word += 1) {
      let left = (into[word] ?? 0) & (settled[word] ?? 0)
      for (; left !== 0; left &= left - 1) {
        const ordinal = word * ordinalsPerWord + lowestOf(left)
        if (this.openCountOf(ordinal) === 0) dropBit(into, ordinal)
      }
    }
  }

  /**
   * For each point, adds to `appearsIn` how many measures of `set` wait for it, and to `settles` how many of them wait for nothing
   * else: it is their only open point, and they are in neither of the `others`.
   */
  count(set: Bits, others: readonly [Bits, Bits], appearsIn: Int32Array, settles: Int32Array): void {
    const [first, second] = others
    const words = Math.min(set.length, this.#waiting.length)
    for (let word = 0; word < words; word += 1) {
      const elsewhere = (first[word] ?? 0) | (second[word] ?? 0)
      for (let left = (set[word] ?? 0) & (this.#waiting[word] ?? 0); left !== 0; left &= left - 1) {
        const isElsewhere = (elsewhere & left & -left) !== 0
        const only = this.#countOf(word * ordinalsPerWord + lowestOf(left), appearsIn)
        if (only >= 0 && !isElsewhere) settles[only] = (settles[only] ?? 0) + 1
      }
    }
  }

  /** Counts the open points of one measure; answers the point that is the only open one, or -1. */
  #countOf(ordinal: number, appearsIn: Int32Array): number {
    let only = -1
    let open = 0
    const end = this.#endOf(ordinal)
    for (let at = this.#startOf(ordinal); at < end; at += 1) {
      const point = this.#places[at] ?? 0
      if (this.#open[point] !== 1) continue
      appearsIn[point] = (appearsIn[point] ?? 0) + 1
      only = point
      open += 1
    }
    return open === 1 ? only : -1
  }

  #startOf(ordinal: number): number {
    return this.#starts[ordinal] ?? 0
  }

  #endOf(ordinal: number): number {
    return (this.#starts[ordinal] ?? 0) + (this.#counts[ordinal] ?? 0)
  }

  #reachOrdinal(ordinal: number): void {
    if (ordinal < this.#starts.length) return
    const capacity = Math.max(ordinal + 1, this.#starts.length * 2)
    this.#starts = longer(this.#starts, capacity)
    this.#counts = longer(this.#counts, capacity)
    this.#waiting = longer(this.#waiting, wordsFor(capacity))
  }

  #reachPlaces(end: number): void {
    if (end > this.#places.length) this.#places = longer(this.#places, Math.max(end, this.#places.length * 2))
  }

  #moveTogether(): void {
    const places = new Int32Array(this.#places.length)
    let end = 0
    for (let ordinal = 0; ordinal < this.#starts.length; ordinal += 1) {
      const run = this.#places.subarray(this.#startOf(ordinal), this.#endOf(ordinal))
      places.set(run, end)
      this.#starts[ordinal] = end
      end += run.length
    }
    this.#places = places
    this.#end = end
    this.#gonePlaces = 0
  }
}
