/** Codes of NACE-BEL 2025 by words of their titles: for whoever knows what a company does, and not its code. */

import { naceCodes, naceLabel } from '../../../reference/nace.ts'
import { wordsOf } from '../../../search/words/words.ts'
import type { Language } from '../../../values/vocabularies.ts'

export type NaceFound = { code: string; title: string }

/** The level that companies are registered at. */
const level = 5
const foundMost = 12
/** Words of a question that are looked for. */
const wordsMost = 8
/** Shorter ones begin too many words. */
const lettersLeast = 3

type Titled = NaceFound & { words: readonly string[] }

const kept = new Map<Language, readonly Titled[]>()

function titled(language: Language): readonly Titled[] {
  const known = kept.get(language)
  if (known !== undefined) return known
  const made = naceCodes(2025)
    .filter((code) => code.length === level)
    .flatMap((code): Titled[] => {
      const title = naceLabel(code, 2025, language)
      return title === null ? [] : [{ code, title, words: wordsOf(title) }]
    })
  kept.set(language, made)
  return made
}

/** 2: it is the word; 1: it begins with it, or stands within it (Dutch puts words together); 0: neither. */
function fit(word: string, asked: string): number {
  if (word === asked) return 2
  return word.includes(asked) ? 1 : 0
}

/** The codes whose titles have most of the words, the shortest titles first; at most twelve, none where nothing fits. */
export function findNace(text: string, language: Language): NaceFound[] {
  const asked = [...new Set(wordsOf(text))].filter((word) => word.length >= lettersLeast).slice(0, wordsMost)
  const scored = titled(language).flatMap(({ code, title, words }) => {
    const score = asked.reduce((sum, one) => sum + Math.max(0, ...words.map((word) => fit(word, one))), 0)
    return score === 0 ? [] : [{ code, title, score }]
  })
  const best = scored.sort(
    (left, right) =>
      right.score - left.score || left.title.length - right.title.length || (left.code < right.code ? -1 : 1),
  )
  return best.slice(0, foundMost).map(({ code, title }) => ({ code, title }))
}
