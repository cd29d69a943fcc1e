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
type Attempt = { q: string; wording: Wording }

/** At most `suggestionsMax`, the closest to what was asked first: a word put right, a word left out, half of the words. */
export function suggestionsFor(finder: Finder, q: string, mode: WordMode, filters: Filters): Suggestion[] {
  const words = typedWords(q)
  if (words.length === 0) return []
  const right = putRight(finder, words)
  const corrected = right === null ? [] : [attemptOf(right, mode)]
  const shorter = withoutOne(right ?? words).map((some) => attemptOf(some, mode))
  const looser = mode === 'most' ? [] : [attemptOf(words, 'most')]
  const attempts = [...corrected, ...shorter, ...looser]
  const totals = finder.countEach(
    filters,
    attempts.map(({ wording }) => wording),
  )
  const found = (from: number, to: number): Suggestion[] => {
    const suggestions: Suggestion[] = []
    for (let place = from; place < to; place += 1) {
      const [attempt, total = 0] = [attempts[place], totals[place]]
      if (attempt !== undefined && total > 0) suggestions.push({ q: attempt.q, words: attempt.wording.mode, total })
    }
    return suggestions
  }
  const [shorterFrom, looserFrom] = [corrected.length, corrected.length + shorter.length]
  // The fewer it finds, the more of what was asked it says.
  const byTotal = found(shorterFrom, looserFrom).sort((left, other) => left.total - other.total)
  const [closest, others] = [byTotal.slice(0, 1), byTotal.slice(1)]
  const looserFound = found(looserFrom, attempts.length)
  return [...found(0, shorterFrom), ...closest, ...looserFound, ...others].slice(0, suggestionsMax)
}

function attemptOf(words: readonly Word[], mode: WordMode): Attempt {
  return { q: words.map(({ typed }) => typed).join(' '), wording: { words: words.map(({ folded }) => folded), mode } }
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
