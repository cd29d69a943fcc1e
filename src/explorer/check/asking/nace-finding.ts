/**
 * Codes of NACE-BEL 2025 for whoever knows what a company does, and not its code: first those of the trade that was typed, as
 * people call it in any of our languages, then those whose names and titles have most of the words.
 */
import { naceCodes, naceLabel } from '../../../reference/nace.ts'
import type { Trade } from '../../../reference/trades.ts'
import {
  countedWords,
  isNameWord,
  longLettersMin,
  meaningsOf,
  nameWordsMost,
  partsOfCompound,
  spellingsOf,
} from '../../../situations/dictionary.ts'
import type { Language } from '../../../values/vocabularies.ts'
import { activityWords, registerLevel } from './activity-words.ts'

export type NaceFound = { code: string; title: string }

const foundMost = 12
/** Words of a question that are looked for. */
const wordsMost = 8

/**
 * The codes that may be meant by words, the likeliest first, each of the level of the register; at most twelve, none where nothing
 * fits. The words may be of any language; `language` is that of the titles.
 */
export function findNace(text: string, language: Language): NaceFound[] {
  const words = [...new Set(countedWords(text))].slice(0, wordsMost)
  if (words.length === 0) return []
  const whole = tradesCalled(words)
  const named = whole.length > 0 ? whole : firstCalled(stretchesOf(words))
  const codes = new Set(codesOfTrades(named))
  for (const { subject } of activityWords().fitting(words, whole.length > 0)) {
    if (codes.size >= foundMost) break
    for (const code of typeof subject === 'string' ? [subject] : subject.codes.flatMap(registered)) codes.add(code)
  }
  return [...codes].slice(0, foundMost).map((code) => ({ code, title: naceLabel(code, 2025, language) ?? code }))
}

function firstCalled(stretches: readonly (readonly string[])[]): Trade[] {
  for (const words of stretches) {
    const called = tradesCalled(words)
    if (called.length > 0) return called
  }
  return []
}

/** The first code of each trade before the second of any. */
function codesOfTrades(some: readonly Trade[]): string[] {
  const longest = Math.max(0, ...some.map(({ codes }) => codes.length))
  return Array.from({ length: longest }, (_, place) => some.flatMap(({ codes }) => codes.slice(place, place + 1)))
    .flat()
    .flatMap(registered)
}

/** The codes of the level of the register that a code stands for. */
function registered(code: string): string[] {
  if (code.length >= registerLevel) return [code.slice(0, registerLevel)]
  return naceCodes(2025).filter((one) => one.length === registerLevel && one.startsWith(code))
}

/** Stretches of several words and of one, the longest first; of two as long the one whose words fewer activities have. */
function stretchesOf(words: readonly string[]): string[][] {
  const { rarityOf } = activityWords()
  const rarity = (some: readonly string[]): number => some.reduce((sum, word) => sum + rarityOf(word), 0)
  const lengths = words.slice(1).map((_, shorter) => words.length - 1 - shorter)
  return lengths.flatMap((length) =>
    Array.from({ length: words.length - length + 1 }, (_, from) => words.slice(from, from + length)).sort(
      (left, right) => rarity(right) - rarity(left),
    ),
  )
}

/** The trades that are called by those words as one name: as typed, written as one, with a slip, or as a compound of it. */
function tradesCalled(words: readonly string[]): Trade[] {
  if (words.length > nameWordsMost) return []
  const named = tradesMeant(words)
  if (named.length > 0) return named
  if (words.length === 2) {
    const joined = tradesMeant([words.join('')])
    if (joined.length > 0) return joined
  }
  const slips = words.flatMap((word, place) => (isNameWord(word) ? [] : [place]))
  const [slip] = slips
  if (slip === undefined || slips.length > 1) return []
  const spelt = spellingsOf(words[slip] ?? '', words.length > 1, longLettersMin.alone).flatMap((one) =>
    tradesMeant(words.with(slip, one)),
  )
  if (spelt.length > 0) return [...new Set(spelt)]
  const tail = words.length === 1 ? partsOfCompound(words[0] ?? '', () => false)?.at(-1) : undefined
  return tail === undefined ? [] : tradesMeant([tail])
}

function tradesMeant(words: readonly string[]): Trade[] {
  return meaningsOf(words).flatMap(({ sense }) => (sense.kind === 'activity' ? [sense.trade] : []))
}
