/**
 * Operations on sets of ordinals that lie in one WebAssembly memory, 128 measures at a time (`kernel.wat`). How far a call
 * reaches is the length of the set that it writes; a set that is shorter is an error, because behind its end lies another
 * one. Single ordinals are added and looked up as in any other set.
 */
import { type KernelExports, type KernelMemory, kernelOn } from './kernel-exports.ts'
import type { SetList } from './set-list.ts'

/** A set in the memory of a kernel: a multiple of `wordsAtOnce` words, from an address that is a multiple of 16. */
export type KernelBits = Int32Array<SharedArrayBuffer>

/** Numbers in the memory of a kernel. */
export type KernelNumbers = Float64Array<SharedArrayBuffer>

/** Sets have room for a multiple of so many words. */
export const wordsAtOnce = 8
/** Bytes of a word. */
export const wordBytes = 4
/** What each number of shared topics adds, same ones counted twice, of at most as many as two words have bits. */
export const sharesMax = 2 * 64 + 1
/** Words of topics by ordinal: its own, and those that are related to them. */
export const topicSetWords = 4
export const ordinalsPerWord = 32
/** Words in which it is counted how many come to each score. */
export const scoresRoom = 1_008
/** Words in which digits are counted. */
export const digitsRoom = 64

/** By what it is decided who stands. */
type StandingGrounds = {
  live: KernelBits
  refused: KernelBits
  weak: KernelBits
  notOpen: KernelBits
  /** Whoever names topics, and whoever shares one with the project; the same set where the project names none. */
  namesTopics: KernelBits
  sharing: KernelBits
}
type Standing = { standing: KernelBits; shutOut: KernelBits; onTopic: KernelBits; counted: KernelBits }

/** By what it is decided, of those that stand, how. */
type GroupGrounds = {
  standing: KernelBits
  counted: KernelBits
  blind: KernelBits
  answered: KernelBits
  lacking: KernelBits
  asking: KernelBits
}
type Grouped = { lackingOne: KernelBits; likely: KernelBits; possibly: KernelBits; review: KernelBits }

/**
 * Places of each ordinal, two a word: a list of pairs by ordinal, as long as there are ordinals. By place a byte, 1 where it is
 * open; who writes a pair sees to it that it reaches so far.
 */
type OpenPlaces = { pairs: SetList; open: KernelBits }
/** And room to list the ordinals of a set, one a word. */
type ListedPlaces = OpenPlaces & { ordinals: KernelBits }

/** Ordinals, and the sum of each. */
export type Summed = { ordinals: KernelBits; sums: KernelNumbers }

export class SetKernel {
  readonly #exports: KernelExports

  constructor(memory: KernelMemory) {
    this.#exports = kernelOn(memory)
  }

  /** Takes everything out of a set. */
  clear(set: KernelBits): void {
    this.#exports.clear(set.byteOffset, bytesIn(set))
  }

  /** `into` becomes what `from` is. */
  copy(into: KernelBits, from: KernelBits): void {
    const bytes = bytesIn(into)
    this.#exports.copy(into.byteOffset, addressOf(from, bytes), bytes)
  }

  /** `into` takes in what is in `other`, as far as both go. */
  unite(into: KernelBits, other: KernelBits): void {
    this.#exports.unite(into.byteOffset, other.byteOffset, Math.min(bytesIn(into), bytesIn(other)))
  }

  /** `into` takes in what is in `other` and not in `except`, as far as both go. */
  uniteExcept(into: KernelBits, other: KernelBits, except: KernelBits): void {
    const bytes = Math.min(bytesIn(into), bytesIn(other))
    this.#exports.unite_except(into.byteOffset, other.byteOffset, addressOf(except, bytes), bytes)
  }

  /** `into` takes in what is in `other` and in `within`, as far as both go. */
  uniteWithin(into: KernelBits, other: KernelBits, within: KernelBits): void {
    const bytes = Math.min(bytesIn(into), bytesIn(other))
    this.#exports.unite_within(into.byteOffset, other.byteOffset, addressOf(within, bytes), bytes)
  }

  /** `into` becomes what of `set` is in either of two sets and in neither of two others. */
  keepEither(
    into: KernelBits,
    set: KernelBits,
    [either, other]: readonly [KernelBits, KernelBits],
    [without, besides]: readonly [KernelBits, KernelBits],
  ): void {
    const bytes = bytesIn(into)
    this.#exports.keep_either(
      into.byteOffset,
      addressOf(set, bytes),
      addressOf(either, bytes),
      addressOf(other, bytes),
      addressOf(without, bytes),
      addressOf(besides, bytes),
      bytes,
    )
  }

  /** `into` keeps what is in `other` too. */
  intersect(into: KernelBits, other: KernelBits): void {
    const bytes = bytesIn(into)
    this.#exports.intersect(into.byteOffset, addressOf(other, bytes), bytes)
  }

  /** `into` loses what is in `other`. */
  subtract(into: KernelBits, other: KernelBits): void {
    const bytes = bytesIn(into)
    this.#exports.subtract(into.byteOffset, addressOf(other, bytes), bytes)
  }

  /** How many ordinals a set holds. */
  count(set: KernelBits): number {
    return this.#exports.count_common(set.byteOffset, set.byteOffset, bytesIn(set))
  }

  /** How many ordinals both sets hold, as far as `set` goes. */
  countCommon(set: KernelBits, other: KernelBits): number {
    const bytes = bytesIn(set)
    return this.#exports.count_common(set.byteOffset, addressOf(other, bytes), bytes)
  }

  /** Writes how many ordinals of each of some sets are in two others, each as far as `within` goes. */
  countEachWithin(
    sets: SetList,
    [within, other]: readonly [KernelBits, KernelBits],
    [counts, otherCounts]: readonly [KernelBits, KernelBits],
  ): void {
    const bytes = bytesReached(sets, within)
    const written = sets.length * wordBytes
    this.#exports.count_each_within(
      sets.start,
      sets.end,
      within.byteOffset,
      addressOf(other, bytes),
      addressOf(counts, written),
      addressOf(otherCounts, written),
      bytes,
    )
  }

  /**
   * Of those shown, who is refused (`shutOut`) and who is not (`standing`), and of these whom no one has to look at anyway
   * (`counted`); `onTopic`: whoever names no topic, or shares one.
   */
  sortStanding(by: StandingGrounds, into: Standing): void {
    const bytes = bytesIn(into.standing)
    this.#exports.sort_standing(
      addressOf(by.live, bytes),
      addressOf(by.refused, bytes),
      addressOf(by.weak, bytes),
      addressOf(by.notOpen, bytes),
      addressOf(by.namesTopics, bytes),
      addressOf(by.sharing, bytes),
      addressOf(into.standing, bytes),
      addressOf(into.shutOut, bytes),
      addressOf(into.onTopic, bytes),
      addressOf(into.counted, bytes),
      bytes,
    )
  }

  /** What of each of some sets is in `within` becomes that of `into`; `any`: what is in one of these, `one`: in exactly one. */
  gatherWithin(
    sets: SetList,
    within: KernelBits,
    into: SetList,
    { any, one }: { any: KernelBits; one: KernelBits },
  ): void {
    const bytes = bytesReached(sets, within)
    wordsReached(into, bytes)
    if (into.length !== sets.length) throw new Error(`${sets.length} sets become ${into.length}`)
    const [anyAt, oneAt] = [addressOf(any, bytes), addressOf(one, bytes)]
    this.#exports.gather_within(sets.start, sets.end, into.start, within.byteOffset, anyAt, oneAt, bytes)
  }

  /**
   * Of those that stand, who is likely, possible or to be reviewed: whoever is counted, and neither blind nor answered
   * nothing, is decided by what is lacking or asked alone. `lackingOne` keeps whom one fact would decide.
   */
  sortGroups(by: GroupGrounds, into: Grouped): void {
    const bytes = bytesIn(by.standing)
    this.#exports.sort_groups(
      addressOf(by.standing, bytes),
      addressOf(by.counted, bytes),
      addressOf(by.blind, bytes),
      addressOf(by.answered, bytes),
      addressOf(by.lacking, bytes),
      addressOf(by.asking, bytes),
      addressOf(into.lackingOne, bytes),
      addressOf(into.likely, bytes),
      addressOf(into.possibly, bytes),
      addressOf(into.review, bytes),
      bytes,
    )
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

function bytesIn(set: KernelBits): number {
  return set.length * wordBytes
}

/** How far a call reaches that holds some sets against one. */
function bytesReached(sets: SetList, within: KernelBits): number {
  wordsReached(sets, bytesIn(within))
  return bytesIn(within)
}

function wordsReached(sets: SetList, bytes: number): void {
  if (sets.words * wordBytes < bytes) throw new Error(`sets of ${sets.words} words meet one of ${bytes / wordBytes}`)
}

/** Where numbers start of which there are at least so many. */
function numbersAt(numbers: KernelNumbers, count: number): number {
  if (numbers.length < count) throw new Error(`${numbers.length} numbers where ${count} are read or written`)
  return numbers.byteOffset
}

/** Where a set starts that goes at least so far. */
function addressOf(set: KernelBits, bytes: number): number {
  if (bytesIn(set) < bytes) throw new Error(`a set of ${set.length} words meets one of ${bytes / wordBytes}`)
  return set.byteOffset
}
