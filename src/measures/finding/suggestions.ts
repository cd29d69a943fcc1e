/** What to ask in place of a search that found nothing: each is a call that finds something with the other filters as they are. */
import { wordsOf } from '../../search/words/words.ts'
import type { Filters, Wording, WordMode } from './query.ts'

export type Suggestion = { q: string; words: WordMode; total: number }

/** What is asked to find them: what searches with the same filters find, and how the catalogue spells an unknown word. */
export type Finder = {
  countEach(filters: Filters, wordings: readonly Wording[]): number[]
  spellingsOf(word: string): readonly string[]
}

const suggestionsMax = 3
/** Words of a query of which one is left out at a time. */
const leftOutMax = 8

type Word = { typed: string; folded: string }
type Attempt = { words: readonly Word[]; mode: WordMode }

/** At most `suggestionsMax`, the closest to what was asked first: a word put right, a word left out, half of the words. */
export function suggestionsFor(finder: Finder, q: string, mode: WordMode, filters: Filters): Suggestion[] {
  const words = typedWords(q)
  if (words.length === 0) return []
  const right = putRight(finder, words)
  const corrected: Attempt[] = right === null ? [] : [{ words: right, mode }]
  const shorter: Attempt[] = withoutOne(right ?? words).map((some) => ({ words: some, mode }))
  const looser: Attempt[] = mode === 'most' ? [] : [{ words, mode: 'most' }]
  const attempts = [...corrected, ...shorter, ...looser]
  const totals = finder.countEach(
    filters,
    attempts.map((attempt) => ({ words: attempt.words.map(({ folded }) => folded), mode: attempt.mode })),
  )
  const totalOf = new Map(attempts.map((attempt, place) => [attempt, totals[place] ?? 0]))
  const found = (some: readonly Attempt[]): Suggestion[] =>
    some
      .map((one) => ({ q: typedText(one.words), words: one.mode, total: totalOf.get(one) ?? 0 }))
      .filter(({ total }) => total > 0)
  // The fewer it finds, the more of what was asked it says.
  const byTotal = found(shorter).sort((left, other) => left.total - other.total)
  const [closest, others] = [byTotal.slice(0, 1), byTotal.slice(1)]
  return [...found(corrected), ...closest, ...found(looser), ...others].slice(0, suggestionsMax)
}

function typedText(words: readonly Word[]): string {
  return words.map(({ typed }) => typed).join(' ')
}

/** The words as they were typed, where each is one word; else as they are folded. */
function typedWords(q: string): Word[] {
  const folded = wordsOf(q)
  // Most of what people type is folded already, each word once.
  if (q === folded.join(' ')) return folded.map((word) => ({ folded: word, typed: word }))
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
