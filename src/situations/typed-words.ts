/** The words of what was typed, each with where it stands, so that what was understood can be shown as it was typed. */
import { queryWordsOf } from '../search/words/joined/query-words.ts'
import { wordsOf } from '../search/words/words.ts'

export type TypedWord = {
  /** Folded, as search knows words: `r&d`, `ecommerce`. */
  folded: string
  start: number
  end: number
  /** Whether it begins with a capital. */
  isCapital: boolean
  /** Two to four capitals: a word by itself, whatever it is in small letters (`IT`). */
  isAcronym: boolean
}

const chunk = /\p{L}(?:\s*[&+]\s*\p{L}(?![\p{L}\p{N}]))+|[^\s]+/gu
const run = /[\p{L}\p{N}\p{M}\u00ad]+/gu

export function typedWords(q: string): TypedWord[] {
  const words: TypedWord[] = []
  for (const { 0: text, index } of q.matchAll(chunk)) {
    const runs = [...text.matchAll(run)]
    const folded = queryWordsOf(text)
    // What is joined by a hyphen or an `&` may be one word; else each run of letters is one.
    const isOne = runs.length > 1 && folded.length === 1
    if (isOne) add(words, folded[0], index, index + text.length, text)
    else for (const { 0: its, index: at } of runs) add(words, wordsOf(its)[0], index + at, index + at + its.length, its)
  }
  return words
}

function add(words: TypedWord[], folded: string | undefined, start: number, end: number, text: string): void {
  if (folded === undefined) return
  words.push({ folded, start, end, isCapital: /^\P{L}*\p{Lu}/u.test(text), isAcronym: /^\p{Lu}{2,4}$/u.test(text) })
}
