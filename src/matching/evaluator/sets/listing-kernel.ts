/**
 * Operations of the kernel on single ordinals of a set, one after another: they are listed first, four or more at once and
 * without a branch. As in `kernel.ts` every address is that of an array whose length was looked at.
 */
import {
  addressOf,
  bytesIn,
  type KernelBits,
  type KernelNumbers,
  ordinalsPerWord,
  wordBytes,
  wordsReached,
} from './kernel.ts'
import type { KernelExports } from './kernel-exports.ts'
import type { SetList } from './set-list.ts'

/** What each number of shared topics adds, same ones counted twice, of at most as many as two words have bits. */
export const sharesMax = 2 * 64 + 1
/** Words of topics by ordinal: its own, and those that are related to them. */
export const topicSetWords = 4
/** Words in which it is counted how many come to each score. */
export const scoresRoom = 1_008
/** Words in which digits are counted. */
export const digitsRoom = 64

/**
 * Places of each ordinal, two a word: a list of pairs by ordinal, as long as there are ordinals. By place a byte, 1 where it is
 * open; who writes a pair sees to it that it reaches so far.
 */
type OpenPlaces = { pairs: SetList; open: KernelBits }
/** And room to list the ordinals of a set, one a word. */
type ListedPlaces = OpenPlaces & { ordinals: KernelBits }

/** Ordinals, and the sum of each. */
export type Summed = { ordinals: KernelBits; sums: KernelNumbers }

export class ListingKernel {
  readonly #exports: KernelExports

  constructor(exports: KernelExports) {
    this.#exports = exports
  }

  /**
   * Adds up for each ordinal of a set what it starts with, its number, and what its topics add (`kernel.wat` says how);
   * writes the ordinals, ascending, and their sums. Answers how many there are.
   */
  addUp(
    set: KernelBits,
    of: { numbers: KernelNumbers; topics: KernelBits; project: KernelBits; shares: KernelNumbers },
    { neutral, start }: { neutral: number; start: number },
    into: Summed,
  ): number {
    const room = set.length * ordinalsPerWord
    return this.#exports.add_up(
      set.byteOffset,
      bytesIn(set),
      numbersAt(of.numbers, room),
      addressOf(of.topics, room * topicSetWords * wordBytes),
      addressOf(of.project, 2 * wordBytes),
      numbersAt(of.shares, sharesMax),
      addressOf(into.ordinals, room * wordBytes),
      numbersAt(into.sums, room),
      neutral,
      start,
    )
  }

  /** The highest score, in tenths, that at least `wanted` of the first `count` sums reach; 0 where there are fewer. */
  reachedBy(sums: KernelNumbers, count: number, wanted: number, counts: KernelBits): number {
    const room = addressOf(counts, scoresRoom * wordBytes)
    return this.#exports.reached_by(numbersAt(sums, count), count, wanted, room)
  }

  /** Writes those of the first `count` ordinals, with their sums, whose score in tenths is `least` or more and below `below`. */
  pick(
    { ordinals, sums }: Summed,
    count: number,
    { least, below }: { least: number; below: number },
    into: Summed,
  ): number {
    return this.#exports.pick(
      addressOf(ordinals, count * wordBytes),
      numbersAt(sums, count),
      count,
      least,
      below,
      addressOf(into.ordinals, count * wordBytes),
      numbersAt(into.sums, count),
    )
  }

  /** Writes of each of the first `count` ordinals in how many of some sets it is, its open places added. */
  countLacked(
    { ordinals, count }: { ordinals: KernelBits; count: number },
    sets: SetList,
    { pairs, open }: OpenPlaces,
    counts: KernelBits,
  ): void {
    const reached = Math.min(sets.words * ordinalsPerWord, pairs.words)
    if (ordinals.length > reached) throw new Error(`ordinals up to ${ordinals.length} are looked up among ${reached}`)
    this.#exports.count_lacked(
      addressOf(ordinals, count * wordBytes),
      count,
      sets.start,
      sets.end,
      pairs.start,
      pairs.end,
      open.byteOffset,
      addressOf(counts, count * wordBytes),
    )
  }

  /** Takes those out of a set that are in `among` too and have no open place. */
  dropSettled(set: KernelBits, among: KernelBits, { pairs, open, ordinals }: ListedPlaces): void {
    const bytes = bytesIn(set)
    wordsReached(pairs, bytes * ordinalsPerWord)
    this.#exports.drop_settled(
      set.byteOffset,
      addressOf(among, bytes),
      pairs.start,
      pairs.end,
      open.byteOffset,
      addressOf(ordinals, bytes * ordinalsPerWord),
      bytes,
    )
  }

  /**
   * Of each ordinal that both sets hold, adds 1 to both of the numbers that its pair names by their places. Who writes a pair
   * sees to it that `counts` reaches so far. `ordinals`: room to list those of the set.
   */
  countPairs(
    set: KernelBits,
    among: KernelBits,
    pairs: KernelBits,
    { counts, ordinals }: { counts: KernelBits; ordinals: KernelBits },
  ): void {
    const bytes = bytesIn(set)
    this.#exports.count_pairs(
      set.byteOffset,
      addressOf(among, bytes),
      bytes,
      addressOf(pairs, bytes * ordinalsPerWord),
      counts.byteOffset,
      addressOf(ordinals, bytes * ordinalsPerWord),
    )
  }

  /** Adds up of how many of a set each place is the only one that is open, and at place 0 how many others there are. */
  countOnly(set: KernelBits, { pairs, open, ordinals }: ListedPlaces, onlys: KernelBits): void {
    const bytes = bytesIn(set)
    wordsReached(pairs, bytes * ordinalsPerWord)
    this.#exports.count_only(
      set.byteOffset,
      bytes,
      pairs.start,
      pairs.end,
      open.byteOffset,
      addressOf(onlys, bytesIn(open) * wordBytes),
      addressOf(ordinals, bytes * ordinalsPerWord),
    )
  }

  /**
   * Of some places, at least one, those whose second number is not 0: the highest first number first, then the highest
   * second one, equal ones in the order given. Answers how many. Numbers stand by place; `room` is as long as `order`.
   */
  rank(
    { order, count }: { order: KernelBits; count: number },
    { first, second }: { first: KernelBits; second: KernelBits },
    into: { ranked: KernelBits; room: KernelBits; digits: KernelBits },
  ): number {
    const bytes = bytesIn(order)
    return this.#exports.rank(
      order.byteOffset,
      count,
      addressOf(first, bytes),
      addressOf(second, bytes),
      addressOf(into.ranked, bytes),
      addressOf(into.room, bytes),
      addressOf(into.digits, digitsRoom * wordBytes),
    )
  }
}

/** Where numbers start of which there are at least so many. */
function numbersAt(numbers: KernelNumbers, count: number): number {
  if (numbers.length < count) throw new Error(`${numbers.length} numbers where ${count} are read or written`)
  return numbers.byteOffset
}
