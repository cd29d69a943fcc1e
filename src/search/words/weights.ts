/** What the words of a query count for the order of relevance: the rarer a word and the better its field, the more. */

import type { Query } from '../query.ts'
import type { Segment } from '../segment.ts'
import { type Levels, topLevel } from '../sets/levels.ts'
import { contentOf } from './content.ts'

/** A word of the query as the ranking needs it: how many rows have it, and how well. */
export type RankedWord = {
  readonly liveCount: number
  /** Of each row that has it; elsewhere 0. */
  readonly levels: Levels
  /** The levels that any row has, a bit each. */
  readonly levelsSeen: number
  /** Whether the top level stands for this word; else it is no better than the one below. */
  readonly hasWhole: boolean
  /** Whether rows that do not say it may count as having it. */
  readonly isFavoured: boolean
  /** Whether a row that meets the query may be without it. */
  readonly isOptional: boolean
}

/** What a word of each level gains: the grades, the least first, and a word that stands in the best field as it was asked. */
const gainsOfAll = [0, 1, 2, 3, 8, 9, 10, 11, 12, 16] as const
/**
 * The same where an entry need not have all words: that it has one counts for most, so that of words as rare three go before
 * two, wherever they stand (contract 11: those first that have more of them), and two before one.
 */
const optionalGains = [0, 54, 56, 60, 64, 66, 68, 72, 76, 80] as const
const weightScale = 8
const weightMost = 8 * 31
/** A word that rows are favoured for is had by most that nobody would leave out: what lacks it lacks more than a common word. */
const favouredFactor = 5
/** What a word without content weighs beside others. */
const emptyWeight = 1
/** What a word counts: 8 for one that every entry has, growing as its share falls. Whole, so that sums are exact. */
export function weightsOf(
  segment: Segment,
  query: Pick<Query, 'words' | 'most'>,
  words: readonly RankedWord[],
): number[] {
  // Those of a search for most words all have content.
  const content = query.most || words.length === 1 ? null : contentOf(query.words)
  return words.map((word, place) => {
    if (content !== null && !content.includes(query.words[place] ?? '')) return emptyWeight
    const having = Math.max(1, word.liveCount)
    const weight = weightScale * Math.log2(1 + segment.aliveCount / having)
    return Math.min(weightMost, Math.round(word.isFavoured ? weight * favouredFactor : weight))
  })
}

/** What a row gains by a word of that weight, by its level. */
export function gainsOf({ hasWhole, isOptional }: RankedWord, weight: number): number[] {
  const gains = isOptional ? optionalGains : gainsOfAll
  return gains.map((gain, level) => {
    const isBeginning = level === topLevel && !hasWhole
    return weight * (isBeginning ? (gains[topLevel - 1] ?? gain) : gain)
  })
}
