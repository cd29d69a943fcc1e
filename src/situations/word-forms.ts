/**
 * One key for the forms of a word in one language: its Snowball stem, with what Dutch and German spelling changes at the end of a
 * syllable evened out (`bedrijf`, `bedrijven`; `huis`, `huizen`; `boom`, `bomen`).
 */
import { stemmerOf } from '../search/words/stems.ts'
import type { TextLanguage } from '../values/vocabularies.ts'
import { familyOf } from './word-families.ts'

/** A shorter word has no forms: what looks like its ending is most of it. */
const lettersMin = 4

/** Keys of words looked up lately, by language. */
const keptMost = 8_192
const kept: Readonly<Record<TextLanguage, Map<string, string>>> = {
  nl: new Map(),
  fr: new Map(),
  de: new Map(),
  en: new Map(),
}

/** `word`: folded. The words of one family have one key. */
export function formKey(word: string, language: TextLanguage): string {
  const [base = word] = familyOf(word, language) ?? []
  return base.length < lettersMin || /\d/.test(base) ? base : keptKey(base, language)
}

function keptKey(word: string, language: TextLanguage): string {
  const known = kept[language].get(word)
  if (known !== undefined) return known
  if (kept[language].size === keptMost) kept[language].clear()
  const key = keyOf(word, language)
  kept[language].set(word, key)
  return key
}

function keyOf(word: string, language: TextLanguage): string {
  const stem = stemmerOf[language](word)
  const evened = stem.replaceAll(/(.)\1/g, '$1')
  if (language !== 'nl') return evened
  const last = evened.length > lettersMin ? '' : 's'
  return evened.replace(/v$/, 'f').replace(/[sz]$/, last)
}

/** An ending of what somebody typed, and what stands in its place in the form that tables have. */
type Ending = readonly [typed: RegExp, base: string]

/** Diminutives and women's names of Dutch, women's names of French and German, German vowels without their dots. */
const nounEndings: readonly Ending[] = [
  [/inkjes?$/, 'ing'],
  [/etjes?$/, ''],
  [/[tp]jes?$/, ''],
  [/jes?$/, ''],
  [/neemster(?:s)?$/, 'nemer'],
  [/ster(?:s)?$/, 'er'],
  [/ares(?:sen)?$/, 'aar'],
  [/aresse(?:n)?$/, 'aar'],
  [/euses?$/, 'eur'],
  [/trices?$/, 'teur'],
  [/ieres?$/, 'ier'],
  [/([aeio])nnes?$/, '$1n'],
  [/ives?$/, 'if'],
  [/erin(?:nen)?$/, 'er'],
  [/in(?:nen)?$/, ''],
  [/chen$/, ''],
  [/ae/, 'a'],
  [/oe/, 'o'],
  [/ue/, 'u'],
]
/** Finite verbs and participles of Dutch, German and French, as the infinitive. */
const separable = '(op|aan|af|in|uit|om|over|her|na|bij|door|mee|ein|aus|auf|ab|an|um|zu|vor|nach)'
const verbEndings: readonly Ending[] = [
  [new RegExp(`^${separable}ge(.{3,})(?:e?[dt])$`), '$1$2en'],
  [new RegExp(`^${separable}ge(.{2,}[dt])$`), '$1$2en'],
  [/^ge(.{3,}?)(?:e?[dt])$/, '$1en'],
  [/(.{3,}?)(?:d|t|de|te|den|ten)$/, '$1en'],
  [/(.{3,}?)(?:ons|ez|ent|ees?|es?|ait|aient)$/, '$1er'],
]

/**
 * The forms that a table may have of a word that was typed in another: what is small (`winkeltje`), a woman's trade (`agricultrice`),
 * something done (`exporteert`, `gegründet`). They are tried; most of them are no words. `word`: folded.
 */
export function baseForms(word: string): string[] {
  if (word.length < lettersMin + 1 || /\d/.test(word)) return []
  const made = [...nounEndings, ...verbEndings].map(([typed, base]) => word.replace(typed, base))
  return [...new Set(made)].filter((form) => form !== word && form.length >= lettersMin - 1)
}
