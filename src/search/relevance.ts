/**
 * The order of relevance. Each word of a query counts its weight (the rarer the word, the more) once when the entry
 * has it, `titlePrefixGain` times when a word of a title begins with it, `titleWordGain` times when it is a word of a
 * title: few different scores, so the rows of one score are a set, made from the sets of the words. The sets are made
 * best first until the page is full; scoring each row that meets a query of common words would cost milliseconds.
 */

import type { Hits } from './hits.ts'
import type { Start } from './order.ts'
import type { Segment } from './segment.ts'
import { type Bits, hasBit, lowestOf } from './sets/bitset.ts'
import type { Lowest } from './sets/lowest.ts'
import type { PrefixMatch } from './words/prefix-match.ts'

const titlePrefixGain = 3
const titleWordGain = 4
/** One in so many of the rows: fewer are scored one by one. */
const splitShare = 64
const weightScale = 8
/**
 * A row of a score at a place by id is one whole number, the lower the better: both fit in the 53 bits of a double, as a
 * query has at most 100 words and a word weighs at most 8 x 31, and no index has 2^31 rows.
 */
const scoreLimit = 2 ** 21
const placeLimit = 2 ** 31

export type ScoredRows = { ordinals: number[]; scores: number[] }
/** Rows of lower score, or of the same score and standing at `start` or later by id, are still to be shown. */
export type ScoreStart = { score: number; start: Start }

type Word = { weight: number; title: Bits; whole: Bits }
/** Rows with the same gain in the first `depth` words, worth `score` together. */
type Class = { bits: Bits; count: number; depth: number; score: number }

/** What a word counts: 8 for one that every entry has, growing as its share falls. Whole, so that sums are exact. */
export function weightsOf(segment: Segment, matches: readonly PrefixMatch[]): number[] {
  return matches.map((match) => {
    const having = Math.max(1, match.liveCount)
    return Math.round(weightScale * Math.log2(1 + segment.aliveCount / having))
  })
}

/** The `most` best hits after `after`, best first, equal ones by id. */
export function takeMostRelevant(
  segment: Segment,
  hits: Hits,
  matches: readonly PrefixMatch[],
  weights: readonly number[],
  after: ScoreStart | null,
  most: number,
): ScoredRows {
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
    // The heaviest first: it parts the good from the bad soonest.
    this.#words = matches
      .map((match, place) => ({ weight: weights[place] ?? 0, title: match.title, whole: match.whole() }))
      .sort((left, right) => right.weight - left.weight)
    this.#rest = [0]
    for (const word of this.#words.toReversed()) this.#rest.unshift((this.#rest[0] ?? 0) + word.weight)
  }

  take(hits: Hits): ScoredRows {
    if (hits.bits === null) {
      const { list } = this.#segment.extent
      for (let place = 0; place < hits.total; place += 1) this.#score(list[place] ?? 0, 0, 0)
    } else this.#rank({ bits: hits.bits, count: hits.total, depth: 0, score: 0 })
    const ordinals: number[] = []
    const scores: number[] = []
    const order = this.#segment.byId
    for (const key of this.#best.ascending()) {
      const level = Math.floor(key / placeLimit)
      const place = key - level * placeLimit
      ordinals.push(order.tailCount === 0 ? place : order.rowAt(place))
      scores.push(scoreLimit - level)
    }
    return { ordinals, scores }
  }

  #rank(all: Class): void {
    const classes = [all]
    for (let next = this.#takeHighest(classes); next !== null; next = this.#takeHighest(classes)) {
      if (this.#isBelowPage(this.#highest(next))) return
      const rest = this.#rest[next.depth] ?? 0
      if (next.count === 0 || (this.#after !== null && next.score + rest > this.#after.score)) continue
      if (next.depth === this.#words.length) this.#offerClass(next)
      else if (next.count <= this.#segment.extent.capacity / splitShare) this.#scoreClass(next)
      else this.#split(next, classes)
    }
  }

  /** Whether the page is full of rows of higher scores. */
  #isBelowPage(score: number): boolean {
    return this.#best.isFull && this.#best.highest < (scoreLimit - score) * placeLimit
  }

  #highest(one: Class): number {
    return one.score + titleWordGain * (this.#rest[one.depth] ?? 0)
  }

  #takeHighest(classes: Class[]): Class | null {
    let best = -1
    let highest = -1
    classes.forEach((one, at) => {
      const score = this.#highest(one)
      if (score <= highest) return
      best = at
      highest = score
    })
    return best < 0 ? null : (classes.splice(best, 1)[0] ?? null)
  }

  #split(one: Class, classes: Class[]): void {
    const word = this.#words[one.depth]
    if (word === undefined) return
    const { extent } = this.#segment
    const whole = extent.lend()
    const title = extent.lend()
    const text = extent.lend()
    let wholeCount = 0
    let titleCount = 0
    for (let at = 0; at < text.length; at += 1) {
      const all = one.bits[at] ?? 0
      const titled = all & (word.title[at] ?? 0)
      const exact = titled & (word.whole[at] ?? 0)
      whole[at] = exact
      title[at] = titled & ~exact
      text[at] = all & ~titled
      for (let left = exact; left !== 0; left &= left - 1) wholeCount += 1
      for (let left = titled & ~exact; left !== 0; left &= left - 1) titleCount += 1
    }
    const depth = one.depth + 1
    const textCount = one.count - wholeCount - titleCount
    classes.push(
      { bits: whole, count: wholeCount, depth, score: one.score + titleWordGain * word.weight },
      { bits: title, count: titleCount, depth, score: one.score + titlePrefixGain * word.weight },
      { bits: text, count: textCount, depth, score: one.score + word.weight },
    )
  }

  /** All rows of the class have its score: the first of them by id are enough. */
  #offerClass(one: Class): void {
    const baseCount = this.#segment.columns.baseCount
    const isBorder = this.#after !== null && this.#after.score === one.score
    const start = isBorder ? (this.#after?.start.base ?? 0) : 0
    let offered = 0
    let at = start >>> 5
    let left = (one.bits[at] ?? 0) & (-1 << (start & 31))
    while (at * 32 < baseCount && offered < this.#most) {
      for (; left !== 0 && offered < this.#most; left &= left - 1) {
        const ordinal = at * 32 + lowestOf(left)
        if (ordinal >= baseCount) break
        this.#offerRow(one.score, ordinal)
        offered += 1
      }
      at += 1
      left = one.bits[at] ?? 0
    }
    for (let ordinal = baseCount; ordinal < this.#segment.columns.count; ordinal += 1) {
      if (hasBit(one.bits, ordinal)) this.#offer(one.score, ordinal)
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
