/** How a word that no entry has may be meant: spelt as entries spell it, or as the words that it is made of. */

import { countCommon, hasBit } from '../sets/bitset.ts'
import { partsOf } from './compound.ts'
import { ordinalOf } from './grades.ts'
import type { WordIndex } from './word-index.ts'

/** The words a letter away that any entry has, the commonest first; none of a word that any has. */
export function spellingsOf(index: WordIndex, word: string): string[] {
  if (isBegun(index, word)) return []
  const { postings, likeness, alive } = index
  const spellings = likeness.of(word).spellings.map((number) => {
    const spelling = postings.lexicon.textOf(number)
    return { spelling, rows: countCommon(index.beginning(spelling).rows, alive) }
  })
  return spellings
    .filter(({ rows }) => rows > 0)
    .sort((left, right) => right.rows - left.rows)
    .map(({ spelling }) => spelling)
}

/** The words that entries have, of which it is made; null of a word that any has, and of one that is made of none. */
export function knownPartsOf(index: WordIndex, word: string): string[] | null {
  // Of a long word the same part is met at many places.
  const known = new Map<string, boolean>()
  const isKnown = (part: string): boolean => {
    const is = known.get(part) ?? isBegun(index, part, true)
    known.set(part, is)
    return is
  }
  return isBegun(index, word) ? null : partsOf(word, isKnown)
}

/** Whether any entry has a word that begins with this one, or (`isWhole`) the word itself. */
function isBegun({ postings, alive }: WordIndex, word: string, isWhole = false): boolean {
  let isFound = false
  postings.eachRun(word, (rows, from, to, isItself) => {
    if (isWhole && !isItself) return
    for (let place = from; place < to && !isFound; place += 1) isFound = hasBit(alive, ordinalOf(rows[place] ?? 0))
  })
  return isFound
}
