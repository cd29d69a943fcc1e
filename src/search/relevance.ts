/**
 * The order of relevance. Each word of a query counts its weight (the rarer the word, the more) times the gain of the best
 * field in which an entry has it: few different scores, so the rows of one score are a set, made from the sets of the
 * words. The sets are made best first until the page is full, and of the last word none is made, its rows are read off the
 * sets; scoring each row that meets a query of common words would cost milliseconds.
 */

import type { Hits } from './hits.ts'
import type { Start } from './order.ts'
import type { Segment } from './segment.ts'
import { type Bits, countBits, hasBit, lowestOf } from './sets/bitset.ts'
import type { Lowest } from './sets/lowest.ts'
import { bestGrade, type Grades, gradeAt, having } from './words/grades.ts'

/** What a word of each grade gains, the least grade first; and one that stands in the best field as it was asked. */
const gainOfGrade = [1, 2, 3, 8, 9, 10, 11, 12] as const
const wholeGain = 16
/** One in so many of the rows: fewer are scored one by one. */
const splitShare = 64
const weightScale = 8
/**
 * A row of a score at a place by id is one whole number, the lower the better: both fit in the 53 bits of a double, as a
 * query has at most 100 words, a word weighs at most 8 x 31 and gains at most `wholeGain` and `hadGain` of that, and no
 * index has 2^31 rows.
 */
const scoreLimit = 2 ** 21
const placeLimit = 2 ** 31
const placeMask = placeLimit - 1

/** A word of the query as the ranking needs it: how many rows have it, and how well. */
export type RankedWord = {
  readonly liveCount: number
  readonly grades: Grades
  readonly gradesSeen: number
  /** The rows in which it stands in the best field as it was asked. */
  whole(): Bits
  /** The rows that have it, where a row that meets the query need not; null where each has it. */
  readonly had: Bits | null
}

/** How many rows were written, and the score of the last but one, which the last tells not to be the end. */
export type Ranked = { count: number; lastScore: number }
/** Rows of lower score, or of the same score and standing at `start` or later by id, are still to be shown. */
export type ScoreStart = { score: number; start: Start }

/** Rows of one gain from a word: of a grade, in the best field as asked (`isWhole`) or not, or without it (grade -1). */
type Level = { gain: number; grade: number; isWhole: boolean }
type Word = { weight: number; grades: Grades; whole: Bits; had: Bits | null; levels: Level[] }
/**
 * Rows with the same gain in the first `depth` words, worth `score` together. Of the word behind these the levels before
 * `level` have been looked at, and their rows are no longer here unless it is the last word.
 */
type Class = { bits: Bits; count: number; depth: number; score: number; level: number }

/**
 * What it gains besides that an entry has a word at all, where it need not have all of them: so much that more words go
 * before better ones.
 */
const hadGain = 64

/** What a word counts: 8 for one that every entry has, growing as its share falls. Whole, so that sums are exact. */
export function weightsOf(segment: Segment, words: readonly RankedWord[]): number[] {
  return words.map((word) => {
    const having = Math.max(1, word.liveCount)
    return Math.round(weightScale * Math.log2(1 + segment.aliveCount / having))
  })
}

/** Writes the `most` best hits after `after` to the extent's rows, best first, equal ones by id. */
export function takeMostRelevant(
  segment: Segment,
  hits: Hits,
  words: readonly RankedWord[],
  weights: readonly number[],
  after: ScoreStart | null,
  most: number,
): Ranked {
  return new Ranking(segment, words, weights, after, most).take(hits)
}

class Ranking {
  readonly #segment: Segment
  readonly #words: Word[]
  /** What the words from each place on add at least, and at most. */
  readonly #least: number[]
  readonly #most: number[]
  readonly #after: ScoreStart | null
  readonly #best: Lowest
  readonly #rowsMost: number

  constructor(
    segment: Segment,
    words: readonly RankedWord[],
    weights: readonly number[],
    after: ScoreStart | null,
    rowsMost: number,
  ) {
    this.#segment = segment
    this.#after = after
    this.#rowsMost = rowsMost
    this.#best = segment.extent.lowest
    this.#best.begin(rowsMost)
    this.#words = words.map((word, place) => ({
      weight: weights[place] ?? 0,
      grades: word.grades,
      whole: word.whole(),
      had: word.had,
      levels: levelsOf(word),
    }))
    // The heaviest first: it parts the good from the bad soonest.
    this.#words.sort((left, right) => right.weight - left.weight)
    this.#least = new Array<number>(this.#words.length + 1).fill(0)
    this.#most = this.#least.slice()
    for (let depth = this.#words.length - 1; depth >= 0; depth -= 1) {
      const { weight = 0, levels = [] } = this.#words[depth] ?? {}
      this.#least[depth] = (this.#least[depth + 1] ?? 0) + weight * (levels.at(-1)?.gain ?? 0)
      this.#most[depth] = (this.#most[depth + 1] ?? 0) + weight * (levels[0]?.gain ?? 0)
    }
  }

  take(hits: Hits): Ranked {
    const { list, rows } = this.#segment.extent
    if (hits.bits !== null) this.#rank({ bits: hits.bits, count: hits.total, depth: 0, score: 0, level: 0 })
    else for (let place = 0; place < hits.total; place += 1) this.#score(list[place] ?? 0, 0, 0)
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
      if (word === undefined || (next.count <= fewRows && (!isLast || next.level === 0))) this.#scoreClass(next)
      else {
        const level = word.levels[next.level]
        if (level === undefined) continue
        if (isLast) this.#offerLevel(next, word, level)
        else this.#split(next, word, level, classes)
        next.level += 1
        if (next.level < word.levels.length && next.count > 0) classes.push(next)
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
    return one.score + word.weight * (word.levels[one.level]?.gain ?? 0) + (this.#most[one.depth + 1] ?? 0)
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
  #split(one: Class, word: Word, level: Level, classes: Class[]): void {
    const bits = this.#segment.extent.lendUncleared()
    const left = one.bits
    for (let at = 0; at < bits.length; at += 1) {
      const taken = ofLevel(left, word, level, at)
      bits[at] = taken
      left[at] = (left[at] ?? 0) & ~taken
    }
    const count = countBits(bits)
    one.count -= count
    if (count === 0) return
    classes.push({ bits, count, depth: one.depth + 1, score: one.score + level.gain * word.weight, level: 0 })
  }

  /** Of a class that only `word` is left of, the rows of a level. All have one score: the first of them by id are enough. */
  #offerLevel(one: Class, word: Word, level: Level): void {
    const score = one.score + level.gain * word.weight
    if (this.#after !== null && score > this.#after.score) return
    const { baseCount, count } = this.#segment.columns
    const start = score === this.#after?.score ? this.#after.start.base : 0
    let offered = 0
    for (let at = start >>> 5; at * 32 < baseCount && offered < this.#rowsMost; at += 1) {
      let left = ofLevel(one.bits, word, level, at)
      if (at === start >>> 5) left &= -1 << (start & 31)
      for (; left !== 0 && offered < this.#rowsMost; left &= left - 1) {
        const ordinal = at * 32 + lowestOf(left)
        if (ordinal >= baseCount) break
        this.#offerRow(score, ordinal)
        offered += 1
      }
    }
    for (let ordinal = baseCount; ordinal < count; ordinal += 1) {
      if ((ofLevel(one.bits, word, level, ordinal >>> 5) & (1 << (ordinal & 31))) !== 0) this.#offer(score, ordinal)
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
      if (word !== undefined) score += word.weight * gainAt(word, ordinal)
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

/** The levels that any row has, the highest gain first. */
function levelsOf(word: RankedWord): Level[] {
  const extra = word.had === null ? 0 : hadGain
  const seen = word.gradesSeen
  const levels: Level[] = []
  if ((seen & (1 << bestGrade)) !== 0) levels.push({ gain: wholeGain + extra, grade: bestGrade, isWhole: true })
  for (let grade = bestGrade; grade >= 0; grade -= 1) {
    if ((seen & (1 << grade)) !== 0) levels.push({ gain: (gainOfGrade[grade] ?? 0) + extra, grade, isWhole: false })
  }
  if (word.had !== null) levels.push({ gain: 0, grade: -1, isWhole: false })
  return levels
}

/** Of 32 rows of a class, those of that level of a word. */
function ofLevel(bits: Bits, word: Word, { grade, isWhole }: Level, at: number): number {
  const all = bits[at] ?? 0
  if (all === 0) return 0
  if (grade < 0) return all & ~(word.had?.[at] ?? 0)
  const graded = all & having(word.grades, grade, at) & (word.had === null ? -1 : (word.had[at] ?? 0))
  if (grade < bestGrade) return graded
  return isWhole ? graded & (word.whole[at] ?? 0) : graded & ~(word.whole[at] ?? 0)
}

function gainAt({ grades, had, whole }: Word, ordinal: number): number {
  if (had !== null && !hasBit(had, ordinal)) return 0
  const grade = gradeAt(grades, ordinal)
  const gain = grade === bestGrade && hasBit(whole, ordinal) ? wholeGain : (gainOfGrade[grade] ?? 0)
  return had === null ? gain : gain + hadGain
}
