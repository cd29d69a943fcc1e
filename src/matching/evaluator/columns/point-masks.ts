/**
 * Which points each measure waits for, as bits: a few words a measure, side by side by ordinal. Of a company most measures
 * have failed on a rule before anybody asks for their points, so these are looked at one measure after another.
 */
import { dropBit, lowestOf, onesIn } from '../../../search/sets/bitset.ts'

const bitsPerWord = 32
const firstCapacity = 1024

/** No place of a point. */
export const nothing = -1

export class PointMasks {
  /** Words a measure. */
  #words = 1
  #masks = new Int32Array(firstCapacity)
  /** The points that the company has not answered. */
  #open = new Int32Array(1)

  /** Makes room for points up to that place. */
  reach(place: number): void {
    if (place < this.#words * bitsPerWord) return
    const [before, words] = [this.#words, Math.floor(place / bitsPerWord) + 1]
    const masks = new Int32Array((this.#masks.length / before) * words)
    this.#masks.forEach((mask, at) => {
      masks[Math.floor(at / before) * words + (at % before)] = mask
    })
    this.#masks = masks
    this.#words = words
    this.#open = new Int32Array(words)
  }

  /** Says which points a measure waits for, in place of what was said before. */
  put(ordinal: number, places: Iterable<number>): void {
    const start = ordinal * this.#words
    if (start >= this.#masks.length) {
      const longer = new Int32Array(start * 2)
      longer.set(this.#masks)
      this.#masks = longer
    }
    this.#masks.fill(0, start, start + this.#words)
    for (const place of places) {
      const at = start + (place >>> 5)
      this.#masks[at] = (this.#masks[at] ?? 0) | (1 << (place & 31))
    }
  }

  /** All points are open again, but those that `settle` names. */
  begin(): void {
    this.#open.fill(-1)
  }

  settle(place: number): void {
    dropBit(this.#open, place)
  }

  /** How many open points the measure waits for. */
  openOf(ordinal: number): number {
    const start = ordinal * this.#words
    let count = 0
    for (let word = 0; word < this.#words; word += 1) {
      count += onesIn((this.#masks[start + word] ?? 0) & (this.#open[word] ?? 0))
    }
    return count
  }

  /** Adds one to the count of each open point that the measure waits for; gives the place of the only one, or `nothing`. */
  countOpen(ordinal: number, counts: Int32Array): number {
    const start = ordinal * this.#words
    let found = 0
    let last = 0
    for (let word = 0; word < this.#words; word += 1) {
      for (let left = (this.#masks[start + word] ?? 0) & (this.#open[word] ?? 0); left !== 0; left &= left - 1) {
        last = word * bitsPerWord + lowestOf(left)
        counts[last] = (counts[last] ?? 0) + 1
        found += 1
      }
    }
    return found === 1 ? last : nothing
  }
}
