/** Stems of words, by the Snowball algorithms of Dutch, French, German and English: nobody says in which language he asks. */
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'

/** What makes the stem of a folded word, one function a language. */
export const stemmers: readonly ((word: string) => string)[] = [dutch, french, german, english]

/** A word of fewer letters, or a stem of fewer, says too little to be taken apart. */
export const stemLettersMin = 3

/** Codes and numbers have no stem and are not misspelt. */
export function isOfLetters(word: string): boolean {
  return /^\p{L}+$/u.test(word)
}
