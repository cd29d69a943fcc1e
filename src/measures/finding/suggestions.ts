/** What to ask in place of a search that found nothing: each is a call that finds something with the other filters as they are. */
import { wordsOf } from '../../search/words/words.ts'
import type { Filters, Wording, WordMode } from './query.ts'

export type Suggestion = { q: string; words: WordMode; total: number }

type CountOf = (wording: Wording) => number

/** What is asked to find them: what searches with the same filters find, and how the catalogue spells an unknown word. */
export type Finder = {
  counting<Result>(filters: Filters, work: (total: number, countOf: CountOf) => Result): Result
  spellingsOf(word: string): readonly string[]
  /** The known words that an unknown one is made of. */
  partsOf(word: string): readonly string[] | null
}

const suggestionsMax = 3
/** Words of a query, one of them taken apart, of which each is meant. */
const wordsMeantMost = 4
/** Words of a query of which one is left out at a time. */
const leftOutMax = 8

type Word = { typed: string; folded: string }
/** A word, and what it may be meant as: as the catalogue spells it, or else the known ones that it is made of. */
type Looked = { word: Word; spelling: string | null; parts: readonly string[] | null }
type Attempt = { q: string; wording: Wording }

/**
 * At most `suggestionsMax`: a word put right (spelt as the catalogue spells it, or taken apart), half of the words (whole
 * phrases need it, and what says the most stands first there), a word left out. Where none of these finds anything, half of the
 * words but one; where that does not either, single words. `asked`: the words of `q`.
 */
export function suggestionsFor(finder: Finder, q: string, asked: Wording, filters: Filters): Suggestion[] {
  const { mode } = asked
  const words = typedWords(q, asked.words)
  if (words.length === 0) return []
  const looked = words.map((word) => lookedUp(finder, word))
  const right = putRight(looked)
  const apart = onceEach(looked.flatMap(({ word, parts }) => parts?.map(asTyped) ?? [word]))
  const corrected = right === null ? [] : [attemptOf(right, mode)]
  // Half of the words are found with a letter wrong as they stand, but not in one that is made of two.
  const looser = mode === 'most' ? [] : [attemptOf(apart, 'most')]
  // Who says so much that parts of a word are the fourth and fifth does not mean each of them.
  const isPhrase = apart.length > words.length && apart.length > wordsMeantMost
  const first = isPhrase ? [...looser, ...corrected] : [...corrected, ...looser]
  const some = withoutOne(right ?? words)
  return finder.counting(filters, (left, countOf) => {
    // Where the filters alone leave nothing, no words help.
    if (left === 0) return []
    const near = found(countOf, first, attemptsOf(some, mode))
    if (near.length > 0 || words.length === 1) return near
    const looserStill = mode === 'most' ? [] : found(countOf, [], attemptsOf(some, 'most'))
    if (looserStill.length > 0) return looserStill
    const single = (right ?? words).slice(0, leftOutMax).map((word) => [word])
    return found(countOf, [], attemptsOf(single, 'most'))
  })
}

/** What those attempts find that find anything: `first` in their order, then `others`, the fewest first. */
function found(countOf: CountOf, first: readonly Attempt[], others: readonly Attempt[]): Suggestion[] {
  const inOrder = foundOf(countOf, first)
  if (inOrder.length >= suggestionsMax) return inOrder.slice(0, suggestionsMax)
  // The fewer it finds, the more of what was asked it says.
  const byTotal = foundOf(countOf, others).sort((left, right) => left.total - right.total)
  return [...inOrder, ...byTotal].slice(0, suggestionsMax)
}

function foundOf(countOf: CountOf, attempts: readonly Attempt[]): Suggestion[] {
  return attempts.flatMap(({ q, wording }) => {
    const total = countOf(wording)
    return total === 0 ? [] : [{ q, words: wording.mode, total }]
  })
}

function attemptsOf(wordings: readonly (readonly Word[])[], mode: Wording['mode']): Attempt[] {
  return wordings.map((words) => attemptOf(words, mode))
}

function attemptOf(words: readonly Word[], mode: Wording['mode']): Attempt {
  return { q: words.map(({ typed }) => typed).join(' '), wording: { words: words.map(({ folded }) => folded), mode } }
}

/** The words as they were typed, where each is one word; else as they are folded. */
function typedWords(q: string, folded: readonly string[]): Word[] {
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
function putRight(words: readonly Looked[]): Word[] | null {
  if (words.every(({ spelling, parts }) => spelling === null && parts === null)) return null
  return onceEach(
    words.flatMap(({ word, spelling, parts }) => (spelling === null ? parts : [spelling])?.map(asTyped) ?? [word]),
  )
}

function lookedUp(finder: Finder, word: Word): Looked {
  const spelling = finder.spellingsOf(word.folded)[0] ?? null
  return { word, spelling, parts: spelling === null ? finder.partsOf(word.folded) : null }
}

function asTyped(word: string): Word {
  return { typed: word, folded: word }
}

/** What is put right may be a word that stands there already. */
function onceEach(words: readonly Word[]): Word[] {
  return words.filter(({ folded }, place) => words.findIndex((word) => word.folded === folded) === place)
}

function withoutOne(words: readonly Word[]): Word[][] {
  if (words.length === 1) return []
  return words.slice(0, leftOutMax).map((_, place) => words.filter((_word, other) => other !== place))
}
