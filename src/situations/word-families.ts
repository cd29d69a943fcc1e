/**
 * Families of words: the forms of one word that no ending brings together (`verkopen`, `verkocht`, `verkoop`; `Kuh`, `Kühe`), in four
 * languages. Whoever types one of them means any. Table: `reference/word-families.tsv`, a family a line, its base form first.
 */
import { listIn, memberIn, readTable } from '../reference/table.ts'
import { hasContent } from '../search/words/content.ts'
import { wordsOf } from '../search/words/words.ts'
import { type TextLanguage, textLanguages } from '../values/vocabularies.ts'

type Families = Readonly<Record<TextLanguage, ReadonlyMap<string, readonly string[]>>>

function readFamilies(): Families {
  const families: Record<TextLanguage, Map<string, readonly string[]>> = {
    nl: new Map(),
    fr: new Map(),
    de: new Map(),
    en: new Map(),
  }
  for (const cell of readTable('word-families.tsv', ['language', 'forms'])) {
    const its = families[memberIn(textLanguages, cell('language'))]
    // A word without content in any language stands in no family: an English `die` would find every German article.
    const forms = [...new Set(listIn(cell('forms')).flatMap(wordsOf))].filter(hasContent)
    for (const form of forms) if (!its.has(form)) its.set(form, forms)
  }
  return families
}

const families = readFamilies()

/** The forms of a folded word in a language, itself among them and the base form first; null where none are told. */
export function familyOf(word: string, language: TextLanguage): readonly string[] | null {
  return families[language].get(word) ?? null
}

/**
 * The family of a word in the language of its text; where that is not known, in the one language that has it in a family, because
 * a word of two (`plant`) means two things. Null: none.
 */
export function familyIn(
  word: string,
  language: TextLanguage | null,
): { language: TextLanguage; forms: readonly string[] } | null {
  const [only = null, ...others] =
    language === null ? textLanguages.filter((one) => families[one].has(word)) : [language]
  const forms = only === null || others.length > 0 ? null : familyOf(word, only)
  return only === null || forms === null ? null : { language: only, forms }
}

/** The forms of that family, the word itself first. */
export function formsOf(word: string, language: TextLanguage | null): readonly string[] {
  return [...new Set([word, ...(familyIn(word, language)?.forms ?? [])])]
}

/** Whether a word is one that people write, whatever it means: no slip of the pen. */
export function isKnownForm(word: string): boolean {
  return textLanguages.some((language) => families[language].has(word))
}
