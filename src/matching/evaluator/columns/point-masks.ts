/**
 * Which points each measure waits for, as bits: a few words a measure, side by side by ordinal. Most measures have failed
 * on a rule before anybody asks for their points, so those of the few that are left are looked at one after another.
 */
import { addBit, dropBit, lowestOf, onesIn } from '../../../search/sets/bitset.ts'
import { type KernelBits, maskWordsAtOnce, planesWords } from '../sets/kernel.ts'
import { OrdinalSet } from '../sets/ordinal-set.ts'
import type { SetList } from '../sets/set-list.ts'
import type { SetMemory } from '../sets/set-memory.ts'

const bitsPerWord = 32
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
  /** The points that the company has not answered. */
  #open: KernelBits
  #isAllOpen = true
  readonly #planes: KernelBits
  /** Measures that wait for one point alone. */
  readonly #single: OrdinalSet

  constructor(memory: SetMemory) {
    this.#memory = memory
    this.#masks = memory.take(this.#capacity * this.#words)
    this.#ordinals = memory.take(this.#capacity)
    this.#open = memory.forOrdinals(this.#words * bitsPerWord)
    this.#planes = memory.take(planesWords)
    this.#single = new OrdinalSet(memory)
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
    this.#open = this.#memory.forOrdinals(words * bitsPerWord)
  }

  /** Says which points a measure waits for, in place of what was said before. */
  put(ordinal: number, places: ReadonlySet<number>): void {
    this.#reachOrdinal(ordinal)
    const start = ordinal * this.#words
    this.#masks.fill(0, start, start + this.#words)
    for (const place of places) addBit(this.#masks, start * bitsPerWord + place)
    this.#single.drop(ordinal)
    if (places.size === 1) this.#single.add(ordinal)
  }

  /** All points are open again, but those that `settle` names. */
  begin(): void {
    this.#open.fill(-1)
    this.#isAllOpen = true
  }

  settle(place: number): void {
    dropBit(this.#open, place)
    this.#isAllOpen = false
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

  /** Adds to `counts`, by place, how many measures of a set have each point open. */
  count(set: KernelBits, counts: KernelBits): void {
    this.#memory.kernel.countOpen(set, this.#openMasks(set), counts, this.#planes)
  }

  /**
   * `into` takes in who of a set may wait for one open point alone: whoever waits for several does not, if none of them is
   * settled. `settled`: whom a settled point was for.
   */
  uniteFew(into: KernelBits, set: KernelBits, settled: KernelBits): void {
    this.#single.uniteIntoWithin(into, set)
    if (!this.#isAllOpen) this.#memory.kernel.uniteWithin(into, settled, set)
  }

  /** Adds to `onlys`, by place, of how many measures of a set each point is the only open one. */
  countOnly(set: KernelBits, onlys: KernelBits): void {
    this.#memory.kernel.countOnly(set, this.#openMasks(set), onlys)
  }

  /** Takes those out of a set that are in `among` too, whom a settled point was for, and wait for no other. */
  dropSettled(set: KernelBits, among: KernelBits): void {
    if (this.#isAllOpen) return
    this.#memory.kernel.dropSettled(set, among, this.#openMasks(set))
  }

  /** See `countLacked` of the kernel. */
  countLacked(ordinals: KernelBits, from: number, end: number, sets: SetList, counts: KernelBits): void {
    this.#reachOrdinal(ordinals.length - 1)
    const of = { masks: this.#masks, maskWords: this.#words, open: this.#open }
    this.#memory.kernel.countLacked(ordinals, from, end, sets, of, counts)
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
  }
}
