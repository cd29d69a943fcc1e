/**
 * Operations on sets of ordinals that lie in one WebAssembly memory, 128 measures at a time (`kernel.wat`). How far a call
 * reaches is the length of the set that it writes; a set that is shorter is an error, because behind its end lies another
 * one. Single ordinals are added and looked up as in any other set.
 */
import type { KernelExports } from './kernel-exports.ts'
import type { SetList } from './set-list.ts'

/** A set in the memory of a kernel: a multiple of `wordsAtOnce` words, from an address that is a multiple of 16. */
export type KernelBits = Int32Array<SharedArrayBuffer>

/** Numbers in the memory of a kernel. */
export type KernelNumbers = Float64Array<SharedArrayBuffer>

/** Sets have room for a multiple of so many words. */
export const wordsAtOnce = 8
/** Bytes of a word. */
export const wordBytes = 4
export const ordinalsPerWord = 32

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

export class SetKernel {
  readonly #exports: KernelExports

  constructor(exports: KernelExports) {
    this.#exports = exports
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
}

/** Bytes that a set takes. */
export function bytesIn(set: KernelBits): number {
  return set.length * wordBytes
}

/** How far a call reaches that holds some sets against one. */
function bytesReached(sets: SetList, within: KernelBits): number {
  wordsReached(sets, bytesIn(within))
  return bytesIn(within)
}

/** Refuses sets that go less far. */
export function wordsReached(sets: SetList, bytes: number): void {
  if (sets.words * wordBytes < bytes) throw new Error(`sets of ${sets.words} words meet one of ${bytes / wordBytes}`)
}

/** Where a set starts that goes at least so far. */
export function addressOf(set: KernelBits, bytes: number): number {
  if (bytesIn(set) < bytes) throw new Error(`a set of ${set.length} words meets one of ${bytes / wordBytes}`)
  return set.byteOffset
}
