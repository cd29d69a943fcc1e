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
    // What says nothing in another language is looked for in none: an English `die`.
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
 * The families of a word in the language of its text; where that is not known, of the one language that has it in a family, because
 * a word of two (`plant`) means two things.
 */
export function familiesOf(
  word: string,
  language: TextLanguage | null,
): { language: TextLanguage; forms: readonly string[] }[] {
  const asked = language === null ? textLanguages : [language]
  const all = asked.flatMap((one) => {
    const forms = familyOf(word, one)
    return forms === null ? [] : [{ language: one, forms }]
  })
  return all.length === 1 ? all : []
}

/** The forms of those families, the word itself first. */
export function formsOf(word: string, language: TextLanguage | null): readonly string[] {
  return [...new Set([word, ...familiesOf(word, language).flatMap(({ forms }) => forms)])]
}

/** Whether a word is one that people write, whatever it means: no slip of the pen. */
export function isKnownForm(word: string): boolean {
  return textLanguages.some((language) => families[language].has(word))
}
