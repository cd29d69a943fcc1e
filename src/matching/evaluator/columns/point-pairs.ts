/**
 * Which points each measure waits for, two and two: a word for each pair by ordinal, and nothing else is read to count them.
 * Most measures have failed on a rule before anybody asks for their points, so those of the few that are left are looked at
 * one after another; in 40 KB they lie where the processor has them still from the company before.
 */
import { markBit } from '../../../search/sets/bitset.ts'
import { type KernelBits, ordinalsPerWord, wordBytes } from '../sets/kernel.ts'
import { SetList } from '../sets/set-list.ts'
import { type SetMemory, wordsFor } from '../sets/set-memory.ts'

/** Places that are no point's, which the second of a pair has where there is none: nobody ever waits for them. */
const spare = 32
const firstCapacity = 1024
const roomAtOnce = 128
const firstPairs = 8
const placeBits = 16
const placeMask = (1 << placeBits) - 1

/** The pairs of one number by ordinal, and whose have a point: of others both places are spare. */
type Pairs = { places: KernelBits; having: KernelBits }

export class PointPairs {
  readonly #memory: SetMemory
  /** Points that there is room for, and measures. */
  #room = roomAtOnce
  #capacity = firstCapacity
  #pairs: Pairs[] = []
  #list: SetList
  /** Room to list as many ordinals. */
  #ordinals: KernelBits
  /** Measures that wait for points, and those that wait for one alone. */
  #waiting: KernelBits
  #single: KernelBits
  /** By place, a byte each: 1 for a point that the company has not answered. And those that it has. */
  #openWords: KernelBits
  #open: Uint8Array<SharedArrayBuffer>
  readonly #settled: number[] = []
  /** What is counted by place, and of it the points. */
  #tally: KernelBits
  #tallied: KernelBits

  constructor(memory: SetMemory) {
    this.#memory = memory
    this.#list = new SetList(memory, firstPairs)
    this.#ordinals = memory.take(this.#capacity)
    this.#waiting = memory.forOrdinals(this.#capacity)
    this.#single = memory.forOrdinals(this.#capacity)
    this.#tally = memory.take(spare + this.#room)
    this.#tallied = this.#tally.subarray(spare)
    this.#openWords = memory.take((spare + this.#room) / wordBytes)
    this.#open = bytesOf(this.#openWords).fill(1, spare)
  }

  /** Makes room for points up to that one. */
  reach(point: number): void {
    if (point < this.#room) return
    this.#room = Math.ceil((point + 1) / roomAtOnce) * roomAtOnce
    this.#tally = this.#memory.anew(this.#tally, spare + this.#room)
    this.#tallied = this.#tally.subarray(spare)
    this.#openWords = this.#memory.anew(this.#openWords, (spare + this.#room) / wordBytes)
    this.#open = bytesOf(this.#openWords).fill(1, spare)
    this.#settled.length = 0
  }

  /** Says which points a measure waits for, in place of what was said before. */
  put(ordinal: number, points: ReadonlySet<number>): void {
    this.#reachOrdinal(ordinal)
    markBit(this.#waiting, ordinal, points.size > 0)
    markBit(this.#single, ordinal, points.size === 1)
    const all = [...points]
    while (this.#pairs.length * 2 < all.length) this.#addPairs()
    for (const [number, { places, having }] of this.#pairs.entries()) {
      const [first, second] = all.slice(2 * number, 2 * number + 2)
      markBit(having, ordinal, first !== undefined)
      // Of neighbours that have but one the other count goes to different places: none waits for what was just written.
      const other = second === undefined ? ordinal % spare : spare + second
      places[ordinal] = first === undefined ? 0 : (spare + first) | (other << placeBits)
    }
  }

  /** All points are open again, but those that `settle` names. */
  begin(): void {
    for (const point of this.#settled) this.#open[spare + point] = 1
    this.#settled.length = 0
  }

  settle(point: number): void {
    this.#open[spare + point] = 0
    this.#settled.push(point)
  }

  /** Writes the open points that the measure waits for, each plus `first`, from `count` on; answers where they end. */
  addOpenOf(ordinal: number, first: number, into: number[], count: number): number {
    let end = count
    for (let number = 0; number < this.#pairs.length; number += 1) {
      const pair = this.#pairs[number]?.places[ordinal] ?? 0
      for (let left = pair; left !== 0; left >>>= placeBits) {
        const place = left & placeMask
        if (this.#open[place] !== 1) continue
        into[end] = first + place - spare
        end += 1
      }
    }
    return end
  }

  /** `into` takes in who of a set waits for an open point. `settled`: whom a settled point was for, if they are of the set. */
  uniteWaiting(into: KernelBits, set: KernelBits, settled: KernelBits): void {
    const { kernel } = this.#memory
    const points = this.#openPoints(set)
    kernel.uniteWithin(into, this.#waiting, set)
    if (this.#settled.length > 0) this.#memory.listing.dropSettled(into, settled, points)
  }

  /** Writes, by point, how many measures of a set wait for it, if it is open. */
  count(set: KernelBits, counts: KernelBits): void {
    const { kernel } = this.#memory
    const { ordinals } = this.#openPoints(set)
    kernel.clear(this.#tally)
    for (const { places, having } of this.#pairs) {
      this.#memory.listing.countPairs(set, having, places, { counts: this.#tally, ordinals })
    }
    kernel.copy(counts, this.#tallied)
    for (const point of this.#settled) counts[point] = 0
  }

  /**
   * Writes, by point, of how many measures of a set, that are in neither of two others, it is the only open one: whoever waits
   * for several waits for several still, if none of them is settled. `settled`: as in `uniteWaiting`; `room`: for such a set.
   */
  countOnly(
    set: KernelBits,
    settled: KernelBits,
    others: readonly [KernelBits, KernelBits],
    { onlys, room }: { onlys: KernelBits; room: KernelBits },
  ): void {
    const { kernel } = this.#memory
    const points = this.#openPoints(set)
    kernel.keepEither(room, set, [this.#single, settled], others)
    kernel.clear(this.#tally)
    this.#memory.listing.countOnly(room, points, this.#tally)
    kernel.copy(onlys, this.#tallied)
  }

  /** Writes of each of the first `count` ordinals in how many of some sets it is and how many points it waits for, together. */
  countLacked(ordinals: KernelBits, count: number, sets: SetList, counts: KernelBits): void {
    this.#reachOrdinal(ordinals.length - 1)
    this.#memory.listing.countLacked({ ordinals, count }, sets, { pairs: this.#list, open: this.#openWords }, counts)
  }

  #openPoints(set: KernelBits) {
    this.#reachOrdinal(set.length * ordinalsPerWord - 1)
    return { pairs: this.#list, open: this.#openWords, ordinals: this.#ordinals }
  }

  #addPairs(): void {
    const { length } = this.#pairs
    if (length >= firstPairs && (length & (length - 1)) === 0) this.#list = new SetList(this.#memory, length * 2)
    this.#pairs.push({
      places: this.#memory.take(this.#capacity),
      having: this.#memory.forOrdinals(this.#capacity),
    })
    this.#listPairs()
  }

  #reachOrdinal(ordinal: number): void {
    if (ordinal < this.#capacity) return
    while (ordinal >= this.#capacity) this.#capacity *= 2
    this.#ordinals = this.#memory.anew(this.#ordinals, this.#capacity)
    const longer = (bits: KernelBits): KernelBits => this.#memory.longer(bits, wordsFor(this.#capacity))
    this.#waiting = longer(this.#waiting)
    this.#single = longer(this.#single)
    this.#pairs = this.#pairs.map(({ places, having }) => ({
      places: this.#memory.longer(places, this.#capacity),
      having: longer(having),
    }))
    this.#listPairs()
  }

  #listPairs(): void {
    this.#list.begin()
    for (const { places } of this.#pairs) this.#list.add(places)
  }
}

function bytesOf(words: KernelBits): Uint8Array<SharedArrayBuffer> {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
}
