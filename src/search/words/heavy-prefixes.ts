/**
 * Prefixes with many rows, kept as sets, so that no prefix costs more than a 32nd of the rows to look up, not even `e`.
 * They are the nodes of the tree that the sorted words form, found from the longest to the shortest: the set of a node
 * is the union of the nodes below it and of the words that hang on it directly.
 */
import { addBit, type Bits, bitsFor, countBits, unite } from '../sets/bitset.ts'
import type { Extent } from '../sets/extent.ts'
import { firstPlace } from '../sets/halving.ts'
import { type Levels, levelsFor, lowerSeen, raise, raiseAll } from '../sets/levels.ts'
import { TokenSet } from '../sets/token-set.ts'
import { gradeOf, levelOf, ordinalOf } from './grades.ts'
import type { Postings, Range } from './postings.ts'

export type HeavyPrefix = {
  range: Range
  /** The word that is all that its words share, where there is one; -1. */
  whole: number
  /** Rows with a word of the range, and how well each has one; the top level is for `whole`. */
  text: TokenSet
  levels: Levels
  /** The levels that any row has, a bit each. */
  levelsSeen: number
  parent: HeavyPrefix | null
  /** Rows of `text` alive when the segment had changed `countedAt` times. */
  live: number
  countedAt: number
}

type Filling = { node: HeavyPrefix; text: Bits }

export class HeavyPrefixes {
  readonly #postings: Postings
  readonly #extent: Extent
  /** For each base word the narrowest heavy prefix that it begins with. */
  readonly #narrowest: (HeavyPrefix | null)[]

  private constructor(postings: Postings, extent: Extent) {
    this.#postings = postings
    this.#extent = extent
    this.#narrowest = new Array<HeavyPrefix | null>(postings.baseWords).fill(null)
  }

  /** Finds them all. Yields, after each of them, about how many rows it read. */
  static *find(postings: Postings, extent: Extent): Generator<number, HeavyPrefixes> {
    const heavy = new HeavyPrefixes(postings, extent)
    for (let from = 0; from < postings.baseWords; ) {
      const to = heavy.#endOf(from, postings.baseWords, 0)
      yield* heavy.#descend({ from, to }, 1)
      from = to
    }
    return heavy
  }

  /** The heavy prefix of exactly that range of words; null when the range has few rows. */
  of(range: Range): HeavyPrefix | null {
    if (this.#postings.rowsIn(range) <= this.#extent.sparseMost) return null
    let node = this.#narrowest[range.from] ?? null
    while (node !== null && node.range.to < range.to) node = node.parent
    return node
  }

  /** Takes in a base word of a new row. */
  add(ordinal: number, word: number, grade: number): void {
    for (let node = this.#narrowest[word] ?? null; node !== null; node = node.parent) {
      const level = levelOf(grade, word === node.whole)
      node.text.add(ordinal)
      raise(node.levels, ordinal, level)
      node.levelsSeen |= 1 << level
    }
  }

  /** Words of `range` share their first `depth` letters. Gives the node of that prefix with its sets still as bits. */
  *#descend(range: Range, depth: number): Generator<number, Filling | null> {
    const postings = this.#postings
    if (postings.rowsIn(range) <= this.#extent.sparseMost) return null
    let shared = depth
    while (this.#sharedLetter(range, shared)) shared += 1
    const node: HeavyPrefix = {
      range,
      text: new TokenSet(this.#extent),
      whole: postings.lexicon.lengthOf(range.from) === shared ? range.from : -1,
      levels: levelsFor(this.#extent.capacity),
      levelsSeen: 0,
      parent: null,
      live: 0,
      countedAt: -1,
    }
    const filling: Filling = { node, text: bitsFor(this.#extent.capacity) }
    let read = filling.text.length
    for (let from = range.from; from < range.to; ) {
      const letter = postings.lexicon.letterOf(from, shared)
      const to = letter < 0 ? from + 1 : this.#endOf(from, range.to, shared)
      const below = letter < 0 ? null : yield* this.#descend({ from, to }, shared + 1)
      if (below === null) read += this.#fill(filling, { from, to })
      else read += join(filling, below)
      from = to
    }
    yield read
    node.text.adopt(filling.text, countBits(filling.text))
    return filling
  }

  #fill(filling: Filling, range: Range): number {
    const { starts, rows } = this.#postings
    const { node, text } = filling
    // A word that is its own beginning stands alone in its range.
    const isWhole = range.from === node.whole
    for (let place = starts[range.from] ?? 0; place < (starts[range.to] ?? 0); place += 1) {
      const row = rows[place] ?? 0
      const level = levelOf(gradeOf(row), isWhole)
      addBit(text, ordinalOf(row))
      raise(node.levels, ordinalOf(row), level)
      node.levelsSeen |= 1 << level
    }
    for (let word = range.from; word < range.to; word += 1) this.#narrowest[word] = node
    return this.#postings.rowsIn(range)
  }

  /** Whether all words of the range have one same letter at that place; sorted, the first and the last tell. */
  #sharedLetter(range: Range, at: number): boolean {
    const letter = this.#postings.lexicon.letterOf(range.from, at)
    return letter >= 0 && letter === this.#postings.lexicon.letterOf(range.to - 1, at)
  }

  #endOf(from: number, end: number, at: number): number {
    const { lexicon } = this.#postings
    const letter = lexicon.letterOf(from, at)
    return firstPlace(from + 1, end, (word) => lexicon.letterOf(word, at) === letter)
  }
}

function join(into: Filling, below: Filling): number {
  unite(into.text, below.text)
  raiseAll(into.node.levels, below.node.levels)
  into.node.levelsSeen |= lowerSeen(below.node.levelsSeen)
  below.node.parent = into.node
  return into.text.length
}
