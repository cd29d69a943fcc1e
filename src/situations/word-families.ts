/**
 * Families of words: the forms of one word that no ending brings together (`verkopen`, `verkocht`, `verkoop`; `Kuh`, `Kühe`), in four
 * languages. Whoever types one of them means any. Table: `reference/word-families.tsv`, a family a line, its base form first.
 */
import { listIn, memberIn, readTable } from '../reference/table.ts'
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
    const forms = [...new Set(listIn(cell('forms')).flatMap(wordsOf))]
    for (const form of forms) if (!its.has(form)) its.set(form, forms)
  }
  return families
}

const families = readFamilies()

/** The forms of a folded word in a language, itself among them and the base form first; null where none are told. */
export function familyOf(word: string, language: TextLanguage): readonly string[] | null {
  return families[language].get(word) ?? null
}

/** The same in all languages that have the word; the word alone where none has. */
export function formsOf(word: string): readonly string[] {
  const all = textLanguages.flatMap((language) => families[language].get(word) ?? [])
  return all.length === 0 ? [word] : [...new Set([word, ...all])]
}

/** Whether a word is one that people write, whatever it means: no slip of the pen. */
export function isKnownForm(word: string): boolean {
  return textLanguages.some((language) => families[language].has(word))
}
