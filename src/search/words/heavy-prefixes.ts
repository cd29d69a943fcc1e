/**
 * Prefixes with many rows, kept as sets, so that no prefix costs more than a 32nd of the rows to look up, not even `e`.
 * They are the nodes of the tree that the sorted words form, found from the longest to the shortest: the set of a node
 * is the union of the nodes below it and of the words that hang on it directly.
 */
import { addBit, type Bits, bitsFor, countBits, unite } from '../sets/bitset.ts'
import type { Extent } from '../sets/extent.ts'
import { firstPlace } from '../sets/halving.ts'
import { TokenSet } from '../sets/token-set.ts'
import { bestGrade, type Grades, gradeOf, ordinalOf, raise, raiseAll } from './grades.ts'
import type { Postings, Range } from './postings.ts'

export type HeavyPrefix = {
  range: Range
  /** Rows with a word of the range; and the best grade of such a word in each, as `Grades` has them. */
  text: TokenSet
  grades: readonly [ones: TokenSet, twos: TokenSet, fours: TokenSet]
  /** The grades that any row has, a bit each. */
  gradesSeen: number
  parent: HeavyPrefix | null
  /** Rows of `text` alive when the segment had changed `countedAt` times. */
  live: number
  countedAt: number
}

type Filling = { node: HeavyPrefix; text: Bits; grades: Grades }

export class HeavyPrefixes {
  readonly #postings: Postings
  readonly #extent: Extent
  /** For each base word the narrowest heavy prefix that it begins with. */
  readonly #narrowest: (HeavyPrefix | null)[]
  /** Rows in which a frequent word has the best grade, by word. */
  readonly #whole = new Map<number, TokenSet>()

  private constructor(postings: Postings, extent: Extent) {
    this.#postings = postings
    this.#extent = extent
    this.#narrowest = new Array<HeavyPrefix | null>(postings.baseWords).fill(null)
  }

  /** Finds them all. Yields, after each of them, about how many rows it read. */
  static *find(postings: Postings, extent: Extent): Generator<number, HeavyPrefixes> {
    const heavy = new HeavyPrefixes(postings, extent)
    for (const word of heavy.#frequentWords()) yield heavy.#fillWhole(word)
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

  /** The rows in which a base word has the best grade; null when the word has few rows, which are then read from the postings. */
  wholeOf(word: number): TokenSet | null {
    return this.#whole.get(word) ?? null
  }

  /** Takes in a base word of a new row; of the words of a row those of the highest grade come first. */
  add(ordinal: number, word: number, grade: number): void {
    for (let node = this.#narrowest[word] ?? null; node !== null; node = node.parent) {
      // A word that came before had this grade or a better one.
      if (!node.text.add(ordinal)) continue
      const [ones, twos, fours] = node.grades
      if ((grade & 1) !== 0) ones.add(ordinal)
      if ((grade & 2) !== 0) twos.add(ordinal)
      if ((grade & 4) !== 0) fours.add(ordinal)
      node.gradesSeen |= 1 << grade
    }
    if (grade === bestGrade) this.#whole.get(word)?.add(ordinal)
  }

  *#frequentWords(): Generator<number> {
    for (let word = 0; word < this.#postings.baseWords; word += 1) {
      if (this.#postings.rowsIn({ from: word, to: word + 1 }) > this.#extent.sparseMost) yield word
    }
  }

  #fillWhole(word: number): number {
    const { starts, rows } = this.#postings
    const whole = new TokenSet(this.#extent)
    for (let place = starts[word] ?? 0; place < (starts[word + 1] ?? 0); place += 1) {
      const row = rows[place] ?? 0
      if (gradeOf(row) === bestGrade) whole.add(ordinalOf(row))
    }
    this.#whole.set(word, whole)
    return this.#postings.rowsIn({ from: word, to: word + 1 })
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
      grades: [new TokenSet(this.#extent), new TokenSet(this.#extent), new TokenSet(this.#extent)],
      gradesSeen: 0,
      parent: null,
      live: 0,
      countedAt: -1,
    }
    const empty = (): Bits => bitsFor(this.#extent.capacity)
    const filling: Filling = { node, text: empty(), grades: [empty(), empty(), empty()] }
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
    for (const [digit, bits] of filling.grades.entries()) node.grades[digit]?.adopt(bits, countBits(bits))
    return filling
  }

  #fill(filling: Filling, range: Range): number {
    const { starts, rows } = this.#postings
    for (let place = starts[range.from] ?? 0; place < (starts[range.to] ?? 0); place += 1) {
      const row = rows[place] ?? 0
      addBit(filling.text, ordinalOf(row))
      raise(filling.grades, ordinalOf(row), gradeOf(row))
      filling.node.gradesSeen |= 1 << gradeOf(row)
    }
    for (let word = range.from; word < range.to; word += 1) this.#narrowest[word] = filling.node
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
  raiseAll(into.grades, below.grades)
  into.node.gradesSeen |= below.node.gradesSeen
  below.node.parent = into.node
  return into.text.length
}
