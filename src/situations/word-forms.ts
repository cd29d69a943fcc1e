/**
 * One key for the forms of a word in one language: its Snowball stem, with what Dutch and German spelling changes at the end of a
 * syllable evened out (`bedrijf`, `bedrijven`; `huis`, `huizen`; `boom`, `bomen`).
 */
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import type { TextLanguage } from '../values/vocabularies.ts'

const stemmers: Readonly<Record<TextLanguage, (word: string) => string>> = {
  nl: dutch,
  fr: french,
  de: german,
  en: english,
}
/** A shorter word has no forms: what looks like its ending is most of it. */
const lettersMin = 4
const diminutive = /(?:etj|tj|pj|kj|j)e[ns]?$/

/** Keys of words looked up lately, by language. */
const keptMost = 8_192
const kept: Readonly<Record<TextLanguage, Map<string, string>>> = {
  nl: new Map(),
  fr: new Map(),
  de: new Map(),
  en: new Map(),
}

/** `word`: folded. */
export function formKey(word: string, language: TextLanguage): string {
  if (word.length < lettersMin || /\d/.test(word)) return word
  const known = kept[language].get(word)
  if (known !== undefined) return known
  if (kept[language].size === keptMost) kept[language].clear()
  const key = keyOf(word, language)
  kept[language].set(word, key)
  return key
}

function keyOf(word: string, language: TextLanguage): string {
  const stem = stemmers[language](word)
  const evened = stem.replaceAll(/(.)\1/g, '$1')
  if (language !== 'nl') return evened
  return evened.replace(/v$/, 'f').replace(/z$/, 's')
}

/** The word of which a Dutch one is the diminutive, as far as its letters tell (`winkeltje`: `winkel`); null where it is none. */
export function withoutDiminutive(word: string): string | null {
  const base = word.replace(diminutive, '')
  return base.length >= lettersMin && base.length < word.length ? base : null
}
