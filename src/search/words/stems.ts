/** Stems of words, by the Snowball algorithms of Dutch, French, German and English: nobody says in which language he asks. */
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'

/** What makes the stem of a folded word, by language. */
export const stemmerOf = { nl: dutch, fr: french, de: german, en: english } as const
export const stemmers: readonly ((word: string) => string)[] = Object.values(stemmerOf)

/** Stems of words, one a stemmer, kept because many words are asked about again after each change of an index. */
const keptMost = 32_768
const kept = new Map<string, readonly string[]>()

/** The stem of a word in each language, without what spelling changes at the end of a syllable. */
export function evenedStems(word: string): readonly string[] {
  const known = kept.get(word)
  if (known !== undefined) return known
  if (kept.size === keptMost) kept.clear()
  const stems = stemmers.map((stemmer) => evened(stemmer(word)))
  kept.set(word, stems)
  return stems
}

/** A stem without what spelling changes at the end of a syllable: doubled letters, and `v` and `z` for `f` and `s`. */
function evened(stem: string): string {
  return stem.replaceAll(/(.)\1/g, '$1').replace(/v$/, 'f').replace(/z$/, 's')
}

/** A word of fewer letters, or a stem of fewer, says too little to be taken apart. */
export const stemLettersMin = 3

/** Letters of a folded word, its digits not counted: codes and numbers have no stem, and no digit is a slip for another. */
export function lettersIn(word: string): number {
  let letters = 0
  for (const letter of word) if (/\p{L}/u.test(letter)) letters += letter.length
  return letters
}

/** Whether a unit of a folded word is one of 0 to 9; other digits fold to these or stand in no word that people misspell. */
export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

/**
 * Most words begin with their stem. In others its last letter stands for another: `energy` has the stem `energi`, `reference`
 * in French `referent`, `municipaux` `municipal`. By that letter what the word may have in its place.
 */
const lettersBefore: ReadonlyMap<string, readonly string[]> = new Map([
  ['e', ['a', 'i', 'o', 'y']],
  ['i', ['y']],
  ['l', ['i', 'u']],
  ['t', ['c']],
  ['x', ['s']],
])
/** Vowels of which Dutch makes one of two before the last letter of a stem: `maan` has the stem `man`. */
const doubledVowels = 'aeou'

/** What words of a stem begin with; no two of them begin alike. */
export function beginningsOf(stem: string): string[] {
  // The shortest stems say too little for a letter of theirs to be another.
  if (stem.length <= stemLettersMin) return [stem]
  const last = stem.slice(-1)
  const head = stem.slice(0, -1)
  const others = lettersBefore.get(last) ?? []
  const vowel = head.slice(-1)
  const doubled = doubledVowels.includes(vowel) && vowel !== last && !others.includes(vowel) ? [vowel + last] : []
  return [last, ...others, ...doubled].map((end) => head + end)
}
