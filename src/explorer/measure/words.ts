/** The words of the page of a measure, by language. */
import type { Language } from '../../values/vocabularies.ts'
import { en } from './words/en.ts'
import { fr } from './words/fr.ts'
import type { MeasureWords } from './words/measure-words.ts'
import { nl } from './words/nl.ts'

export const measureWords: Record<Language, MeasureWords> = { nl, fr, en }
