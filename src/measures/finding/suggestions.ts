/** What to ask in place of a search that found nothing: each is a call that finds something with the other filters as they are. */
import { wordsOf } from '../../search/words/words.ts'
import type { Answer, Filters, Query, WordMode } from './query.ts'

export type Suggestion = { q: string; words: WordMode; total: number }

/** What is asked to find them: a search, and how the catalogue spells a word that it does not know. */
export type Finder = { search(query: Query): Answer; spellingsOf(word: string): readonly string[] }

const suggestionsMax = 3
/** Words of a query of which one is left out at a time. */
const leftOutMax = 8

type Word = { typed: string; folded: string }

/** At most `suggestionsMax`, the closest to what was asked first: a word put right, a word left out, half of the words. */
export function suggestionsFor(finder: Finder, q: string, mode: WordMode, filters: Filters): Suggestion[] {
  const words = typedWords(q)
  if (words.length === 0) return []
  const found = (some: readonly Word[], words: WordMode): Suggestion[] => {
    const { total } = finder.search({
      words: some.map(({ folded }) => folded),
      ...{ most: words === 'most', filters, sort: 'updated', after: null, limit: 1 },
    })
    return total === 0 ? [] : [{ q: some.map(({ typed }) => typed).join(' '), words, total }]
  }
  const right = putRight(finder, words)
  const corrected = right === null ? [] : found(right, mode)
  // The fewer it finds, the more of what was asked it says.
  const shorter = withoutOne(right ?? words)
    .flatMap((some) => found(some, mode))
    .sort((left, other) => left.total - other.total)
  const looser = mode === 'most' ? [] : found(words, 'most')
  const [closest = [], ...others] = shorter.map((one) => [one])
  return [...corrected, ...closest, ...looser, ...others.flat()].slice(0, suggestionsMax)
}

/** The words as they were typed, where each is one word; else as they are folded. */
function typedWords(q: string): Word[] {
  const folded = wordsOf(q)
  const typed = new Map<string, string>()
  for (const run of q.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) {
    const [word, ...more] = wordsOf(run)
    if (word !== undefined && more.length === 0 && !typed.has(word)) typed.set(word, run)
  }
  return folded.map((word) => ({ folded: word, typed: typed.get(word) ?? word }))
}

/** The words with those that the catalogue does not know spelt as it spells them; null where there is none to put right. */
function putRight(finder: Finder, words: readonly Word[]): Word[] | null {
  let isOther = false
  const right = words.map((word) => {
    const [spelling] = finder.spellingsOf(word.folded)
    if (spelling === undefined) return word
    isOther = true
    return { typed: spelling, folded: spelling }
  })
  return isOther ? right : null
}

function withoutOne(words: readonly Word[]): Word[][] {
  if (words.length === 1) return []
  return words.slice(0, leftOutMax).map((_, place) => words.filter((_word, other) => other !== place))
}
