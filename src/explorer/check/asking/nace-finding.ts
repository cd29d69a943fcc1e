/**
 * Codes of NACE-BEL 2025 by words of their titles: for whoever knows what a company does, and not its code. Titles are terse, so
 * the words of the codes above and below count too, and a word is also found by how it begins (menuisier, menuiserie).
 */
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
/** Letters that two words begin with alike, where one stands for the other: so many, and so much of what is asked. */
const alikeLeast = 5
const alikePart = 0.6

/** What the word of a code's own title counts beside that of one near it. */
const ownWeight = 2

type Titled = NaceFound & { own: readonly string[]; near: readonly string[] }

const kept = new Map<Language, readonly Titled[]>()

function titled(language: Language): readonly Titled[] {
  const known = kept.get(language)
  if (known !== undefined) return known
  const codes = naceCodes(2025)
  const wordsIn = (code: string): string[] => wordsOf(naceLabel(code, 2025, language) ?? '')
  const below = new Map<string, string[]>()
  for (const code of codes.filter((one) => one.length > level)) {
    const above = code.slice(0, level)
    below.set(above, [...(below.get(above) ?? []), ...wordsIn(code)])
  }
  const made = codes
    .filter((code) => code.length === level)
    .flatMap((code): Titled[] => {
      const title = naceLabel(code, 2025, language)
      const above = [code.slice(0, 4), code.slice(0, 3)].flatMap(wordsIn)
      return title === null ? [] : [{ code, title, own: wordsOf(title), near: [...above, ...(below.get(code) ?? [])] }]
    })
  kept.set(language, made)
  return made
}

/** 2: it is the word; 1: it stands within it (Dutch puts words together), or begins alike; 0: neither. */
function fit(word: string, asked: string): number {
  if (word === asked) return 2
  if (word.includes(asked)) return 1
  let alike = 0
  while (alike < asked.length && asked[alike] === word[alike]) alike += 1
  return alike >= Math.max(alikeLeast, asked.length * alikePart) ? 1 : 0
}

function bestFit(words: readonly string[], asked: string): number {
  return words.reduce((best, word) => Math.max(best, fit(word, asked)), 0)
}

/** The codes whose titles have most of the words, the shortest titles first; at most twelve, none where nothing fits. */
export function findNace(text: string, language: Language): NaceFound[] {
  const asked = [...new Set(wordsOf(text))].filter((word) => word.length >= lettersLeast).slice(0, wordsMost)
  const scored = titled(language).flatMap(({ code, title, own, near }) => {
    const score = asked.reduce((sum, one) => sum + Math.max(ownWeight * bestFit(own, one), bestFit(near, one)), 0)
    return score === 0 ? [] : [{ code, title, score }]
  })
  const best = scored.sort(
    (left, right) =>
      right.score - left.score || left.title.length - right.title.length || (left.code < right.code ? -1 : 1),
  )
  return best.slice(0, foundMost).map(({ code, title }) => ({ code, title }))
}
