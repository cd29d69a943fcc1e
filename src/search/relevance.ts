/**
 * The order of relevance. Each word of a query counts its weight (the rarer the word, the more) times the gain of the best
 * field in which an entry has it: few different scores, so the rows of one score are a set, made from the sets of the
 * words. The sets are made best first until the page is full, and of the last word none is made, its rows are read off the
 * sets; scoring each row that meets a query of common words would cost milliseconds.
 */

import type { Hits } from './hits.ts'
import { unitedBits } from './operand.ts'
import type { Start } from './order.ts'
import type { Query } from './query.ts'
import type { Segment } from './segment.ts'
import { type Bits, countBits, hasBit, listBits, lowestOf } from './sets/bitset.ts'
import { addGains, type Levels, ofLevel, raiseSet, takeLevel, topLevel } from './sets/levels.ts'
import type { Lowest } from './sets/lowest.ts'
import { gainsOf, type RankedWord } from './words/weights.ts'

/** Hits up to so many are scored one by one, however many rows there are. */
const listedMost = 256
const lateGainOfMost = 500
const lateGainOfAll = 60
/** What a row of few gains, that has all words, for each that it is favoured for. */
const nearGain = 300
const farGain = 220
/** One in so many of the rows: fewer are scored one by one. */
const splitShare = 64
/**
 * A row of a score at a place by id is one whole number, the lower the better: both fit in the 53 bits of a double, as a
 * query has at most 100 words, a word weighs at most `weightMost` and gains at most 80 times that, and no index has
 * 2^31 rows.
 */
const scoreLimit = 2 ** 21
const placeLimit = 2 ** 31
const placeMask = placeLimit - 1

/** How many rows were written, and the score of the last but one, which the last tells not to be the end. */
export type Ranked = { count: number; lastScore: number }
/**
 * What rows gain beside their words: all but the late ones, and those that are favoured for a word that all of them have
 * (where they need not, it is among the words).
 */
export type Besides = { late: Bits; timelyGain: number; favoured: readonly { rows: Bits; gain: number }[] }
/** Rows of lower score, or of the same score and standing at `start` or later by id, are still to be shown. */
export type ScoreStart = { score: number; start: Start }

/** `gains`: what each level adds to a score; `seen`: the levels that rows which meet the query may have, the best first. */
type Word = { levels: Levels; gains: number[]; seen: number[] }
/**
 * Rows with the same gain in the first `depth` words, worth `score` together. Of the word behind these the first `looked`
 * of its levels have been looked at, and their rows are no longer here unless it is the last word.
 */
type Class = { bits: Bits; count: number; depth: number; score: number; looked: number }

/**
 * What rows gain that are not late: less than a common word. Of many rows that have all words too little for its cost, a
 * pass over all of them: 0.
 */
export function lateGainOf({ most, late }: Pick<Query, 'most' | 'late'>, { total }: Hits): number {
  if (late === null) return 0
  return most ? lateGainOfMost : total <= listedMost ? lateGainOfAll : 0
}

/** What rows gain beside their words where those that are not late gain that. */
export function besidesOf({ extent, facets }: Segment, query: Query, timelyGain: number): Besides {
  const rowsOf = (facet: string, tokens: readonly string[]): Bits => unitedBits(extent, facets, facet, tokens)
  const favoured = (query.most ? [] : query.favoured).flatMap(({ facet, near, far }) => [
    { rows: rowsOf(facet, [...near, ...far]), gain: farGain },
    { rows: rowsOf(facet, near), gain: nearGain - farGain },
  ])
  return { late: rowsOf(query.late?.facet ?? '', query.late?.tokens ?? []), timelyGain, favoured }
}

/** Writes the `most` best hits after `after` to the extent's rows, best first, equal ones by id. */
export function takeMostRelevant(
  segment: Segment,
  hits: Hits,
  words: readonly RankedWord[],
  weights: readonly number[],
  besides: Besides | null,
  after: ScoreStart | null,
  most: number,
): Ranked {
  return new Ranking(segment, hits, words, weights, besides, after, most).take()
}

class Ranking {
  readonly #segment: Segment
  readonly #hits: Hits
  readonly #besides: Besides | null
  readonly #isListed: boolean
  readonly #words: Word[]
  /** What the words from each place on add at least, and at most. */
  readonly #least: number[]
  readonly #most: number[]
  readonly #after: ScoreStart | null
  readonly #best: Lowest
  readonly #rowsMost: number

  constructor(
    segment: Segment,
    hits: Hits,
    words: readonly RankedWord[],
    weights: readonly number[],
    besides: Besides | null,
    after: ScoreStart | null,
    rowsMost: number,
  ) {
    this.#segment = segment
    this.#hits = hits
    this.#besides = besides
    // What few gained is gained by as many as they have become by the next page.
    this.#isListed = hits.bits === null || hits.total <= listedMost || (besides?.favoured.length ?? 0) > 0
    this.#after = after
    this.#rowsMost = rowsMost
    this.#best = segment.extent.lowest
    this.#best.begin(rowsMost)
    // The heaviest first: it parts the good from the bad soonest.
    const byWeight = words.map((word, place) => ({ word, weight: weights[place] ?? 0 }))
    byWeight.sort((left, right) => right.weight - left.weight)
    this.#words = byWeight.map(({ word, weight }) => wordOf(word, weight))
    // Of listed rows each is looked at anyway.
    if (besides !== null && !this.#isListed) this.#words.unshift(timelyWord(segment, besides))
    this.#least = new Array<number>(this.#words.length + 1).fill(0)
    this.#most = this.#least.slice()
    for (let depth = this.#words.length - 1; depth >= 0; depth -= 1) {
      const { gains = [], seen = [] } = this.#words[depth] ?? {}
      this.#least[depth] = (this.#least[depth + 1] ?? 0) + (gains[seen.at(-1) ?? 0] ?? 0)
      this.#most[depth] = (this.#most[depth + 1] ?? 0) + (gains[seen[0] ?? 0] ?? 0)
    }
  }

  take(): Ranked {
    const { list, rows } = this.#segment.extent
    const { bits, total } = this.#hits
    if (bits === null) this.#scoreListed(total, 0, 0, this.#besides)
    else if (this.#isListed) this.#scoreListed(listBits(bits, list), 0, 0, this.#besides)
    else this.#rank({ bits, count: total, depth: 0, score: 0, looked: 0 })
    const order = this.#segment.byId
    const keys = this.#best.ascending()
    for (let row = 0; row < keys.length; row += 1) {
      const place = (keys[row] ?? 0) & placeMask
      rows[row] = order.tailCount === 0 ? place : order.rowAt(place)
    }
    return { count: keys.length, lastScore: scoreLimit - Math.floor((keys[this.#rowsMost - 2] ?? 0) / placeLimit) }
  }

  #rank(all: Class): void {
    const fewRows = this.#segment.extent.capacity / splitShare
    const classes = [all]
    for (let next = this.#takeHighest(classes); next !== null; next = this.#takeHighest(classes)) {
      if (this.#isBelowPage(this.#highest(next))) return
      if (this.#after !== null && next.score + (this.#least[next.depth] ?? 0) > this.#after.score) continue
      const word = this.#words[next.depth]
      const isLast = next.depth === this.#words.length - 1
      // Of the last word the rows of the levels before stay in the class: they were offered, and must not be twice.
      if (word === undefined || (next.count <= fewRows && (!isLast || next.looked === 0))) this.#scoreClass(next)
      else {
        const level = word.seen[next.looked]
        if (level === undefined) continue
        if (isLast) this.#offerLevel(next, word, level)
        else this.#split(next, word, level, classes)
        next.looked += 1
        if (next.looked < word.seen.length && next.count > 0) classes.push(next)
      }
    }
  }

  /** Whether the page is full of rows of higher scores. */
  #isBelowPage(score: number): boolean {
    return this.#best.isFull && this.#best.highest < (scoreLimit - score) * placeLimit
  }

  #highest(one: Class): number {
    const word = this.#words[one.depth]
    if (word === undefined) return one.score
    return one.score + (word.gains[word.seen[one.looked] ?? 0] ?? 0) + (this.#most[one.depth + 1] ?? 0)
  }

  #takeHighest(classes: Class[]): Class | null {
    let best = -1
    let highest = -1
    for (let at = 0; at < classes.length; at += 1) {
      const one = classes[at]
      if (one === undefined) continue
      const itsHighest = this.#highest(one)
      if (itsHighest <= highest) continue
      best = at
      highest = itsHighest
    }
    return best < 0 ? null : (classes.splice(best, 1)[0] ?? null)
  }

  /** Takes the rows of one level of a word out of a class, as a class of their own. */
  #split(one: Class, word: Word, level: number, classes: Class[]): void {
    const bits = this.#segment.extent.lendUncleared()
    takeLevel(one.bits, bits, word.levels, level)
    const count = countBits(bits)
    one.count -= count
    if (count === 0) return
    classes.push({ bits, count, depth: one.depth + 1, score: one.score + (word.gains[level] ?? 0), looked: 0 })
  }

  /** Of a class that only `word` is left of, the rows of a level. All have one score: the first of them by id are enough. */
  #offerLevel(one: Class, word: Word, level: number): void {
    const score = one.score + (word.gains[level] ?? 0)
    if (this.#after !== null && score > this.#after.score) return
    const { baseCount, count } = this.#segment.columns
    const start = score === this.#after?.score ? this.#after.start.base : 0
    let offered = 0
    for (let at = start >>> 5; at * 32 < baseCount && offered < this.#rowsMost; at += 1) {
      let left = ofLevel(one.bits, word.levels, level, at)
      if (at === start >>> 5) left &= -1 << (start & 31)
      for (; left !== 0 && offered < this.#rowsMost; left &= left - 1) {
        const ordinal = at * 32 + lowestOf(left)
        if (ordinal >= baseCount) break
        this.#offerRow(score, ordinal)
        offered += 1
      }
    }
    for (let ordinal = baseCount; ordinal < count; ordinal += 1) {
      if ((ofLevel(one.bits, word.levels, level, ordinal >>> 5) & (1 << (ordinal & 31))) !== 0)
        this.#offer(score, ordinal)
    }
  }

  #scoreClass(one: Class): void {
    this.#scoreListed(listBits(one.bits, this.#segment.extent.list), one.depth, one.score, null)
  }

  /** Scores the first `count` rows of the extent's list, which have `soFar` from the words before `depth`. */
  #scoreListed(count: number, depth: number, soFar: number, besides: Besides | null): void {
    const { list, scores } = this.#segment.extent
    scores.fill(soFar, 0, count)
    if (besides !== null) addBesides(scores, list, count, besides)
    for (let place = depth; place < this.#words.length; place += 1) {
      const word = this.#words[place]
      if (word !== undefined) addGains(scores, list, count, word.levels, word.gains)
    }
    for (let place = 0; place < count; place += 1) this.#offer(scores[place] ?? 0, list[place] ?? 0)
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

/** Adds what the first `count` rows of a list gain beside their words. */
function addBesides(
  scores: Int32Array,
  list: Int32Array,
  count: number,
  { late, timelyGain, favoured }: Besides,
): void {
  for (let place = 0; place < count; place += 1) {
    const ordinal = list[place] ?? 0
    let gain = hasBit(late, ordinal) ? 0 : timelyGain
    for (const { rows, gain: itsGain } of favoured) if (hasBit(rows, ordinal)) gain += itsGain
    scores[place] = (scores[place] ?? 0) + gain
  }
}

/** That a row is not late, as a word that all such rows have. */
function timelyWord({ extent }: Segment, { late, timelyGain }: Besides): Word {
  const levels = extent.lendLevels()
  raiseSet(levels, extent.lendComplement(late), 1)
  return { levels, gains: [0, timelyGain], seen: [1, 0] }
}

function wordOf(ranked: RankedWord, weight: number): Word {
  const { levels, levelsSeen, isOptional } = ranked
  const seen: number[] = []
  for (let level = topLevel; level > 0; level -= 1) if ((levelsSeen & (1 << level)) !== 0) seen.push(level)
  if (isOptional) seen.push(0)
  return { levels, gains: gainsOf(ranked, weight), seen }
}
