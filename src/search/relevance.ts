/**
 * The order of relevance. Each word of a query counts its weight (the rarer the word, the more) times the gain of how well a
 * row has it. Every row that meets the query is scored, and the best are kept; rows of one score stand by id.
 */

import type { Answer, Query } from './query.ts'
import type { Segment } from './segment.ts'
import { type Bits, bitsFor, countCommon, hasBit } from './sets/bitset.ts'
import { firstPlace } from './sets/halving.ts'
import { contentOf } from './words/content.ts'
import type { WordMatch } from './words/lookup.ts'

/** What a word of each level gains: the grades, the least first, and a word that stands in the best field as it was asked. */
const gainsOfAll = [0, 1, 2, 3, 8, 9, 10, 11, 12, 16] as const
/**
 * The same where an entry need not have all words: that it has one counts for most, so that of words as rare three go before
 * two, wherever they stand (contract 11: those first that have more of them), and two before one.
 */
const gainsOfMost = [0, 54, 56, 60, 64, 66, 68, 72, 76, 80] as const
const weightScale = 8
const weightMost = 8 * 31
/** A word that rows are favoured for is had by most that nobody would leave out: what lacks it lacks more than a common word. */
const favouredFactor = 5
/** What a word without content weighs beside others. */
const emptyWeight = 1
/** Hits up to so many are few. */
const fewMost = 256
const lateGainOfMost = 500
const lateGainOfFew = 60
/** What a doubtful row gains less than one that is neither late nor doubtful: of rows alike it stands behind, and of no others. */
const doubtfulLoss = 1
/** What a row of few gains, that has all words, for each that it is favoured for. */
const nearGain = 300
const farGain = 220
/**
 * A row of a score at a place by id is one whole number, the lower the better: both fit in the 53 bits of a double, as a
 * query has at most 100 words, a word weighs at most `weightMost` and gains at most 80 times that, and no index has
 * 2^31 rows.
 */
export const scoreLimit = 2 ** 21
const placeLimit = 2 ** 31

/** The score of the last row, and what it was reckoned with: the weight of each word, and what rows that are not late gain. */
export type RelevanceValue = { score: number; weights: number[]; lateGain: number }

const relevanceForm = /^(\d{1,7})\/(\d{1,3}(?:,\d{1,3})*)\/(\d{1,3})$/

/** How a position carries it, as text. */
export function writeRelevance({ score, weights, lateGain }: RelevanceValue): string {
  return `${score}/${weights.join(',')}/${lateGain}`
}

/** Null when the value is no such text, or was reckoned with another number of words. */
export function readRelevance(value: unknown, wordCount: number): RelevanceValue | null {
  const parts = typeof value === 'string' ? relevanceForm.exec(value) : null
  if (parts === null) return null
  const weights = (parts[2] ?? '').split(',').map(Number)
  return weights.length === wordCount ? { score: Number(parts[1]), weights, lateGain: Number(parts[3]) } : null
}

/** The page of the hits, of which there are `total`, the most relevant first. */
export function mostRelevant(
  segment: Segment,
  query: Query,
  words: readonly WordMatch[],
  hits: Bits,
  total: number,
): Answer {
  const { after } = query
  const { byId } = segment
  // The weights of the page before, so that the order goes on as it began whatever has changed since.
  const value = readRelevance(after?.sortValue, words.length)
  const weights = value?.weights ?? weightsOf(segment, query, words)
  const lateGain = value?.lateGain ?? lateGainOf(query, total)
  const places = byId.placesOf(hits, total)
  const scores = scoresOf(segment, query, words, weights, lateGain, places)
  return pageByScore(segment, query, {
    ...{ places, scores, shownScore: value?.score ?? 0 },
    write: (score) => writeRelevance({ score, weights, lateGain }),
  })
}

/** Rows by their places by id, each with its score. */
export type Scored = {
  places: Int32Array
  /** Whole numbers from 0 to before `scoreLimit`. */
  scores: Int32Array
  /** The score of the last row of the page before, where there is one. */
  shownScore: number
  /** The sort value of a position after a row of that score. */
  write: (score: number) => string
}

/** The page of rows by score, the highest first; of one score by id. */
export function pageByScore(
  segment: Segment,
  { after, limit }: Pick<Query, 'after' | 'limit'>,
  { places, scores, shownScore, write }: Scored,
): Answer {
  const { byId } = segment
  const [lastScore, lastPlace] = after === null ? [scoreLimit, 0] : [shownScore, byId.after('', after.id)]
  // One more than the page: it tells that there is more.
  const best = new Lowest(limit + 1)
  for (let hit = 0; hit < places.length; hit += 1) {
    const score = scores[hit] ?? 0
    const place = places[hit] ?? 0
    if (score < lastScore || (score === lastScore && place >= lastPlace))
      best.offer((scoreLimit - score) * placeLimit + place)
  }
  const { keys } = best
  const ordinals = keys.subarray(0, limit).map((key) => byId.ordinals[key % placeLimit] ?? 0)
  if (keys.length <= limit) return segment.pageOf(places.length, ordinals, null)
  return segment.pageOf(places.length, ordinals, write(scoreLimit - Math.floor((keys[limit - 1] ?? 0) / placeLimit)))
}

/** What a word counts: 8 for one that every entry has, growing as its share falls. Whole, so that sums are exact. */
function weightsOf({ rows: { alive, aliveCount } }: Segment, query: Query, words: readonly WordMatch[]): number[] {
  // Those of a search for most words all have content.
  const content = query.most || words.length === 1 ? null : contentOf(query.words)
  return words.map(({ rows, counted }, place) => {
    if (content !== null && !content.includes(query.words[place] ?? '')) return emptyWeight
    const having = Math.max(1, countCommon(counted ?? rows, alive))
    const weight = weightScale * Math.log2(1 + aliveCount / having)
    return Math.min(weightMost, Math.round(counted === undefined ? weight : weight * favouredFactor))
  })
}

/**
 * What rows gain that are not late: less than a common word. Of many rows that have all words nothing, so that what gains it
 * does not change with a page.
 */
function lateGainOf({ most, late }: Query, total: number): number {
  if (late === null) return 0
  return most ? lateGainOfMost : total <= fewMost ? lateGainOfFew : 0
}

/** The score of the row at each of those places by id. */
function scoresOf(
  { rows: { facets }, byId }: Segment,
  { most, late, favoured }: Query,
  words: readonly WordMatch[],
  weights: readonly number[],
  lateGain: number,
  places: Int32Array,
): Int32Array {
  const ordinals = places.map((place) => byId.ordinals[place] ?? 0)
  const scores = new Int32Array(ordinals.length)
  for (const [word, { levels }] of words.entries()) {
    const gains = (most ? gainsOfMost : gainsOfAll).map((gain) => gain * (weights[word] ?? 0))
    for (let hit = 0; hit < scores.length; hit += 1)
      scores[hit] = (scores[hit] ?? 0) + (gains[levels[ordinals[hit] ?? 0] ?? 0] ?? 0)
  }
  if (lateGain === 0) return scores
  const add = (gainOf: (ordinal: number) => number): void => {
    for (let hit = 0; hit < scores.length; hit += 1) scores[hit] = (scores[hit] ?? 0) + gainOf(ordinals[hit] ?? 0)
  }
  const [lateRows, doubtfulRows] =
    late === null
      ? [bitsFor(0), bitsFor(0)]
      : [facets.rowsWith(late.facet, late.tokens), facets.rowsWith(late.facet, late.doubtful)]
  const doubtfulGain = lateGain - doubtfulLoss
  add((ordinal) => (hasBit(lateRows, ordinal) ? 0 : hasBit(doubtfulRows, ordinal) ? doubtfulGain : lateGain))
  // Where rows need not have all words, being favoured is among how well they have one.
  for (const { facet, near, far } of most ? [] : favoured) {
    const [nearRows, farRows] = [facets.rowsWith(facet, near), facets.rowsWith(facet, far)]
    add((ordinal) => (hasBit(nearRows, ordinal) ? nearGain : hasBit(farRows, ordinal) ? farGain : 0))
  }
  return scores
}

/** The lowest of many numbers, in their order, and never more of them than are wanted. */
export class Lowest {
  readonly #most: number
  readonly #held: Float64Array
  #count = 0

  constructor(most: number) {
    this.#most = most
    this.#held = new Float64Array(most + 1)
  }

  offer(key: number): void {
    const held = this.#held
    const isLast = this.#count === 0 || key > (held[this.#count - 1] ?? 0)
    if (isLast && this.#count === this.#most) return
    const place = isLast ? this.#count : firstPlace(0, this.#count, (at) => (held[at] ?? 0) < key)
    held.copyWithin(place + 1, place, this.#count)
    held[place] = key
    this.#count = Math.min(this.#most, this.#count + 1)
  }

  get keys(): Float64Array {
    return this.#held.subarray(0, this.#count)
  }
}
