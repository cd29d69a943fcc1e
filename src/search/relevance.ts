/**
 * The order of relevance. Each word of a query counts its weight (the rarer the word, the more) once when the entry
 * has it, `titlePrefixGain` times when a word of a title begins with it, `titleWordGain` times when it is a word of a
 * title: few different scores, so the rows of one score are a set, made from the sets of the words. The sets are made
 * best first until the page is full, and of the last word none is made, its rows are read off the sets; scoring each row that
 * meets a query of common words would cost milliseconds.
 */

import type { Hits } from './hits.ts'
import type { Start } from './order.ts'
import type { Segment } from './segment.ts'
import { type Bits, countBits, hasBit, lowestOf } from './sets/bitset.ts'
import type { Lowest } from './sets/lowest.ts'
import type { PrefixMatch } from './words/prefix-match.ts'

const titlePrefixGain = 3
const titleWordGain = 4
/** The most first. */
const gains = [titleWordGain, titlePrefixGain, 1]
/** One in so many of the rows: fewer are scored one by one. */
const splitShare = 64
const weightScale = 8
/**
 * A row of a score at a place by id is one whole number, the lower the better: both fit in the 53 bits of a double, as a
 * query has at most 100 words and a word weighs at most 8 x 31, and no index has 2^31 rows.
 */
const scoreLimit = 2 ** 21
const placeLimit = 2 ** 31
const placeMask = placeLimit - 1

/** How many rows were written, and the score of the last but one, which the last tells not to be the end. */
export type Ranked = { count: number; lastScore: number }
/** Rows of lower score, or of the same score and standing at `start` or later by id, are still to be shown. */
export type ScoreStart = { score: number; start: Start }

type Word = { weight: number; title: Bits; whole: Bits }
/**
 * Rows with the same gain in the first `depth` words, worth `score` together. Where one word is left, those that gain most
 * from it are read first; `gain` is the place among the gains of those that are still to be read.
 */
type Class = { bits: Bits; count: number; depth: number; score: number; gain: number }

/** What a word counts: 8 for one that every entry has, growing as its share falls. Whole, so that sums are exact. */
export function weightsOf(segment: Segment, matches: readonly PrefixMatch[]): number[] {
  return matches.map((match) => {
    const having = Math.max(1, match.liveCount)
    return Math.round(weightScale * Math.log2(1 + segment.aliveCount / having))
  })
}

/** Writes the `most` best hits after `after` to the extent's rows, best first, equal ones by id. */
export function takeMostRelevant(
  segment: Segment,
  hits: Hits,
  matches: readonly PrefixMatch[],
  weights: readonly number[],
  after: ScoreStart | null,
  most: number,
): Ranked {
  return new Ranking(segment, matches, weights, after, most).take(hits)
}

class Ranking {
  readonly #segment: Segment
  readonly #words: Word[]
  /** What the words from each place on add at least; `titleWordGain` times as much is the most. */
  readonly #rest: number[]
  readonly #after: ScoreStart | null
  readonly #best: Lowest
  readonly #most: number

  constructor(
    segment: Segment,
    matches: readonly PrefixMatch[],
    weights: readonly number[],
    after: ScoreStart | null,
    most: number,
  ) {
    this.#segment = segment
    this.#after = after
    this.#most = most
    this.#best = segment.extent.lowest
    this.#best.begin(most)
    this.#words = []
    for (let place = 0; place < matches.length; place += 1) {
      const match = matches[place]
      if (match === undefined) break
      this.#words.push({ weight: weights[place] ?? 0, title: match.title, whole: match.whole() })
    }
    // The heaviest first: it parts the good from the bad soonest.
    this.#words.sort((left, right) => right.weight - left.weight)
    let rest = 0
    for (const { weight } of this.#words) rest += weight
    this.#rest = [rest]
    for (const { weight } of this.#words) {
      rest -= weight
      this.#rest.push(rest)
    }
  }

  take(hits: Hits): Ranked {
    const { list, rows } = this.#segment.extent
    if (hits.bits !== null) this.#rank({ bits: hits.bits, count: hits.total, depth: 0, score: 0, gain: 0 })
    else for (let place = 0; place < hits.total; place += 1) this.#score(list[place] ?? 0, 0, 0)
    const order = this.#segment.byId
    const keys = this.#best.ascending()
    for (let row = 0; row < keys.length; row += 1) {
      const place = (keys[row] ?? 0) & placeMask
      rows[row] = order.tailCount === 0 ? place : order.rowAt(place)
    }
    return { count: keys.length, lastScore: scoreLimit - Math.floor((keys[this.#most - 2] ?? 0) / placeLimit) }
  }

  #rank(all: Class): void {
    const fewRows = this.#segment.extent.capacity / splitShare
    const classes = [all]
    for (let next = this.#takeHighest(classes); next !== null; next = this.#takeHighest(classes)) {
      if (this.#isBelowPage(this.#highest(next))) return
      if (this.#after !== null && next.score + (this.#rest[next.depth] ?? 0) > this.#after.score) continue
      const word = this.#words[next.depth]
      if (word === undefined || next.count <= fewRows) this.#scoreClass(next)
      else if (next.depth < this.#words.length - 1) this.#split(next, word, classes)
      else {
        this.#offerGain(next, word)
        next.gain += 1
        if (next.gain < gains.length) classes.push(next)
      }
    }
  }

  /** Whether the page is full of rows of higher scores. */
  #isBelowPage(score: number): boolean {
    return this.#best.isFull && this.#best.highest < (scoreLimit - score) * placeLimit
  }

  #highest(one: Class): number {
    return one.score + (gains[one.gain] ?? 0) * (this.#rest[one.depth] ?? 0)
  }

  #takeHighest(classes: Class[]): Class | null {
    let best = -1
    let highest = -1
    for (let at = 0; at < classes.length; at += 1) {
      const one = classes[at]
      if (one === undefined || this.#highest(one) <= highest) continue
      best = at
      highest = this.#highest(one)
    }
    return best < 0 ? null : (classes.splice(best, 1)[0] ?? null)
  }

  /** Parts a class by what its rows gain from one more word. */
  #split(one: Class, word: Word, classes: Class[]): void {
    const { extent } = this.#segment
    let left = one.count
    for (let gain = 0; gain < gains.length; gain += 1) {
      const bits = extent.lendUncleared()
      for (let at = 0; at < bits.length; at += 1) bits[at] = gaining(one.bits, word, gain, at)
      const count = gain < gains.length - 1 ? countBits(bits) : left
      left -= count
      if (count === 0) continue
      classes.push({ bits, count, depth: one.depth + 1, score: one.score + (gains[gain] ?? 0) * word.weight, gain: 0 })
    }
  }

  /** Of a class that only `word` is left of, the rows of its gain. All have one score: the first of them by id are enough. */
  #offerGain(one: Class, word: Word): void {
    const score = one.score + (gains[one.gain] ?? 0) * word.weight
    if (this.#after !== null && score > this.#after.score) return
    const { baseCount, count } = this.#segment.columns
    const start = score === this.#after?.score ? this.#after.start.base : 0
    let offered = 0
    for (let at = start >>> 5; at * 32 < baseCount && offered < this.#most; at += 1) {
      let left = gaining(one.bits, word, one.gain, at)
      if (at === start >>> 5) left &= -1 << (start & 31)
      for (; left !== 0 && offered < this.#most; left &= left - 1) {
        const ordinal = at * 32 + lowestOf(left)
        if (ordinal >= baseCount) break
        this.#offerRow(score, ordinal)
        offered += 1
      }
    }
    for (let ordinal = baseCount; ordinal < count; ordinal += 1) {
      if ((gaining(one.bits, word, one.gain, ordinal >>> 5) & (1 << (ordinal & 31))) !== 0) this.#offer(score, ordinal)
    }
  }

  #scoreClass(one: Class): void {
    for (let at = 0; at < one.bits.length; at += 1) {
      for (let left = one.bits[at] ?? 0; left !== 0; left &= left - 1) {
        this.#score(at * 32 + lowestOf(left), one.depth, one.score)
      }
    }
  }

  #score(ordinal: number, depth: number, soFar: number): void {
    let score = soFar
    for (let place = depth; place < this.#words.length; place += 1) {
      const word = this.#words[place]
      if (word === undefined) break
      if (!hasBit(word.title, ordinal)) score += word.weight
      else score += word.weight * (hasBit(word.whole, ordinal) ? titleWordGain : titlePrefixGain)
    }
    this.#offer(score, ordinal)
  }

  #offer(score: number, ordinal: number): void {
    const order = this.#segment.byId
    if (this.#after !== null) {
      if (score > this.#after.score) return
      const { start } = this.#after
      const baseCount = order.base.length
      const isShown =
        ordinal < baseCount ? ordinal < start.base : (order.tailRank[ordinal - baseCount] ?? 0) < start.tail
      if (score === this.#after.score && isShown) return
    }
    this.#offerRow(score, ordinal)
  }

  #offerRow(score: number, ordinal: number): void {
    if (this.#isBelowPage(score)) return
    const order = this.#segment.byId
    const place = order.tailCount === 0 ? ordinal : order.placeOf(ordinal)
    this.#best.offer((scoreLimit - score) * placeLimit + place)
  }
}

/** Of 32 rows of a class, those that have that gain from a word. */
function gaining(bits: Bits, { title, whole }: Word, gain: number, at: number): number {
  const all = bits[at] ?? 0
  const titled = title[at] ?? 0
  if (gain === 2) return all & ~titled
  const exact = whole[at] ?? 0
  return gain === 1 ? all & titled & ~exact : all & titled & exact
}
