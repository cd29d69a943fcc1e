/** How a word that no entry has may be meant: spelt as entries spell it, or as the words that it is made of. */

import type { Segment } from '../segment.ts'
import { partsOf } from './compound.ts'
import { PrefixMatch } from './prefix-match.ts'

/** The words a letter away that any entry has, the commonest first; none of a word that any has. */
export function spellingsOf(segment: Segment, word: string): string[] {
  const { lexicon } = segment.postings
  const spellings: { word: string; rows: number }[] = []
  const isKnown = new PrefixMatch(segment, word, false).isLive
  for (const other of isKnown ? [] : segment.likeness.of(word).spellings) {
    const spelling = lexicon.textOf(other)
    const rows = new PrefixMatch(segment, spelling, false).liveCount
    if (rows > 0) spellings.push({ word: spelling, rows })
  }
  segment.extent.takeBack()
  return spellings.sort((left, right) => right.rows - left.rows).map((spelling) => spelling.word)
}

/** The words that entries have, of which it is made; null of a word that any has, and of one that is made of none. */
export function knownPartsOf(segment: Segment, word: string): string[] | null {
  const matchOf = (part: string): PrefixMatch => new PrefixMatch(segment, part, false)
  const isWord = (match: PrefixMatch): boolean => match.hasWhole && match.isLive
  // Of a long word the same part is met at many places.
  const known = new Map<string, boolean>()
  const isKnown = (part: string): boolean => {
    const before = known.get(part)
    if (before !== undefined) return before
    const is = isWord(matchOf(part))
    known.set(part, is)
    return is
  }
  const parts = matchOf(word).isLive ? null : partsOf(word, isKnown)
  segment.extent.takeBack()
  return parts
}
