/**
 * What each word of a search matches, and how well: the place to change what search finds. How what is found is ordered and
 * paged does not stand here (`relevance.ts`, `order.ts`).
 *
 * A search for all words looks for what begins with each, and for two neighbours written as one. A search for most of them
 * looks for their stems and misspellings too; a misspelling counts for as much as the word only where no row has the word.
 */

import type { WordSearch } from '../query.ts'
import { addBit, type Bits, countCommon, eachBit, unite } from '../sets/bitset.ts'
import { contentOf, hasContent } from './content.ts'
import { bestGrade, gradeOf, type Levels, levelOf, ordinalOf, raise, topLevel } from './grades.ts'
import { nothingAlike } from './likeness.ts'
import { enoughOf, withAtLeast } from './most-words.ts'
import type { BegunMatch, WordIndex } from './word-index.ts'

/** Shorter neighbours, as one word, begin words that have nothing to do with them. */
const joinedLettersMin = 5
/** Words of a query whose stems and misspellings are sought too: those behind them by their beginning alone. */
const likeWordsMost = 16
/** Rows that are favoured have the word as one of a name, and as one that only follows from what they are. */
const nearLevel = 5
const farLevel = 3

/** Rows that have a word too, as far as the order goes. */
export type Favoured = { near: Bits; far: Bits }

export type WordMatch = BegunMatch & {
  /** Where rows are favoured for it: those that have it and those. */
  counted?: Bits
}

/** Looks up the words of searches, each word once. */
export class WordLookup {
  readonly #index: WordIndex
  readonly #favouredFor: (word: string) => Favoured | null
  readonly #liked = new Map<string, WordMatch>()

  constructor(index: WordIndex, favouredFor: (word: string) => Favoured | null = () => null) {
    this.#index = index
    this.#favouredFor = favouredFor
  }

  /** A match for each word of the search; of a search for most of its words, for each word with content. */
  matches({ words, most }: WordSearch): WordMatch[] {
    if (most) return contentOf(words).map((word, place) => this.#like(word, place < likeWordsMost))
    const joined = words.map((_, place) => this.#joinedAt(words, place))
    return words.map((word, place) => {
      const withNeighbours = [joined[place - 1], joined[place]].filter((match) => match != null)
      const match = this.#index.beginning(word)
      return withNeighbours.length === 0 ? match : joinedWith(match, withNeighbours)
    })
  }

  /** The sets of rows of which a row is in all when it has the words of the search. */
  rowsFound(search: WordSearch, matches = this.matches(search)): Bits[] {
    const rows = matches.map((match) => match.rows)
    return search.most && rows.length > 0 ? [withAtLeast(rows, enoughOf(rows.length))] : rows
  }

  /** The word at that place and the next one as one word; null where they make none that a row has. */
  #joinedAt(words: readonly string[], place: number): BegunMatch | null {
    const [first, second] = [words[place], words[place + 1]]
    if (first === undefined || second === undefined || !hasContent(first) || !hasContent(second)) return null
    if (first.length + second.length < joinedLettersMin) return null
    const match = this.#index.beginning(first + second)
    return countCommon(match.rows, this.#index.alive) > 0 ? match : null
  }

  /** The rows with what is like the word too, where that `isLiked`, and those favoured for it as far as the order goes. */
  #like(word: string, isLiked: boolean): WordMatch {
    const known = this.#liked.get(word)
    if (known !== undefined) return known
    const { postings, likeness, alive } = this.#index
    const begun = this.#index.beginning(word)
    const [rows, levels] = [begun.rows.slice(), begun.levels.slice()]
    const { stems, slips } = isLiked ? likeness.of(word) : nothingAlike
    const take = (row: number, gradeMost: number): void => {
      addBit(rows, ordinalOf(row))
      raise(levels, ordinalOf(row), levelOf(Math.min(gradeOf(row), gradeMost), false))
    }
    for (const stem of stems) postings.eachRow(stem, (row) => take(row, bestGrade))
    const favoured = this.#favouredFor(word)
    // A word for which rows are favoured is known by that: the name of another place is no misspelling of it.
    const isKnown = favoured !== null || (slips.length > 0 && countCommon(rows, alive) > 0)
    for (const slip of slips) postings.eachRow(slip, (row) => take(row, isKnown ? 0 : bestGrade))
    const match = favoured === null ? { rows, levels } : { rows, levels, counted: favouredToo(rows, levels, favoured) }
    this.#liked.set(word, match)
    return match
  }
}

/** Rows that have a word, or one of those that it is joined in, which is as good as the beginning of one. */
function joinedWith(own: BegunMatch, joined: readonly BegunMatch[]): BegunMatch {
  const [rows, levels] = [own.rows.slice(), own.levels.slice()]
  for (const match of joined) {
    unite(rows, match.rows)
    eachBit(match.rows, (ordinal) => raise(levels, ordinal, Math.min(match.levels[ordinal] ?? 0, topLevel - 1)))
  }
  return { rows, levels }
}

/** Raises the levels of favoured rows; gives the rows with these. */
function favouredToo(rows: Bits, levels: Levels, { near, far }: Favoured): Bits {
  eachBit(near, (ordinal) => raise(levels, ordinal, nearLevel))
  eachBit(far, (ordinal) => raise(levels, ordinal, farLevel))
  const counted = rows.slice()
  unite(counted, near)
  unite(counted, far)
  return counted
}
