/**
 * Which points each measure waits for, as bits: a few words a measure, side by side by ordinal. Most measures have failed
 * on a rule before anybody asks for their points, so those of the few that are left are looked at one after another.
 */
import { addBit, dropBit, lowestOf, onesIn } from '../../../search/sets/bitset.ts'
import { type KernelBits, maskWordsAtOnce } from '../sets/kernel.ts'
import type { SetList } from '../sets/set-list.ts'
import type { SetMemory } from '../sets/set-memory.ts'

const bitsPerWord = 32
/** Places of the tally that are no point's. */
const spare = 32

type Pairs = { having: KernelBits; pairs: KernelBits }
const firstCapacity = 1024

export class PointMasks {
  readonly #memory: SetMemory
  /** Words a measure, a multiple of `maskWordsAtOnce`. */
  #words = maskWordsAtOnce
  /** Measures that there is room for. */
  #capacity = firstCapacity
  #masks: KernelBits
  /** Room to list as many. */
  #ordinals: KernelBits
  /** The points that the company has not answered, and those that it has, by place. */
  #open: KernelBits
  #settled: number[] = []
  /** Measures that wait for points, and those that wait for one alone. */
  #waiting: KernelBits
  #single: KernelBits
  /** The points of each again, two and two, as places of the tally; and who has any of those two. */
  #pairs: Pairs[]
  /** By point how many wait for it, behind what is counted of pairs that have but one. */
  #tally: KernelBits
  #tallied: KernelBits

  constructor(memory: SetMemory) {
    this.#memory = memory
    this.#masks = memory.take(this.#capacity * this.#words)
    this.#ordinals = memory.take(this.#capacity)
    this.#open = memory.forOrdinals(this.#words * bitsPerWord).fill(-1)
    this.#waiting = memory.forOrdinals(this.#capacity)
    this.#single = memory.forOrdinals(this.#capacity)
    this.#pairs = []
    this.#tally = memory.take(spare + this.#words * bitsPerWord)
    this.#tallied = this.#tally.subarray(spare)
  }

  /** Makes room for points up to that place. */
  reach(place: number): void {
    if (place < this.#words * bitsPerWord) return
    const words = Math.ceil((place + 1) / (maskWordsAtOnce * bitsPerWord)) * maskWordsAtOnce
    const [before, masks] = [this.#words, this.#masks]
    this.#words = words
    this.#masks = this.#memory.take(this.#capacity * words)
    masks.forEach((mask, at) => {
      this.#masks[Math.floor(at / before) * words + (at % before)] = mask
    })
    this.#memory.giveBack(masks)
    this.#memory.giveBack(this.#open)
    this.#open = this.#memory.forOrdinals(words * bitsPerWord).fill(-1)
    this.#settled = []
    this.#tally = this.#memory.anew(this.#tally, spare + words * bitsPerWord)
    this.#tallied = this.#tally.subarray(spare)
  }

  /** Says which points a measure waits for, in place of what was said before. */
  put(ordinal: number, places: ReadonlySet<number>): void {
    this.#reachOrdinal(ordinal)
    const start = ordinal * this.#words
    this.#masks.fill(0, start, start + this.#words)
    for (const place of places) addBit(this.#masks, start * bitsPerWord + place)
    mark(this.#waiting, ordinal, places.size > 0)
    mark(this.#single, ordinal, places.size === 1)
    const all = [...places]
    while (this.#pairs.length * 2 < all.length) this.#pairs.push(this.#newPairs())
    for (const [number, { having, pairs }] of this.#pairs.entries()) {
      const [first, second] = all.slice(2 * number, 2 * number + 2)
      mark(having, ordinal, first !== undefined)
      // Of neighbours that have but one the other counts go to different places: nobody waits for what was just written.
      if (first !== undefined) {
        pairs[ordinal] = (spare + first) | ((second === undefined ? ordinal % spare : spare + second) << 16)
      }
    }
  }

  /** All points are open again, but those that `settle` names. */
  begin(): void {
    for (const place of this.#settled) addBit(this.#open, place)
    this.#settled.length = 0
  }

  settle(place: number): void {
    dropBit(this.#open, place)
    this.#settled.push(place)
  }

  /** How many open points the measure waits for. */
  openOf(ordinal: number): number {
    const start = ordinal * this.#words
    let count = 0
    for (let word = 0; word < this.#words; word += 1) {
      const bits = (this.#masks[start + word] ?? 0) & (this.#open[word] ?? 0)
      if (bits !== 0) count += onesIn(bits)
    }
    return count
  }

  /** Writes the open points that the measure waits for, each plus `first`, from `count` on; answers where they end. */
  addOpenOf(ordinal: number, first: number, into: number[], count: number): number {
    const start = ordinal * this.#words
    let end = count
    for (let word = 0; word < this.#words; word += 1) {
      for (let left = (this.#masks[start + word] ?? 0) & (this.#open[word] ?? 0); left !== 0; left &= left - 1) {
        into[end] = first + word * bitsPerWord + lowestOf(left)
        end += 1
      }
    }
    return end
  }

  /** `into` takes in who of a set waits for an open point. `settled`: whom a settled point was for, if they are of the set. */
  uniteWaiting(into: KernelBits, set: KernelBits, settled: KernelBits): void {
    const { kernel } = this.#memory
    const of = this.#openMasks(set)
    kernel.uniteWithin(into, this.#waiting, set)
    if (this.#settled.length > 0) kernel.dropSettled(into, settled, of)
  }

  /** Writes, by place, how many measures of a set have each point open. */
  count(set: KernelBits, counts: KernelBits): void {
    this.#reachOrdinal(set.length * bitsPerWord - 1)
    const { kernel } = this.#memory
    kernel.clear(this.#tally)
    const into = { counts: this.#tally, ordinals: this.#ordinals }
    for (const { having, pairs } of this.#pairs) kernel.countPairs(set, having, pairs, into)
    kernel.copy(counts, this.#tallied)
    for (const place of this.#settled) counts[place] = 0
  }

  /**
   * Adds to `onlys`, by place, of how many measures of a set, that are in neither of two others, each point is the only open
   * one: whoever waits for several waits for several still, if none of them is settled. `settled`: as in `uniteWaiting`.
   */
  countOnly(
    set: KernelBits,
    settled: KernelBits,
    others: readonly [KernelBits, KernelBits],
    { onlys, room }: { onlys: KernelBits; room: KernelBits },
  ): void {
    const { kernel } = this.#memory
    const of = this.#openMasks(set)
    kernel.keepEither(room, set, [this.#single, settled], others)
    kernel.countOnly(room, of, onlys)
  }

  /** See `countLacked` of the kernel. */
  countLacked(ordinals: KernelBits, count: number, sets: SetList, counts: KernelBits): void {
    this.#reachOrdinal(ordinals.length - 1)
    const of = { masks: this.#masks, maskWords: this.#words, open: this.#open }
    this.#memory.kernel.countLacked(ordinals, count, sets, of, counts)
  }

  #openMasks(set: KernelBits) {
    this.#reachOrdinal(set.length * bitsPerWord - 1)
    return { masks: this.#masks, maskWords: this.#words, open: this.#open, ordinals: this.#ordinals }
  }

  #reachOrdinal(ordinal: number): void {
    if (ordinal < this.#capacity) return
    while (ordinal >= this.#capacity) this.#capacity *= 2
    this.#masks = this.#memory.longer(this.#masks, this.#capacity * this.#words)
    this.#ordinals = this.#memory.anew(this.#ordinals, this.#capacity)
    const longer = (bits: KernelBits): KernelBits => this.#memory.longer(bits, this.#capacity / bitsPerWord)
    this.#waiting = longer(this.#waiting)
    this.#single = longer(this.#single)
    this.#pairs = this.#pairs.map(({ having, pairs }) => ({
      having: longer(having),
      pairs: this.#memory.longer(pairs, this.#capacity),
    }))
  }

  #newPairs(): Pairs {
    return { having: this.#memory.forOrdinals(this.#capacity), pairs: this.#memory.take(this.#capacity) }
  }
}

function mark(bits: KernelBits, ordinal: number, holds: boolean): void {
  if (holds) addBit(bits, ordinal)
  else dropBit(bits, ordinal)
}
