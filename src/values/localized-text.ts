/**
 * A text by language. Every key is always there; a text that exists in no language is `null` as a whole, never an
 * object of nulls, so that "there is no such text" has one spelling.
 */
import type { Language, TextLanguage } from './vocabularies.ts'

export type LocalizedText = { nl: string | null; fr: string | null; en: string | null; de: string | null }

/** The order in which a text falls back when the asked language is missing: asked, then en, nl, fr, de (contract 3). */
const fallbackOrder: readonly TextLanguage[] = ['en', 'nl', 'fr', 'de']

/**
 * The language in which `text` is served to somebody who asks for `language`; null when it exists in none. `first`: the language that
 * goes before, where it is another.
 */
export function servedLanguage(
  text: LocalizedText | null,
  language: Language,
  first: TextLanguage = language,
): TextLanguage | null {
  if (text === null) return null
  if (text[first] !== null) return first
  if (text[language] !== null) return language
  return fallbackOrder.find((candidate) => text[candidate] !== null) ?? null
}

/** The text as served to somebody who asks for `language`: the asked language, else en, nl, fr, de. */
export function textIn(text: LocalizedText | null, language: Language): string | null {
  const served = servedLanguage(text, language)
  return served === null || text === null ? null : text[served]
}

/** What was served of a text, told in another language where it is there; what is not served stays so. */
export function toldIn<Served extends string | null>(
  language: TextLanguage,
  text: LocalizedText | null,
  served: Served,
): Served | string {
  return served === null ? served : (text?.[language] ?? served)
}

/** The languages `text` exists in, in the order nl, fr, en, de. */
export function languagesOf(text: LocalizedText | null): TextLanguage[] {
  return text === null ? [] : (['nl', 'fr', 'en', 'de'] as const).filter((language) => text[language] !== null)
}

/** A text that exists in one language only. */
export function textOnlyIn(language: TextLanguage, text: string): LocalizedText {
  return { nl: null, fr: null, en: null, de: null, [language]: text }
}

/** The texts themselves, in the order nl, fr, en, de. */
export function textsOf(text: LocalizedText | null): string[] {
  return languagesOf(text).flatMap((language) => text?.[language] ?? [])
}
